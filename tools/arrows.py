#!/usr/bin/env python3
"""Checks the dependencies in docs/architecture.md: between crates, and cycles between the parts of a crate.

    python3 tools/arrows.py            prints violations and fails if there are any
    python3 tools/arrows.py --list     prints the dependencies inside each crate

A part of a crate is a file or a folder beside its lib.rs. The root of a crate only re-exports names, so `crate::Name` counts as a
use of the part that defines it. Two files may use each other, as bitboards and squares do; a folder may not use a part that uses it.
"""

import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent / "crates"

# From the bottom up: a crate uses only crates before it in this list.
ORDER = [
    "chess", "report", "gametree", "games", "trace", "notation", "courses", "nnue", "engine",
    "players", "programs", "contest", "packs", "train", "analysis", "teaching", "research", "datagen",
    "uci", "terminal", "web_api", "server", "wasm", "cli", "python",
]

# Each serves one kind of reader, and none uses another. Code that two of them need moves to a lower crate.
READERS = {"analysis", "teaching", "research", "datagen"}

# These need no other crates except those after the colon. Optional dependencies, behind features, do not count.
ALONE = {"chess": set(), "gametree": set(), "nnue": {"chess"}}


def crates():
    return sorted(path.parent.name for path in ROOT.glob("*/Cargo.toml"))


def between_crates():
    """Yields the violations between crates."""
    for crate in crates():
        if crate not in ORDER:
            yield f"{crate} is missing in ORDER of tools/arrows.py"
            continue
        manifest = tomllib.loads((ROOT / crate / "Cargo.toml").read_text())
        dependencies = manifest.get("dependencies", {})
        used = set(dependencies)
        for name in sorted(used & set(ORDER)):
            if ORDER.index(name) >= ORDER.index(crate):
                yield f"{crate} uses {name}, which comes after it in ORDER"
            if crate in READERS and name in READERS:
                yield f"{crate} uses {name}: move what both need to a crate below"
        needed = {name for name in used if not (isinstance(dependencies[name], dict) and dependencies[name].get("optional"))}
        for name in sorted(needed - ALONE.get(crate, needed)):
            yield f"{crate} must have no dependencies, and uses {name}"


def parts(crate):
    """Returns the parts of a crate, each with its files."""
    source = ROOT / crate / "src"
    found = {}
    for path in sorted(source.iterdir()):
        if path.is_dir() and path.name != "bin":
            found[path.name] = sorted(path.rglob("*.rs"))
        elif path.suffix == ".rs" and path.stem not in ("lib", "main"):
            found.setdefault(path.stem, []).append(path)
    return found


def without_comments(text):
    """Returns the code of a file without comments and without the tests at its end."""
    return re.sub(r"//[^\n]*", "", text.split("#[cfg(test)]\nmod tests")[0])


def homes(crate):
    """Returns the part that defines each name re-exported by the root of a crate."""
    source = ROOT / crate / "src"
    root = source / "lib.rs" if (source / "lib.rs").exists() else source / "main.rs"
    found = {}
    for line in re.findall(r"pub use (?:self::)?(\w+)::(\{[^}]*\}|\w+)", without_comments(root.read_text())):
        module, names = line
        for name in re.findall(r"\w+", names):
            found[name] = module
    return found


def arrows(crate):
    """Returns the parts that each part of a crate uses."""
    own, known = parts(crate), homes(crate)
    found = {}
    for part, files in own.items():
        used = set()
        for path in files:
            text = without_comments(path.read_text())
            for group in re.findall(r"\bcrate::(\{[^;]*?\}|\w+)", text):
                # In braces, only the first segment of each path is a name of the root.
                names = re.findall(r"[{,]\s*(\w+)", group) if group.startswith("{") else [group]
                used.update(known.get(name, name) for name in names)
            if path.parent == ROOT / crate / "src":
                used.update(re.findall(r"\bsuper::(\w+)", text))
        found[part] = {name for name in used if name in own and name != part}
    return found


def cycles(graph):
    """Returns the groups of parts that depend on each other (strongly connected components)."""
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
