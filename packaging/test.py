#!/usr/bin/env python3
"""Installs each package of a release as its users do, in an environment of its own, and runs it there.

    packaging/test.py                    of target/dist, as `make dist` made it
    packaging/test.py --dist DIR --only debian,wheel

What can't take place here (no podman, not root, …) is skipped by name; with CI set it fails, unless PLIMSOLL_TEST_WITHOUT names it.
"""
import argparse, contextlib, hashlib, json, os, re, shutil, struct, subprocess, sys, tempfile, traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLAN = """\
plan: first
scenarios:
  - users: 2
    hold: 1 s
    steps:
      - get: http://127.0.0.1:${__P(port)}/json
        check: {status: 200}
"""


class Skip(Exception):
    """(what is missing, why)"""


def call(*command, code=0, timeout=300, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=timeout, **options)
    if done.returncode != code:
        raise AssertionError(f"{' '.join(map(str, command))}: {done.returncode}, not {code}\n{done.stdout}{done.stderr}")
    return done.stdout


def need(program, why):
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if not found:
        raise Skip(program, why)
    return found


class Dist:
    def __init__(self, folder):
        self.folder = folder
        self.sums = dict(reversed(line.split("  ", 1)) for line in (folder / "SHA256SUMS").read_text().splitlines())
        self.version = re.search(r"plimsoll-([\d.]+)-x86_64-linux\b", " ".join(self.sums)).group(1)

    def file(self, pattern):
        found = sorted(self.folder.glob(pattern))
        assert len(found) == 1, f"{pattern}: {found}"
        return found[0]

    def works(self, *program):
        """It says its version, and puts load on a server of its own."""
        said = call(*program, "--version")
        assert said.strip() == f"plimsoll {self.version}", said
        assert "Exit codes" in call(*program, "--help")


@contextlib.contextmanager
def empty_root():
    """A folder that is to be `/`, with nothing in it but the kernel's folders, in a mount namespace of its own."""
    if os.geteuid():
        raise Skip("root", "an empty root needs chroot")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("proc", "dev", "tmp", "work"):
            (Path(folder) / name).mkdir()
        # Users without rights, too, are to go through it.
        os.chmod(folder, 0o755)
        yield Path(folder)


def inside(root, user=0):
    """A command in front of others: they run with `root` as their `/`."""
    mounts = 'mount --rbind /proc "$0/proc" && mount --rbind /dev "$0/dev"'
    change = f'exec chroot --userspec={user}:{user} "$0" "$@"'
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", f"{mounts} && {change}", str(root)]


