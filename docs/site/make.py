#!/usr/bin/env python3
"""The documentation as a site: offline, searchable, light and dark.

    docs/site/make.py                   into target/docs/book; needs mdBook, which `make docs` installs
    docs/site/make.py --plimsoll FILE   the program whose commands and keys the reference shows
    docs/site/make.py --check           only looks whether all links lead somewhere

Pages are those of SUMMARY.md, copied from where they are; the reference is written by the program itself.
"""
import argparse, json, os, re, shutil, subprocess, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s#]+)(#[^)\s]*)?(\))")
HEADING = re.compile(r"^#{1,6} +(.*?)\s*$", re.M)
FENCE = re.compile(r"^```.*?^```", re.M | re.S)


def asked(program, *arguments):
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True, env=environment).stdout


def commands(program):
    """Each command's own help."""
    whole = asked(program, "--help")
    names = re.findall(r"^  ([a-z]+) {2,}", whole.split("Commands:")[1].split("Options:")[0], re.M)
    out = ["# Commands\n", "What `--help` says, of each command.\n", f"```text\n{whole.strip()}\n```\n"]
    for name in (name for name in names if name not in ("help", "jmeter")):
        out.append(f"## plimsoll {name}\n\n```text\n{asked(program, name, '--help').strip()}\n```\n")
    return "\n".join(out)


def keys(program, document, title):
    """A table for each mapping of a JSON Schema."""
    schema = json.loads(asked(program, "schema", document))
    definitions = schema.get("$defs", {})
    out = [f"# {title}\n", f"Written from `plimsoll schema {document}`, the JSON Schema by which editors complete and check"
           " ([how](../authoring.md#in-an-editor)).\n"]
    mappings = [("The file", schema)] + sorted(definitions.items())
    for name, found in mappings:
        properties = mapping_of(found)
        if not properties:
            continue
        required = set(found.get("required", []))
        out.append(f"## {name}\n")
        if found.get("description"):
            out.append(found["description"] + "\n")
        out.append("| key | form | meaning |\n|---|---|---|")
        for key, value in properties.items():
            mark = " (required)" if key in required else ""
            text = " ".join([value.get("description", "")] + [f"Example: `{one(e)}`." for e in value.get("examples", [])[:1]])
            out.append(f"| `{key}`{mark} | {cell(form(value, definitions))} | {cell(text)} |")
        out.append("")
    return "\n".join(out)


def mapping_of(found):
    if "properties" in found:
        return found["properties"]
    for one_of in found.get("anyOf", []) + found.get("oneOf", []):
        if "properties" in one_of:
            return one_of["properties"]
    return {}


