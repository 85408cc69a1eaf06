#!/bin/sh
# Install what checks the page's JavaScript into tools/js. Does nothing when it is there.
set -eu
cd "$(dirname "$0")/js"
installed=node_modules/.ready
if cmp -s package-lock.json "$installed"; then
    exit 0
fi
echo "Installing what checks the JavaScript into tools/js, once ..."
if ! output=$(../../.venv/bin/npm ci --ignore-scripts --no-audit --no-fund 2>&1); then
    echo "$output" | tail -n 15 >&2
    echo "make: installing it failed. With the network back, run make again" >&2
    exit 1
fi
cp package-lock.json "$installed"
