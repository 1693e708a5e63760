"""Names whose addresses change, come late, are very many, or do not come at all: a name server of the tests in a network of its own."""
import collections, contextlib, socket, struct, threading, time
from bench import case, errors, require
from hostile import HostileServer
from namespace import inside
from network import OK, judge, perform, reply

ANSWER = reply(OK + "Content-Length: 0\r\n\r\n")
# The system's resolver asks twice, a second apart.
RESOLV = "nameserver 127.0.0.53\noptions timeout:1 attempts:2\n"
PATIENT = "nameserver 127.0.0.53\noptions timeout:13 attempts:2\n"
SERVFAIL, NXDOMAIN, REFUSED = 2, 3, 5


class NameServer:
    """`acts` has for the first part of a name a function of (times asked, transport) that gives `(code, addresses)`, bytes, or None."""

    def __init__(self, acts):
        self.acts, self.asked, self.lock = acts, collections.Counter(), threading.Lock()
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.53", 53))
        self.tcp = socket.create_server(("127.0.0.53", 53))
        for serve in (self.serve_udp, self.serve_tcp):
            threading.Thread(target=serve, daemon=True).start()

    def serve_udp(self):
        while True:
            try:
                question, peer = self.udp.recvfrom(4096)
            except OSError:
                return
            threading.Thread(target=self.answer_udp, args=(question, peer), daemon=True).start()

    def answer_udp(self, question, peer):
        answer = self.answer(question)
        if answer is not None:
            if len(answer) > 512:
                # Truncated: it is to be asked for by TCP.
                answer = struct.pack(">HHHHHH", *struct.unpack(">H", question[:2]), 0x8380, 1, 0, 0, 0) + self.question(question)[1]
            with contextlib.suppress(OSError):
                self.udp.sendto(answer, peer)

    def serve_tcp(self):
        while True:
            try:
                stream, _ = self.tcp.accept()
            except OSError:
                return
            threading.Thread(target=self.answer_tcp, args=(stream,), daemon=True).start()

    def answer_tcp(self, stream):
        with stream:
            while len(head := stream.recv(2, socket.MSG_WAITALL)) == 2:
                answer = self.answer(stream.recv(struct.unpack(">H", head)[0], socket.MSG_WAITALL)) or b""
                stream.sendall(struct.pack(">H", len(answer)) + answer)

    @staticmethod
    def question(message):
        """The name's parts, and the bytes of the question."""
        at, parts = 12, []
        while message[at]:
            parts.append(message[at + 1 : at + 1 + message[at]].decode())
            at += 1 + message[at]
        return parts, message[12 : at + 5]

    def answer(self, message):
        parts, question = self.question(message)
        is_ipv4 = question[-4:-2] == b"\x00\x01"
        with self.lock:
            self.asked[parts[0]] += is_ipv4
            number = self.asked[parts[0]]
        answer = self.acts[parts[0]](number) if parts[0] in self.acts else (NXDOMAIN, [])
        if answer is None or isinstance(answer, bytes):
            return None if answer is None else message[:2] + answer
        code, addresses = answer
        addresses = addresses if is_ipv4 else []
        records = b"".join(b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 0, 4) + socket.inet_aton(address) for address in addresses)
        return struct.pack(">HHHHHH", *struct.unpack(">H", message[:2]), 0x8180 | code, 1, len(addresses), 0, 0) + question + records

    def close(self):
        self.udp.close()
        self.tcp.close()


def with_names(bench, acts, act, resolv=RESOLV):
    """Does something where these names are known."""
    files = {"/etc/resolv.conf": bench.write("resolv.conf", resolv), "/etc/nsswitch.conf": bench.write("nsswitch.conf", "hosts: files dns\n")}

    def enter():
        server = NameServer(acts)
        try:
            return act(server)
        finally:
            server.close()

    return inside(enter, files)


def late(seconds, answer):
    return lambda number: (time.sleep(seconds), answer)[1]


HERE = (0, ["127.0.0.1"])


def thousand(third):
    return [f"127.{third}.{number // 250}.{number % 250 + 1}" for number in range(1000)]


