"""Content that means harm: in names, errors, archives, documents, expressions and run files."""
import csv, gzip, html.parser, io, json, os, re, shutil, sqlite3, tarfile, time, xml.etree.ElementTree as tree, zipfile
from bench import case, plan, require, require_whole, requests
from hostile import HostileServer
from killed import imported, table
from network import peak_mb

TEXTS = [
    "\x1b[2J\x1b]0;owned\x07", "\x9b31mred", "\u202egnp.exe\u202c", "\u2066hidden\u2069", "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
    "'; DROP TABLE runs; --", "=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "a\x00b", "a\r\nb", "a\u2028b", "| a | b |\n|---|---|", "]]><x/>", "&lt;&amp;&#0;",
    "javascript:alert(1)", "[x](javascript:alert(1))", "![x](http://127.0.0.1:9/x.png)", "`rm -rf`", "${jndi:ldap://127.0.0.1:9/a}", "%s%n%x", "\ufeffbom", "\x7f\x08\x08",
    "</textarea></title></style><svg onload=alert(1)>", "x" * 5000, "{{constructor.constructor('alert(1)')()}}", "\t=1", "../../etc/passwd", "\n```\n<script>alert(1)</script>\n````\n", "~~~\n<img src=x onerror=alert(1)>",
]
# What commands a terminal or turns text round: never in anything that is written for people.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
HOSTILE_TAGS = re.compile(r"(?i)<(script|img|svg)[^>]*(alert\(1\)|onerror|onload|src=x)|<script>alert")


class Tags(html.parser.HTMLParser):
    """Tags that run something: scripts with what is in them, and attributes that are events or links to scripts."""

    def __init__(self, text):
        super().__init__()
        self.found, self.scripts, self.inside = [], 0, False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.inside = tag == "script"
        self.scripts += self.inside
        for name, value in attributes:
            if name.startswith("on") or "javascript:" in (value or "").lower() and name in ("href", "src", "action", "xlink:href"):
                self.found.append((tag, name, value))

    def handle_endtag(self, tag):
        self.inside = False


def judge_texts(bench, run, name):
    """Every format of the report of a run."""
    formats = ["html", "md", "json", "junit", "csv", "text", "comment"]
    for form in formats:
        code, said = bench.do("report", run, "--format", form, "-o", f"{name}.{form}" if form not in ("csv",) else f"{name}-tables", seconds=120)
        require(code in (0, 3, 4), f"{form}: it ended with {code}: {said[:300]}")
        require(not FORBIDDEN.search(said.replace("\x1b[0m", "")), f"{form}: a terminal is commanded: {ascii(FORBIDDEN.search(said))}")
    read = lambda form: open(bench.path(f"{name}.{form}"), encoding="utf-8").read()
    for form in ("html", "md", "junit", "text", "comment"):
        found = FORBIDDEN.search(read(form))
        require(not found, lambda: f"{form}: {ascii(read(form)[max(0, found.start() - 60) : found.end() + 20])}")
    page = Tags(read("html"))
    require(not page.found, f"html: {page.found[:3]}")
    for form in ("html", "md", "comment"):
        # What stands between fences of Markdown is a text.
        text = read(form) if form == "html" else re.sub(r"(?ms)^(`{3,})$.*?^\1$", "", read(form))
        found = HOSTILE_TAGS.search(text)
        require(not found, lambda: f"{form}: {text[max(0, found.start() - 300) : found.end() + 50]}")
    json.loads(read("json"))
    tree.fromstring(read("junit"))
    for folder, _, files in os.walk(bench.path(f"{name}-tables")):
        for file in files:
            judge_csv(os.path.join(folder, file))


def judge_csv(path):
    for row in csv.reader(open(path, encoding="utf-8", newline="")):
        for field in row:
            harmless = not field.startswith(("=", "+", "-", "@", "\t", "\r")) or re.fullmatch(r"[-+]?[\d.,eE+\-  %]*[–-]?", field)
            require(harmless, f"{os.path.basename(path)}: {field[:60]!r} is a formula")


def quoted(text):
    return '"' + text.replace('"', '""') + '"'


