"""What hours change: memory, descriptors, the run file and the cost of a request, over minutes."""
import os, re, statistics, time
from bench import asked, case, plan, require, require_whole, requests, wait_until

PAGE, TICKS = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")
# Student's t of 95 % for 10 degrees of freedom: a line through twelve means.
BATCHES, T_95 = 12, 2.228
# So much more in a day is no leak that ends a run.
GROWTH_MB_PER_DAY_MAX = 50.0
DAY_S = 86_400
# Of arrivals, at most.
USERS = 200
# SQLite holds so much of the run file in memory, and no more (`PRAGMA cache_size`, by default): it fills with what is written.
CACHE_BYTES = 2_000 * 1024


class Target:
    """A built-in server in a process of its own."""

    def __init__(self, bench, *command):
        self.running = bench.start("target", *command, "--listen", "127.0.0.1:0")
        address = []

        def listens():
            address[:] = re.findall(r"(?:http://)?(127\.0\.0\.1:\d+)", self.running.text())
            return address

        wait_until(listens, self.running)
        self.url = f"http://{address[0]}/"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.running.kill()


def written(bench):
    """Bytes of the run file, without what has not reached it yet."""
    path = bench.path("out", "run.run")
    return os.path.getsize(path) if os.path.exists(path) else 0


def looked_at(bench, running, seconds):
    """(time, bytes in memory, descriptors, CPU seconds, bytes of the run file) of a process, each second."""
    pid, seen, began = running.process.pid, [], time.monotonic()
    while running.process.poll() is None and time.monotonic() < began + seconds + 60:
        try:
            pages = int(open(f"/proc/{pid}/statm").read().split()[1])
            stat = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
            descriptors = len(os.listdir(f"/proc/{pid}/fd"))
        except OSError:
            break
        seen.append((time.monotonic() - began, pages * PAGE, descriptors, (int(stat[11]) + int(stat[12])) / TICKS, written(bench)))
        time.sleep(1)
    return seen


def slope(points):
    """Of a line through the means of twelve parts: per second, and the half of its 95 % interval."""
    size = len(points) // BATCHES
    parts = [points[i * size:(i + 1) * size] for i in range(BATCHES)]
    xs, ys = ([statistics.fmean(point[n] for point in part) for part in parts] for n in (0, 1))
    mx, my = statistics.fmean(xs), statistics.fmean(ys)
    sxx = sum((x - mx) ** 2 for x in xs)
    b = sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sxx
    rest = sum((y - my - b * (x - mx)) ** 2 for x, y in zip(xs, ys))
    return b, T_95 * (rest / (BATCHES - 2) / sxx) ** 0.5


def judged(bench, arguments, seconds, rate_min):
    """A run in which nothing may grow but SQLite's part of the run file, until that has filled."""
    running = bench.start("run", *arguments, "--workers", "1", "-o", "out")
    seen = looked_at(bench, running, seconds)
    code = running.end(120)
    require(code in (0, 3, 4), lambda: f"it ended with {code}: {running.text()[:500]}")
    file = bench.path("out", "run.run")
    require_whole(file)
    done = requests(file)
    require(done >= rate_min * seconds, f"only {done} requests in {seconds} s")
    # The end has the report's own memory.
    steady = [point for point in seen if 0.2 * seconds <= point[0] <= 0.97 * seconds]
    require(len(steady) >= 2 * BATCHES, f"only {len(steady)} looks at it")
    full = [point for point in steady if point[4] > CACHE_BYTES]
    is_full = len(full) >= 2 * BATCHES
    # Until then what was written may be in memory once.
    per_s, half = slope(full if is_full else [(at, memory - file, *rest) for at, memory, *rest, file in steady])
    mb_per_day = lambda bytes_per_s: bytes_per_s * DAY_S / 1e6
    require(mb_per_day(per_s - half) < GROWTH_MB_PER_DAY_MAX,
            f"memory grows by {mb_per_day(per_s):.0f} MB a day (95 % from {mb_per_day(per_s - half):.0f}), from {steady[0][1] / 1e6:.1f} MB")
    first, last = (statistics.median(point[2] for point in part) for part in (steady[:10], steady[-10:]))
    # Users that arrivals need keep their connections: there are as many as were ever needed at a time, and no more than allowed.
    require(last <= max(first + 2, USERS + 40), f"{first:.0f} descriptors, and {last:.0f} at last")
    of_second = dict(asked(file, "SELECT second, sum(requests) FROM intervals JOIN transactions ON id = transaction_id WHERE kind = 'request' GROUP BY 1"))
    cost = lambda from_s, to_s: cpu_between(seen, from_s, to_s) / max(1, sum(n for s, n in of_second.items() if from_s <= s < to_s))
    ratio = cost(0.75 * seconds, 0.97 * seconds) / cost(0.2 * seconds, 0.45 * seconds)
    require(ratio < 1.25, f"a request costs {ratio:.2f} times as much CPU at last as at first")
    return {"requests": done, "MB at last": steady[-1][1] / 1e6, "MB more a day": mb_per_day(per_s), "± MB a day": mb_per_day(half),
            "CPU of a request, last against first": ratio, "bytes of file a second": written(bench) / seconds,
            **({} if is_full else {"MB of the file taken off": written(bench) / 1e6})}


def cpu_between(seen, from_s, to_s):
    inside = [point for point in seen if from_s <= point[0] <= to_s]
    return inside[-1][3] - inside[0][3]


@case("endurance", "a run at 5,000/s for 5 minutes", short=0, long=1)
def rate(bench):
    with Target(bench, "ok") as target:
        bench.write("p.yaml", plan(target.url, more=""))
        return judged(bench, ["p.yaml", "--rate", "5000", "--users", str(USERS), "--duration", "300 s"], 300, 4_500)


@case("endurance", "5,000 users who think, 1,000 requests/s, for 5 minutes", short=0, long=1)
def users(bench):
    with Target(bench, "ok") as target:
        bench.write("p.yaml", plan(target.url, users=5_000, load="ramp: 10 s\n    hold: 290 s\n    iterations: forever", more="        think: 5 s\n"))
        return judged(bench, ["p.yaml"], 300, 800)


@case("endurance", "a run with a sample log, variables and an extraction at 1,000/s for 5 minutes", short=0, long=1)
def samples(bench):
    with Target(bench, "ok") as target:
        more = "        extract:\n          - regex: '(.)'\n            variable: first\n            default: none\n"
        bench.write("p.yaml", plan(target.url, more=more))
        return judged(bench, ["p.yaml", "--rate", "1000", "--users", str(USERS), "--duration", "300 s", "--jtl", "samples.jtl"], 300, 900)
