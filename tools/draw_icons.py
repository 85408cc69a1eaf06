"""
Draw the icons of the installed app from icon.svg: python tools/draw_icons.py

They become static/icon-SIZE.png, and static/icon-masked-512.png with room around it, which systems
cut to a shape of theirs. It wants a Chromium or Chrome.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from browser import SANDBOX, find_browser  # noqa: E402

STATIC = ROOT / "src" / "plyground" / "web" / "static"
PAPER = "#f6f4ef"  # as --paper in base.css
ICONS = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-masked-512": (512, 0.7)}


def draw(page: Page, size: int, share: float) -> bytes:
    """The icon as PNG; where it fills only a share of the picture, there is paper around it."""
    around = PAPER if share < 1 else "transparent"
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>body {{ margin: 0; height: 100vh; display: grid; place-items: center;"
        f" background: {around} }} svg {{ width: {share * 100}% }}</style>"
        + (STATIC / "icon.svg").read_text(encoding="utf-8")
    )
    return page.screenshot(omit_background=True)


def main() -> None:
    """Draw all of them."""
    path = find_browser()
    if path is None:
        sys.exit("there is no Chromium or Chrome on this machine")
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=path, args=SANDBOX) as browser,
    ):
        page = browser.new_page()
        for name, (size, share) in ICONS.items():
            file = STATIC / f"{name}.png"
            file.write_bytes(draw(page, size, share))
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
