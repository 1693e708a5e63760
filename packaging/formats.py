"""The packages: each a function of the release's files to the name and the bytes of one file."""
import base64, hashlib, io, json, zipfile
from archives import FILE, PROGRAM, ar, gz, tar

SUMMARY = "Finds how much a system can carry, and proves it: load generator, monitoring and analysis in one command"
# Architecture names: of Rust's target → of Debian, of OCI, of wheels, of npm.
ARCHITECTURES = {"x86_64": ("amd64", "amd64", "x86_64", "x64"), "aarch64": ("arm64", "arm64", "aarch64", "arm64")}
# Of a user without any rights, as others use it too.
NOBODY = 65532


def tar_gz(release):
    top = f"plimsoll-{release.version}-{release.architecture}-linux"
    files = {f"{top}/plimsoll": (release.program, PROGRAM)}
    for name, content in release.documents.items():
        files[f"{top}/{name}"] = (content, FILE)
    for name, content in release.manuals.items():
        files[f"{top}/man/{name}"] = (content, FILE)
    for name, content in release.completions.items():
        files[f"{top}/completions/{name}"] = (content, FILE)
    return f"{top}.tar.gz", gz(tar(files, release.moment))


COMPLETIONS = {
    "plimsoll": "usr/share/bash-completion/completions/plimsoll",
    "_plimsoll": "usr/share/zsh/vendor-completions/_plimsoll",
    "plimsoll.fish": "usr/share/fish/vendor_completions.d/plimsoll.fish",
}


def debian(release):
    architecture = ARCHITECTURES[release.architecture][0]
    files = {"./usr/bin/plimsoll": (release.program, PROGRAM)}
    for name, content in release.manuals.items():
        files[f"./usr/share/man/man1/{name}.gz"] = (gz(content), FILE)
    for name, content in release.completions.items():
        files["./" + COMPLETIONS[name]] = (content, FILE)
    for name, content in release.documents.items():
        at, content = {
            "LICENSE": ("copyright", copyright_of(release)),
            "CHANGELOG.md": ("changelog.gz", gz(content)),
        }.get(name, (name + ".gz", gz(content)))
        files[f"./usr/share/doc/plimsoll/{at}"] = (content, FILE)
    installed = sum(len(content) for content, _ in files.values()) // 1024
    control = (
        f"Package: plimsoll\nVersion: {release.version}\nArchitecture: {architecture}\nMaintainer: {release.maintainer}\n"
        f"Installed-Size: {installed}\nSuggests: chromium, openssh-client\nSection: net\nPriority: optional\n"
        f"Description: load testing that finds a system's limit and proves it\n"
        " It takes a JMeter or YAML plan, raises the load in steps until throughput\n"
        " stops growing, watches the servers, judges every step against the\n"
        " requirements, and writes the report.\n"
    )
    sums = "".join(f"{hashlib.md5(content).hexdigest()}  {path[2:]}\n" for path, (content, _) in sorted(files.items()))
    about = {"./control": (control.encode(), FILE), "./md5sums": (sums.encode(), FILE)}
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.gz", gz(tar(about, release.moment))),
        ("data.tar.gz", gz(tar(files, release.moment))),
    ]
    return f"plimsoll_{release.version}_{architecture}.deb", ar(members, release.moment)


def copyright_of(release):
    return (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: plimsoll\n\n"
        f"Files: *\nCopyright: the authors of Plimsoll\nLicense: Apache-2.0\n On Debian systems the text is in "
        "/usr/share/common-licenses/Apache-2.0.\nComment: the licences of the parts are in THIRD-PARTY-LICENSES.txt.gz\n"
    ).encode()


