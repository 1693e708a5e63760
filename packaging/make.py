#!/usr/bin/env python3
"""The release: a static program for Linux, and from it all packages. Two calls give the same bytes.

    packaging/make.py                      builds (about 5 minutes on 2 cores) and packs into target/dist
    packaging/make.py --binary FILE        packs a program that was built before
    packaging/make.py --only image         makes one of the packages alone, beside what is there
    packaging/make.py --sign-key KEY       signs the checksums: a minisign key, or a private key that openssl reads (Ed25519)
    packaging/make.py --target aarch64-unknown-linux-musl    needs a C cross compiler for SQLite and ring

Needs Rust with the target's standard library (`rustup target add`), a C compiler for musl (Debian: musl-tools), Python 3.11.
The moment in all archives is SOURCE_DATE_EPOCH, else that of the last commit.
"""
import argparse, hashlib, os, shutil, subprocess, sys, tempfile, tomllib
from datetime import datetime, timezone
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import archives, formats, parts  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
TARGET = "x86_64-unknown-linux-musl"
DOCUMENTS = ("README.md", "CHANGELOG.md", "LICENSE")
MAINTAINER = "The Plimsoll authors <plimsoll@localhost.invalid>"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=Path, help="the program, built before")
    parser.add_argument("--target", default=TARGET)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "target/dist")
    parser.add_argument("--sign-key", type=Path)
    parser.add_argument("--only", choices=[format.__name__ for format in formats.ALL], help="one of the packages")
    parser.add_argument("--certificates", type=Path, default=Path("/etc/ssl/certs/ca-certificates.crt"),
                        help="the certificate authorities that the image trusts")
    parser.add_argument("--maintainer", default=MAINTAINER, help="of the Debian package")
    given = parser.parse_args()
    wanting = [str(path) for path in (given.binary, given.sign_key, given.certificates) if path and not path.is_file()]
    if wanting:
        parser.error(f"no such file: {', '.join(wanting)}")
    return given


def moment():
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    asked = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
    if asked.returncode:
        sys.exit("error: no commit to take the time from\n\nhint: SOURCE_DATE_EPOCH=SECONDS in the environment")
    return int(asked.stdout)


def commit():
    asked = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return asked.stdout.strip() if asked.returncode == 0 else ""


def build(target, seconds):
    """A static program without a path of this machine in it."""
    missing = []
    if target.endswith("musl") and target.startswith(os.uname().machine) and not shutil.which("musl-gcc"):
        missing.append("error: no C compiler for musl\nhint: apt-get install musl-tools")
    installed = subprocess.run(["rustc", "--print", "target-libdir", "--target", target], capture_output=True, text=True)
    if installed.returncode or not list(Path(installed.stdout.strip()).glob("libstd-*.rlib")):
        missing.append(f"error: Rust's standard library for {target} is missing\nhint: rustup target add {target}")
    if missing:
        sys.exit("\n".join(missing))
    folder = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    cargo = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    remaps = [(cargo, "/cargo"), (ROOT, "/plimsoll"), (folder, "/target")]
    # As crates/plimsoll/build.rs links it: to run where it was linked for.
    flags = ["-Crelocation-model=static"] + [f"--remap-path-prefix={path}={name}" for path, name in remaps]
    c_flags = " ".join(f"-ffile-prefix-map={path}={name}" for path, name in remaps)
    environment = dict(os.environ, SOURCE_DATE_EPOCH=str(seconds), CARGO_ENCODED_RUSTFLAGS="\x1f".join(flags),
                       CARGO_INCREMENTAL="0", PLIMSOLL_COMMIT=commit())
    environment[f"CFLAGS_{target.replace('-', '_')}"] = c_flags
    command = ["cargo", "build", "--profile", "dist", "--locked", "-p", "plimsoll", "--target", target]
    if subprocess.run(command, cwd=ROOT, env=environment).returncode:
        sys.exit(f"error: {' '.join(command)} failed")
    return folder / target / "dist/plimsoll"


class Release:
    """What all packages are made of."""

    def __init__(self, given, binary, seconds):
        self.version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
        self.architecture = given.target.split("-")[0]
        self.moment, self.maintainer = seconds, given.maintainer
        self.created = datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.program = binary.read_bytes()
        self.certificates = given.certificates.read_bytes()
        self.documents = {name: (ROOT / name).read_bytes() for name in DOCUMENTS}
        self.documents["plimsoll.cdx.json"] = parts.sbom(ROOT, given.target, self.version, self.created)
        self.documents["THIRD-PARTY-LICENSES.txt"] = parts.licences(ROOT, given.target)
        with tempfile.TemporaryDirectory() as folder:
            self.manuals = self.written(binary, folder, "man")
            self.completions = {}
            for shell in ("bash", "zsh", "fish"):
                self.completions.update(self.written(binary, os.path.join(folder, shell), shell))

    @staticmethod
    def written(binary, folder, what):
        """The files that `plimsoll completions` writes; of another architecture they are written by a program of this one."""
        subprocess.run([binary, "completions", what, "-o", folder], check=True, capture_output=True)
        return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir()) if path.is_file()}


def sign(file, key):
    if b"minisign" in key.read_bytes()[:200]:
        command = ["minisign", "-S", "-s", key, "-m", file, "-x", f"{file}.minisig", "-t", file.name]
    else:
        command = ["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", file, "-out", f"{file}.sig"]
    if subprocess.run(command).returncode:
        sys.exit(f"error: {command[0]} did not sign {file.name}")


def write(folder, name, content):
    archives.write(str(folder / name), content)
    print(f"{len(content) / 1e6:7.1f} MB  {folder / name}")


def write_sums(folder, sums, key):
    """`sums`: name → checksum. A signature of others goes."""
    file = folder / "SHA256SUMS"
    archives.write(str(file), "".join(f"{sums[name]}  {name}\n" for name in sorted(sums)).encode())
    for signature in (f"{file}.sig", f"{file}.minisig"):
        if os.path.exists(signature):
            os.remove(signature)
            print(f"removed: {signature}, which was of other checksums")
    if key:
        sign(file, key)
    print(f"checksums: {file}")


def replace_sum(folder, name, content, key):
    """Of one of the packages, where there are checksums of all."""
    file = folder / "SHA256SUMS"
    if file.is_file():
        sums = dict(reversed(line.split("  ", 1)) for line in file.read_text().splitlines())
        write_sums(folder, sums | {name: hashlib.sha256(content).hexdigest()}, key)


def main():
    given, seconds = arguments(), moment()
    release = Release(given, given.binary or build(given.target, seconds), seconds)
    if given.only:
        name, content = getattr(formats, given.only)(release)
        write(given.output, name, content)
        return replace_sum(given.output, name, content, given.sign_key)
    shutil.rmtree(given.output, ignore_errors=True)
    made = [format(release) for format in formats.ALL]
    made.append((f"plimsoll-{release.version}.cdx.json", release.documents["plimsoll.cdx.json"]))
    made.append((f"plimsoll-{release.version}-{release.architecture}-linux", release.program))
    made.append(("THIRD-PARTY-LICENSES.txt", release.documents["THIRD-PARTY-LICENSES.txt"]))
    for name, content in made:
        write(given.output, name, content)
    os.chmod(given.output / made[-2][0], 0o755)
    write_sums(given.output, {name: hashlib.sha256(content).hexdigest() for name, content in made}, given.sign_key)


if __name__ == "__main__":
    main()
