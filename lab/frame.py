"""What the labs have in common: a folder for state, processes that are ended by pid, limits, ports.

A lab is a folder `lab/NAME` with a `lab.py` in it:

    VARIANTS = {"default": {...}, "double": {...}}     # the first is taken when none is named
    def up(lab): ...                                   # calls lab.start(...) for each process, in order
    def down(lab): ...                                 # optional; processes and limits are ended by the frame

State is kept in /tmp/plimsoll-lab/NAME: `pids/`, `logs/`, `data/`, `state.json`, `network.json`. The folder is the same for
everybody, because the studies name the logs in it.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

from network import LOOPBACK, Network, NetworkError

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = ROOT / "target" / "lab"
STATE = pathlib.Path("/tmp/plimsoll-lab")
# Every wait of a lab is bounded by this: a lab is up, or it is not, within a minute.
READY_S_MAX = 60
STOP_S_MAX = 8
# The load generator goes first, then the system under test, then everybody else.
GENERATOR_NICE, LAB_NICE = -15, -5
CONTROL_GROUPS = pathlib.Path("/sys/fs/cgroup")
# A share of a core is at least a millisecond of this: the least that the kernel gives.
PERIOD_US = 80_000


class LabError(Exception):
    """Something the user can do something about: the text says what."""


def ports():
    """The ports of `ports.env`, by name."""
    found = {}
    for line in (ROOT / "lab" / "ports.env").read_text().splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found[name.strip()] = int(value)
    return found


def program(name):
    """The path of a program that a package installs, perhaps where only root looks."""
    path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin:/sbin")
    if path is None:
        raise LabError(f"{name} is not installed: run lab/build")
    return path


def plimsoll():
    """Plimsoll itself, whose built-in servers some labs use."""
    return os.environ.get("PLIMSOLL", str(ROOT / "target" / "release" / "plimsoll"))


class Lab:
    def __init__(self, name, variant=None, settings=None):
        self.name = name
        self.variant = variant
        self.settings = settings or {}
        self.folder = STATE / name
        self.pids = self.folder / "pids"
        self.logs = self.folder / "logs"
        self.data = self.folder / "data"
        self.source = ROOT / "lab" / name
        self.ports = ports()
        block = min(port for key, port in self.ports.items() if key.startswith(name.upper())) // 100 % 100
        self.network = Network(name, block, self.folder / "network.json")

    # --- addresses ---

    @property
    def host(self):
        """The address at which containers reach what is none; everybody reaches it there."""
        return self.network.host()

    def address(self, container):
        """The address at which everybody reaches a container."""
        return self.network.address(container)

    # --- files ---

    def prepare(self):
        for folder in (self.pids, self.logs, self.data):
            folder.mkdir(parents=True, exist_ok=True)

    def write(self, path, text):
        """A file in the lab's data folder; its full path."""
        full = self.data / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text)
        return full

    def fill(self, template, path, **values):
        """A file of the lab's source with ${NAME} replaced by ports and values."""
        known = {**self.ports, "DATA": self.data, "LOGS": self.logs, **values}
        text = re.sub(r"\$\{([A-Z_0-9]+)\}", lambda match: str(known[match[1]]), (self.source / template).read_text())
        return self.write(path, text)

    def classpath(self, *modules):
        """Classes of Maven modules, and the libraries of all of them."""
        parts = [str(BUILT / module / "classes") for module in modules] + [str(BUILT / "libs" / "*")]
        if not (BUILT / "libs").is_dir():
            raise LabError("the services are not built: run lab/build")
        return ":".join(parts)

    # --- processes ---

    def start(self, name, command, *, env=None, cwd=None, port=None, url=None, container=False, publish=None,
              cpu_percent=None, memory_mib=None, ready_s=READY_S_MAX):
        """Starts a process in a session of its own and waits until `port` is open or `url` answers 200.

        `container`: its CPU time and memory are counted, limits or not, and it has a network of its own (`lab/containers`
        tells them). It listens on `$ADDRESS`; its port `publish` is on 127.0.0.1 besides.
        """
        if self.alive(name):
            raise LabError(f"{name} of lab {self.name} runs already: lab/down {self.name} first")
        address = self.address(name) if container else LOOPBACK
        if port is not None and address == LOOPBACK and is_open(address, port):
            raise LabError(f"port {port} of {name} is taken")
        groups = self.limits(name, container, cpu_percent, memory_mib)
        into = self.network.join(name) if container else []

        def enter():
            go_before_others(LAB_NICE)
            for group in groups:
                (group / "cgroup.procs").write_text(str(os.getpid()))

        with open(self.logs / f"{name}.log", "ab") as log:
            child = subprocess.Popen([str(part) for part in (*into, *command)], stdin=subprocess.DEVNULL, stdout=log,
                                     stderr=subprocess.STDOUT, cwd=cwd or self.data, start_new_session=True,
                                     env=environment({"ADDRESS": address, **(env or {})}), preexec_fn=enter)
        (self.pids / f"{name}.json").write_text(json.dumps({
            "pid": child.pid, "started": started(child.pid), "order": time.monotonic_ns(), "address": address,
            "groups": [str(group) for group in groups]}))
        if publish is not None and address != LOOPBACK:
            self.start(f"{name}-port", [sys.executable, ROOT / "lab" / "relay", publish, address], port=publish)
        self.ready(name, port=port, url=url, ready_s=ready_s)

    def ready(self, name, *, port=None, url=None, ready_s=READY_S_MAX):
        """Waits for a process that was started without `port` and `url`, so that others can start meanwhile."""
        deadline = time.monotonic() + ready_s
        known = self.process(name)
        while time.monotonic() < deadline:
            reap(known["pid"])
            if not self.alive(name):
                raise LabError(f"{name} ended while it started\n{self.tail(name)}")
            if (port is None or is_open(known["address"], port)) and (url is None or answers(url)):
                return
            time.sleep(0.1)
        raise LabError(f"{name} was not ready within {ready_s} s\n{self.tail(name)}")

    def run(self, name, command, *, env=None, stdin=None, timeout_s=READY_S_MAX):
        """Runs a command to its end; its output goes to the log of that name and is returned."""
        done = subprocess.run([str(part) for part in command], input=stdin, text=True, timeout=timeout_s, cwd=self.data,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment(env or {}))
        with open(self.logs / f"{name}.log", "a") as log:
            log.write(done.stdout)
        if done.returncode != 0:
            raise LabError(f"{name} ended with {done.returncode}\n{self.tail(name)}")
        return done.stdout

    def tail(self, name, lines=15):
        try:
            text = (self.logs / f"{name}.log").read_text(errors="replace")
        except OSError:
            return ""
        return "\n".join(text.splitlines()[-lines:])

    def known(self):
        """Names of processes that were started, the last first."""
        found = [(json.loads(path.read_text())["order"], path.stem) for path in self.pids.glob("*.json")]
        return [name for _, name in sorted(found, reverse=True)]

    def process(self, name):
        try:
            return json.loads((self.pids / f"{name}.json").read_text())
        except OSError:
            return None

    def alive(self, name):
        known = self.process(name)
        return known is not None and known["started"] is not None and started(known["pid"]) == known["started"]

    def stop(self, name):
        """Ends one process: politely, then not. A pid that another process has by now is left alone.

        Its network stays until the lab is down: whoever asks a container that ended is refused at once.
        """
        known = self.process(name)
        if known is None:
            return
        for sign, seconds in ((signal.SIGTERM, STOP_S_MAX), (signal.SIGKILL, STOP_S_MAX)):
            deadline = time.monotonic() + seconds
            if self.alive(name):
                send(known["pid"], sign)
            while self.alive(name) and time.monotonic() < deadline:
                reap(known["pid"])
                time.sleep(0.05)
        end_orphans(known["pid"])
        for group in known["groups"]:
            leave(pathlib.Path(group))
        (self.pids / f"{name}.json").unlink(missing_ok=True)

    # --- limits ---

    def limits(self, name, container, cpu_percent, memory_mib):
        """The control groups of a process, with their limits; none where none is asked for."""
        name = f"plimsoll-lab-{self.name}-{name}"
        quota_us = None if cpu_percent is None else int(PERIOD_US * cpu_percent / 100)
        bytes_max = None if memory_mib is None else memory_mib * 1024 * 1024
        if not container and quota_us is None and bytes_max is None:
            return []
        try:
            return groups_of_version_1(name, quota_us, bytes_max) if (CONTROL_GROUPS / "cpu").exists() else \
                group_of_version_2(name, quota_us, bytes_max)
        except OSError as error:
            if quota_us is None and bytes_max is None:
                return []
            raise LabError(f"CPU and memory can't be limited here ({error}): a lab with limits needs root and a writable "
                           f"{CONTROL_GROUPS}") from error


