/** Copying to the clipboard, where the browser allows it. */

/**
 * Copy the address of what is shown, and say so.
 * @param {import("../main.js").Shell} shell
 */
export async function copyLink(shell) {
  try {
    await navigator.clipboard.writeText(location.href);
    shell.notice("The link to this position is copied.");
  } catch {
    shell.notice("The browser forbids copying; the address bar holds the link.");
  }
}
