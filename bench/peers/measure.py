"""One run and what it cost: requests by the server's count, CPU time and memory by the kernel's.

Every function gives a row, a dict that goes into the results as it is, or None where the tool can't do the job.
"""
import json, os, shlex, shutil, statistics, subprocess, threading, time
from dataclasses import replace

from . import server
from .modes import ONE_WORKER, TWO_PROCESSES, Job
from .tools import TOOLS, Command, plimsoll_run, program

CORE = 1  # of a generator with one worker
THINKING_USERS = 100_000
SPARE_FILES = 1_000  # of the open files a process may have: not for connections

RATE_SECONDS_MIN = 10


class Bench:
    def __init__(self, servers, folder, seconds, real_time):
        self.servers, self.folder, self.seconds, self.real_time = servers, folder, seconds, real_time

    def job(self, mode, **changes):
        folder = f"{self.folder}/job"
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        for name in ("body.bin", "data.csv", "hosts.csv"):
            os.symlink(f"{self.folder}/{name}", f"{folder}/{name}")
        # At a given rate a short run holds few requests, and start and report would weigh in the cost of each.
        seconds = max(self.seconds, RATE_SECONDS_MIN) if mode.rate_per_s else self.seconds
        given = dict(mode=mode, seconds=seconds, port=self.servers.port(mode), folder=folder, connections=mode.connections)
        return Job(**dict(given, **changes))

    def run(self, tool, job, command, cores=str(CORE)):
        """Runs the command; the row that every mode has."""
        seconds, mode = command.seconds or job.seconds, job.mode
        limit_s = seconds + int(job.properties.get("ramp", 0)) + 60
        argv = [program("launch"), "cost.json", cores, str(limit_s), "rr" if self.real_time else "fair", *map(str, command.argv)]
        pid = self.servers.pid(mode)
        first, server_s = self.servers.served(mode), cpu_seconds(pid)
        activity = Activity(pid, cores)
        with open(f"{job.folder}/output", "w") as output:
            subprocess.run(argv, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, cwd=job.folder,
                           env=dict(os.environ, **command.environment))
        active_s, idle_in_load_s = activity.end()
        server_s = cpu_seconds(pid) - server_s
        last = self.servers.served(mode)
        with open(f"{job.folder}/cost.json") as file:
            cost = json.load(file)
        requests = last - first - (mode.server == "nginx")
        # Only a tool that overran its own time is judged by the longer one.
        span_s = active_s if active_s > seconds * 1.1 else seconds
        cpu_s = cost["user_s"] + cost["system_s"]
        row = dict(tool=tool, mode=mode.name, requests=requests, seconds=round(span_s, 2), per_s=round(requests / span_s, 1),
                   cpu_s=round(cpu_s, 4), user_s=cost["user_s"], memory_mb=round(cost["memory_kb"] / 1024, 2), wall_s=cost["wall_s"],
                   idle_in_load_s=round(idle_in_load_s, 2), server_busy=round(server_s / span_s, 3),
                   status=cost["status"], real_time=self.real_time,
                   cpu_s_per_million=round(cpu_s / requests * 1e6, 3) if requests > 0 else None)
        if requests <= 0:
            row["said"] = first_words(f"{job.folder}/output")
        return row, first, last, cost

    def compare(self, tool, mode):
        job = self.job(mode)
        command = TOOLS[tool](job)
        if command is None:
            return None
        row, first, last, _ = self.run(tool, job, command)
        if mode.server == "arrivals" and row["requests"] > 0:
            row["evenness"] = server.evenness(self.servers.arrival_times_ns(first, last))
        return row

    def start(self, tool, mode):
        job = self.job(mode, seconds=1)
        command = TOOLS[tool](job)
        if command is None:
            return None
        row, first, last, cost = self.run(tool, job, command)
        if row["requests"] > 0:
            row["start_ms"] = round((self.servers.arrival_times_ns(first, last)[0] - cost["start_ns"]) / 1e6, 2)
        return row

    def scaling(self, tool, mode, plan, form):
        """Requests per second of core that was there for the generator: not taken by the server or by other work."""
        workers, cores = (1, str(CORE)) if form == ONE_WORKER else (2, f"{server.CORE},{CORE}")
        job = self.job(mode, plan=plan, workers=workers)
        command = self.two_processes(tool, job) if form == TWO_PROCESSES else TOOLS[tool](job)
        if command is None:
            return None
        row, *_ = self.run(f"{tool} {plan}", job, command, cores)
        there_s = row["cpu_s"] + row["idle_in_load_s"]
        return dict(row, form=form, workers=workers, per_core_s=round(row["requests"] / there_s, 1))

    def two_processes(self, tool, job):
        """The same load from two processes with a worker each, one to a core: they share nothing of their own."""
        halves = [TOOLS[tool](replace(job, workers=1, connections=job.connections // 2, output=f"run{core}")) for core in (0, 1)]
        if None in halves:
            return None
        starts = [f"taskset -c {core} {shlex.join(map(str, half.argv))} &" for core, half in zip((server.CORE, CORE), halves)]
        return Command(["sh", "-c", " ".join(starts) + " wait"], halves[0].environment)

    def memory(self, mode, plan, users, **properties):
        """Memory of Plimsoll with so many users."""
        seconds = properties.pop("seconds")
        job = self.job(mode, connections=users, seconds=seconds, properties=properties)
        row, *_ = self.run("plimsoll", job, plimsoll_run(job, plan))
        return dict(row, plan=plan, users=users)

    def idle(self, mode):
        return [self.memory(mode, "idle", users, seconds=2) for users in (20_000, 100_000)]

    def active(self, mode):
        many = min(14_000, server.open_files() - SPARE_FILES)
        return [self.memory(mode, "get", users, seconds=3) for users in (4_000, many)]

    def think(self, mode):
        kept = min(THINKING_USERS, server.open_files() - SPARE_FILES)
        rows = [self.memory(mode, "think", users, ramp=10, seconds=12) for users in (4_000, kept)]
        return rows + [self.memory(mode, "think-closing", users, ramp=15, seconds=12) for users in (20_000, THINKING_USERS)]


def first_words(path):
    with open(path, errors="replace") as file:
        lines = [line.strip() for line in file if line.strip()]
    return lines[0][:200] if lines else "nothing"


def idle_seconds(cores):
    """What these cores had nothing to do, since the start of the machine."""
    with open("/proc/stat") as file:
        fields = {line.split()[0]: line.split()[1:] for line in file if line.startswith("cpu")}
    ticks = sum(int(fields[f"cpu{core}"][i]) for core in cores.split(",") for i in (3, 4))
    return ticks / os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid):
    with open(f"/proc/{pid}/schedstat") as file:
        return int(file.read().split()[0]) / 1e9


class Activity(threading.Thread):
    """When the server really worked, so that a generator's own start and report are not taken for load."""
    EVERY_S = 0.02

    def __init__(self, pid, cores):
        super().__init__(daemon=True)
        self.pid, self.cores, self.over = pid, cores, threading.Event()
        self.samples = []  # (from, to, the server's share of its core, idle seconds of the generator's cores)
        self.start()

    def look(self):
        return time.monotonic(), cpu_seconds(self.pid), idle_seconds(self.cores)

    def run(self):
        before = self.look()
        while not self.over.wait(self.EVERY_S):
            now = self.look()
            at, used_s, idle_s = (b - a for a, b in zip(before, now))
            self.samples.append((before[0], now[0], used_s / at, idle_s))
            before = now

    def end(self):
        """Seconds from the first to the last moment with a fifth of the usual work (closing connections is no load),
        and how long the generator's cores were idle between them."""
        self.over.set()
        self.join()
        busy = [share for _, _, share, _ in self.samples if share > 0]
        level = statistics.median(busy) / 5 if busy else 1
        load = [i for i, sample in enumerate(self.samples) if sample[2] >= level]
        if not load:
            return 0.0, 0.0
        samples = self.samples[load[0]:load[-1] + 1]
        return samples[-1][1] - samples[0][0], sum(sample[3] for sample in samples)