def image(release):
    """An OCI image layout that `docker load` reads, too: from scratch, without a shell, as a user without rights."""
    _, architecture, _, _ = ARCHITECTURES[release.architecture]
    files = {
        "usr/bin/plimsoll": (release.program, PROGRAM),
        "etc/passwd": (f"root:x:0:0:root:/:/none\nplimsoll:x:{NOBODY}:{NOBODY}:plimsoll:/work:/none\n".encode(), FILE),
        "etc/group": (f"root:x:0:\nplimsoll:x:{NOBODY}:\n".encode(), FILE),
        "etc/ssl/certs/ca-certificates.crt": (release.certificates, FILE),
        "usr/share/doc/plimsoll/THIRD-PARTY-LICENSES.txt.gz": (gz(release.documents["THIRD-PARTY-LICENSES.txt"]), FILE),
        "usr/share/doc/plimsoll/LICENSE": (release.documents["LICENSE"], FILE),
        "tmp/": (None, 0o1777),
        "work/": (None, 0o777, NOBODY),
    }
    layer = tar(files, release.moment)
    packed = gz(layer)
    config = {
        "architecture": architecture, "os": "linux", "created": release.created,
        "config": {
            "User": f"{NOBODY}:{NOBODY}", "Entrypoint": ["/usr/bin/plimsoll"], "WorkingDir": "/work",
            "Env": ["PATH=/usr/bin", "HOME=/work"],
            "Labels": {
                "org.opencontainers.image.title": "plimsoll", "org.opencontainers.image.version": release.version,
                "org.opencontainers.image.licenses": "Apache-2.0", "org.opencontainers.image.description": SUMMARY,
            },
        },
        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(layer).hexdigest()]},
        "history": [{"created": release.created, "created_by": "plimsoll packaging"}],
    }
    config = as_json(config)
    blobs = {}

    def blob(content, kind):
        digest = hashlib.sha256(content).hexdigest()
        blobs[f"blobs/sha256/{digest}"] = (content, FILE)
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest}", "size": len(content)}

    manifest = as_json({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": blob(config, "config.v1+json"), "layers": [blob(packed, "layer.v1.tar+gzip")],
    })
    named = blob(manifest, "manifest.v1+json")
    tag = f"plimsoll:{release.version}"
    named["platform"] = {"architecture": architecture, "os": "linux"}
    named["annotations"] = {"org.opencontainers.image.ref.name": release.version, "io.containerd.image.name": f"docker.io/library/{tag}"}
    index = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [named]}
    path = lambda content: f"blobs/sha256/{hashlib.sha256(content).hexdigest()}"
    older = [{"Config": path(config), "RepoTags": [tag], "Layers": [path(packed)]}]
    layout = {
        "oci-layout": (as_json({"imageLayoutVersion": "1.0.0"}), FILE),
        "index.json": (as_json(index), FILE), "manifest.json": (as_json(older), FILE), **blobs,
    }
    return f"plimsoll-{release.version}-{architecture}-image.tar", tar(layout, release.moment)


def wheel(release):
    architecture = ARCHITECTURES[release.architecture][2]
    tags = [f"py3-none-manylinux_2_17_{architecture}", f"py3-none-musllinux_1_1_{architecture}"]
    about = f"plimsoll-{release.version}.dist-info"
    metadata = (
        f"Metadata-Version: 2.4\nName: plimsoll\nVersion: {release.version}\nSummary: {SUMMARY}\nLicense-Expression: Apache-2.0\n"
        "License-File: LICENSE\nLicense-File: THIRD-PARTY-LICENSES.txt\nRequires-Python: >=3.7\nKeywords: load testing,performance,JMeter,benchmark\n"
        "Classifier: Operating System :: POSIX :: Linux\nClassifier: Topic :: Software Development :: Testing :: Traffic Generation\n"
        "Description-Content-Type: text/markdown\n\n"
    ).encode() + release.documents["README.md"]
    files = {
        f"plimsoll-{release.version}.data/scripts/plimsoll": release.program,
        f"{about}/METADATA": metadata,
        f"{about}/WHEEL": "".join(["Wheel-Version: 1.0\nGenerator: plimsoll-packaging\nRoot-Is-Purelib: false\n"]
                                  + [f"Tag: {tag}\n" for tag in tags]).encode(),
        f"{about}/licenses/LICENSE": release.documents["LICENSE"],
        f"{about}/licenses/THIRD-PARTY-LICENSES.txt": release.documents["THIRD-PARTY-LICENSES.txt"],
        f"{about}/sboms/plimsoll.cdx.json": release.documents["plimsoll.cdx.json"],
    }
    digest = lambda content: base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    record = "".join(f"{path},sha256={digest(content)},{len(content)}\n" for path, content in files.items())
    files[f"{about}/RECORD"] = (record + f"{about}/RECORD,,\n").encode()
    platform = ".".join(tag.rsplit("-", 1)[1] for tag in tags)
    return f"plimsoll-{release.version}-py3-none-{platform}.whl", zipped(files, {f"plimsoll-{release.version}.data/scripts/plimsoll"})


def zipped(files, programs):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in files.items():
            member = zipfile.ZipInfo(path, date_time=(1980, 1, 1, 0, 0, 0))
            member.external_attr = (0o100000 | (PROGRAM if path in programs else FILE)) << 16
            member.compress_type, member.create_system = zipfile.ZIP_DEFLATED, 3
            archive.writestr(member, content)
    return out.getvalue()


def npm(release):
    about = {
        "name": "plimsoll", "version": release.version, "description": SUMMARY, "license": "Apache-2.0",
        "bin": {"plimsoll": "bin/plimsoll"}, "os": ["linux"], "cpu": [ARCHITECTURES[release.architecture][3]],
        "keywords": ["load testing", "performance", "jmeter", "k6", "benchmark"],
        "files": ["bin/plimsoll", "LICENSE", "THIRD-PARTY-LICENSES.txt", "README.md"],
    }
    files = {"package/package.json": (as_json(about, indent=2), FILE), "package/bin/plimsoll": (release.program, PROGRAM)}
    for name in ("README.md", "LICENSE", "THIRD-PARTY-LICENSES.txt"):
        files[f"package/{name}"] = (release.documents[name], FILE)
    return f"plimsoll-{release.version}-npm-{release.architecture}.tgz", gz(tar(files, release.moment, folders=False))


def as_json(value, indent=None):
    return (json.dumps(value, indent=indent, sort_keys=indent is None) + "\n").encode()


ALL = (tar_gz, debian, image, wheel, npm)
