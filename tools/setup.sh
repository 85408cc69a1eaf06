#!/bin/sh
# Prepare .venv: sh tools/setup.sh [EXTRA]. Does nothing when it is ready; mends it when it is not.
# Without an extra it is for playing, networks included, and for tuning.
set -eu
cd "$(dirname "$0")/.."
extra="${1:-}"
venv=.venv
stamp="$venv/.ready${extra:+-$extra}"
log="$venv/install.log"

fail() {
    echo "make: $1" >&2
    exit 1
}

# What it prints is compared, since a broken interpreter may exit with 0.
new_enough() {
    [ "$("$1" -c 'import sys; print(sys.version_info >= (3, 11))' 2> /dev/null)" = True ]
}

find_python() {
    wish="${PYTHON:-python3}"
    if new_enough "$wish"; then
        echo "$wish"
        return
    fi
    [ "$wish" = python3 ] || fail "PYTHON=$wish is not a Python 3.11 or newer"
    for candidate in python3.14 python3.13 python3.12 python3.11; do
        if new_enough "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    fail "Plyground needs Python 3.11 or newer; install it, or say where it is: make PYTHON=/path/to/python3"
}

# What the environment was made from: another folder, Python or pyproject.toml means: do it again.
wanted() {
    pwd
    "$venv/bin/python" -c 'import sys; print(sys.version)'
    cat pyproject.toml
}

healthy() {
    new_enough "$venv/bin/python" && "$venv/bin/plyground" --version > /dev/null 2>&1
}

covering="$stamp $venv/.ready-dev" # the developers' environment has all of the user's,
[ "$extra" != peers ] || covering="$stamp" # but nothing that is only measured against
for ready in $covering; do
    if [ -f "$ready" ] && healthy && wanted | cmp -s - "$ready"; then
        exit 0
    fi
done
if [ -e "$venv" ] && ! { healthy && [ "$(cat "$venv/.folder" 2> /dev/null)" = "$(pwd)" ]; }; then
    rm -rf "$venv" # half made, damaged, or made in another folder
fi
if [ ! -d "$venv" ]; then
    python=$(find_python)
    echo "Preparing .venv with $("$python" --version), once; this takes a minute ..."
    if ! output=$("$python" -m venv "$venv" 2>&1); then
        rm -rf "$venv"
        version=$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
        echo "$output" >&2
        fail "this Python cannot make virtual environments; on Debian or Ubuntu: apt-get install $version-venv"
    fi
    pwd > "$venv/.folder"
fi
echo "Installing Plyground${extra:+ with what [$extra] needs} into .venv ..."

# Install quietly; on a terminal, the log tells what is being done.
install() {
    "$venv/bin/python" -m pip install --disable-pip-version-check --no-compile --progress-bar off "$@" \
        > "$log" 2>&1 &
    pip=$!
    trap 'kill $pip 2> /dev/null; echo; exit 130' INT TERM
    while [ -t 1 ] && kill -0 $pip 2> /dev/null; do
        printf '\r\033[K%s' "$(grep -E '^ *(Collecting|Downloading|Installing)' "$log" | tail -n 1 | cut -c 1-78)"
        sleep 0.3
    done
    if [ -t 1 ]; then printf '\r\033[K'; fi
    code=0
    wait $pip || code=$?
    trap - INT TERM
    return $code
}

# The CPU build of PyTorch is a tenth of what comes by default; where it cannot be had, that will do.
torch=$(sed -n 's/^ *"\(torch==[0-9.]*\)".*/\1/p' pyproject.toml)
if [ "$extra" = dev ]; then
    install --no-deps --retries 0 --index-url https://download.pytorch.org/whl/cpu "$torch" || true
fi
if ! install --editable ".[${extra:-neural,tune}]"; then
    tail -n 15 "$log" >&2
    fail "installing failed; the whole log is in $log. With the network back, run make again"
fi
wanted > "$stamp"
