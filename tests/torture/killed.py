"""Killed anywhere: `kill -9` at a random moment of each command."""
import glob, os, time
from bench import LOST_S_MAX, STALLS, Server, asked, case, plan, require, require_whole, requests, wait_until

# What may stand beside a run that was cut off: SQLite's own files, the socket by which a run is steered, the log of a study's commands.
BESIDE = (".run", ".run-wal", ".run-shm", ".control", ".log")


def killed(bench, arguments, file, server, spread_s):
    """Kills a run within `spread_s` of its first second and judges what is left."""
    running = bench.start(*arguments)
    target = bench.path("out", file)
    early = bench.random.random() < 0.15
    if not early:
        wait_until(lambda: server.answered, running)
    time.sleep(bench.random.uniform(0, 0.3 if early else spread_s))
    moment = time.monotonic()
    running.kill()
    running.require_nothing_left()
    others = [name for name in os.listdir(bench.path("out")) if not name.endswith(BESIDE)] if os.path.isdir(bench.path("out")) else []
    require(not others, f"beside the run file there are {others}")
    if not os.path.exists(target) or os.path.getsize(target) == 0:
        require(not server.before(moment - LOST_S_MAX - STALLS.since(moment - 10)), "there was a load, and there is no run file")
        return {}
    return judged(bench, target, server, moment)


def judged(bench, target, server, moment):
    try:
        asked(target, "SELECT 1 FROM meta")
    except Exception as error:
        # Nothing but the header's transaction comes before the load.
        require(not server.answered, f"the file does not open: {error}")
        return {}
    require_whole(target)
    stored, allowed = requests(target), LOST_S_MAX + STALLS.since(moment - 10)
    require(stored >= server.before(moment - allowed),
            lambda: f"{stored} requests in the file, {server.before(moment - allowed)} were answered {allowed:.1f} s before the kill")
    require(stored <= len(server.answered), lambda: f"{stored} requests in the file, {len(server.answered)} were answered")
    missing = [at for at in sorted(server.answered)[stored:] if at <= moment]
    code, said = bench.do("report", target, "--format", "text")
    require(code == 4 and "cut off" in said.lower(), f"the report ended with {code} and says: {said[:400]}")
    return {"missing s": moment - missing[0] if missing else 0.0}


@case("killed", "a run at a rate", short=4, long=300, group=6)
def run(bench):
    server = Server()
    bench.write("p.yaml", plan(server.url))
    arguments = ["run", "p.yaml", "--rate", "60", "--duration", "60 s", "--workers", "1", "-o", "out"]
    return killed(bench, arguments, "run.run", server, 4)


@case("killed", "a run of users with a sample log", short=1, long=150, group=6)
def users(bench):
    server = Server(0.02)
    bench.write("p.yaml", plan(server.url, users=4))
    return killed(bench, ["run", "p.yaml", "--workers", "1", "-o", "out"], "run.run", server, 4)


@case("killed", "a capacity search", short=2, long=150, group=6)
def search(bench):
    server = Server()
    bench.write("p.yaml", plan(server.url))
    arguments = ["run", "p.yaml", "--find-capacity", "--from", "20", "--to", "400", "--duration", "1 s", "-r", "p95 < 1 s", "--workers", "1"]
    return killed(bench, [*arguments, "-o", "out"], "run.run", server, 6)


JOBS = """study: s
plan: p.yaml
background: {users: 2, before: 1 s, after: 1 s}
system: {start: 'sleep 300 & exec sleep 300', ready: {command: 'true'}}
jobs:
  - {name: import, repeat: 9, pause: 100 ms, timeout: 60 s, start: 'sleep 301 & sleep 0.5; wait', poll: {command: 'sleep 1; sleep 302', every: 50 ms}}
"""


@case("killed", "a study with a system that it started and jobs", short=2, long=150, group=6)
def jobs(bench):
    server = Server()
    bench.write("p.yaml", plan(server.url))
    bench.write("s.yaml", JOBS)
    return killed(bench, ["run", "s.yaml", "--workers", "1", "-o", "out"], "run.run", server, 5)


