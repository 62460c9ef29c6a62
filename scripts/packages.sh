# shellcheck shell=bash disable=SC2034
# The packages that scripts/run, scripts/test and scripts/package install on a fresh Debian 12 or 13. They source this file.

build_packages=(
    g++ mold cmake ninja-build pkg-config
    libglfw3-dev libglew-dev libegl-dev libgl-dev
    libimgui-dev libglm-dev libfontconfig-dev fonts-roboto-unhinted fonts-dejavu-core libpng-dev zlib1g-dev libstb-dev libcsv-dev libzip-dev libisal-dev libcli11-dev libfmt-dev libhwy-dev nlohmann-json3-dev catch2
    libegl1 libgl1-mesa-dri
)
test_packages=(
    xvfb xauth xdotool libnanoflann-dev libopenmpi-dev openmpi-bin iproute2
    pybind11-dev python3-dev python3-numpy python3-scipy python3-pandas python3-moderngl python3-pytest python3-hypothesis
)
fuzz_packages=(clang-19 libclang-rt-19-dev)
package_packages=(build-essential debhelper dh-python help2man lintian desktop-file-utils appstream python3-dev pybind11-dev libopenmpi-dev)

# Installs the missing ones of the named packages and prints which. Without network or the right to install,
# it prints what is missing and how to get it, and fails.
install_missing() {
    command -v dpkg-query >/dev/null 2>&1 || {
        echo "This is no Debian or Ubuntu: install what corresponds to these packages yourself: $*" >&2
        return 0
    }
    local missing=() package
    for package in "$@"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0

    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || {
            echo "Missing packages: ${missing[*]}" >&2
            echo "There is no sudo here: run as root: apt-get install ${missing[*]}" >&2
            return 1
        }
        as_root=(sudo)
    fi
    echo "Installing: ${missing[*]}" >&2
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" \
        >/dev/null 2>&1 && return 0
    # The package lists may be missing or stale.
    if ! { "${as_root[@]}" apt-get update && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${missing[@]}"; } >&2; then
        echo "Missing packages: ${missing[*]}" >&2
        echo "They could not be installed (is there a network?): apt-get install ${missing[*]}" >&2
        return 1
    fi
}

# build PRESET TARGET: builds what has changed. Configures every time, which takes half a second and finds
# newly installed packages. Quiet when there is nothing to do.
build() {
    local log
    log=$(mktemp)
    if ! cmake --preset "$1" >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
    # Hides the message about re-checking shader files on every run. The callers' pipefail preserves failures.
    cmake --build --preset "$1" --target "$2" 2>&1 | { grep -vE 'Re-checking globbed|no work to do' || true; } >&2
}
