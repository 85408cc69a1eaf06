/** Opening the page while the server is away: a service worker keeps the shell, which then says so. */

import { h } from "./dom.js";

const WORDS = {
  title: "The server is away",
  says: "The page goes on by itself as soon as it is back. It is started with:",
  command: "plyground serve",
};

/** Have the browser keep the shell, where it may. */
export function keepShell() {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const how = /** @type {RegistrationOptions} */ ({ updateViaCache: "none" });
  navigator.serviceWorker.register("/service-worker.js", how).catch(() => {
    // Forbidden: the page works as before, and opens with the server alone.
  });
}

/** What stands in place of a screen until the server is there. */
export function awayCard() {
  return h(
    "div",
    { class: "failure card", role: "status" },
    h("h1", {}, WORDS.title),
    h("p", {}, WORDS.says),
    h("p", {}, h("code", {}, WORDS.command)),
  );
}
