#!/bin/sh
# Measures the cost of the switches and the observer with all techniques on and no observer.
#
# Makes a copy of the engine without them: every test "is this technique on?" is replaced by "true", and every call of the
# observer is removed, with the data kept only for it. Builds both, checks
# that both search the same nodes, and counts the instructions of their searches with valgrind.
#
#   tools/switches.sh [DEPTH]      8 unless given; the copy is in target/bare
set -eu
cd "$(dirname "$0")/.."
depth=${1:-8}
copy=target/bare

for program in valgrind perl; do
    command -v $program >/dev/null || { echo "left out: $program is not installed, so the switches are not measured"; exit 0; }
done

rm -rf $copy
mkdir -p $copy
cp -R Cargo.toml Cargo.lock crates nets books $copy
search="$copy/crates/engine/src/search"
perl -0pi -e '
    # The switches.
    s/\b(?:self|context\.switches|search)\.has\(Technique::\w+\)/true/g;
    # Calls of the observer, and computations only for it.
    s/\n\s*self\.observer\.\w+(\((?:[^()]++|(?1))*\));//g;
    s/\n\s*let found = entry\s*\.and_then(\((?:[^()]++|(?1))*\));//;
    s/\n\s*self\.worker\.frame_mut\(ply\)\.best = \w+;//g;
' $search/*.rs
if grep -n 'has(Technique\|self\.observer\.\|let found\|frame_mut(ply)\.best =' $search/*.rs; then
    echo "error: the copy still has these lines" >&2
    exit 1
fi
echo "$(diff -r crates/engine $copy/crates/engine | grep -c '^<') lines of the search are changed or removed in the copy"

count() { # PROGRAM: the instructions of its search
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no \
        '--toggle-collect=*Search<S,W>*::deepen' "$1" "$depth" 2>&1 | sed -n 's/.*Collected : //p'
}

echo "building both ..."
CARGO_PROFILE_RELEASE_DEBUG=line-tables-only \
    cargo build --quiet --release -p engine --example signature --target-dir target/profile
cargo build --quiet --release -p engine --example signature --target-dir target/bare-build --manifest-path $copy/Cargo.toml 2>&1 \
    | grep '^error' && exit 1
with=target/profile/release/examples/signature
without=target/bare-build/release/examples/signature
nodes=$($with "$depth")
if [ "$nodes" != "$($without "$depth")" ]; then
    echo "error: $nodes with switches, $($without "$depth") without" >&2
    exit 1
fi
echo "counting instructions of $nodes twice ..."
switches=$(count $with)
bare=$(count $without)
echo "with switches and observer     $switches instructions"
echo "without                        $bare instructions"
echo "$switches $bare" | awk '{ printf "difference                     %+.2f%%\n", 100 * ($1 - $2) / $2; exit ($1 > 1.005 * $2) }' || {
    echo "error: the switches cost more than 0.5%" >&2
    exit 1
}
