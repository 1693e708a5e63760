"""One run and what it cost: requests by the server's count, CPU time and memory by the kernel's.

Every function gives a row, a dict that goes into the results as it is, or None where the tool can't do the job.
"""
import json, os, shutil, statistics, subprocess, threading, time

from . import server
from .modes import Job
from .tools import TOOLS, plimsoll_run, program

CORE = 1  # of a generator with one worker
THINKING_USERS = 100_000
SPARE_FILES = 1_000  # of the open files a process may have: not for connections


class Bench:
    def __init__(self, servers, folder, seconds, real_time):
        self.servers, self.folder, self.seconds, self.real_time = servers, folder, seconds, real_time

    def job(self, mode, **changes):
        folder = f"{self.folder}/job"
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        for name in ("body.bin", "data.csv", "hosts.csv"):
            os.symlink(f"{self.folder}/{name}", f"{folder}/{name}")
        given = dict(mode=mode, seconds=self.seconds, port=self.servers.port(mode), folder=folder, connections=mode.connections)
        return Job(**dict(given, **changes))

    def run(self, tool, job, command, cores=str(CORE), real_time=None):
        """Runs the command; the row that every mode has."""
        seconds, mode = command.seconds or job.seconds, job.mode
        real_time = self.real_time if real_time is None else real_time
        limit_s = seconds + int(job.properties.get("ramp", 0)) + 60
        argv = [program("launch"), "cost.json", cores, str(limit_s), "rr" if real_time else "fair", *map(str, command.argv)]
        pid = self.servers.pid(mode)
        first, idle_s, server_s = self.servers.served(mode), idle_seconds(cores), cpu_seconds(pid)
        activity = Activity(pid)
        with open(f"{job.folder}/output", "w") as output:
            subprocess.run(argv, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, cwd=job.folder,
                           env=dict(os.environ, **command.environment))
        active_s = activity.end()
        idle_s, server_s = idle_seconds(cores) - idle_s, cpu_seconds(pid) - server_s
        last = self.servers.served(mode)
        with open(f"{job.folder}/cost.json") as file:
            cost = json.load(file)
        requests = last - first - (mode.server == "nginx")
        # Only a tool that overran its own time is judged by the longer one.
        span_s = active_s if active_s > seconds * 1.1 else seconds
        cpu_s = cost["user_s"] + cost["system_s"]
        row = dict(tool=tool, mode=mode.name, requests=requests, seconds=round(span_s, 2), per_s=round(requests / span_s, 1),
                   cpu_s=round(cpu_s, 4), user_s=cost["user_s"], memory_mb=round(cost["memory_kb"] / 1024, 2), wall_s=cost["wall_s"],
                   idle_s=round(idle_s, 2), server_busy=round(server_s / span_s, 3), status=cost["status"],
                   cpu_s_per_million=round(cpu_s / requests * 1e6, 3) if requests > 0 else None,
                   others_s=round(cost["wall_s"] * len(cores.split(",")) - idle_s - cpu_s, 2))
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

    def scaling(self, tool, mode, plan, workers):
        """Requests per second of core that was there for the generator: not taken by the server or by other work."""
        job = self.job(mode, plan=plan, workers=workers)
        command = TOOLS[tool](job)
        if command is None:
            return None
        cores = f"{server.CORE},{CORE}" if workers == 2 else str(CORE)
        row, *_ = self.run(f"{tool} {plan}", job, command, cores, real_time=False)
        there_s = row["cpu_s"] + row["idle_s"]
        return dict(row, workers=workers, per_core_s=round(row["requests"] / there_s, 1))

    def memory(self, mode, plan, users, **properties):
        """Memory of Plimsoll with so many users."""
        seconds = properties.pop("seconds")
        job = self.job(mode, connections=users, seconds=seconds, properties=properties)
        row, *_ = self.run("plimsoll", job, plimsoll_run(job, plan))
        return dict(row, plan=plan, users=users)

    def idle(self, mode):
        return [self.memory(mode, "idle", users, seconds=2) for users in (1_000, 21_000)]

    def active(self, mode):
        many = min(11_000, server.open_files() - SPARE_FILES)
        return [self.memory(mode, "get", users, seconds=3) for users in (1_000, many)]

    def think(self, mode):
        kept = min(THINKING_USERS, server.open_files() - SPARE_FILES)
        rows = [self.memory(mode, "think", users, ramp=10, seconds=12) for users in (1_000, kept)]
        return rows + [self.memory(mode, "think-closing", users, ramp=15, seconds=12) for users in (1_000, THINKING_USERS)]


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

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.busy, self.over = pid, [], threading.Event()
        self.start()

    def run(self):
        used_s, at = cpu_seconds(self.pid), time.monotonic()
        while not self.over.wait(self.EVERY_S):
            used_now_s, now = cpu_seconds(self.pid), time.monotonic()
            if used_now_s > used_s:
                self.busy.append((at, now, (used_now_s - used_s) / (now - at)))
            used_s, at = used_now_s, now

    def end(self):
        """Seconds from the first to the last moment with a fifth of the usual work: closing connections is no load."""
        self.over.set()
        self.join()
        level = statistics.median(share for *_, share in self.busy) / 5 if self.busy else 0
        busy = [sample for sample in self.busy if sample[2] >= level]
        return busy[-1][1] - busy[0][0] if busy else 0.0