def load_in(dist, root, program, user=0):
    """A load test where there is nothing but the program: a server, a run file, a report."""
    (root / "work").chmod(0o777)
    (root / "tmp").chmod(0o1777)
    (root / "work/plan.yaml").write_text(PLAN)
    command = inside(root, user)
    server = subprocess.Popen([*command, program, "target", "echo", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
    try:
        port = re.search(r"127\.0\.0\.1:(\d+)", server.stdout.readline()).group(1)
        done = subprocess.run([*command, program, "run", "/work/plan.yaml", f"-Jport={port}", "-o", "/work/out", "-r", "errors < 1 %"],
                              capture_output=True, text=True, timeout=120)
        # A busy machine's figures are no matter of packages.
        assert done.returncode in (0, 4), done.stdout + done.stderr
    finally:
        server.terminate()
        server.wait()
    page = root / "work/out/report.html"
    assert page.stat().st_size > 50_000, "no report"
    assert list((root / "work/out").glob("*.run")), "no run file"


def checksums(dist):
    call("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=dist.folder)
    others = {path.name for path in dist.folder.iterdir()} - set(dist.sums)
    assert others <= {"SHA256SUMS", "SHA256SUMS.sig", "SHA256SUMS.minisig"}, others


def static_program(dist):
    """No loader, no library, no path of the machine that built it."""
    content = dist.file("plimsoll-*-x86_64-linux").read_bytes()
    at, = struct.unpack_from("<Q", content, 32)
    size, count = struct.unpack_from("<HH", content, 54)
    kinds = [struct.unpack_from("<I", content, at + n * size)[0] for n in range(count)]
    assert content[:4] == b"\x7fELF" and 3 not in kinds, "it asks for a loader"
    for path in (str(ROOT), str(Path.home() / ".cargo"), str(Path.home() / ".rustup")):
        assert path.encode() not in content, f"it names {path}"


def archive(dist):
    with empty_root() as root:
        call("tar", "-xzf", dist.file("*.tar.gz"), "--strip-components=1", "-C", root)
        dist.works(*inside(root), "/plimsoll")
        load_in(dist, root, "/plimsoll")
        assert {"README.md", "LICENSE", "THIRD-PARTY-LICENSES.txt", "man", "completions"} <= set(os.listdir(root))


def debian(dist):
    dpkg, package = need("dpkg", "installs the Debian package"), dist.file("*.deb")
    with empty_root() as root:
        for folder in ("info", "updates"):
            (root / "var/lib/dpkg" / folder).mkdir(parents=True)
        (root / "var/lib/dpkg/status").touch()
        call(dpkg, f"--root={root}", "--force-script-chrootless", "--install", package)
        assert "ok installed" in call("dpkg-query", f"--admindir={root}/var/lib/dpkg", "-W", "-f=${Status}", "plimsoll")
        call(dpkg, f"--root={root}", "--verify", "plimsoll")
        dist.works(*inside(root), "/usr/bin/plimsoll")
        load_in(dist, root, "/usr/bin/plimsoll")
        for path in ("usr/share/man/man1/plimsoll-run.1.gz", "usr/share/doc/plimsoll/copyright",
                     "usr/share/bash-completion/completions/plimsoll", "usr/share/zsh/vendor-completions/_plimsoll",
                     "usr/share/fish/vendor_completions.d/plimsoll.fish"):
            assert (root / path).is_file(), path
        call(dpkg, f"--root={root}", "--remove", "plimsoll")
        assert not (root / "usr/bin/plimsoll").exists()


def image_layout(dist):
    """The digests are those of the bytes; the layers run as a user without rights."""
    file = dist.file("*-image.tar")
    assert file.stat().st_size < 40e6, f"{file.stat().st_size / 1e6:.1f} MB"
    with empty_root() as root, tempfile.TemporaryDirectory() as folder:
        call("tar", "-xf", file, "-C", folder)
        blob = lambda found: (Path(folder) / "blobs/sha256" / found["digest"].removeprefix("sha256:"))
        for path in Path(folder).glob("blobs/sha256/*"):
            assert hashlib.sha256(path.read_bytes()).hexdigest() == path.name
        index = json.loads((Path(folder) / "index.json").read_text())
        manifest = json.loads(blob(index["manifests"][0]).read_text())
        config = json.loads(blob(manifest["config"]).read_text())
        user = int(config["config"]["User"].split(":")[0])
        assert user > 0, "it runs as root"
        for layer in manifest["layers"]:
            call("tar", "-xzf", blob(layer), "-C", root)
        dist.works(*inside(root, user), *config["config"]["Entrypoint"])
        load_in(dist, root, "/usr/bin/plimsoll", user)


# Less than a sandbox grants; podman's own wish is more.
LIMITS = ("--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096")


def image_in_podman(dist):
    podman, runc = need("podman", "runs the image"), need("runc", "runs the image")
    if os.geteuid():
        raise Skip("root", "podman needs it here")
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "containers.conf"
        settings.write_text('[containers]\nnetns = "none"\n[engine]\ncgroup_manager = "cgroupfs"\n'
                            'events_logger = "file"\n')
        base = [podman, "--root", f"{folder}/root", "--runroot", f"{folder}/run", "--storage-driver", "vfs", "--runtime", runc]
        options = {"env": {**os.environ, "CONTAINERS_CONF": str(settings)}}
        loaded = call(*base, "load", "-i", dist.file("*-image.tar"), **options)
        name = loaded.strip().split()[-1]
        try:
            said = call(*base, "run", "--rm", *LIMITS, name, "--version", **options)
            assert said.strip() == f"plimsoll {dist.version}", said
            call(*base, "run", "--rm", *LIMITS, "--read-only", "--cap-drop=all", name, "schema", "plan", **options)
        finally:
            call(*base, "rmi", "--all", "--force", **options)


def wheel(dist):
    with tempfile.TemporaryDirectory() as folder:
        call(sys.executable, "-m", "venv", folder)
        call(f"{folder}/bin/pip", "install", "--no-index", "--no-deps", dist.file("*.whl"))
        dist.works(f"{folder}/bin/plimsoll")
        call(f"{folder}/bin/pip", "check")
        assert "THIRD-PARTY-LICENSES.txt" in call(f"{folder}/bin/pip", "show", "--files", "plimsoll")
        call(f"{folder}/bin/pip", "uninstall", "--yes", "plimsoll")
        assert not Path(f"{folder}/bin/plimsoll").exists()


def uvx(dist):
    with tempfile.TemporaryDirectory() as folder:
        uv = shutil.which("uvx")
        if not uv:
            call(sys.executable, "-m", "venv", f"{folder}/tool")
            try:
                call(f"{folder}/tool/bin/pip", "install", "--quiet", "uv")
            except AssertionError as error:
                raise Skip("uvx", "runs the wheel without installing it") from error
            uv = f"{folder}/tool/bin/uvx"
        environment = {**os.environ, "UV_CACHE_DIR": folder, "UV_OFFLINE": "1", "UV_PYTHON": sys.executable}
        said = call(uv, "--from", dist.file("*.whl"), "plimsoll", "--version", env=environment)
        assert said.strip() == f"plimsoll {dist.version}", said


def npm(dist):
    need("npm", "installs the npm package")
    with tempfile.TemporaryDirectory() as folder:
        flags = ["--offline", "--no-audit", "--no-fund", "--prefix", folder]
        call("npm", "install", *flags, dist.file("*.tgz"), cwd=folder)
        dist.works(f"{folder}/node_modules/.bin/plimsoll")
        said = call("npx", "--offline", "--prefix", folder, "plimsoll", "--version", cwd=folder)
        assert said.strip() == f"plimsoll {dist.version}", said


def completions(dist):
    with tempfile.TemporaryDirectory() as folder:
        call("tar", "-xzf", dist.file("*.tar.gz"), "--strip-components=1", "-C", folder)
        script = f'source {folder}/completions/plimsoll; COMP_WORDS=(plimsoll rep); COMP_CWORD=1; _plimsoll plimsoll rep plimsoll; echo "${{COMPREPLY[@]}}"'
        assert "report" in call("bash", "-c", script)
        call("zsh", "-n", f"{folder}/completions/_plimsoll") if shutil.which("zsh") else None
        call("fish", "--no-execute", f"{folder}/completions/plimsoll.fish") if shutil.which("fish") else None


def manual_pages(dist):
    need("man", "shows the manual pages")
    with tempfile.TemporaryDirectory() as folder:
        call("tar", "-xzf", dist.file("*.tar.gz"), "--strip-components=1", "-C", folder)
        pages = sorted(Path(folder, "man").glob("*.1"))
        assert len(pages) > 10, pages
        for page in pages:
            said = subprocess.run(["man", "--warnings", "-l", page], capture_output=True, text=True, env={**os.environ, "MANWIDTH": "80", "MANPAGER": "cat"})
            assert said.returncode == 0 and "NAME" in said.stdout and not said.stderr.strip(), f"{page.name}: {said.stderr}"


def parts(dist):
    """The SBOM is one, and each part of the program is in it with a licence."""
    bom = json.loads(dist.file("*.cdx.json").read_text())
    names = [part["name"] for part in bom["components"]]
    assert len(names) > 100 and {"tokio", "rustls", "libsqlite3-sys", "SQLite", "musl"} <= set(names), len(names)
    lacking = [part["name"] for part in bom["components"] if not part.get("licenses") and not part["name"].startswith("plimsoll")]
    assert not lacking, lacking
    text = dist.file("THIRD-PARTY-LICENSES.txt").read_text()
    ours = [name for name in names if name.startswith("plimsoll")]
    missing = [name for name in names if name not in ours and name not in text]
    assert not missing, missing
    with tempfile.TemporaryDirectory() as folder:
        call(sys.executable, "-m", "venv", folder)
        try:
            call(f"{folder}/bin/pip", "install", "--quiet", "cyclonedx-python-lib[json-validation]>=8")
        except AssertionError as error:
            raise Skip("cyclonedx-python-lib", str(error).splitlines()[-1]) from error
        check = ("import sys; from cyclonedx.validation.json import JsonStrictValidator as V; from cyclonedx.schema import SchemaVersion as S; "
                 "found = V(S.V1_6).validate_str(open(sys.argv[1]).read()); sys.exit(str(found) if found else 0)")
        call(f"{folder}/bin/python", "-c", check, dist.file("*.cdx.json"))


def made_again(dist, *more):
    folder = tempfile.mkdtemp()
    program = dist.file("plimsoll-*-x86_64-linux")
    call(sys.executable, ROOT / "packaging/make.py", "--binary", program, "-o", folder, *more)
    return Path(folder)


def same_bytes(dist):
    again = made_again(dist)
    try:
        assert (again / "SHA256SUMS").read_text() == (dist.folder / "SHA256SUMS").read_text()
    finally:
        shutil.rmtree(again)


def signatures(dist):
    with tempfile.TemporaryDirectory() as folder:
        key = f"{folder}/key.pem"
        call("openssl", "genpkey", "-algorithm", "ed25519", "-out", key)
        call("openssl", "pkey", "-in", key, "-pubout", "-out", f"{key}.pub")
        signed = made_again(dist, "--sign-key", key)
        verify = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", f"{key}.pub", "-sigfile", signed / "SHA256SUMS.sig", "-in"]
        call(*verify, signed / "SHA256SUMS")
        (signed / "SHA256SUMS").write_text("changed\n")
        call(*verify, signed / "SHA256SUMS", code=1)
        shutil.rmtree(signed)
        need("minisign", "the other kind of key")
        call("minisign", "-G", "-W", "-p", f"{folder}/mini.pub", "-s", f"{folder}/mini.key")
        signed = made_again(dist, "--sign-key", f"{folder}/mini.key")
        call("minisign", "-V", "-p", f"{folder}/mini.pub", "-m", signed / "SHA256SUMS")
        shutil.rmtree(signed)


def one_package_again(dist):
    """An image that is made again beside the others, of another moment: the checksums are its own, and no signature of others stays."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "dist"
        shutil.copytree(dist.folder, copy)
        (copy / "SHA256SUMS.sig").write_text("of other checksums")
        before = (copy / "SHA256SUMS").read_text().splitlines()
        make = [sys.executable, ROOT / "packaging/make.py", "--only", "image", "--binary", dist.file("plimsoll-*-x86_64-linux")]
        call(*make, "-o", copy, env={**os.environ, "SOURCE_DATE_EPOCH": "1"})
        checksums(Dist(copy))
        after = (copy / "SHA256SUMS").read_text().splitlines()
        changed = [line for line in after if line not in before]
        assert len(after) == len(before) and len(changed) == 1 and "image" in changed[0], changed
        assert not (copy / "SHA256SUMS.sig").exists()
        alone = Path(folder) / "alone"
        alone.mkdir()
        call(*make, "-o", alone)
        assert len(list(alone.iterdir())) == 1, "an image alone needs no checksums"


def without_a_network(dist):
    """The sources with what docs/install.md vendors, built in a network namespace that has nothing, with an empty home of cargo's."""
    need("cargo", "builds the program")
    try:
        call("unshare", "--net", "true")
    except (AssertionError, FileNotFoundError) as error:
        raise Skip("unshare", "needs root, for a network namespace") from error
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "sources"
        (sources / ".cargo").mkdir(parents=True)
        packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", sources], input=packed, check=True)
        (sources / ".cargo/config.toml").write_text(call("cargo", "vendor", "--locked", "vendor", cwd=sources))
        home = {**os.environ, "CARGO_HOME": f"{folder}/empty", "CARGO_TARGET_DIR": f"{folder}/target"}
        call("unshare", "--net", "cargo", "build", "--profile", "demo", "--offline", "--locked", cwd=sources, env=home, timeout=1800)
        assert call(f"{folder}/target/demo/plimsoll", "--version").strip() == f"plimsoll {dist.version}"


ALL = (checksums, static_program, archive, debian, image_layout, image_in_podman, wheel, uvx, npm, completions, manual_pages, parts,
       same_bytes, signatures, one_package_again, without_a_network)


def perform(test, dist):
    try:
        test(dist)
        return "passed", ""
    except Skip as skip:
        what, why = skip.args
        strict = os.environ.get("CI") and what not in os.environ.get("PLIMSOLL_TEST_WITHOUT", "").split(",")
        return ("failed" if strict else "skipped"), f"no {what}: {why}"
    except Exception:
        return "failed", traceback.format_exc()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dist", type=Path, default=ROOT / "target/dist")
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    if not (given.dist / "SHA256SUMS").is_file():
        sys.exit(f"error: {given.dist} holds no release\n\nhint: make dist")
    dist, chosen = Dist(given.dist), [name for name in given.only.split(",") if name]
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for test in (test for test in ALL if not chosen or test.__name__ in chosen):
        result, why = perform(test, dist)
        counts[result] += 1
        print(f"{result:<8} {test.__name__}{': ' + why if why else ''}", flush=True)
    print(f"\n{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    sys.exit(1 if counts["failed"] else 0)


if __name__ == "__main__":
    main()
