#!/usr/bin/env python3
"""The arrows of docs/architecture.md: which crate may use which, and no two parts of a crate that use each other.

    python3 tools/arrows.py            says what is wrong, and fails if anything is
    python3 tools/arrows.py --list     prints the arrows inside each crate

A part of a crate is a file or a folder beside its lib.rs. The root of a crate only says where its parts are, so a name that is
used as `crate::Name` counts as its part. Two files may use each other, as bitboards and squares do; a folder and whatever
it uses may not.
"""

import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent / "crates"

# From the bottom up: a crate uses only crates that stand before it.
ORDER = [
    "chess", "gametree", "games", "notation", "classroom", "nnue", "engine",
    "players", "contest", "lab", "desk", "server", "cli",
]

# These must do without any crate from outside, and those after the colon.
ALONE = {"chess": set(), "gametree": set(), "nnue": {"chess"}}


def crates():
    return sorted(path.parent.name for path in ROOT.glob("*/Cargo.toml"))


def between_crates():
    """What is wrong between crates."""
    for crate in crates():
        if crate not in ORDER:
            yield f"{crate} has no place in the order of tools/arrows.py"
            continue
        manifest = tomllib.loads((ROOT / crate / "Cargo.toml").read_text())
        used = set(manifest.get("dependencies", {}))
        for name in sorted(used & set(ORDER)):
            if ORDER.index(name) >= ORDER.index(crate):
                yield f"{crate} uses {name}, which stands above it"
        for name in sorted(used - ALONE.get(crate, used)):
            yield f"{crate} must have no dependencies, and uses {name}"


def parts(crate):
    """The parts of a crate, each with its files."""
    source = ROOT / crate / "src"
    found = {}
    for path in sorted(source.iterdir()):
        if path.is_dir() and path.name != "bin":
            found[path.name] = sorted(path.rglob("*.rs"))
        elif path.suffix == ".rs" and path.stem not in ("lib", "main"):
            found.setdefault(path.stem, []).append(path)
    return found


def without_comments(text):
    """The code of a file, without its comments and without the tests at its end."""
    return re.sub(r"//[^\n]*", "", text.split("#[cfg(test)]\nmod tests")[0])


def homes(crate):
    """Where the names are that the root of a crate gives out."""
    root = ROOT / crate / "src" / "lib.rs"
    found = {}
    for line in re.findall(r"pub use (?:self::)?(\w+)::(\{[^}]*\}|\w+)", without_comments(root.read_text())):
        module, names = line
        for name in re.findall(r"\w+", names):
            found[name] = module
    return found


def arrows(crate):
    """Which part of a crate uses which."""
    own, known = parts(crate), homes(crate)
    found = {}
    for part, files in own.items():
        used = set()
        for path in files:
            text = without_comments(path.read_text())
            for group in re.findall(r"\bcrate::(\{[^;]*?\}|\w+)", text):
                # In braces only what comes first in each path is a name of the root.
                names = re.findall(r"[{,]\s*(\w+)", group) if group.startswith("{") else [group]
                used.update(known.get(name, name) for name in names)
            if path.parent == ROOT / crate / "src":
                used.update(re.findall(r"\bsuper::(\w+)", text))
        found[part] = {name for name in used if name in own and name != part}
    return found


def cycles(graph):
    """The groups of parts that reach each other."""
    reach = {}
    for start in graph:
        seen, todo = set(), list(graph[start])
        while todo:
            part = todo.pop()
            if part not in seen:
                seen.add(part)
                todo.extend(graph[part])
        reach[start] = seen
    groups = {frozenset({a, *(b for b in reach[a] if a in reach[b])}) for a in graph if a in reach[a]}
    return sorted(sorted(group) for group in groups)


def main():
    wrong = list(between_crates())
    for crate in crates():
        graph = arrows(crate)
        if "--list" in sys.argv:
            for part, used in sorted(graph.items()):
                print(f"{crate}: {part} -> {', '.join(sorted(used)) or 'nothing'}")
        for group in cycles(graph):
            if not any((ROOT / crate / "src" / part).is_dir() for part in group):
                continue
            wrong.append(f"{crate}: {', '.join(group)} use each other")
    for line in wrong:
        print(f"arrows: {line}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
