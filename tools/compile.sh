#!/bin/sh
# The compiler of `make test` (RUSTC_WORKSPACE_WRAPPER). Half of the time of the tests is the compiler's, so nothing is done twice.
#
# A library is compiled as always; that is what runs. Compiled once more as a test program it is looked at by Clippy, which is a
# compiler, and not optimised: its own tests are short. So are those in tests/, but for the ones of `chess`, which play
# thousands of games beside another library.
case " $* " in
*" --test "*)
    case "$CARGO_PKG_NAME $* " in
    "chess "*" --crate-name it "*) exec clippy-driver "$@" ;;
    *) exec clippy-driver "$@" -C opt-level=0 ;;
    esac
    ;;
*) exec "$@" -D warnings ;;
esac