@case("network", "names that fail, come late, are damaged, or have 1,000 addresses", short=1, long=20, group=2)
def failing(bench):
    """A name for each request; where its server answers, the request is counted there, and nowhere else."""
    none = {"name-resolution"}
    closed = [f"127.9.0.{number + 1}" for number in range(9)]
    acts = {
        "good": (lambda _: HERE, {None}), "unknown": (lambda _: (NXDOMAIN, []), none), "broken": (lambda _: (SERVFAIL, []), none),
        "refused": (lambda _: (REFUSED, []), none), "empty": (lambda _: (0, []), none), "silent": (lambda _: None, none),
        "late": (late(0.7, HERE), {None}), "later": (late(1.5, HERE), {None}), "too-late": (late(6, HERE), none),
        "second": (lambda number: HERE if number > 1 else None, {None}),
        "damaged": (lambda _: bench.random.randbytes(bench.random.randrange(60)), none), "short": (lambda _: b"", none),
        "lying": (lambda _: b"\x81\x80\x00\x01\xff\xff\x00\x00\x00\x00" + bench.random.randbytes(30), none),
        "loop": (lambda _: b"\x81\x80\x00\x01\x00\x01\x00\x00\x00\x00\x04loop\x04test\x00\x00\x01\x00\x01\xc0\x0c\x00\x05\x00\x01\x00\x00\x00\x00\x00\x02\xc0\x0c", none),
        "thousand": (lambda _: (0, thousand(2)), {None}), "few-refuse": (lambda _: (0, [*closed, "127.0.0.1"]), {None}),
        "all-refuse": (lambda _: (0, closed), {"connect-refused"}),
    }
    names = bench.random.sample(sorted(acts), len(acts))

    def act(_):
        server = HostileServer({name: ANSWER for name in names}, hosts=["127.0.0.1", *thousand(2)])
        began = time.monotonic()
        found = perform(bench, None, names, users=2, url=lambda name: f"http://{name}.test:{server.port}/{name}")
        server.close()
        return server, found, time.monotonic() - began

    server, found, seconds = with_names(bench, {name: act for name, (act, _) in acts.items()}, act)
    judge(None, names, found, lambda name: acts[name][1], users=2)
    for name in names:
        expected = 2 - sum(found[0].get(name, {}).values())
        require(server.asked[name] == expected, f"{name}: the server was asked {server.asked[name]} times, {expected} are counted as done")
    return {"seconds": seconds}


@case("network", "a name server and addresses that are silent for longer than a request may take", short=1, long=5, group=2)
def silent(bench):
    """Without an end of its own each would take 25 s and more: so long the system asks, and 500 ms are for each address."""
    acts = {"nobody": (lambda _: None, {"response-timeout"}), "slow": (late(20, HERE), {"response-timeout"}),
            "holes": (lambda _: (0, holes), {"response-timeout", "connect-timeout"})}
    holes = [f"127.8.0.{number + 1}" for number in range(50)]

    def act(_):
        # A queue that is full: a connection to it is neither made nor refused.
        full = socket.create_server(("0.0.0.0", 0), backlog=0)
        port, waiting = full.getsockname()[1], []
        for address in holes[:3]:
            stream = socket.socket()
            stream.setblocking(False)
            stream.connect_ex((address, port))
            waiting.append(stream)
        text = "".join(f"      - get: http://{name}.test:{port}/\n        label: {name}\n        connect_timeout: 500 ms\n" for name in acts)
        began = time.monotonic()
        return perform(bench, None, list(acts), text=text, arguments=["-J", "plimsoll.bound.request_s=2"]), time.monotonic() - began

    found, seconds = with_names(bench, {name: act for name, (act, _) in acts.items()}, act, resolv=PATIENT)
    judge(None, list(acts), found, lambda name: acts[name][1])
    return {"seconds for three requests": seconds}


@case("network", "a name whose address changes while a run goes on, and whose old address refuses", short=0, long=4, group=4)
def changing(bench):
    """The load follows within the 30 s for which addresses are used; until then it is refused, and each refusal is counted."""
    moved = threading.Event()
    addresses = {False: "127.0.1.1", True: "127.0.1.2"}

    def act(names):
        servers = {False: HostileServer({"x": ANSWER}, hosts=["127.0.1.1"])}
        port = servers[False].port
        servers[True] = HostileServer({"x": ANSWER}, hosts=["127.0.1.2"], port=port)

        def move():
            time.sleep(bench.random.uniform(2, 6))
            moved.set()
            servers[False].close()

        threading.Thread(target=move, daemon=True).start()
        text = f"      - get: http://moving.test:{port}/x\n        label: x\n        connect_timeout: 5 s\n        think: 50 ms\n"
        bench.write("p.yaml", f"plan: p\nscenarios:\n  - users: 4\n    hold: 45 s\n    iterations: forever\n    steps:\n{text}")
        running = bench.start("run", "p.yaml", "--workers", "1", "--no-examples", "-o", "out")
        code = running.end(120)
        require(code in (0, 3, 4), f"the run ended with {code}: {running.text()[:400]}")
        return servers

    servers = with_names(bench, {"moving": lambda _: (0, [addresses[moved.is_set()]])}, act)
    failed, counted = errors(bench.path("out", "run.run"))
    kinds = {kind: count for (_, kind), count in failed.items()}
    done = counted["x"] - sum(kinds.values())
    require(set(kinds) <= {"connect-refused", "closed-early", "reset"}, f"failed: {kinds}")
    before, after = servers[False].asked["x"], servers[True].asked["x"]
    require(after > 0, "the load never followed the name")
    # What was under way when the old server went, or at the end of the step, is not counted as done.
    require(0 <= before + after - done <= 8, f"the servers were asked {before} and {after} times, {done} are counted as done")
    return {"refused": sum(kinds.values()), "requests": counted["x"]}
