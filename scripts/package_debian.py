"""What package-web and package-windows share: Debian's Rust, which compiles its standard library along for targets that
have none, and the packages it comes in. Knows no target."""

import os
import pathlib
import shutil
import subprocess
import sys

from package_common import PROJECT

COMPILER = ("rustc-web", "cargo-web", "rust-web-src")
# The source of the standard library.
LIBRARY = pathlib.Path("/usr/lib/rustlib/src/rust")
# Its paths as programs may tell them.
LIBRARY_NAMES = {str(LIBRARY): "rust", str(LIBRARY.resolve()): "rust"}


def versions(packages):
    """The versions of those packages that are installed; none where this is no Debian."""
    if not shutil.which("dpkg-query"):
        return {}
    form = "${Package} ${db:Status-Status} ${Version}\n"
    shown = subprocess.run(["dpkg-query", "-W", "-f", form, *packages], capture_output=True, text=True, check=False)
    rows = (line.split() for line in shown.stdout.splitlines())
    return {row[0]: row[2] for row in rows if row[1] == "installed"}


def install(packages):
    """Installs packages; what goes wrong shows when they are looked for."""
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    options = ["-q", "-y", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20"]
    for arguments in (["update"], ["install", "--no-install-recommends", *packages]):
        try:
            command = ["apt-get", *options, *arguments]
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False, timeout=300)
        except (OSError, subprocess.TimeoutExpired) as error:
            print(f"{pathlib.Path(sys.argv[0]).name}: {error}", file=sys.stderr)


def what_is_missing(packages, may_install):
    """A word on what cannot be had of the compiler and these packages, or nothing. Installs them first if it may."""
    packages = (*COMPILER, *packages)
    found = versions(packages)
    if may_install and os.geteuid() == 0 and set(found) != set(packages) and shutil.which("apt-get"):
        install(packages)
        found = versions(packages)
    missing = [package for package in packages if package not in found]
    if missing:
        return f"missing packages: {' '.join(missing)}"
    if len({found[package] for package in COMPILER}) != 1:
        return "compiler and library source must have the same version: " + " ".join(f"{p} {found[p]}" for p in COMPILER)
    return ""


def cargo(*arguments, **environment):
    """Runs Debian's cargo with Debian's compiler, whatever else is installed, and gives its output."""
    inherited = {name: value for name, value in os.environ.items() if not name.endswith("RUSTFLAGS")}
    environment = {**inherited, "RUSTC": "/usr/bin/rustc", "RUSTC_BOOTSTRAP": "1", **environment}
    command = ["/usr/bin/cargo", *arguments]
    return subprocess.run(command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, check=True).stdout
