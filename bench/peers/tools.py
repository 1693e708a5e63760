"""The load generators: each function gives the command for a job, or None where the tool can't do it or is not there.

A tool's own report is not read: the server counts, the kernel says what it cost.
"""
import os, shutil
from dataclasses import dataclass, field

from .jmeter import test_plan

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = os.environ.get("PEERS", os.path.expanduser("~/.cache/peers"))
PLANS = f"{HERE}/plans"
TOOLS = {}


@dataclass
class Command:
    argv: list
    environment: dict = field(default_factory=dict)
    seconds: int = 0  # where it differs from the job's


def tool(function):
    TOOLS[function.__name__.replace("_", "-")] = function
    return function


def program(name):
    """A program in the folder of the peers or in the PATH."""
    own = f"{PEERS}/bin/{name}"
    return own if os.path.exists(own) else shutil.which(name)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


# ---------------------------------------------------------------- Plimsoll

plimsoll_path = os.path.normpath(f"{HERE}/../../target/release/plimsoll")


def plimsoll_run(job, plan):
    properties = dict(port=job.port, users=job.connections, seconds=job.seconds, rate=job.rate_per_s, **job.properties)
    argv = [plimsoll_path, "run", f"{PLANS}/plimsoll/{plan}.yaml", "--workers", job.workers, "-o", f"{job.folder}/{job.output}"]
    return Command(argv + [f"-J{name}={value}" for name, value in properties.items()])


@tool
def plimsoll(job):
    return plimsoll_run(job, "open" if job.rate_per_s else "tls" if job.mode.tls else job.plan)


@tool
def plimsoll_ticks(job):
    return plimsoll_run(job, "open-ticks") if job.rate_per_s else None


@tool
def plimsoll_untimed(job):
    return plimsoll_run(job, "start") if job.mode.name == "start" else None


# ---------------------------------------------------------------- C and C++

@tool
def wrk(job):
    if job.rate_per_s or job.plan == "heavy" or not program("wrk"):
        return None
    script = {"post": ["-s", f"{PLANS}/wrk-post.lua"], "script": ["-s", f"{PLANS}/wrk-script.lua"]}.get(job.plan, [])
    argv = [program("wrk"), f"-t{job.workers}", f"-c{job.connections}", f"-d{job.seconds}s", *script, job.url]
    return Command(argv, job.environment())


@tool
def wrk2(job):
    if not job.rate_per_s or not program("wrk2"):
        return None
    seconds = job.seconds + 10  # its first ten seconds calibrate
    argv = [program("wrk2"), "-t1", f"-c{job.connections}", f"-d{seconds}s", f"-R{job.rate_per_s}", job.url]
    return Command(argv, seconds=seconds)


def floor_run(job, *options):
    if job.mode.tls or job.plan not in ("get", "post") or not program("floor"):
        return None
    body = ["-b", job.body] if job.plan == "post" else []
    return Command([program("floor"), "-c", job.connections, "-d", job.seconds, *body, *options,
                    "127.0.0.1", job.port, "/post" if job.plan == "post" else "/"])


@tool
def floor(job):
    return floor_run(job, *(["-r", job.rate_per_s] if job.rate_per_s else []))


@tool
def floor_stamps(job):
    return floor_run(job, "-r", job.rate_per_s, "-k") if job.rate_per_s else None


@tool
def floor_ticks(job):
    return floor_run(job, "-r", job.rate_per_s, "-k", "-t", 1_000) if job.rate_per_s else None


@tool
def h2load(job):
    if job.plan not in ("get", "post") or not program("h2load"):
        return None
    connections = 50 if job.rate_per_s else job.connections  # its rate is per connection, a whole number
    rate = [f"--rps={job.rate_per_s // connections}"] if job.rate_per_s else []
    body = ["-d", job.body] if job.plan == "post" else []
    return Command([program("h2load"), "--h1", "-t1", f"-c{connections}", f"-D{job.seconds}", *rate, *body, job.url])


# ---------------------------------------------------------------- Rust and Go

@tool
def oha(job):
    if job.plan not in ("get", "post") or not program("oha"):
        return None
    argv = [program("oha"), "--no-tui", "-z", f"{job.seconds}s", "-c", job.connections, "--insecure"]
    if job.rate_per_s:
        argv += ["-q", job.rate_per_s, "--latency-correction"]
    if job.plan == "post":
        argv += ["-m", "POST", "-D", job.body]
    return Command(argv + [job.url])


