/** Opening the page while the server is away: a service worker keeps the shell, which then says so. */

import { h } from "./dom.js";
import { failureCard } from "./components/failure-card.js";
import { words } from "./words.js";

/** Have the browser keep the shell, where it may. */
export function keepShell() {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const how = /** @type {RegistrationOptions} */ ({ updateViaCache: "none" });
  const worker = new URL("../service-worker.js", import.meta.url);
  navigator.serviceWorker.register(worker, how).catch(() => {
    // Forbidden: the page works as before, and opens with the server alone.
  });
}

/** What stands in place of a screen until the server is there. */
export function awayCard() {
  const card = failureCard(words.away.title, words.away.about, h("code", {}, "plyground serve"));
  card.setAttribute("role", "status");
  return card;
}
