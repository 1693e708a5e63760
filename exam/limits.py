"""Systems with less than the machine has: control groups, and networks of their own."""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import time

from systems import SERVICES, CannotBeMade, free_port, program, python


def small(system, settings):
    """A service in a control group of its own, with a limit of its memory: the kernel kills it there."""
    group = pathlib.Path(f"/sys/fs/cgroup/memory/plimsoll-exam-{os.getpid()}-{free_port()}")
    try:
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text(str(settings["mb"] << 20))
        with contextlib.suppress(OSError):
            (group / "memory.memsw.limit_in_bytes").write_text(str(settings["mb"] << 20))
    except OSError as error:
        raise CannotBeMade(f"no control group: {error}") from error
    system.after.append(lambda: (time.sleep(0.5), group.rmdir()))
    places = python(system, settings["service"])
    (group / "cgroup.procs").write_text(str(places["pid"]))
    return places


def swapping(system, settings):
    """A service whose memory is more than its control group may have, on a machine that swaps."""
    swap = system.folder / "swap"
    made = subprocess.run(["sh", "-ec", f"fallocate -l 512M {swap}; chmod 600 {swap}; mkswap {swap}; swapon {swap}"], capture_output=True, text=True)
    if made.returncode:
        raise CannotBeMade(f"no swap: {made.stderr[-200:]}")
    system.after.append(lambda: subprocess.run(["swapoff", swap], capture_output=True, timeout=60))
    group = control_group(system, "memory", {"memory.limit_in_bytes": settings["mb"] << 20, "memory.swappiness": 100})
    places = python(system, settings["service"])
    (group / "cgroup.procs").write_text(str(places["pid"]))
    return places


def slow_disk(system, settings):
    """A service whose device does only so many reads in a second."""
    number = os.stat(system.folder).st_dev
    device = f"{os.major(number)}:{os.minor(number)}"
    group = control_group(system, "blkio", {"blkio.throttle.read_iops_device": f"{device} {settings['reads_per_s']}"} if settings.get("reads_per_s") else {})
    places = python(system, settings["service"])
    move(places["pid"], group)
    return places


def control_group(system, controller, limits):
    group = pathlib.Path(f"/sys/fs/cgroup/{controller}/plimsoll-exam-{os.getpid()}-{free_port()}")
    try:
        group.mkdir()
        system.after.append(lambda: (time.sleep(0.5), group.rmdir()))
        for name, value in limits.items():
            (group / name).write_text(str(value))
    except OSError as error:
        raise CannotBeMade(f"no control group: {error}") from error
    return group


def move(pid, group):
    (group / "cgroup.procs").write_text(str(pid))
    for thread in os.listdir(f"/proc/{pid}/task"):
        (group / "tasks").write_text(thread)


def limited(system, settings):
    """A service in a control group of its own, with a limit of its CPU; what cAdvisor would tell of it is on a port."""
    group = pathlib.Path("/sys/fs/cgroup/cpu/plimsoll-exam-" + str(os.getpid()) + "-" + str(free_port()))
    try:
        group.mkdir()
        (group / "cpu.cfs_period_us").write_text("100000")
        (group / "cpu.cfs_quota_us").write_text(str(int(settings["cores"] * 100000)))
    except OSError as error:
        raise CannotBeMade(f"no control group: {error}") from error
    system.after.append(lambda: (time.sleep(0.5), group.rmdir()))
    port, metrics = free_port(), free_port()
    process = system.start([sys.executable, SERVICES / "service.py", json.dumps({**settings["service"], "port": port})], port)
    (group / "cgroup.procs").write_text(str(process.pid))
    for thread in os.listdir(f"/proc/{process.pid}/task"):
        (group / "tasks").write_text(thread)
    system.start([sys.executable, SERVICES / "cadvisor.py", metrics, group, settings["cores"]], metrics)
    return {"port": port, "pid": process.pid, "metrics": metrics, "group": group}


@contextlib.contextmanager
def held_to(cores):
    """What a command is begun with so that it has so many cores, all of its processes together."""
    if cores is None:
        yield []
        return
    group = pathlib.Path(f"/sys/fs/cgroup/cpu/plimsoll-exam-{os.getpid()}-{free_port()}")
    try:
        group.mkdir()
        (group / "cpu.cfs_period_us").write_text("100000")
        (group / "cpu.cfs_quota_us").write_text(str(int(cores * 100000)))
    except OSError as error:
        raise CannotBeMade(f"no control group: {error}") from error
    try:
        yield ["sh", "-c", f'echo $$ > {group}/cgroup.procs && exec "$@"', "sh"]
    finally:
        time.sleep(0.5)
        with contextlib.suppress(OSError):
            group.rmdir()


def in_network_of_its_own(network, command):
    """The same command in a new network namespace whose one interface is as the case has it."""
    words = ["ip link set lo up"]
    if network.get("lost_beyond"):
        words.append("ip link set lo mtu 1500")
        words.append(f"iptables -A OUTPUT -o lo -p tcp -m length --length {network['lost_beyond'] + 1}:65535 -j DROP")
    if network.get("shape"):
        words.append(f"tc qdisc add dev lo root {network['shape']}")
    if network.get("lost_percent"):
        words.append(f"iptables -A OUTPUT -o lo -m statistic --mode random --probability {network['lost_percent'] / 100} -j DROP")
    if network.get("ports"):
        words.append(f"echo '{network['ports']}' > /proc/sys/net/ipv4/ip_local_port_range")
    return [program("unshare"), "--net", "sh", "-ec", "; ".join(words) + '; exec "$@"', "sh", *command]


KINDS = {"limited": limited, "swapping": swapping, "slow-disk": slow_disk, "small": small}
