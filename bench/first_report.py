#!/usr/bin/env python3
"""From a machine without a tool to its first report: steps, seconds, megabytes; and the time that each takes to start.

    bench/first_report.py --wheel target/dist/plimsoll-*.whl       all tools
    bench/first_report.py --wheel … --only plimsoll,locust

Each tool is installed into an empty folder by the ordinary client of its registry, with an empty cache, then performs the same small load (2 users,
2 seconds, `plimsoll target ok`) and writes what its quick start calls a report. Python, Java, Node and Go are there already, as are `pip`, `mvn` and `go`:
who lacks them has one step more. k6 and oha are compiled (their own quick starts download a package), so their seconds are upper bounds. What k6 and oha write to the terminal counts as their report.
"""
import argparse, os, re, shutil, statistics, subprocess, sys, tempfile, time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCUST = """\
from locust import HttpUser, task
class Visitor(HttpUser):
    @task
    def page(self):
        self.client.get("/")
"""
K6 = """\
import http from 'k6/http';
export const options = { vus: 2, duration: '2s' };
export default function () { http.get('URL'); }
"""


def plimsoll(given, folder, url):
    return {
        "make an environment": [sys.executable, "-m", "venv", folder / "v"],
        "install": [folder / "v/bin/pip", "install", "--quiet", "--no-cache-dir", given.wheel],
        "run": [folder / "v/bin/plimsoll", "run", url, "-c", "2", "-d", "2s", "-o", folder / "report"],
    }, folder / "report/report.html", [folder / "v/bin/plimsoll", "--version"]


def locust(_, folder, url):
    (folder / "locustfile.py").write_text(LOCUST)
    return {
        "make an environment": [sys.executable, "-m", "venv", folder / "v"],
        "install": [folder / "v/bin/pip", "install", "--quiet", "--no-cache-dir", "locust"],
        "write a locustfile, run": [folder / "v/bin/locust", "-f", folder / "locustfile.py", "--headless", "-u", "2", "-r", "2", "-t", "2s", "-H", url,
                                    "--html", folder / "report.html"],
    }, folder / "report.html", [folder / "v/bin/locust", "--version"]


def k6(_, folder, url):
    (folder / "script.js").write_text(K6.replace("URL", url))
    return {
        "install": ["env", f"PEERS={folder}", f"GOMODCACHE={folder}/cache", f"GOCACHE={folder}/build", "GOFLAGS=-modcacherw", ROOT / "bench/install-peers.sh", "k6"],
        "write a script, run": ["sh", "-c", f"{folder}/bin/k6 run --quiet {folder}/script.js > {folder}/report.txt"],
    }, folder / "report.txt", [folder / "bin/k6", "version"]


def jmeter(_, folder, url):
    plan = (ROOT / "studies/apinizer/get.jmx").read_text()
    (folder / "plan.jmx").write_text(plan)
    host, port = re.fullmatch(r"http://([\d.]+):(\d+)/?", url).groups()
    return {
        "install": ["env", f"PEERS={folder}", f"MAVEN_OPTS=-Dmaven.repo.local={folder}/m2", ROOT / "bench/install-peers.sh", "jmeter"],
        "make a plan, run": ["java", "-jar", folder / "jmeter/bin/ApacheJMeter.jar", "-n", "-t", folder / "plan.jmx", f"-Jhost={host}", f"-Jport={port}", "-Jthreads=2",
                             "-Jseconds=2", "-l", folder / "results.jtl", "-e", "-o", folder / "report"],
    }, folder / "report/index.html", ["java", "-jar", folder / "jmeter/bin/ApacheJMeter.jar", "--version"]


def gatling(_, folder, url):
    java = ["java", "--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp", f"{folder}/gatling/lib/*:{folder}/classes/gatling", "io.gatling.app.Gatling"]
    environment = ["env", "PLAN=get", "CONNS=2", "DUR=2", f"BASE={url}"]
    return {
        "install": ["env", f"PEERS={folder}", f"MAVEN_OPTS=-Dmaven.repo.local={folder}/m2", ROOT / "bench/install-peers.sh", "gatling"],
        "write a simulation, run": [*environment, *java, "-s", "GatlingPeer", "-rf", folder / "report"],
    }, lambda: next(folder.glob("report/*/index.html"), None), [*java, "--help"]


def oha(_, folder, url):
    return {
        "install": ["env", f"PEERS={folder}", f"CARGO_HOME={folder}/cargo", ROOT / "bench/install-peers.sh", "oha"],
        "run": ["sh", "-c", f"{folder}/bin/oha -z 2s -c 2 --no-tui {url} > {folder}/report.txt"],
    }, folder / "report.txt", [folder / "bin/oha", "--version"]


TOOLS = {"plimsoll": plimsoll, "locust": locust, "jmeter": jmeter, "k6": k6, "gatling": gatling, "oha": oha}


def size(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink()) / 1e6


def measure(name, given, url):
    folder = Path(tempfile.mkdtemp(prefix=f"first-{name}-"))
    try:
        steps, report, start = TOOLS[name](given, folder, url)
        seconds, megabytes = [], 0.0
        for step, command in steps.items():
            begun = time.monotonic()
            done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=900)
            seconds.append(time.monotonic() - begun)
            if step == "install":
                megabytes = size(folder)
            # Some end with their own codes where requirements are judged.
            if done.returncode not in (0, 3, 4):
                said = " / ".join((done.stderr or done.stdout).strip().splitlines()[:3])
                return f"| {name} | {step}: {said[:300]} | | | |"
        report = report() if callable(report) else report
        if report is None or not report.exists():
            return f"| {name} | no report was written | | | |"
        starts = []
        for _ in range(5):
            begun = time.monotonic()
            subprocess.run([str(word) for word in start], capture_output=True)
            starts.append(time.monotonic() - begun)
        listed = ", ".join(f"{step} {took:.1f} s" for step, took in zip(steps, seconds))
        return f"| {name} | {listed} | {sum(seconds):.0f} s | {megabytes:.0f} MB | {1000 * statistics.median(starts):.0f} ms |"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", required=True)
    parser.add_argument("--plimsoll", default=str(ROOT / "target/release/plimsoll"), help="serves the target")
    parser.add_argument("--only", default=",".join(TOOLS))
    given = parser.parse_args()
    given.wheel = os.path.abspath(given.wheel)
    server = subprocess.Popen([given.plimsoll, "target", "ok", "--listen", "127.0.0.1:0"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        port = re.search(r"127\.0\.0\.1:(\d+)", server.stderr.readline()).group(1)
        print("| tool | steps | in all | on disk after the install | to say its version |\n|---|---|---|---|---|")
        for name in given.only.split(","):
            print(measure(name, given, f"http://127.0.0.1:{port}"), flush=True)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