@case("killed", "a study whose load another tool makes", short=1, long=60, group=6)
def tool(bench):
    server = Server(0.05)
    command = f": {{users}} {{duration}}; sleep 303 & curl -s {server.url} > {{results}}; wait"
    bench.write("s.yaml", f"study: s\nthreads: 2\nstep: 60 s\ngenerator: {{command: '{command}', url: '{server.url}', format: hey}}\n")
    place = bench.path("temporary")
    os.makedirs(place)
    running = bench.start("run", "s.yaml", "-o", "out", env={"TMPDIR": place})
    wait_until(lambda: server.answered, running)
    time.sleep(bench.random.uniform(0, 1))
    running.kill()
    running.require_nothing_left()
    require_whole(bench.path("out", "run.run"))
    left = os.listdir(place)
    require(left, "there was no folder of the tool's")
    # The next command that needs such a folder removes what a killed one has left, and nothing of one that goes on.
    others = [bench.start("run", "s.yaml", "-o", name, env={"TMPDIR": place}) for name in ("second", "third")]
    for other in others:
        wait_until(lambda: len(set(os.listdir(place)) - set(left)) == len(others) and not set(left) & set(os.listdir(place)), other)
    for other in others:
        other.kill()
        other.require_nothing_left()
    code, said = bench.do("report", "out/run.run", "--format", "text")
    require(code == 4 and "cut off" in said.lower(), f"the report ended with {code} and says: {said[:400]}")


def table(rows, random):
    """A sample log of JMeter's."""
    lines, at = ["timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes,grpThreads,allThreads,Latency"], 1_700_000_000_000
    for _ in range(rows):
        at += random.randint(1, 9)
        lines.append(f"{at},{random.randint(1, 900)},home,200,OK,t 1-1,true,100,1,1,5")
    return "\n".join(lines) + "\n"


def imported(bench, name="a.run", rows=2_000):
    bench.write("a.jtl", table(rows, bench.random))
    code, said = bench.do("import", "a.jtl", "-o", name)
    require(code in (0, 3, 4), f"the import ended with {code}: {said[:300]}")
    return bench.path(name)


def killed_writing(bench, arguments, output, is_whole, took_s):
    """Kills a command that writes a file: afterwards it is as it was, or whole, and nothing else is there."""
    before = set(os.listdir(bench.folder))
    old = open(bench.path(output), "rb").read() if os.path.exists(bench.path(output)) else None
    running = bench.start(*arguments)
    time.sleep(bench.random.uniform(0, took_s * 1.1))
    running.kill()
    running.require_nothing_left()
    path = bench.path(output)
    if os.path.exists(path) and open(path, "rb").read() != old:
        require(is_whole(path), f"{output} is half written ({os.path.getsize(path)} bytes)")
    else:
        require(old is None or os.path.exists(path), f"{output} is gone")
    # What a killed command had half written has a name that says so, and the next one of its kind takes it away.
    more = set(os.listdir(bench.folder)) - before - {output}
    require(all(".partial" in name for name in more), f"left behind: {more}")
    if output not in before and os.path.exists(path):
        os.remove(path)
    code, said = bench.do(*arguments)
    require(code in (0, 3, 4) and is_whole(path), f"the same command after it ended with {code}: {said[:300]}")
    more = set(os.listdir(bench.folder)) - before - {output}
    require(not more, f"left behind: {more}")
    return {}


def took(bench, *arguments):
    began = time.monotonic()
    bench.do(*arguments)
    return time.monotonic() - began


def is_whole_run(path):
    require_whole(path)
    return requests(path) > 0


def is_whole_page(path):
    return open(path, "rb").read().rstrip().endswith(b"</html>")


@case("killed", "an import", short=3, long=150, group=2)
def importing(bench):
    bench.write("a.jtl", table(40_000, bench.random))
    seconds = took(bench, "import", "a.jtl", "-o", "first.run")
    return killed_writing(bench, ["import", "a.jtl", "-o", "b.run"], "b.run", is_whole_run, seconds)


@case("killed", "a report that replaces an older one", short=3, long=150, group=2)
def report(bench):
    imported(bench)
    seconds = took(bench, "report", "a.run", "-o", "a.html")
    open(bench.path("a.html"), "ab").write(b"<!-- the older one --></html>\n")
    return killed_writing(bench, ["report", "a.run", "-o", "a.html"], "a.html", is_whole_page, seconds)


@case("killed", "a comparison", short=2, long=100, group=2)
def compare(bench):
    imported(bench, "a.run")
    imported(bench, "b.run")
    arguments = ["compare", "a.run", "b.run", "--format", "html", "-o", "c.html"]
    seconds = took(bench, *arguments[:-1], "d.html")
    return killed_writing(bench, arguments, "c.html", is_whole_page, seconds)


@case("killed", "the lab, which goes on with its folder afterwards", short=1, long=50, group=2)
def lab(bench):
    imported(bench)
    os.makedirs(bench.path("lab"))
    os.rename(bench.path("a.run"), bench.path("lab", "a.run"))
    for wait_s in (bench.random.uniform(0, 1.5), None):
        running = bench.start("serve", "lab", "--listen", "127.0.0.1:0")
        if wait_s is None:
            wait_until(lambda: "http://" in running.text(), running)
        else:
            time.sleep(wait_s)
        running.kill()
        running.require_nothing_left()
    for path in glob.glob(bench.path("lab", "**", "*.db"), recursive=True) + [bench.path("lab", "a.run")]:
        require_whole(path)
