"""Archives whose bytes depend on nothing but their contents: names in order, one time, no owner."""
import gzip, io, os, tarfile

FILE, PROGRAM = 0o644, 0o755


def tar(files, moment, folders=True):
    """`files`: path → (bytes, mode), or a path that ends in `/` → (None, mode). As the bytes of a tar file."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        written = set()
        for path in sorted(files):
            content, mode = files[path][:2]
            owner = files[path][2] if len(files[path]) > 2 else 0
            for folder in parents(path) if folders else ():
                if folder not in written and folder + "/" not in files:
                    archive.addfile(entry(folder, 0o755, moment, kind=tarfile.DIRTYPE))
                written.add(folder)
            if path.endswith("/"):
                archive.addfile(entry(path.rstrip("/"), mode, moment, owner, tarfile.DIRTYPE))
            else:
                member = entry(path, mode, moment, owner)
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
    return out.getvalue()


def entry(path, mode, moment, owner=0, kind=tarfile.REGTYPE):
    member = tarfile.TarInfo(path)
    member.mode, member.mtime, member.uid, member.gid, member.type = mode, moment, owner, owner, kind
    return member


def parents(path):
    parts = path.rstrip("/").split("/")[:-1]
    return ["/".join(parts[: n + 1]) for n in range(len(parts)) if parts[n] not in ("", ".")]


def gz(content):
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", filename="", mtime=0, compresslevel=9) as stream:
        stream.write(content)
    return out.getvalue()


def ar(members, moment):
    """The archive of Debian packages: (name, bytes) in the order given."""
    out = [b"!<arch>\n"]
    for name, content in members:
        out.append(f"{name:<16}{moment:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n".encode())
        out.append(content + (b"\n" if len(content) % 2 else b""))
    return b"".join(out)


def write(path, content):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path + ".part", "wb") as file:
        file.write(content)
    os.replace(path + ".part", path)
