#!/usr/bin/env python3
"""The lab's costs: list and search of many runs, a long run's view, viewers of one live run, memory and start-up.

    bench/server.py [--runs 10000] [--viewers 50] [--turns 5] [--program target/release/plimsoll]

Prints a table in Markdown. Everything is on 127.0.0.1, bounded in time, and ends by itself.
"""
import argparse, gzip, http.client, json, os, re, shutil, signal, sqlite3, statistics, subprocess, sys, tempfile, threading, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(ROOT, "target/release/plimsoll"))
    parser.add_argument("--runs", type=int, default=10_000, help="in the library; 0: none")
    parser.add_argument("--viewers", type=int, default=50)
    parser.add_argument("--long", type=int, default=28_800, help="seconds of the long run; 0: none")
    parser.add_argument("--seconds", type=int, default=30, help="of each measured load")
    parser.add_argument("--turns", type=int, default=5, help="loads with viewers, each between two without")
    return parser.parse_args()


class Lab:
    """A lab over a folder, on a free port."""

    def __init__(self, program, folder):
        self.process = subprocess.Popen([program, "serve", folder, "--listen", "127.0.0.1:0"],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip().removeprefix("http://").rstrip("/")

    def get(self, path):
        connection = http.client.HTTPConnection(self.address, timeout=120)
        connection.request("GET", path, headers={"accept-encoding": "gzip"})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        assert answer.status == 200, (path, answer.status, body[:200])
        return gzip.decompress(body) if answer.getheader("content-encoding") == "gzip" else body

    def timed_ms(self, path, times=7):
        taken = []
        for _ in range(times):
            start = time.perf_counter()
            self.get(path)
            taken.append(1e3 * (time.perf_counter() - start))
        return statistics.median(taken)

    def cpu_s(self):
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self):
        return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{self.process.pid}/status").read())[1]) / 1024

    def peak_mb(self):
        return int(re.search(r"VmHWM:\s+(\d+)", open(f"/proc/{self.process.pid}/status").read())[1]) / 1024

    def close(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)


def make_run(program, folder):
    """One small finished run, as a file."""
    rows = ["timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect"]
    rows += [f"{1_790_000_000_000 + i * 50},{20 + i % 7},home,200,OK,u 1-1,text,true,,500,100,1,1,http://a/,20,0,0" for i in range(400)]
    jtl = os.path.join(folder, "one.jtl")
    open(jtl, "w").write("\n".join(rows) + "\n")
    run = os.path.join(folder, "one.run")
    subprocess.run([program, "import", jtl, "-o", run], check=True, capture_output=True)
    os.remove(jtl)
    return run


def many(run, folder, count):
    """Copies of a run, each of another moment and name."""
    data = sqlite3.connect(run)
    header = json.loads(data.execute("SELECT value FROM meta WHERE key = 'header'").fetchone()[0])
    data.close()
    for i in range(count):
        place = os.path.join(folder, f"{i // 500:03}")
        os.makedirs(place, exist_ok=True)
        copy = os.path.join(place, f"run-{i:05}.run")
        shutil.copyfile(run, copy)
        own = dict(header, name=f"study {i % 40}", started_unix_us=header["started_unix_us"] + i * 3_600_000_000)
        data = sqlite3.connect(copy)
        data.execute("UPDATE meta SET value = ? WHERE key = 'header'", (json.dumps(own),))
        data.commit()
        data.close()


