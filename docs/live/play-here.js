/**
 * A board to play on in the page of a game: the site that `plyground publish` writes, in a frame.
 * Nothing of it is loaded before somebody asks for it.
 */

const SITE = "../play/";
const FROM_A_FOLDER =
  "There is a board to play on here once the documentation comes from a web server, such as " +
  "python -m http.server: browsers run no programs from files that are opened without one.";

/** @param {HTMLElement} place whose data-game names the game */
function offer(place) {
  if (location.protocol === "file:") {
    place.textContent = FROM_A_FOLDER;
    return;
  }
  const address = `${SITE}#/play/${place.dataset.game}`;
  const button = made("button", "md-button md-button--primary", "Play here");
  const link = made("a", "", "in a window of its own");
  Object.assign(link, { href: address, target: "_blank", rel: "noopener" });
  const about = made("span", "", "Runs in your browser and loads about 25 MB, once; or play ");
  about.append(link, ".");
  button.addEventListener("click", () => {
    place.replaceChildren(frame(address));
    place.scrollIntoView();
  });
  place.replaceChildren(button, about);
}

/** @param {string} address */
function frame(address) {
  const shown = document.createElement("iframe");
  Object.assign(shown, { src: address, title: "A board to play on" });
  const follow = () => follows(shown);
  shown.addEventListener("load", follow);
  new MutationObserver(follow).observe(document.body, { attributeFilter: [SCHEME] });
  return shown;
}

const SCHEME = "data-md-color-scheme";

// Light or dark, as the page around it.
/** @param {HTMLIFrameElement} shown */
function follows(shown) {
  const root = shown.contentDocument?.documentElement;
  if (root) root.dataset.theme = document.body.getAttribute(SCHEME) === "slate" ? "dark" : "light";
}

/** @param {string} tag @param {string} name @param {string} text */
function made(tag, name, text) {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}

for (const place of document.querySelectorAll(".play-here"))
  if (place instanceof HTMLElement) offer(place);