@case("content", "texts that command, hide, run or calculate: in a result file that is imported", short=1, long=6, group=2)
def in_results(bench):
    pick = lambda: bench.random.choice(TEXTS) + bench.random.choice(["", bench.random.choice(TEXTS)])
    lines = ["timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes,grpThreads,allThreads,URL,failureMessage,Latency"]
    for number, text in enumerate([*TEXTS, *(pick() for _ in range(60))]):
        fields = [f"{1_700_000_000_000 + number * 700}", "12", quoted(text), quoted(pick()[:60]), quoted(pick()), quoted(pick()), "false", "1", "1", "1", quoted(pick()), quoted(pick()), "5"]
        lines.append(",".join(fields))
    bench.write("a.jtl", "\n".join(lines).encode("utf-8", "surrogatepass") + b"\n1700000090000,3,\xff\xfe\xc0,200,OK,t,true,1,1,1,,,1\n")
    code, said = bench.do("import", "a.jtl", "-o", "a.run")
    require(code in (0, 3, 4), f"the import ended with {code}: {said[:300]}")
    require(not FORBIDDEN.search(said), f"a terminal is commanded: {ascii(said[:300])}")
    judge_texts(bench, "a.run", "report")


@case("content", "the same in answers, labels and the reasons of failures of a run", short=1, long=4, group=2)
def in_answers(bench):
    names, acts, steps = [], {}, []
    for number, text in enumerate(TEXTS):
        raw = text.encode("utf-8", "surrogatepass")
        line = raw.replace(b"\r", b"").replace(b"\n", b"")
        acts[f"n{number}"] = lambda peer, raw=raw, line=line: (
            peer.send(b"HTTP/1.1 500 " + line[:200] + b"\r\nConnection: close\r\nX-A: " + line[:200] + b"\r\nContent-Length: %d\r\n\r\n" % len(raw) + raw), peer.end("close"))
        names.append(f"n{number}")
    server = HostileServer(acts)
    for number, text in enumerate(TEXTS):
        steps.append(f"      - get: http://127.0.0.1:{server.port}/n{number}\n        label: {json.dumps(text)}\n        check: {{contains: {json.dumps('never ' + text)}}}\n")
    bench.write("p.yaml", "plan: " + json.dumps("p " + TEXTS[0]) + "\nscenarios:\n  - users: 1\n    iterations: 2\n    steps:\n" + "".join(steps))
    code, said = bench.do("run", "p.yaml", "--workers", "1", "-o", "out", "--jtl", "a.jtl")
    if code == 2:
        require(not FORBIDDEN.search(said), f"a terminal is commanded: {ascii(said[:300])}")
        bench.write("p.yaml", "plan: p\nscenarios:\n  - users: 1\n    iterations: 2\n    steps:\n" + "".join(step for step in steps if "\\u0000" not in step))
        code, said = bench.do("run", "p.yaml", "--workers", "1", "-o", "out")
    require(code in (3, 4), f"the run ended with {code}: {said[:400]}")
    require(not FORBIDDEN.search(said), f"a terminal is commanded: {ascii(said[:300])}")
    judge_texts(bench, "out/run.run", "report")
    code, said = bench.do("examples", "out/run.run")
    require(not FORBIDDEN.search(said), f"examples command a terminal: {ascii(said[:200])}")


def bounded(bench, arguments, codes, seconds=60, megabytes=700):
    """A command that ends within its time and room, without a panic; its exit code, its words, its peak memory."""
    running, peak = bench.start(*arguments), 0
    deadline = time.monotonic() + seconds
    while running.process.poll() is None:
        peak = max(peak, peak_mb(running.process.pid))
        if time.monotonic() > deadline or peak > megabytes:
            running.kill()
            require(False, f"{arguments[0]}: more than {seconds} s or {megabytes} MB ({peak} MB)")
        time.sleep(0.02)
    code = running.end()
    require(code in codes, f"{arguments[0]} ended with {code}: {running.text()[:400]}")
    return code, running.text(), peak


def zipped(path, entries):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in entries:
            file.writestr(name, data)


