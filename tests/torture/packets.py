"""Packets that are lost, come late, twice, in another order or damaged: a network of its own whose one way leads through this program."""
import fcntl, heapq, os, select, struct, threading, time
from bench import NotTaken, case, require
from hostile import HostileServer
from namespace import inside, up
from network import OK, judge, perform, reply

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 1, 0x1000
SERVER, THERE = "10.77.0.1", "10.77.0.2"


class Wire:
    """What is sent to THERE comes from THERE to SERVER, and the other way round: both addresses of a packet change places, and no
    checksum with them. `act` gives for each packet the seconds after which it comes, once for each time that it does."""

    def __init__(self, act):
        try:
            self.device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            fcntl.ioctl(self.device, TUNSETIFF, struct.pack("16sH22x", b"torture0", IFF_TUN | IFF_NO_PI))
        except OSError as error:
            raise NotTaken(f"no interface whose packets a program carries ({error})") from None
        up("torture0", SERVER, "255.255.255.0")
        self.act, self.seen, self.lost, self.is_open = act, 0, 0, True
        self.thread = threading.Thread(target=self.carry, daemon=True)
        self.thread.start()

    def carry(self):
        waiting, number, poll = [], 0, select.poll()
        poll.register(self.device, select.POLLIN)
        while self.is_open:
            now = time.monotonic()
            while waiting and waiting[0][0] <= now:
                self.write(heapq.heappop(waiting)[2])
            pause = min(waiting[0][0] - now, 0.2) if waiting else 0.2
            if not poll.poll(max(0, pause) * 1000):
                continue
            packet = os.read(self.device, 65536)
            if packet[0] >> 4 != 4:
                continue
            packet = packet[:12] + packet[16:20] + packet[12:16] + packet[20:]
            times = self.act(packet)
            self.seen += 1
            self.lost += not times
            for delay, data in times:
                number += 1
                heapq.heappush(waiting, (time.monotonic() + delay, number, data))

    def write(self, packet):
        try:
            os.write(self.device, packet)
        except OSError:
            self.lost += 1

    def close(self):
        self.is_open = False
        self.thread.join()
        os.close(self.device)


def damaged(packet, random):
    """A byte of what TCP carries is another one; its checksum finds it."""
    at = random.randrange(20, len(packet))
    return packet[:at] + bytes([packet[at] ^ (1 << random.randrange(8))]) + packet[at + 1 :]


def faults(random, lost=0.0, late=0.0, twice=0.0, broken=0.0):
    def act(packet):
        if random.random() < lost:
            return []
        delay = random.uniform(0, 0.03) if random.random() < late else 0
        if random.random() < broken:
            packet = damaged(packet, random)
        return [(delay, packet)] * (2 if random.random() < twice else 1)

    return act


BODY = "x" * 20_000


def carried(bench, act, names, more=""):
    """Each name once by each of ten users, over such a wire: the server, what was found, and the wire."""
    answer = reply(f"{OK}Content-Length: {len(BODY)}\r\n\r\n{BODY}")

    def enter():
        wire = Wire(act)
        server = HostileServer({name: answer for name in names}, hosts=[SERVER])
        text = "".join(f"      - get: http://{THERE}:{server.port}/{name}\n        label: {name}\n{more}" for name in names)
        try:
            return server, perform(bench, server, names, users=10, text=text), wire
        finally:
            server.close()
            wire.close()

    return inside(enter)


@case("network", "packets that are lost, late, doubled, damaged and in another order: every request succeeds, and is counted once", short=1, long=20, group=2)
def bad(bench):
    """TCP repairs it: the figures are those of a slow network, and not one failure."""
    random, names = bench.random, [f"n{number}" for number in range(4 if bench.short else 20)]
    share = {name: random.uniform(0, most) for name, most in (("lost", 0.08), ("late", 0.5), ("twice", 0.1), ("broken", 0.03))}
    server, found, wire = carried(bench, faults(random, **share), names)
    judge(server, names, found, lambda _: {None}, users=10)
    require(wire.seen > 100, "the packets went another way")
    return {"packets": wire.seen, "requests": 10 * len(names), "lost %": 100 * wire.lost / wire.seen}


@case("network", "a network in which nothing arrives any more, for a while and for good", short=1, long=8, group=2)
def gap(bench):
    """For a while: what was under way ends when packets arrive again. For good: each request ends with its time-out."""
    random, names = bench.random, [f"n{number}" for number in range(6)]
    for is_for_good in (False, True):
        state = {"number": 0, "since": None}
        first, gap_s = random.randint(30, 120), random.uniform(0.5, 2)

        def act(packet):
            state["number"] += 1
            if state["number"] == first:
                state["since"] = time.monotonic()
            over = state["since"] is None or not is_for_good and time.monotonic() - state["since"] > gap_s
            return [(0, packet)] if over else []

        more = "        connect_timeout: 1 s\n        response_timeout: 1 s\n" if is_for_good else ""
        server, found, _ = carried(bench, act, names, more)
        kinds = {"connect-timeout", "response-timeout", None} if is_for_good else {None}
        judge(None, names, found, lambda _: kinds, users=10)
        for name in names:
            done = 10 - sum(found[0].get(name, {}).values())
            require(done <= server.asked[name] <= 10, f"{name}: the server was asked {server.asked[name]} times, {done} are counted as done")
        require(not is_for_good or any(found[0].values()), "all of it came before the gap")

