#!/bin/sh
# Find a Chromium or Chrome for the browser tests; on Debian, as root, install one.
set -eu

found() {
    for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
        if command -v "$name" > /dev/null; then
            return 0
        fi
    done
    [ -x "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" ]
}

if found; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo "Installing Chromium for the browser tests, once ..."
    log=$(mktemp)
    # The one without a window is the lighter by far; older systems have only the whole.
    if {
        apt-get update
        apt-get install --yes --no-install-recommends chromium-headless-shell ||
            apt-get install --yes --no-install-recommends chromium
    } > "$log" 2>&1; then
        rm "$log"
        exit 0
    fi
    tail -n 5 "$log" >&2
    rm "$log"
fi
if [ "${CI:-}" = true ]; then
    echo "make: there is no Chromium or Chrome here, and under CI the browser tests must run" >&2
    exit 1
fi
echo "There is no Chromium or Chrome here: the browser tests will be skipped."
