// Runs before the first paint, so that the page does not flash in the wrong theme.
(function () {
  try {
    const kept = localStorage.getItem("plyground.theme");
    if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  } catch {
    // Storage may be forbidden; the system's theme it is, then.
  }
})();
