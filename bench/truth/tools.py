"""The tools of the proof: the reference server, Plimsoll, wrk and a naive closed loop, and how each is read."""
import collections, json, os, re, signal, socket, sqlite3, struct, subprocess, time, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
PERCENTS = [50, 90, 99, 99.9, 99.99]
TWO_CORES = len(os.sched_getaffinity(0)) >= 2
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, LOAD_CORE = CORES[0], CORES[-1]


REALTIME_PRIORITY = 10
realtime = False


def before_other_work():
    return ["chrt", "--rr", str(REALTIME_PRIORITY)] if realtime else []


def pinned(core, argv):
    """The command on one core, and before other work on it when that was asked for."""
    return [*before_other_work(), *(["taskset", "-c", str(core)] if TWO_CORES else []), *argv]


class Server:
    """`plimsoll target …` on a core of its own; ended by its process id."""

    def __init__(self, plimsoll, arguments):
        argv = pinned(SERVER_CORE, [plimsoll, "target", *arguments, "--listen", "127.0.0.1:0"])
        self.process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        found = re.search(r"http://([\d.]+):(\d+)", line)
        if not found:
            self.process.wait(5)
            raise SystemExit(f"the server did not start: {line}{self.process.stderr.read()}")
        self.host, self.port = found[1], int(found[2])
        self.url = f"http://{self.host}:{self.port}/"

    def get(self, path):
        return urllib.request.urlopen(self.url + path, timeout=120).read().decode()

    def json(self, path):
        return json.loads(self.get(path))

    def scheduled_us(self):
        """CPU time of the server's thread, and time in which it was ready to run and other work had its core."""
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            folder = f"/proc/{self.process.pid}/task/{task}"
            if open(f"{folder}/comm").read().strip() == "reference":
                cpu, waited, _ = open(f"{folder}/schedstat").read().split()
                return int(cpu) / 1e3, int(waited) / 1e3
        return 0.0, 0.0

    def percent_since(self, before, seconds):
        """The same two since `before`, percent of a core."""
        return [(now - then) / seconds / 1e4 for now, then in zip(self.scheduled_us(), before)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(10)


def percentiles(described):
    """{percent: microseconds} of the server's JSON."""
    return {entry["percent"]: entry["us"] for entry in described["percentiles"]}


def buckets(blob):
    """{highest value of the bucket: count} of a histogram in HdrHistogram's V2 encoding, three digits, from 1."""
    if not blob:
        return {}
    cookie, length, _, digits, lowest, _, _ = struct.unpack_from(">IIIIqqd", blob)
    if cookie & ~0xF0 != 0x1C849303 or digits != 3 or lowest != 1:
        raise ValueError("a histogram of another kind")
    found, index, at = {}, 0, 40
    while at < 40 + length:
        value = shift = 0
        for number in range(9):
            byte = blob[at]
            at += 1
            if number == 8:
                value |= byte << shift
                break
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        count = (value >> 1) ^ -(value & 1)
        if count < 0:
            index -= count
            continue
        if count:
            bucket, sub = (index >> 10) - 1, (index & 1023) + 1024
            if bucket < 0:
                bucket, sub = 0, sub - 1024
            found[((sub + 1) << bucket) - 1] = count
        index += 1
    return found


def quantiles(counts):
    """The smallest value such that at least that share of all is not above it, as Plimsoll's."""
    total, ordered, result = sum(counts.values()), sorted(counts.items()), {}
    for percent in PERCENTS:
        need, seen = percent / 100 * total, 0
        for value, count in ordered:
            seen += count
            if seen >= need - 1e-9 * total:
                result[percent] = value
                break
    return result


PLAN = """plan: truth
scenarios:
  - name: s
    {load}
    steps:
      - get: {url}
        label: x
"""


def place(process):
    """The thread that makes the load gets its core for itself. The one that writes the run file (once a second) must be
    somewhere: on the server's core, behind it."""
    end = time.monotonic() + 10
    while process.poll() is None and time.monotonic() < end:
        folder = f"/proc/{process.pid}/task"
        tasks = {int(task): open(f"{folder}/{task}/comm").read() for task in os.listdir(folder)}
        if any(name.startswith("worker-") for name in tasks.values()):
            for task, name in tasks.items():
                place_thread(task, name.startswith("worker-"))
            return
        time.sleep(0.005)


def place_thread(task, is_worker):
    if TWO_CORES:
        os.sched_setaffinity(task, {LOAD_CORE if is_worker else SERVER_CORE})
    if not is_worker:
        os.setpriority(os.PRIO_PROCESS, task, 19)
    elif realtime:
        os.sched_setscheduler(task, os.SCHED_RR, os.sched_param(REALTIME_PRIORITY))


def plimsoll(program, folder, name, url, load, *options):
    """Runs one plan with one worker; what its run file holds, all seconds together."""
    path, out = f"{folder}/{name}.yaml", f"{folder}/{name}"
    with open(path, "w") as file:
        file.write(PLAN.format(load=load, url=url))
    argv = [program, "run", path, "--workers", "1", "-o", out, "--seed", "1", *options]
    process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    place(process)
    said = process.communicate()[1]
    if process.returncode not in (0, 3, 4):
        raise SystemExit(f"plimsoll failed:\n{said}")
    database = sqlite3.connect(f"{out}/run.run")
    response, service = collections.Counter(), collections.Counter()
    requests = errors = 0
    for count, failed, of_response, of_service in database.execute(
            "SELECT requests, errors, response, service FROM intervals"):
        requests, errors = requests + count, errors + failed
        response.update(buckets(of_response))
        # Without an intended start the service time is the response time, and is not kept twice.
        service.update(buckets(of_service or of_response))
    cpu, waited, wall = database.execute("SELECT sum(cpu_us), sum(run_delay_us), sum(wall_us) FROM generator").fetchone()
    due, started, dropped = database.execute("SELECT sum(due), sum(started), sum(dropped) FROM arrivals").fetchone()
    return dict(requests=requests, errors=errors, response=quantiles(response), service=quantiles(service),
                cpu_percent=100 * cpu / wall, waited_percent=100 * waited / wall,
                due=due or 0, started=started or 0, dropped=dropped or 0)


def wrk(url, connections, seconds):
    argv = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "-s", f"{HERE}/percentiles.lua", url]
    text = subprocess.run(pinned(LOAD_CORE, argv), capture_output=True, text=True, check=True).stdout
    return {float(percent): int(us) for percent, us in re.findall(r"^PERCENTILE (\S+) (\d+)", text, re.M)}


def naive(server, seconds):
    """What is written in an afternoon: one connection; send, wait, take the time, again."""
    if TWO_CORES:
        os.sched_setaffinity(0, {LOAD_CORE})
    if realtime:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(REALTIME_PRIORITY))
    connection = socket.create_connection((server.host, server.port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    request, times = f"GET / HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode(), collections.Counter()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.perf_counter_ns()
        connection.sendall(request)
        if not connection.recv(4096):
            raise SystemExit("the server closed the connection")
        times[round((time.perf_counter_ns() - begun) / 1e3)] += 1
    os.sched_setaffinity(0, set(CORES))
    if realtime:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    return quantiles(times)
