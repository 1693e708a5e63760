"""The network of a lab's containers: a network namespace for each, joined to the host by a veth pair and one bridge, as a
container runtime does it. Nothing leads out of it: no default route, no forwarding, no translation of addresses.

    host         10.79.LAB.1       the bridge `plimLAB`
    a container  10.79.LAB.2…      `eth0` of the namespace `plimsoll-lab-NAME-PROCESS`; its other end is `plimLAB-2`…

LAB is the lab's block of ports. All of it is found again by these names, so what a killed lab left is removed, whatever its
file says. Where namespaces can't be made, every address is 127.0.0.1, and `missing` says why.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys

LOOPBACK = "127.0.0.1"
NAMESPACES = pathlib.Path("/run/netns")
PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
# How long a trial connection may take: it is made within a millisecond, or a firewall drops it. Who listens waits for
# longer: the other side is a program that is only being started.
TRIAL_S_MAX = 3
LISTEN = f"""import socket, sys
with socket.create_server((sys.argv[1], 0)) as server:
    server.settimeout({10 * TRIAL_S_MAX})
    print(server.getsockname()[1], flush=True)
    server.accept()"""
CONNECT = f"""import socket, sys
for where in sys.argv[1:]:
    address, port = where.split(":")
    socket.create_connection((address, int(port)), {TRIAL_S_MAX}).close()"""


class NetworkError(Exception):
    """Why a container can't have a network of its own."""


class Network:
    def __init__(self, name, block, file):
        self.namespaces = f"plimsoll-lab-{name}-"
        self.bridge = f"plim{block}"
        self.block = block
        self.file = file

    # --- what it is ---

    def state(self):
        """`containers`: the addresses given so far; `missing`: why there are none. Made when it is first asked for."""
        if not self.file.exists():
            self.create()
        return json.loads(self.file.read_text())

    def missing(self):
        """Why the containers of this lab have no network of their own; None when they have, or when there is no container."""
        return json.loads(self.file.read_text()).get("missing") if self.file.exists() else None

    def host(self):
        """Where containers reach what runs beside them."""
        return LOOPBACK if "missing" in self.state() else self.numbered(1)

    def address(self, name):
        """The address of a container: the same from its first mention until the lab is down."""
        state = self.state()
        if "missing" in state:
            return LOOPBACK
        containers = state["containers"]
        if name not in containers:
            containers[name] = self.numbered(2 + len(containers))
            self.file.write_text(json.dumps(state))
        return containers[name]

    def numbered(self, number):
        return f"10.79.{self.block}.{number}"

    # --- containers ---

    def join(self, name):
        """Makes a container's namespace; what a command begins with to run in it, as a process of the same id."""
        address = self.address(name)
        if address == LOOPBACK:
            return []
        self.leave(name)
        namespace = self.namespaces + name
        ip("netns", "add", namespace)
        ip("link", "add", self.link(name), "master", self.bridge, "up", "type", "veth",
           "peer", "name", "eth0", "address", hardware(address), "netns", namespace)
        ip("-n", namespace, "address", "add", f"{address}/24", "dev", "eth0")
        for link in ("lo", "eth0"):
            ip("-n", namespace, "link", "set", link, "up")
        # `ip netns exec` would mount another /sys, in which a JVM does not find the limits of its control group.
        return [found("nsenter"), f"--net={NAMESPACES / namespace}", "--"]

    def leave(self, name):
        """Removes a container's namespace, if it is there."""
        drop(self.link(name))
        if (NAMESPACES / (self.namespaces + name)).exists():
            ip("netns", "delete", self.namespaces + name)

    def link(self, name):
        return f"{self.bridge}-{self.address(name).rpartition('.')[2]}"

    # --- all of it ---

    def create(self):
        self.remove()
        self.file.write_text(json.dumps({"containers": {}}))
        try:
            ip("link", "add", self.bridge, "address", hardware(self.numbered(1)), "up", "type", "bridge")
            ip("address", "add", f"{self.numbered(1)}/24", "dev", self.bridge)
            self.trial("trial-1", "trial-2")
            self.file.write_text(json.dumps({"containers": {}}))
        except NetworkError as error:
            self.remove()
            self.file.write_text(json.dumps({"missing": str(error)}))

    def trial(self, here, there):
        """Whether containers really reach the host and each other: a firewall may have rules for bridges."""
        enter_here, enter_there = self.join(here), self.join(there)
        python = [sys.executable, "-c"]
        try:
            with socket.create_server((self.host(), 0)) as on_host, subprocess.Popen(
                    [*enter_there, *python, LISTEN, self.address(there)], stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL, text=True) as listener:
                port = listener.stdout.readline().strip()
                reached = port and subprocess.run(
                    [*enter_here, *python, CONNECT, f"{self.host()}:{on_host.getsockname()[1]}",
                     f"{self.address(there)}:{port}"], stderr=subprocess.DEVNULL).returncode == 0
                listener.kill()
        except OSError as error:
            raise NetworkError(str(error)) from error
        if not reached:
            raise NetworkError(f"what is joined to the bridge {self.bridge} is not reached: perhaps a firewall's rule")
        for name in (here, there):
            self.leave(name)

    def remove(self):
        """Removes whatever there is of it, by name. Nothing is done where nothing is left."""
        for link in links():
            if link == self.bridge or link.startswith(f"{self.bridge}-"):
                drop(link)
        for namespace in NAMESPACES.glob(f"{self.namespaces}*"):
            ip("netns", "delete", namespace.name)
        self.file.unlink(missing_ok=True)


def links():
    return [name for _, name in socket.if_nameindex()]


def drop(link):
    """Removes a link; one whose other end has just gone may go by itself."""
    try:
        if link in links():
            ip("link", "delete", link)
    except NetworkError:
        if link in links():
            raise


def hardware(address):
    """Of an address always the same one: neighbours go on knowing a container that is started again."""
    return "02:79:" + ":".join(f"{int(part):02x}" for part in address.split("."))


def found(program):
    path = shutil.which(program, path=PATH)
    if path is None:
        raise NetworkError(f"{program} is not installed")
    return path


def ip(*arguments):
    done = subprocess.run([found("ip"), *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise NetworkError(f"ip {' '.join(arguments)}: {done.stderr.strip()}")