def library(options, scratch):
    folder = os.path.join(scratch, "library")
    os.makedirs(folder)
    many(make_run(options.program, scratch), folder, options.runs)
    lab = Lab(options.program, folder)
    start = time.time()
    while time.time() - start < 900:
        answer = json.loads(lab.get("/api/v1/runs?limit=1"))
        if answer["total"] == options.runs and not answer["indexing"]:
            break
        time.sleep(1)
    indexed_s = time.time() - start
    rows = [("first look at %d runs" % options.runs, f"{indexed_s:.0f} s", "")]
    rows.append(("list, first page", f"{lab.timed_ms('/api/v1/runs?limit=50'):.0f} ms", "200 ms"))
    rows.append(("list, last page", f"{lab.timed_ms(f'/api/v1/runs?limit=50&offset={options.runs - 50}'):.0f} ms", "200 ms"))
    rows.append(("search of two words", f"{lab.timed_ms('/api/v1/runs?q=study%207'):.0f} ms", "200 ms"))
    rows.append(("sorted by p95, one verdict", f"{lab.timed_ms('/api/v1/runs?sort=p95&verdict=holds'):.0f} ms", "200 ms"))
    before, start = lab.cpu_s(), time.time()
    time.sleep(20)
    rows.append(("CPU while nobody asks", f"{100 * (lab.cpu_s() - before) / (time.time() - start):.1f} % of a core", ""))
    rows.append((f"memory over {options.runs} runs", f"{lab.memory_mb():.0f} MB", ""))
    lab.close()
    begin = time.perf_counter()
    lab = Lab(options.program, folder)
    lab.get("/api/v1/runs?limit=50")
    rows.append(("start to the first list, index there", f"{1e3 * (time.perf_counter() - begin):.0f} ms", ""))
    lab.close()
    return rows


def idle(options, scratch):
    folder = os.path.join(scratch, "empty")
    os.makedirs(folder)
    lab = Lab(options.program, folder)
    lab.get("/api/v1/runs")
    time.sleep(3)
    rows = [("memory when idle", f"{lab.memory_mb():.0f} MB", "50 MB")]
    names = {name: len(gzip.compress(lab.get(name))) for name in ("/", "/app.js", "/app.css")}
    rows.append(("pages, compressed", f"{sum(names.values()) / 1e3:.0f} KB", "300 KB"))
    lab.close()
    return rows


def viewer(address, run, until, seen):
    # Viewers are on machines of their own: here they take what the others leave.
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
    connection = http.client.HTTPConnection(address, timeout=30)
    connection.request("GET", f"/api/v1/runs/{run}/events")
    answer = connection.getresponse()
    while time.time() < until:
        line = answer.readline()
        if not line:
            break
        if line.startswith(b"event: update"):
            seen.append(time.time())
    connection.close()


def load(options, target, folder, name):
    command = [options.program, "run", f"http://{target}/", "--rate", "500", "-d", f"{options.seconds}s",
               "--workers", "1", "-o", os.path.join(folder, name)]
    command = ["taskset", "-c", "0", *command]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)


def figures(options, folder, name):
    report = subprocess.run([options.program, "report", os.path.join(folder, name), "--format", "json", "-o", "-"],
                            capture_output=True, text=True).stdout
    step = json.loads(report)["runs"][0]["steps"][0]
    named = {p["percent"]: p["us"] for p in step["response"]["percentiles"]} if "percentiles" in step["response"] else {}
    return step["throughput_per_s"]["value"], named.get(50.0) or step["response"].get("p50_us"), named.get(99.0) or step["response"].get("p99_us")


def spread(ratios):
    return f"{statistics.median(ratios):.3f} [{min(ratios):.3f}–{max(ratios):.3f}]"