def everything(folder):
    return {os.path.join(place, name) for place, folders, files in os.walk(folder) for name in folders + files}


@case("content", "archives with `..`, absolute names, links and devices: nothing is written but the run file", short=1, long=3, group=2)
def archives(bench):
    results = table(300, bench.random)
    inside = bench.path("inside")
    os.makedirs(inside)
    zipped(os.path.join(inside, "a.zip"), [("../evil.jtl", results), ("../../evil.jtl", results), (f"{bench.folder}/evil.jtl", results), ("c:\\evil.jtl", results), ("a/\x00evil.jtl", results), ("a.jtl", results)])
    with tarfile.open(os.path.join(inside, "b.tar.gz"), "w:gz") as file:
        for name, kind, link in [("l", tarfile.SYMTYPE, "/etc/passwd"), ("h", tarfile.LNKTYPE, "../../../../etc/passwd"), ("d", tarfile.CHRTYPE, ""), ("p", tarfile.FIFOTYPE, ""), ("../../evil", tarfile.REGTYPE, "")]:
            member = tarfile.TarInfo(name)
            member.type, member.linkname, member.devmajor, member.devminor = kind, link, 1, 5
            file.addfile(member)
        member = tarfile.TarInfo("../t.jtl")
        member.size = len(results)
        file.addfile(member, io.BytesIO(results.encode()))
    before = everything(bench.folder)
    for name in ("a.zip", "b.tar.gz"):
        code, said, _ = bounded(bench, ["import", f"inside/{name}", "-o", f"{name}.run"], (0, 2, 3, 4))
        require("root:" not in said, "a file of the system is read")
    more = everything(bench.folder) - before - {bench.path("a.zip.run"), bench.path("b.tar.gz.run")}
    require(not more, f"written: {more}")


@case("content", "bombs and an archive of very many entries", short=1, long=2)
def bombs(bench):
    peak = 0
    zeros = bytes(1 << 20)
    for name, opened in (("bomb.jtl.gz", gzip.open), ("bomb.zip", None)):
        if opened:
            with opened(bench.path(name), "wb", 1) as file:
                for _ in range(100 if bench.short else 4000):
                    file.write(zeros)
        else:
            with zipfile.ZipFile(bench.path(name), "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive, archive.open("bomb.jtl", "w", force_zip64=True) as file:
                for _ in range(100 if bench.short else 4000):
                    file.write(zeros)
        peak = max(peak, bounded(bench, ["import", name, "-o", f"{name}.run"], (0, 2, 3, 4), 240)[2])
    zipped(bench.path("many.zip"), ((f"d{n % 100}/{n}.txt", "x") for n in range(10_000 if bench.short else 1_000_000)))
    peak = max(peak, bounded(bench, ["import", "many.zip", "-o", "many.run"], (0, 2, 3, 4), 240)[2])
    return {"peak MB": peak}


LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha">' + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefghij", "bcdefghijk")) + "]>"
OUTSIDE = '<!DOCTYPE x [<!ENTITY k SYSTEM "file:///etc/passwd">]>'


@case("content", "XML entities that grow or name files; YAML aliases that grow; deep nesting", short=1, long=2)
def documents(bench):
    plans = {}
    for word, begin in (("laughs", LAUGHS), ("outside", OUTSIDE)):
        plans[f"{word}.jmx"] = f'<?xml version="1.0"?>{begin}<jmeterTestPlan><hashTree><TestPlan testname="&k;"/></hashTree></jmeterTestPlan>'
        plans[f"{word}.jtl"] = f'<?xml version="1.0"?>{begin}<testResults version="1.2"><httpSample t="1" ts="1700000000000" s="true" lb="&k;" rc="200"/></testResults>'
    plans["deep.jmx"] = '<?xml version="1.0"?><jmeterTestPlan>' + "<hashTree>" * 200_000
    aliases = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(f"{b}: &{b} [{','.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi"))
    plans["laughs.yaml"] = "plan: p\n" + aliases + "scenarios: *i\n"
    plans["deep.yaml"] = "plan: " + "[" * 200_000
    plans["flow.yaml"] = "plan: p\nscenarios: " + "{a: " * 100_000
    plans["deep.har"] = '{"log": ' + "[" * 200_000
    peak = 0
    for name, text in plans.items():
        bench.write(name, text)
        arguments = ["import", name, "-o", f"{name}.run"] if name.endswith("jtl") else ["check", name]
        code, said, used = bounded(bench, arguments, (0, 2, 3, 4))
        require("root:" not in said, f"{name}: a file of the system is read")
        peak = max(peak, used)
    return {"peak MB": peak}