@tool
def goose(job):
    if job.plan == "heavy" or not program("goose-peer"):
        return None
    argv = [program("goose-peer"), "--host", job.base, "-u", job.connections, "-r", job.connections * 20,
            "-t", job.seconds, "--no-reset-metrics", "--no-telnet", "--no-websocket", "-q"]
    if job.rate_per_s:
        argv += ["--throttle-requests", job.rate_per_s]
    insecure = dict(INSECURE="1") if job.mode.tls else {}
    return Command(argv, dict(job.environment(), **insecure))


@tool
def k6(job):
    if job.plan == "heavy" or not program("k6"):
        return None
    argv = [program("k6"), "run", "--quiet", "--no-usage-report", "--address", "", f"{PLANS}/k6.js"]
    return Command(argv, job.environment())


# ---------------------------------------------------------------- the JVM and Python

@tool
def jmeter(job):
    jar = f"{PEERS}/jmeter/bin/ApacheJMeter.jar"
    if job.plan == "heavy" or not os.path.exists(jar) or not shutil.which("java"):
        return None
    write(f"{job.folder}/plan.jmx", test_plan(job))
    # The options of the JVM are those of JMeter's own start script.
    return Command(["java", "-Xms1g", "-Xmx1g", "-XX:MaxMetaspaceSize=256m", "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=100",
                    "-XX:G1ReservePercent=20", "-Djava.awt.headless=true", "-jar", jar, "-n", "-t", "plan.jmx",
                    "-l", "result.jtl", "-j", "jmeter.log"])


@tool
def gatling(job):
    if job.plan == "heavy" or not os.path.exists(f"{PEERS}/classes/gatling") or not shutil.which("java"):
        return None
    return Command(["java", "-Xmx1G", "-XX:+UseG1GC", "--add-opens=java.base/java.lang=ALL-UNNAMED",
                    f"-Dlogback.configurationFile={PLANS}/gatling/logback.xml", "-cp",
                    f"{PEERS}/gatling/lib/*:{PEERS}/classes/gatling", "io.gatling.app.Gatling",
                    "-s", "GatlingPeer", "-rf", f"{job.folder}/gatling", "-nr"], job.environment())


@tool
def hyperfoil(job):
    if job.plan == "heavy" or not os.path.exists(f"{PEERS}/classes/hyperfoil") or not shutil.which("java"):
        return None
    steps = {"get": ["      - httpRequest:", "          GET: /"],
             "post": ["      - httpRequest:", "          POST: /post", "          body:", f"            fromFile: {job.body}"],
             "script": ["      - randomCsvRow:", f"          file: {job.data}", "          columns:", "            0: id",
                        "      - httpRequest:", "          GET: /json/${id}", "          handler:", "            status:",
                        "              range: 200", "            body:", "              json:", "                query: .token",
                        "                toVar: token"]}[job.plan]
    load = [f"   always:", f"    users: {job.connections}"]
    if job.rate_per_s:
        load = ["   constantRate:", f"    usersPerSec: {job.rate_per_s}", "    maxSessions: 2000"]
    lines = ["name: peer", "threads: 1", "http:", f"  host: {job.base}", f"  sharedConnections: {job.connections}",
             "  allowHttp2: false", "phases:", "- main:", *load, f"    duration: {job.seconds}s", "    scenario:", "    - seq:", *steps]
    write(f"{job.folder}/peer.hf.yaml", "\n".join(lines) + "\n")
    return Command(["java", "-Xmx1G", "-XX:+UseG1GC", "-cp", f"{PEERS}/hyperfoil/lib/*:{PEERS}/classes/hyperfoil",
                    "HyperfoilPeer", f"{job.folder}/peer.hf.yaml"])


@tool
def locust(job):
    path = f"{PEERS}/venv/bin/locust"
    if job.plan == "heavy" or not os.path.exists(path):
        return None
    return Command([path, "-f", f"{PLANS}/locustfile.py", "--headless", "--only-summary", "-u", job.connections,
                    "-r", job.connections, "-t", f"{job.seconds}s", "-H", job.base], job.environment())


def forget_pages(path):
    """Of a file that was just written the kernel (6.18) maps larger pieces than of one that it has read, and counts all of
    them as memory of the process: measured is a program as it is when it was installed some time ago."""
    file = os.open(path, os.O_RDWR)
    os.fsync(file)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(file)