def environment(more):
    return {**os.environ, **{key: str(value) for key, value in more.items()}}


def go_before_others(nice):
    """Other work of the machine would be measured too. Where the kernel groups by session, the session's nice counts."""
    try:
        os.setpriority(os.PRIO_PROCESS, 0, nice)
        pathlib.Path("/proc/self/autogroup").write_text(str(nice))
    except OSError:
        pass


def groups_of_version_1(name, quota_us, bytes_max):
    groups = {controller: CONTROL_GROUPS / controller / name for controller in ("cpu", "cpuacct", "memory")}
    for group in groups.values():
        group.mkdir(exist_ok=True)
    if quota_us is not None:
        (groups["cpu"] / "cpu.cfs_period_us").write_text(str(PERIOD_US))
        (groups["cpu"] / "cpu.cfs_quota_us").write_text(str(quota_us))
    if bytes_max is not None:
        (groups["memory"] / "memory.limit_in_bytes").write_text(str(bytes_max))
    return list(groups.values())


def group_of_version_2(name, quota_us, bytes_max):
    (CONTROL_GROUPS / "cgroup.subtree_control").write_text("+cpu +memory")
    group = CONTROL_GROUPS / name
    group.mkdir(exist_ok=True)
    if quota_us is not None:
        (group / "cpu.max").write_text(f"{quota_us} {PERIOD_US}")
    if bytes_max is not None:
        (group / "memory.max").write_text(str(bytes_max))
    return [group]


def end_orphans(pid):
    """What a process that was killed left behind, such as nginx's workers: while its session lives nobody gets its pid."""
    if started(pid) is None:
        try:
            os.killpg(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass


def send(pid, sign):
    """A signal to a process, which may have ended this very moment."""
    try:
        os.kill(pid, sign)
    except ProcessLookupError:
        pass


def leave(group):
    """Removes a control group once its processes have left it."""
    for _ in range(50):
        try:
            group.rmdir()
            return
        except FileNotFoundError:
            return
        except OSError:
            time.sleep(0.05)


def started(pid):
    """When a process started, in the kernel's ticks: with it a pid names one process for ever. None when it is gone."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else int(fields[19])


def reap(pid):
    """A child that ended stays in the table until its parent asks."""
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        pass


def is_open(address, port):
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex((address, port)) == 0


def answers(url):
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return answer.status == 200
    except OSError:
        return False
