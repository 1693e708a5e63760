"""Memory, descriptors, ports, processes, time: what a machine may take away or change under a run."""
import contextlib, glob, json, os, resource, signal, subprocess, threading, time
from bench import LOST_S_MAX, STALLS, NotTaken, Server, asked, case, errors, plan, require, require_whole, requests, wait_until

GROUPS = "/sys/fs/cgroup"
RATE, SECONDS = 50, 4
ARGUMENTS = ["--rate", str(RATE), "--duration", f"{SECONDS} s", "--workers", "1", "-o", "out"]


@contextlib.contextmanager
def control_group(kind, limits):
    """A control group with limits; version 1 or 2, wherever it may be made."""
    name = f"torture-{os.getpid()}-{threading.get_ident()}"
    for parent, names in ((f"{GROUPS}/{kind}", 0), (GROUPS, 1)):
        folder = os.path.join(parent, name)
        with contextlib.suppress(OSError):
            os.mkdir(folder)
            try:
                for pair, value in limits.items():
                    open(os.path.join(folder, pair[names]), "w").write(str(value))
                yield folder
                return
            finally:
                for _ in range(100):
                    with contextlib.suppress(OSError):
                        os.rmdir(folder)
                    if not os.path.exists(folder):
                        break
                    time.sleep(0.05)
    raise NotTaken(f"no control group of {kind} may be made here")


def join(folder):
    return lambda: open(os.path.join(folder, "cgroup.procs"), "w").write(str(os.getpid()))


def begun(bench, arguments=ARGUMENTS, server=None, **options):
    server = server or Server()
    bench.write("p.yaml", plan(server.url))
    running = bench.start("run", "p.yaml", *arguments, **options)
    wait_until(lambda: server.answered, running)
    return running, server


def judged_whole(bench, running, server, codes=(0, 4)):
    """The run went on to its end, and its figures are the server's."""
    code = running.end()
    require(code in codes, f"it ended with {code}: {running.text()[:400]}")
    file = bench.path("out", "run.run")
    require_whole(file)
    # What was under way at the end of a step is given up and counted beside the samples.
    counted, given_up = requests(file), asked(file, "SELECT sum(abandoned) FROM steps")[0][0]
    require(counted <= len(server.answered) <= counted + given_up, f"{counted} requests in the file and {given_up} given up, {len(server.answered)} were answered")
    return code, running.text()