def form(value, definitions):
    if isinstance(value, bool):
        return "any"
    if "$ref" in value:
        name = value["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{anchor(name)})" if mapping_of(definitions.get(name, {})) else form(definitions.get(name, {}), definitions)
    if "enum" in value:
        return ", ".join(f"`{word}`" for word in value["enum"])
    if "const" in value:
        return f"`{value['const']}`"
    for many in ("anyOf", "oneOf"):
        if many in value:
            forms = [form(found, definitions) for found in value[many]]
            return " or ".join(dict.fromkeys(text for text in forms if text))
    if value.get("type") == "array":
        return f"list of {form(value.get('items', {}), definitions) or 'values'}"
    kind = value.get("type", "")
    kinds = kind if isinstance(kind, list) else [kind]
    # YAML reads `5` and `yes` as something else; as a text they are as good.
    kinds = ["string"] if "string" in kinds and set(kinds) <= {"string", "number", "integer", "boolean"} else kinds
    return " or ".join({"object": "mapping", "string": "text"}.get(one, one) for one in kinds)


def one(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ").strip()


def report_json():
    """The fields of report.json, of its schema."""
    schema = json.loads((ROOT / "docs/report.schema.json").read_text())
    definitions = schema.get("$defs", {})
    out = ["# Fields of report.json\n", "Written from [report.schema.json](../report.schema.json).\n"]
    for name, found in [("The file", schema)] + sorted(definitions.items()):
        properties = mapping_of(found)
        if properties:
            rows = [f"| `{key}` | {cell(form(value, definitions))} | {cell('' if isinstance(value, bool) else value.get('description', ''))} |" for key, value in properties.items()]
            out.append(f"## {name}\n\n{found.get('description', '')}\n\n| field | form | meaning |\n|---|---|---|\n" + "\n".join(rows) + "\n")
    return "\n".join(out)


def anchor(heading):
    """As mdBook and GitHub make them."""
    text = re.sub(r"<[^>]*>|[`*]|\[([^\]]*)\]\([^)]*\)", lambda found: found.group(1) or "", heading).strip().lower()
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", text))


def anchors(text):
    counts, found = {}, set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    for heading in HEADING.findall(FENCE.sub("", text)):
        name = anchor(heading)
        found.add(f"{name}-{counts[name]}" if name in counts else name)
        counts[name] = counts.get(name, 0) + 1
    return found


def pages():
    summary = (HERE / "SUMMARY.md").read_text()
    return [path for _, path, _, _ in LINK.findall(summary)]


def write(folder, program):
    """Pages in the folders that they have in the project, so that their links to each other stay."""
    made = {
        "docs/reference/commands.md": commands(program), "docs/reference/report-json.md": report_json(),
        "docs/reference/plan-keys.md": keys(program, "plan", "Keys of a plan"),
        "docs/reference/study-keys.md": keys(program, "study", "Keys of a study"),
        "docs/reference/import-keys.md": keys(program, "import", "Keys of an import.yaml"),
    }
    texts = {path: made.get(path) or (ROOT / path).read_text() for path in pages()}
    problems = []
    for path, text in texts.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(linked(folder, path, text, texts, problems))
    (folder / "SUMMARY.md").write_text((HERE / "SUMMARY.md").read_text())
    return problems


def linked(folder, path, text, texts, problems):
    """Links to files that are no pages: pictures and data come along, folders and code become their names."""
    def link(found):
        before, to, place, after = found.groups()
        if re.match(r"[a-z]+:", to):
            return found.group(0)
        target = os.path.normpath(os.path.join(os.path.dirname(path), to))
        if target in texts:
            if place and place[1:] not in anchors(texts[target]):
                problems.append(f"{path}: {to}{place}: there is no such heading")
            return found.group(0)
        file = ROOT / target
        if not file.exists():
            problems.append(f"{path}: {to} leads nowhere")
        if file.is_file() and file.suffix in (".png", ".svg", ".json", ".yml", ".yaml") or file.name == "Jenkinsfile":
            (folder / target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, folder / target)
            return found.group(0)
        return re.sub(r"^!?\[(.*)\]\($", r"\1", before) + f" (`{target}`)"

    inside = re.compile(r"\]\(#([^)\s]+)\)")
    own = anchors(text)
    problems.extend(f"{path}: #{name}: there is no such heading" for name in inside.findall(FENCE.sub("", text)) if name not in own)
    parts = re.split(r"(^```.*?^```)", text, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plimsoll", default=str(ROOT / "target/release/plimsoll"))
    parser.add_argument("--mdbook", default="mdbook")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "target/docs")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    shutil.rmtree(given.output / "src", ignore_errors=True)
    (given.output / "src").mkdir(parents=True)
    problems = write(given.output / "src", given.plimsoll)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    if problems:
        sys.exit(2)
    if given.check:
        return
    shutil.copy(HERE / "book.toml", given.output / "book.toml")
    shutil.rmtree(given.output / "book", ignore_errors=True)
    subprocess.run([given.mdbook, "build", str(given.output)], check=True)
    print(f"docs: {given.output}/book/index.html")


if __name__ == "__main__":
    main()