@case("content", "regular expressions that explode", short=1, long=2)
def expressions(bench):
    body = b"a" * 60_000 + b"!"
    server = HostileServer({"x": lambda peer: (peer.send(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body), peer.end("close"))})
    patterns = ["(a+)+$", "(a|aa)+$", "(a*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$", "(?=(a+))\\1+b", "(.*)(.*)(.*)(.*)(.*)(.*)x", "a{1,1000}{1,1000}b"]
    for pattern in patterns:
        bench.write("p.yaml", plan(f"http://127.0.0.1:{server.port}/x", users=1, load="iterations: 1", more=f"        extract: {{variable: v, regex: {json.dumps(pattern)}}}\n"))
        bounded(bench, ["run", "p.yaml", "--workers", "1", "-o", f"out{patterns.index(pattern)}", "--no-examples"], (0, 2, 3, 4), 30)


@case("content", "run files made by an attacker: triggers, views, huge values, wrong types", short=1, long=2)
def run_files(bench):
    imported(bench, rows=400)
    attacks = [
        "CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM intervals; END", "ALTER TABLE intervals RENAME TO x; CREATE VIEW intervals AS SELECT * FROM x",
        "CREATE VIEW second AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r) SELECT * FROM r",
        "UPDATE meta SET value = zeroblob(200000000) WHERE key = 'header'", "UPDATE intervals SET response = zeroblob(100000000)", "UPDATE intervals SET response = randomblob(300)",
        "UPDATE intervals SET requests = 'many'", "UPDATE intervals SET requests = -5", "UPDATE intervals SET requests = 9223372036854775807", "UPDATE steps SET measured_to_us = -9223372036854775807",
        "UPDATE steps SET started_us = 9223372036854775807, measured_from_us = 9223372036854775807, measured_to_us = 9223372036854775807, ended_us = 9223372036854775807",
        "UPDATE intervals SET second = 4294967296 * second", "UPDATE meta SET value = replace(value, ':', '=') WHERE key = 'header'", "DELETE FROM meta", "DROP TABLE steps", "UPDATE transactions SET name = x'fffe00'",
        "UPDATE notes SET content = '[' || replace(hex(zeroblob(100000)), '00', '[')", "PRAGMA user_version = 2147483647", "UPDATE steps SET threads = 1e300", "UPDATE intervals SET bytes_received = NULL",
    ]
    for number, attack in enumerate(attacks):
        name = f"attack{number}.run"
        shutil.copy(bench.path("a.run"), bench.path(name))
        file = sqlite3.connect(bench.path(name))
        try:
            file.executescript("PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0;" + attack)
        except sqlite3.Error:
            continue
        finally:
            file.close()
        try:
            bounded(bench, ["report", name, "-o", f"{name}.html"], (0, 2, 3, 4), megabytes=1500)
        except Exception as error:
            raise type(error)(f"{attack}: {error}") from None


@case("content", "run files of which bytes were changed", short=1, long=300, group=4)
def damaged(bench):
    imported(bench, rows=300)
    data = bytearray(open(bench.path("a.run"), "rb").read())
    for _ in range(bench.random.randint(1, 12)):
        at = bench.random.randrange(len(data))
        data[at : at + 1] = bytes([bench.random.choice([0, 255, data[at] ^ 1 << bench.random.randrange(8), bench.random.randrange(256)])])
    if bench.random.random() < 0.2:
        del data[bench.random.randrange(len(data)) :]
    bench.write("b.run", bytes(data))
    code, _, _ = bounded(bench, ["report", "b.run", "--format", "text"], (0, 2, 3, 4), megabytes=1500)
    return {"refused" if code == 2 else "read": True}