def live(options, scratch):
    """Load and target have the first core; the lab and its viewers, who would be on other machines, have the others."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores - {0} or cores)
    folder = os.path.join(scratch, "live")
    os.makedirs(folder)
    target = subprocess.Popen(["taskset", "-c", "0", options.program, "target", "ok", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
    address = re.search(r"127\.0\.0\.1:\d+", target.stdout.readline())[0]
    rows = []
    try:
        without, watched = [], []
        load(options, address, folder, "alone").wait()
        without.append(figures(options, folder, "alone"))
        for turn in range(options.turns):
            lab = Lab(options.program, folder)
            process = load(options, address, folder, f"seen{turn}")
            run = None
            while run is None and process.poll() is None:
                found = json.loads(lab.get("/api/v1/runs?state=running"))["runs"]
                run = found[0]["id"] if found else None
                time.sleep(0.2)
            until = time.time() + options.seconds - 6
            seen = [[] for _ in range(options.viewers)]
            threads = [threading.Thread(target=viewer, args=(lab.address, run, until, one)) for one in seen]
            begin = time.perf_counter()
            lab.get(f"/api/v1/runs/{run}/live")
            first_ms = 1e3 * (time.perf_counter() - begin)
            [thread.start() for thread in threads]
            time.sleep(2)
            before, start = lab.cpu_s(), time.time()
            time.sleep(max(5, until - time.time() - 2))
            used = 100 * (lab.cpu_s() - before) / (time.time() - start)
            process.wait()
            [thread.join(10) for thread in threads]
            gaps = [b - a for one in seen for a, b in zip(one, one[1:])]
            watched.append((figures(options, folder, f"seen{turn}"), used, first_ms, statistics.median(gaps), max(gaps)))
            lab.close()
            load(options, address, folder, f"alone{turn}").wait()
            without.append(figures(options, folder, f"alone{turn}"))
        rows.append((f"{options.viewers} viewers: CPU of the lab", f"{statistics.median(w[1] for w in watched):.1f} % of a core", "10 %"))
        rows.append(("first picture of a live run", f"{statistics.median(w[2] for w in watched):.0f} ms", "1 s"))
        rows.append(("between two updates, median (longest)", f"{statistics.median(w[3] for w in watched):.2f} s ({max(w[4] for w in watched):.2f} s)", "1 s"))
        for place, name in ((0, "rate"), (1, "p50"), (2, "p99")):
            neighbours = list(zip(without, without[1:]))
            watching = [2 * w[0][place] / (a[place] + b[place]) for w, (a, b) in zip(watched, neighbours)]
            noise = [b[place] / a[place] for a, b in neighbours]
            rows.append((f"{name} of the load, with viewers / without", spread(watching), "as below"))
            rows.append((f"{name} of the load, without / without", spread(noise), ""))
            middle = [statistics.median(one) for one in ([w[0][place] for w in watched], [a[place] for a in without])]
            rows.append((f"{name} of the load, with and without viewers, median", "{:.0f} and {:.0f}".format(*middle), ""))
    finally:
        os.sched_setaffinity(0, cores)
        target.terminate()
        target.wait(10)
    return rows


def long_run(options, scratch):
    """A run of 8 hours with 50 transactions and 20 watched hosts."""
    maker = os.path.join(ROOT, "target/release/examples/hour")
    if not os.path.exists(maker):
        subprocess.run(["cargo", "build", "--release", "-p", "plimsoll-run", "--example", "hour"], check=True, cwd=ROOT)
    folder = os.path.join(scratch, "long")
    os.makedirs(folder)
    file = os.path.join(folder, "long.run")
    subprocess.run([maker, file, str(options.long), "20", "50"], check=True, stdout=subprocess.DEVNULL)
    lab = Lab(options.program, folder)
    start, run = time.time(), None
    while time.time() - start < 300:
        found = json.loads(lab.get("/api/v1/runs"))["runs"]
        if found and found[0]["verdict"] and os.path.exists(os.path.join(folder, ".plimsoll/reports")) \
                and any(name.endswith("live.json") for name in os.listdir(os.path.join(folder, ".plimsoll/reports"))):
            run = found[0]["id"]
            break
        time.sleep(0.5)
    hours = f"{options.long / 3600:g} h, 50 transactions, 20 hosts, {os.path.getsize(file) / 1e6:.0f} MB"
    rows = [(f"first look at a run of {hours}", f"{time.time() - start:.0f} s, {lab.peak_mb():.0f} MB at the most", "")]
    rows.append(("its report", f"{lab.timed_ms(f'/api/v1/runs/{run}/report', 3):.0f} ms", "1 s"))
    rows.append(("its charts over time, data", f"{lab.timed_ms(f'/api/v1/runs/{run}/live', 3):.0f} ms", "1 s"))
    frames = subprocess.run(["node", os.path.join(ROOT, "bench/server_frames.mjs"), f"http://{lab.address}/runs/{run}?tab=time"],
                            capture_output=True, text=True)
    rows.append(("its charts in Chromium", frames.stdout.strip() or f"not measured: {frames.stderr.strip()[-200:]}", "1 s, 60 frames a second"))
    lab.close()
    return rows


def main():
    options = arguments()
    if not os.path.exists(options.program):
        sys.exit(f"{options.program} is not there: make build")
    options.program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory(prefix="lab-") as scratch:
        rows = idle(options, scratch) + live(options, scratch)
        rows += library(options, scratch) if options.runs else []
        rows += long_run(options, scratch) if options.long else []
    print("| what | measured | goal |\n|---|---|---|")
    for what, measured, goal in rows:
        print(f"| {what} | {measured} | {goal} |")


if __name__ == "__main__":
    main()
