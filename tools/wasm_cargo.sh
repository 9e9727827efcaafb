#!/bin/sh
# Runs cargo for WebAssembly: tools/wasm_cargo.sh build --profile quick --package wasm
#
# The standard library for it comes with the target wasm32-unknown-unknown of rustup, or is built from Debian's packages rustc-web,
# cargo-web, rust-web-src and lld-19. With INSTALL=1, root installs these packages. Without a toolchain the exit status is 3.
set -eu

# Every current browser has these instructions. The stack of a search is deeper than the megabyte that the linker reserves.
export RUSTFLAGS="-C target-feature=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint -C link-arg=-zstack-size=8388608"
debian_packages="rustc-web cargo-web rust-web-src lld-19"

has_debian() {
    [ -x /usr/bin/rustc ] && [ -x /usr/bin/cargo ] && [ -x /usr/bin/wasm-ld-19 ] && [ -d /usr/lib/rustlib/src/rust/library ]
}

command=$1
shift
set -- "$command" --quiet --target wasm32-unknown-unknown --target-dir target/wasm "$@"
if rustup target list --installed 2>/dev/null | grep -q wasm32-unknown-unknown; then
    exec cargo "$@"
fi
if ! has_debian && [ -n "${INSTALL-}" ] && [ "$(id -u)" = 0 ]; then
    { apt-get update && apt-get -o DPkg::Lock::Timeout=300 install -y $debian_packages; } >/dev/null 2>&1 || true
fi
if has_debian; then
    export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=/usr/bin/wasm-ld-19
    exec /usr/bin/cargo "$@" -Zbuild-std=std,panic_abort
fi
echo "no toolchain for WebAssembly: run rustup target add wasm32-unknown-unknown, or apt-get install $debian_packages" >&2
exit 3
