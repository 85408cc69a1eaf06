/** Opening the page while the server is away: a service worker keeps the shell, which then says so. */

import { h } from "./dom.js";
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
  return h(
    "div",
    { class: "failure card", role: "status" },
    h("h1", {}, words.away.title),
    h("p", {}, words.away.about),
    h("p", {}, h("code", {}, "plyground serve")),
  );
}
