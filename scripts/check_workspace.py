#!/usr/bin/env python3
"""What `cargo metadata` tells of the workspace: crates call only downward, and what they are built from comes from
crates.io and works with the compiler that we ask for. What becomes part of the command has a licence that asks for
nothing but to be named, and is there in one version; what tests alone are built from may be freer."""

import json
import re
import subprocess
import sys

# Each calls only what stands below it; those on a line do not know each other.
LAYERS = [
    ["yomikiri-core"],
    ["yomikiri-storage"],
    ["yomikiri-search", "yomikiri-cgt"],
    ["yomikiri-othello", "yomikiri-go", "yomikiri-shogi", "yomikiri-amazons"],
    ["yomikiri-papers"],
    ["yomikiri-rooms"],
    ["yomikiri-web"],
    ["yomikiri", "yomikiri-fuzz"],
    ["connect-four"],
]
# Combinatorial games know nothing of the rest.
STANDS_ALONE = "yomikiri-cgt"

LICENCES = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT",
    "MIT-0", "NCSA", "Unicode-3.0", "Unlicense", "Zlib",
}
# Of what tests alone are built from.
LICENCES_OF_TESTS = LICENCES | {"MPL-2.0"}
# Two versions at once in the command, because what we use has not agreed on one.
TWICE = {"syn"}

CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index"


def allowed(expression, licences):
    """Whether an SPDX expression can be fulfilled by these licences; AND binds closer than OR."""
    tokens = re.findall(r"[()]|[^()\s/]+(?: WITH [^()\s/]+)?|/", expression)
    at = 0

    def term():
        nonlocal at
        token = tokens[at]
        at += 1
        if token == "(":
            found = either()
            at += 1
            return found
        return token in licences

    def both():
        nonlocal at
        found = term()
        while at < len(tokens) and tokens[at] == "AND":
            at += 1
            found = term() and found
        return found

    def either():
        nonlocal at
        found = both()
        while at < len(tokens) and tokens[at] in ("OR", "/"):
            at += 1
            found = both() or found
        return found

    return either()


def version(text):
    return tuple(int(number) for number in (text.split("-")[0] + ".0.0").split(".")[:3])


def shipped(metadata):
    """The packages that the command is made of."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    waiting = [package["id"] for package in metadata["packages"] if package["name"] == "yomikiri"]
    found = set()
    while waiting:
        id = waiting.pop()
        if id in found:
            continue
        found.add(id)
        for dependency in nodes[id]["deps"]:
            if any(kind["kind"] != "dev" for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    return found


def read(*options):
    command = ["cargo", "metadata", "--format-version", "1", "--locked", *options]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def main():
    metadata = read("--all-features")
    in_command = shipped(read())
    packages = {package["id"]: package for package in metadata["packages"]}
    members = {packages[id]["name"]: packages[id] for id in metadata["workspace_members"]}
    problems = []

    layer = {name: number for number, names in enumerate(LAYERS) for name in names}
    for name in members.keys() ^ layer.keys():
        problems.append(f"{name} is not both in the workspace and in a layer (LAYERS)")
    for name, package in members.items():
        for dependency in package["dependencies"]:
            other = dependency["name"]
            # Tests may look from wherever they like, but at themselves.
            if other not in members or dependency["kind"] == "dev":
                continue
            if layer.get(other, 0) >= layer.get(name, 0) or name == STANDS_ALONE:
                problems.append(f"{name} calls {other}, which does not stand below it")

    versions = {}
    own = members["yomikiri"]["rust_version"]
    for package in packages.values():
        name, what = package["name"], f"{package['name']} {package['version']}"
        is_shipped = package["id"] in in_command
        if is_shipped:
            versions.setdefault(name, []).append(package["version"])
        if not allowed(package["license"] or "none", LICENCES if is_shipped else LICENCES_OF_TESTS):
            problems.append(f"{what} has the licence {package['license']}")
        if package["name"] in members:
            if package["rust_version"] != own:
                problems.append(f"{what} asks for Rust {package['rust_version']}, and others for {own}")
            continue
        if package["source"] != CRATES_IO:
            problems.append(f"{what} comes from {package['source']}")
        if version(package["rust_version"] or "1.0") > version(own):
            problems.append(f"{what} needs Rust {package['rust_version']}, where we ask for {own}")
    several = {name for name, found in versions.items() if len(found) > 1}
    for name in several - TWICE:
        problems.append(f"{name} is there in the versions {', '.join(sorted(versions[name]))}")
    for name in TWICE - several:
        problems.append(f"{name} is there once; take it out of TWICE")

    for problem in sorted(problems):
        print(problem)
    if problems:
        sys.exit(1)
    others = len(in_command) - sum(packages[id]["name"] in members for id in in_command)
    print(f"{len(members)} crates in {len(LAYERS)} layers; {others} others are part of the command")


if __name__ == "__main__":
    main()
