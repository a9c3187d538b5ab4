"""What package-linux, package-web and package-windows share: the crates that a program is made of, their licences, and a program
that does not tell where it was built. Knows no system."""

import json
import os
import pathlib
import re
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parent.parent
# How these scripts end, and say why, where what they build with is not there.
TOOLS_MISSING = 3


def fail(text, code=1):
    print(f"{pathlib.Path(sys.argv[0]).name}: {text}", file=sys.stderr)
    sys.exit(code)


def version():
    """The version that Cargo.toml has."""
    manifest = (PROJECT / "Cargo.toml").read_text(encoding="utf-8")
    return re.search(r'^version = "(.+)"', manifest, re.MULTILINE)[1]


def cargo(*arguments, **environment):
    """Runs cargo without flags of the caller's, and gives its output."""
    inherited = {name: value for name, value in os.environ.items() if not name.endswith("RUSTFLAGS")}
    command = ["cargo", *arguments]
    return subprocess.run(command, cwd=PROJECT, env={**inherited, **environment}, stdout=subprocess.PIPE, check=True).stdout


def parts(cargo, target):
    """The crates that the program is made of, without our own. `cargo` runs it and gives its output."""
    answer = json.loads(cargo("metadata", "--locked", "--format-version", "1", "--filter-platform", target))
    packages = {package["id"]: package for package in answer["packages"]}
    nodes = {node["id"]: node for node in answer["resolve"]["nodes"]}
    found, open_ends = set(), [answer["resolve"]["root"]]
    while open_ends:
        for dependency in nodes[open_ends.pop()]["deps"]:
            is_built_in = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if is_built_in and dependency["pkg"] not in found:
                found.add(dependency["pkg"])
                open_ends.append(dependency["pkg"])
    return sorted((packages[identity] for identity in found), key=lambda package: (package["name"], package["version"]))


def renamed_paths(crates, others):
    """Flags that keep paths of this machine out of the program."""
    renamed = {str(PROJECT): "quinte", **others}
    renamed.update({str(pathlib.Path(crate["manifest_path"]).parent.parent): "crates" for crate in crates})
    return [f"--remap-path-prefix={path}={name}" for path, name in renamed.items()]


def check_paths(program):
    """Fails if a program tells a path of this machine; gives its bytes."""
    content = program.read_bytes()
    for path in (PROJECT, pathlib.Path.home()):
        if path != pathlib.Path("/") and f"{path}/".encode() in content:
            fail(f"{program.name} tells where it was built: {path}")
    return content


def licences(crates, system_parts):
    """The licences of everything that is built in, as their authors wrote them."""
    text = [
        "The licences of the parts that are built into Quinte.",
        "",
        "The standard library of Rust: MIT or Apache-2.0, Copyright (c) The Rust Project Contributors,",
        "https://github.com/rust-lang/rust.",
        system_parts,
        "",
    ]
    is_licence = re.compile(r"(?i)(un)?licen[cs]e|copying|notice")
    by_text = {}
    for crate in crates:
        place = pathlib.Path(crate["manifest_path"]).parent
        files = sorted(path for path in place.iterdir() if is_licence.match(path.name))
        # Of several to choose from, MIT, as Quinte itself.
        chosen = [path for path in files if "mit" in path.name.lower()] or files
        content = "\n".join(path.read_text(encoding="utf-8").strip() for path in chosen if path.is_file())
        named = f"{crate['name']} {crate['version']} ({crate['license']})"
        by_text.setdefault(content or f"By {', '.join(crate['authors']) or crate['repository']}.", []).append(named)
    for content, names in by_text.items():
        text += ["=" * 100, "\n".join(names), "=" * 100, content, ""]
    return "\n".join(text)


def run(main):
    """Runs a script; a tool that failed has told why itself."""
    try:
        main()
    except subprocess.CalledProcessError as error:
        fail(f"{' '.join(map(str, error.cmd[:2]))} failed with {error.returncode}")