@case("resources", "the limit of memory of its control group is reached at 10, 50 or 90 % of the run", short=1, long=30, group=3)
def memory(bench):
    with control_group("memory", {("memory.limit_in_bytes", "memory.max"): 300 << 20}) as group:
        running, server = begun(bench, [*ARGUMENTS[:3], "20 s", *ARGUMENTS[4:]], preexec=join(group))
        time.sleep(8 * bench.random.choice([0.1, 0.5, 0.9]))
        # Another process of the group takes all of it and is not the one that is ended.
        open(f"/proc/{running.process.pid}/oom_score_adj", "w").write("1000")
        hog = "import time\nx=[bytearray(b'x')*(1<<20) for _ in range(600)]\ntime.sleep(60)"
        try:
            taker = subprocess.Popen(["python3", "-c", hog], preexec_fn=join(group), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            moment = wait_for_kill(running)
        finally:
            taker.kill()
            taker.wait()
        if moment is None:
            raise NotTaken("the system ended the other process, not the run")
        file = bench.path("out", "run.run")
        require_whole(file)
        answered = server.before(moment - LOST_S_MAX - STALLS.since(moment - 10))
        require(answered <= requests(file) <= len(server.answered), f"{requests(file)} requests in the file, {answered} were answered long before")
        code, said = bench.do("report", file, "--format", "text")
        require(code == 4 and "cut off" in said.lower(), f"the report ended with {code}: {said[:300]}")


def wait_for_kill(running):
    """When it was killed; None: it went on to its end."""
    code = running.process.wait(60)
    return time.monotonic() if code == -signal.SIGKILL else None


@case("resources", "the address space is used up during the run (RLIMIT_AS)", short=1, long=20, group=3)
def address_space(bench):
    running, server = begun(bench)
    time.sleep(bench.random.uniform(0, SECONDS))
    with contextlib.suppress(ProcessLookupError, OSError):
        used = int(open(f"/proc/{running.process.pid}/statm").read().split()[0]) * 4096
        resource.prlimit(running.process.pid, resource.RLIMIT_AS, (used, used))
    running.process.wait(60)
    file = bench.path("out", "run.run")
    require("panicked" not in running.text(), lambda: running.text()[-600:])
    require_whole(file)
    require(requests(file) <= len(server.answered), "more in the file than was answered")
    if running.process.returncode in (0, 4):
        require(requests(file) == len(server.answered), f"{requests(file)} requests in the file, {len(server.answered)} were answered")
        return {"went on": True}
    return {"ended": True}


@case("resources", "too few descriptors for the users", short=1, long=15, group=3)
def descriptors(bench):
    # Slow enough that all users are at work at a time.
    server, limit = Server(0.2), bench.random.randint(25, 70)
    bench.write("p.yaml", plan(server.url, users=100, load="hold: 2 s\n    iterations: forever"))
    code, said = bench.do("run", "p.yaml", "--workers", "1", "-o", "out", preexec=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
    return starved(bench, code, said, server)


def starved(bench, code, said, server):
    """What the machine refused is in no figure of the server, and said."""
    file = bench.path("out", "run.run")
    require("panicked" not in said, said[-500:])
    if not os.path.exists(file):
        require(code in (1, 2) and "error:" in said, f"it ended with {code}: {said[:300]}")
        return {"refused before the load": True}
    require_whole(file)
    failed, _ = errors(file)
    own = sum(count for (_, kind), count in failed.items() if kind == "generator-resources")
    others = {kind for (_, kind) in failed} - {"generator-resources"}
    require(not others, f"the server is blamed: {failed}")
    require(code in (1, 4), f"it ended with {code}: {said[:500]}")
    require(requests(file) - own <= len(server.answered), "more answers in the file than were given")
    return {"failures of the generator's own": own}


NAMESPACE = """ip link set lo up || exit 77
echo '40000 40019' > /proc/sys/net/ipv4/ip_local_port_range || exit 77
"$1" target delay --response 100ms --listen 127.0.0.1:8080 2>target.log & target=$!
until grep -q listening target.log; do sleep 0.05; done
"$1" run p.yaml --workers 1 -o out > said.log 2>&1; code=$?
kill $target
exit $code"""


@case("resources", "20 ports for 60 users", short=1, long=3)
def ports(bench):
    bench.write("p.yaml", plan("http://127.0.0.1:8080/", users=60, load="hold: 2 s\n    iterations: forever"))
    done = subprocess.run(["unshare", "-n", "sh", "-c", NAMESPACE, "sh", bench.plimsoll], cwd=bench.folder, capture_output=True, timeout=60)
    if done.returncode == 77 or b"unshare" in done.stderr:
        raise NotTaken("no network namespace may be made here")
    said = open(bench.path("said.log")).read()
    require("panicked" not in said, said[-500:])
    failed, _ = errors(bench.path("out", "run.run"))
    kinds = {kind for _, kind in failed}
    require(kinds == {"generator-resources"}, f"{failed}: {said[:300]}")
    require(done.returncode == 4, f"it ended with {done.returncode}: {said[:500]}")
    return {"failures of the generator's own": sum(failed.values())}


@case("resources", "threads and processes are refused from the n-th on", short=1, long=20, group=3)
def processes(bench):
    server = Server()
    bench.write("p.yaml", plan(server.url))
    bench.write("s.yaml", "study: s\nplan: p.yaml\nthreads: 2\nstep: 2 s\nsystem: {before: 'true', record: {host: hostname}}\n")
    most = bench.random.randint(1, 12)
    with control_group("pids", {("pids.max", "pids.max"): most}) as group:
        running = bench.start("run", "s.yaml", "--workers", "2", "-o", "out", preexec=join(group))
        code, said = running.end(), running.text()
        running.require_nothing_left()
    require(code in (0, 1, 2, 4), f"{most}: it ended with {code}: {said[:400]}")
    require(code in (0, 4) or "error:" in said, f"{most}: it ended with {code}: {said[:400]}")
    file = bench.path("out", "run.run")
    if os.path.exists(file):
        require_whole(file)
        require(requests(file) == len(server.answered) if code in (0, 4) else requests(file) <= len(server.answered), f"{most}: {requests(file)} of {len(server.answered)}")
    return {"went on" if code in (0, 4) else "ended with a message": True}


@case("resources", "stopped for some seconds (SIGSTOP)", short=1, long=10, group=3)
def stopped(bench):
    running, server = begun(bench)
    time.sleep(bench.random.uniform(0, 1.5))
    running.signal(signal.SIGSTOP)
    time.sleep(1.5 if bench.short else bench.random.uniform(1, 60))
    running.signal(signal.SIGCONT)
    code, said = judged_whole(bench, running, server, (4,))
    require("did not run for" in " ".join(said.split()), f"it is not said: {said[-900:]}")


@case("resources", "one core is taken away during the run", short=1, long=5, group=2)
def core(bench):
    running, server = begun(bench, [*ARGUMENTS[:-4], "--workers", "2", "-o", "out"])
    one = {bench.random.choice(sorted(os.sched_getaffinity(0)))}
    for task in os.listdir(f"/proc/{running.process.pid}/task"):
        os.sched_setaffinity(int(task), one)
    judged_whole(bench, running, server)


def faketime():
    found = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1") + glob.glob("/usr/lib/faketime/libfaketimeMT.so.1")
    if not found:
        raise NotTaken("no libfaketime")
    return found[0]


@case("resources", "the wall clock is stepped by hours, forwards and backwards", short=1, long=12, group=3)
def wall_clock(bench):
    clock = bench.write("clock", "+0")
    env = {"LD_PRELOAD": faketime(), "FAKETIME_TIMESTAMP_FILE": clock, "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    running, server = begun(bench, env=env)
    hours = bench.random.choice([-30, -5, -1, 1, 7, 26])
    time.sleep(bench.random.uniform(0, SECONDS - 1.5))
    open(clock, "w").write(f"{hours:+d}h")
    judged_whole(bench, running, server)
    file = bench.path("out", "run.run")
    seconds = [row[0] for row in asked(file, "SELECT DISTINCT second FROM intervals ORDER BY 1")]
    require(seconds == list(range(seconds[0], seconds[-1] + 1)) and len(seconds) <= SECONDS + 2, f"the seconds of the run are {seconds}")
    longest = asked(file, "SELECT max(response_us_max) FROM intervals")[0][0]
    require(longest < 30e6, f"a request took {longest / 1e6} s")


ZONE = """mount --bind /usr/share/zoneinfo/UTC /etc/localtime || exit 77
"$1" run p.yaml --rate 50 --duration '4 s' --workers 1 -o out > said.log 2>&1 & run=$!
sleep 1.5
mount --bind /usr/share/zoneinfo/Asia/Tokyo /etc/localtime || exit 77
wait $run"""


@case("resources", "the system's time zone is changed during the run", short=1, long=3)
def zone(bench):
    if not os.path.exists("/usr/share/zoneinfo/Asia/Tokyo"):
        raise NotTaken("no data of time zones")
    server = Server()
    bench.write("p.yaml", plan(server.url))
    done = subprocess.run(["unshare", "-m", "sh", "-c", ZONE, "sh", bench.plimsoll], cwd=bench.folder, capture_output=True, timeout=60)
    if done.returncode == 77 or b"unshare" in done.stderr:
        raise NotTaken("nothing may be mounted in a namespace here")
    require(done.returncode in (0, 4), f"it ended with {done.returncode}: {open(bench.path('said.log')).read()[:300]}")
    require(requests(bench.path("out", "run.run")) == len(server.answered), "the figures are not the server's")
    reports = [json.loads(bench.do("report", "out", "--format", "json", env={"TZ": zone})[1].split("\nreport:")[0]) for zone in ("UTC", "Asia/Tokyo")]
    figures = [report["runs"][0]["steps"] for report in reports]
    require(figures[0] == figures[1], "the figures depend on the time zone")


@case("resources", "the machine is suspended", short=0, long=1)
def suspended(bench):
    raise NotTaken("a virtual machine that can't be suspended from inside; SIGSTOP stands for it above")
