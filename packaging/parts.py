"""What the program is made of: its crates as an SBOM (CycloneDX 1.6), and their licences' texts."""
import hashlib, json, os, re, subprocess, tomllib, uuid

LICENCE_FILE = re.compile(r"^(licen[cs]e|copying|notice|unlicense|copyright)", re.I)


def crates(root, target):
    """The crates that are linked into the program for this target: packages of `cargo metadata`, ours first."""
    command = ["cargo", "metadata", "--format-version=1", "--locked", "--filter-platform", target]
    found = json.loads(subprocess.run(command, cwd=root, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in found["packages"]}
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    first = next(id for id, package in packages.items() if package["name"] == "plimsoll")
    waiting, links = [first], {}
    while waiting:
        id = waiting.pop()
        if id in links:
            continue
        links[id] = sorted(dep["pkg"] for dep in nodes[id]["deps"] if is_linked(dep, packages))
        waiting.extend(links[id])
    return [packages[id] for id in links], links, first


def is_linked(dep, packages):
    is_macro = any("proc-macro" in target["kind"] for target in packages[dep["pkg"]]["targets"])
    return not is_macro and any(kind["kind"] is None for kind in dep["dep_kinds"])


def purl(package):
    return f"pkg:cargo/{package['name']}@{package['version']}"


def sbom(root, target, version, created):
    packages, links, first = crates(root, target)
    with open(os.path.join(root, "Cargo.lock"), "rb") as file:
        checksums = {(p["name"], p["version"]): p.get("checksum") for p in tomllib.load(file)["package"]}
    by_id = {package["id"]: package for package in packages}

    def component(package):
        is_ours = package["source"] is None
        kind = "application" if package["id"] == first else "library"
        out = {"type": kind, "bom-ref": purl(package), "name": package["name"], "version": package["version"], "purl": purl(package)}
        if package.get("license"):
            out["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        checksum = checksums.get((package["name"], package["version"]))
        if checksum and not is_ours:
            out["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        if package.get("repository"):
            out["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
        return out

    others = sorted((p for p in packages if p["id"] != first), key=lambda p: (p["name"], p["version"]))
    body = {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {"timestamp": created, "component": component(by_id[first])},
        "components": [component(package) for package in others] + [SQLITE, MUSL],
        "dependencies": [
            {"ref": purl(by_id[id]), "dependsOn": [purl(by_id[to]) for to in sorted(to, key=lambda to: purl(by_id[to]))]}
            for id, to in sorted(links.items(), key=lambda item: purl(by_id[item[0]]))
        ],
    }
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    serial = {"serialNumber": f"urn:uuid:{uuid.UUID(digest[:32], version=4)}"}
    return (json.dumps({**serial, **body}, indent=1) + "\n").encode()


# In the source of a crate (libsqlite3-sys) and in Rust's own target: no crates, but parts of the program.
SQLITE = {"type": "library", "bom-ref": "sqlite", "name": "SQLite", "licenses": [{"license": {"name": "Public Domain"}}],
          "description": "as bundled by libsqlite3-sys"}
MUSL = {"type": "library", "bom-ref": "musl", "name": "musl", "licenses": [{"license": {"id": "MIT"}}],
        "description": "the C library of Rust's musl target"}


def listed(folder):
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


def licences(root, target):
    """Every licence's text once, with the crates that it is of. A crate without a text is named with its licence's name."""
    packages, _, _ = crates(root, target)
    texts, names = {}, {}
    for package in sorted((p for p in packages if p["source"]), key=lambda p: (p["name"], p["version"])):
        label = f"{package['name']} {package['version']} ({package.get('license') or 'see the text'})"
        folder = os.path.dirname(package["manifest_path"])
        names_here = sorted(os.listdir(folder)) + [f"LICENSES/{name}" for name in listed(os.path.join(folder, "LICENSES"))]
        files = [name for name in names_here if LICENCE_FILE.match(name) and os.path.isfile(os.path.join(folder, name))]
        for name in files:
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                text = file.read().strip()
            key = re.sub(r"\s+", " ", text)
            texts.setdefault(key, text)
            labels = names.setdefault(key, [])
            if label not in labels:
                labels.append(label)
        if not files:
            names.setdefault("", []).append(label)
    out = ["Plimsoll is licensed under the Apache License 2.0 (LICENSE). It contains the following parts of others.",
           "SQLite (bundled by libsqlite3-sys) is in the public domain. musl, the C library, is under the MIT licence."]
    if "" in names:
        out.append("Without a text of their own, under the licence that is named:\n  " + "\n  ".join(names.pop("")))
    for key in sorted(texts, key=lambda key: names[key][0].lower()):
        out.append("=" * 80 + "\n" + "\n".join(names[key]) + "\n" + "=" * 80 + "\n\n" + texts[key])
    return ("\n\n".join(out) + "\n").encode()
