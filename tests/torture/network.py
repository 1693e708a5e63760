"""A network that fails, and servers that mean harm: each request is counted once, in the right kind."""
import base64, collections, gzip, hashlib, re, shutil, socket, ssl, struct, subprocess, time
from bench import NotTaken, case, errors, require
from hostile import Cut, CutTls, HostileServer, Peer

LENGTH = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 11\r\n\r\nhello world"
CHUNKED = b"HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n6;x=y\r\nhello \r\n05\r\nworld\r\n0\r\nA: b\r\n\r\n"
TO_THE_END = b"HTTP/1.1 200 OK\r\n\r\nhello world"
ENDS = ["close", "reset", "half-close", "silence"]
KIND = {"close": {"closed-early"}, "half-close": {"closed-early"}, "reset": {"reset"}, "silence": {"response-timeout"}}
RSS_MB_MAX = 400


def cut_kinds(answer, at, how):
    """What a request may be whose answer ends there; None: it succeeds."""
    head = answer.index(b"\r\n\r\n") + 4
    if answer == TO_THE_END and at >= head:
        return {None} if how in ("close", "half-close") else KIND[how]
    if at >= len(answer):
        # The reset may overtake what came before it.
        return {None, "reset"} if how == "reset" else {None}
    return KIND[how]


def steps(names, url, more=""):
    place = url if callable(url) else lambda name: url + name
    return "".join(f"      - get: {place(name)}\n        label: {name}\n        response_timeout: {patience(name)}\n{more}" for name in names)


def patience(name):
    """Short only where silence is what is meant: on a busy machine a server may be late."""
    return "400 ms" if name.startswith("silence") else "20 s"


def perform(bench, server, names, more="", users=1, url=None, top="", arguments=(), text=None, seconds=180):
    """Each name once by each user. The failures by transaction, and the counts of the run file; the run's peak memory in MB."""
    text = text or steps(names, url or f"http://127.0.0.1:{server.port}/", more)
    bench.write("p.yaml", f"plan: p\n{top}scenarios:\n  - users: {users}\n    iterations: 1\n    steps:\n{text}")
    out = f"out{bench.random.randrange(10**9)}"
    running = bench.start("run", "p.yaml", "--workers", "1", "--no-examples", "-o", out, *arguments)
    rss = 0
    deadline = time.monotonic() + seconds
    while running.process.poll() is None:
        rss = max(rss, peak_mb(running.process.pid))
        require(time.monotonic() < deadline, lambda: f"it hangs: {running.text()[-400:]}")
        time.sleep(0.05)
    code, file = running.end(), bench.path(out, "run.run")
    require(code in (0, 3, 4), f"the run ended with {code}: {running.text()[:500]}")
    require(rss < RSS_MB_MAX, f"it took {rss} MB")
    failed, counted = errors(file)
    by_name = collections.defaultdict(dict)
    for (name, kind), count in failed.items():
        by_name[name][kind] = count
    return by_name, counted, rss


def peak_mb(pid):
    try:
        return int(re.search(r"VmHWM:\s+(\d+)", open(f"/proc/{pid}/status").read())[1]) // 1024
    except (OSError, TypeError):
        return 0


def judge(server, names, found, expected, users=1, times=1):
    by_name, counted, _ = found
    for name in names:
        kinds = expected(name)
        require(counted.get(name) == users, f"{name}: {counted.get(name)} samples of {users}")
        require(server is None or server.asked[name] == users * times, lambda: f"{name}: the server was asked {server.asked[name]} times, {users} samples")
        have = set(by_name[name]) | ({None} if sum(by_name[name].values()) < users else set())
        require(have <= kinds, f"{name}: {have} in place of {kinds}")
        require(sum(by_name[name].values()) <= users, f"{name}: counted more than once: {by_name[name]}")


def cut(bench, answer, share):
    """The answer ends after each of its bytes, in each way; a share of all places, picked by the seed."""
    places = [(at, how) for at in range(len(answer) + 1) for how in ENDS]
    places = sorted(bench.random.sample(places, max(1, int(len(places) * share))))
    server = HostileServer({})
    for at, how in places:
        pieces = bench.random.choice([1, 2, at or 1])

        def act(peer, at=at, how=how, pieces=pieces):
            peer.send(answer[:at], min(pieces, 40))
            peer.end(how)

        server.acts[f"{how}-{at}"] = act
    names = [f"{how}-{at}" for at, how in places]
    users = 2
    found = perform(bench, server, names, users=users)
    judge(server, names, found, lambda name: cut_kinds(answer, int(name.rsplit("-", 1)[1]), name.rsplit("-", 1)[0]), users)
    server.close()
    return {"exchanges": users * len(names)}


@case("network", "closed, reset, half-closed, silent at each byte: an answer with a length", short=1, long=8, group=2)
def length(bench):
    return cut(bench, LENGTH, 0.1 if bench.short else 1)


@case("network", "the same of an answer in chunks", short=1, long=8, group=2)
def chunked(bench):
    return cut(bench, CHUNKED, 0.1 if bench.short else 1)


@case("network", "the same of an answer to the end of the connection", short=1, long=8, group=2)
def to_the_end(bench):
    return cut(bench, TO_THE_END, 0.15 if bench.short else 1)


def mutated(answer, random):
    answer = bytearray(answer)
    for _ in range(random.randint(1, 6)):
        at, how = random.randrange(len(answer) or 1), random.randrange(5)
        piece = bytes(random.choice([0, 10, 13, 32, 44, 48, 57, 58, 59, 102, 127, 128, 255, random.randrange(256)]) for _ in range(random.randint(1, 4)))
        if how == 0 and answer:
            answer[at] = piece[0]
        elif how == 1:
            answer[at:at] = piece
        elif how == 2:
            del answer[at : at + random.randint(1, 8)]
        elif how == 3:
            answer[at:at] = answer[at : at + random.randint(1, 30)]
        else:
            answer[at:at] = random.choice([b"\r\n", b"\r\n\r\n", b"\n", b"Content-Length: 5\r\n", b"HTTP/1.1 100 Continue\r\n\r\n", b"FFFFFFFFFFFFFFFF"])
    return bytes(answer)


@case("network", "answers of which bytes were changed, cut out or doubled", short=1, long=50, group=2)
def changed(bench):
    """Any outcome is right, if it is one for each request and the server was asked as often. Where bytes follow a whole answer after
    the next request has gone out on its connection, they are the answer to that one, which the server never reads: it has to fail."""
    server, names = HostileServer({}), []
    for number in range(60 if bench.short else 250):
        answer = mutated(bench.random.choice([LENGTH, CHUNKED, TO_THE_END]), bench.random)
        how, pieces = bench.random.choice(ENDS[:3]), bench.random.choice([1, 1, 3, 20])

        def act(peer, answer=answer, how=how, pieces=pieces):
            peer.send(answer, pieces)
            peer.end(how)

        server.acts[f"m{number}"] = act
        names.append(f"m{number}")
    found = perform(bench, server, names)
    every = {None, "closed-early", "reset", "bad-http", "status", "response-timeout", "answer-limit", "too-many-redirects"}
    judge(None, names, found, lambda _: every)
    for name in names:
        asked, failed = server.asked[name], found[0].get(name)
        require(asked == 1 or asked == 0 and failed, f"{name}: the server was asked {asked} times, failed: {failed}")
    server.close()
    return {"exchanges": len(names)}


def reply(text):
    return lambda peer: (peer.send(text.encode("latin-1")), peer.end("close"))


OK = "HTTP/1.1 200 OK\r\nConnection: close\r\n"
LIES = {
    "length-negative": (OK + "Content-Length: -1\r\n\r\nx", {"bad-http"}),
    "length-signed": (OK + "Content-Length: +1\r\n\r\nx", {"bad-http"}),
    "length-two": (OK + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx", {"bad-http"}),
    "length-list": (OK + "Content-Length: 1, 2\r\n\r\nxx", {"bad-http"}),
    "length-huge": (OK + "Content-Length: 99999999999999999999999\r\n\r\nx", {"bad-http"}),
    "length-most": (OK + "Content-Length: 9223372036854775807\r\n\r\nx", {"closed-early"}),
    "length-text": (OK + "Content-Length: ten\r\n\r\nx", {"bad-http"}),
    "length-long": (OK + "Content-Length: 10\r\n\r\nx", {"closed-early"}),
    "length-short": (OK + "Content-Length: 1\r\n\r\nxyz HTTP/1.1 200 OK", {None}),
    "chunk-text": (OK + "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello", {"bad-http"}),
    "chunk-negative": (OK + "Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n", {"bad-http"}),
    "chunk-huge": (OK + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nx", {"bad-http"}),
    "chunk-most": (OK + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\nx", {"bad-http", "closed-early"}),
    "chunk-prefix": (OK + "Transfer-Encoding: chunked\r\n\r\n0x1\r\nx\r\n0\r\n\r\n", {"bad-http"}),
    "chunk-long": (OK + "Transfer-Encoding: chunked\r\n\r\n1\r\nxyz\r\n0\r\n\r\n", {"bad-http"}),
    "chunk-empty": (OK + "Transfer-Encoding: chunked\r\n\r\n\r\nx\r\n0\r\n\r\n", {"bad-http"}),
    "no-http": ("SSH-2.0-OpenSSH_9.2\r\n\r\n", {"bad-http"}),
    "no-status": ("HTTP/1.1 OK\r\n\r\n", {"bad-http"}),
    "status-0": ("HTTP/1.1 000 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", {"bad-http", "status"}),
    "nothing": ("", {"closed-early"}),
    "to-file": ("HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: file:///etc/passwd\r\n\r\n", {"bad-http"}),
    "to-script": ("HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: javascript:alert(1)\r\n\r\n", {"bad-http"}),
    "to-gopher": ("HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: gopher://127.0.0.1:1/\r\n\r\n", {"bad-http"}),
    "to-nowhere": ("HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: http://[::::/\r\n\r\n", {"bad-http"}),
}


@case("network", "lengths, chunk sizes and addresses that lie", short=1, long=10, group=2)
def lies(bench):
    server = HostileServer({name: reply(text) for name, (text, _) in LIES.items()})
    names = bench.random.sample(sorted(LIES), len(LIES))
    judge(server, names, perform(bench, server, names), lambda name: LIES[name][1])
    server.close()
    return {"exchanges": len(names)}


@case("network", "a redirect without an end", short=1, long=5, group=2)
def loop(bench):
    server = HostileServer({"loop": reply("HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: /loop\r\n\r\n")})
    judge(server, ["loop"], perform(bench, server, ["loop"]), lambda _: {"too-many-redirects"}, times=21)


@case("network", "redirects and pictures elsewhere, in a run that stays on its hosts", short=1, long=5, group=2)
def elsewhere(bench):
    stranger = HostileServer({"": reply(OK + "Content-Length: 0\r\n\r\n")})
    away = f"http://localhost:{stranger.port}/"
    page = f"<img src={away}><img src=/picture>"
    server = HostileServer({
        "away": reply(f"HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: {away}\r\n\r\n"),
        "home": reply("HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: /picture\r\n\r\n"),
        "page": reply(OK + f"Content-Type: text/html\r\nContent-Length: {len(page)}\r\n\r\n{page}"), "picture": reply(OK + "Content-Length: 0\r\n\r\n")})
    found = perform(bench, server, ["away", "home", "page"], "        embedded: true\n", arguments=["--stay-on-hosts"])
    judge(server, ["away", "home", "page"], found, lambda name: {"other-host"} if name == "away" else {None})
    require(not stranger.asked and server.asked["picture"] == 2, f"asked: {stranger.asked} {server.asked}")


def gzip_bomb(megabytes):
    packer, zeros = gzip.zlib.compressobj(9, gzip.zlib.DEFLATED, 31), bytes(1 << 20)
    return b"".join([*(packer.compress(zeros) for _ in range(megabytes)), packer.flush()])


@case("network", "endless heads, lines, cookies and bodies, and bombs: memory stays bounded", short=1, long=5, group=1)
def floods(bench):
    most = 50 << 20 if bench.short else 1 << 30
    bomb = gzip_bomb(200 if bench.short else 1024)
    packed = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(bomb)
    cookies = "".join(f"Set-Cookie: c{n}={'v' * 40}\r\n" for n in range(3000))
    acts = {
        "heads": (lambda p: (p.send(b"HTTP/1.1 200 OK\r\n"), p.flood(b"X-A: b\r\n" * 1000, most)), {"answer-limit", "bad-http"}),
        "line": (lambda p: (p.send(b"HTTP/1.1 200 OK\r\nX-A: "), p.flood(b"b" * 65536, most)), {"answer-limit", "bad-http"}),
        "first-line": (lambda p: p.flood(b"H" * 65536, most), {"answer-limit", "bad-http"}),
        "chunk-line": (lambda p: (p.send(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;"), p.flood(b"b" * 65536, most)), {"answer-limit", "bad-http"}),
        "interim": (lambda p: p.flood(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000, most), {"answer-limit", "bad-http"}),
        "body": (lambda p: (p.send(b"HTTP/1.1 200 OK\r\n\r\n"), p.flood(b"b" * 65536, most), p.end("close")), {None, "answer-limit"}),
        "bomb": (lambda p: (p.send(packed + bomb), p.end("close")), {None, "answer-limit"}),
        "cookies": (reply(OK + cookies + "Content-Length: 0\r\n\r\n"), {None, "answer-limit", "bad-http"}),
    }
    server, names = HostileServer({name: act for name, (act, _) in acts.items()}), sorted(acts)
    found = perform(bench, server, names, arguments=["-J", "plimsoll.bound.request_s=60"])
    judge(server, names, found, lambda name: acts[name][1])
    for name in ("heads", "line", "first-line", "chunk-line", "interim"):
        require(server.sent[name] < 40 << 20, f"{name}: {server.sent[name] >> 20} MB were read")
    return {"peak MB": found[2], "MB sent": sum(server.sent.values()) >> 20}


@case("network", "a bomb of which the plan looks at the content", short=1, long=3, group=1)
def looked_at(bench):
    bomb = gzip_bomb(200 if bench.short else 1024)
    packed = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(bomb)
    server = HostileServer({"bomb": lambda p: (p.send(packed + bomb), p.end("close"))})
    found = perform(bench, server, ["bomb"], "        check: {contains: zzz}\n")
    judge(server, ["bomb"], found, lambda _: {"answer-limit", "assertion"})
    return {"peak MB": found[2]}


@case("network", "refused, a queue that is full, and a server that drips", short=1, long=5, group=2)
def nobody(bench):
    closed = socket.create_server(("127.0.0.1", 0))
    port = closed.getsockname()[1]
    closed.close()
    found = perform(bench, None, ["refused"], url=f"http://127.0.0.1:{port}/", users=2)
    judge(None, ["refused"], found, lambda _: {"connect-refused"}, 2)
    full = socket.create_server(("127.0.0.1", 0), backlog=0)
    waiting = [socket.socket() for _ in range(4)]
    for stream in waiting:
        stream.setblocking(False)
        stream.connect_ex(full.getsockname())
    found = perform(bench, None, ["full"], "        connect_timeout: 300 ms\n", url=f"http://127.0.0.1:{full.getsockname()[1]}/", users=2)
    judge(None, ["full"], found, lambda _: {"connect-timeout"}, 2)

    def drip(peer):
        for byte in LENGTH * 9:
            peer.send(bytes([byte]))
            time.sleep(0.1)

    server = HostileServer({"drip": drip})
    found = perform(bench, server, ["drip"], arguments=["-J", "plimsoll.bound.request_s=2"])
    judge(server, ["drip"], found, lambda _: {"response-timeout"})


# TLS, HTTP/2 and WebSockets.


def certificate(bench):
    if not shutil.which("openssl"):
        raise NotTaken("no openssl for a certificate")
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", bench.path("key"), "-out",
         bench.path("cert"), "-days", "9", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"], capture_output=True)
    require(made.returncode == 0, made.stderr.decode())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(bench.path("cert"), bench.path("key"))
    return context


@case("network", "TLS: closed and reset at bytes of the handshake and of the records", short=1, long=4, group=2)
def tls(bench):
    context = certificate(bench)
    context.num_tickets = 2
    # More than all that the server sends: that one succeeds.
    whole = 4_000
    names = [f"{how}-{at}" for how in ("close", "reset") for at in sorted({0, 1, whole, *bench.random.sample(range(2_200), 25 if bench.short else 700)})]
    # A connection for each request in turn: which one, the order of a single user says.
    order, ended = iter(names), {}

    def serve(peer):
        name = next(order)
        how, at = name.rsplit("-", 1)
        cut, stage = CutTls(peer, context, int(at), how), "handshake"
        try:
            cut.do(cut.tls.do_handshake)
            stage = "request"
            cut.do(lambda: cut.tls.read(65536))
            stage = "answer"
            cut.do(lambda: cut.tls.write(LENGTH))
            stage = "whole"
            peer.end("close")
        except Cut:
            pass
        except ssl.SSLError:
            pass
        ended[name] = stage

    server = HostileServer({}, serve)
    url = f"https://127.0.0.1:{server.port}/"
    found = perform(bench, None, names, url=url, top="tls: {verify: false}\n")
    allowed = {"handshake": {"tls", "reset", "closed-early"}, "request": {"tls", "reset", "closed-early"},
               "answer": {"reset", "closed-early"}, "whole": {None, "reset"}}
    judge(None, names, found, lambda name: allowed[ended[name]])
    require(ended[f"close-{whole}"] == "whole", "the whole exchange was no whole one")
    return {"exchanges": len(names)}


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


HTTP2 = frame(4, 0, 0) + frame(4, 1, 0) + frame(1, 4, 1, b"\x88") + frame(0, 1, 1, b"hello world")


def port_each(answers, read):
    """A server for each name, for what is sent there has no path that is easy to read; name: (answer of what was asked, bytes, end)."""
    servers = {}
    for name, (answer, at, how) in answers.items():

        def serve(peer, name=name, answer=answer, at=at, how=how):
            peer.server.count(name)
            text = answer(read(peer))
            peer.send(text[:at])
            peer.end(how)

        servers[name] = HostileServer({}, serve)
    return servers


@case("network", "HTTP/2: closed, reset and silent at each byte of the server's frames", short=1, long=4, group=2)
def http2(bench):
    places = [(how, at) for how in ("close", "reset", "silence") for at in range(len(HTTP2) + 1)]
    places = bench.random.sample(places, 20) if bench.short else places

    def read(peer):
        while len(peer.seen) < 60 or b"\x82" not in peer.seen:
            more = peer.stream.recv(65536)
            if not more:
                break
            peer.seen += more

    names = [f"{how}-{at}" for how, at in places]
    servers = port_each({f"{how}-{at}": (lambda _: HTTP2, at, how) for how, at in places}, read)
    found = perform(bench, None, names, more="        http: 2\n", url=lambda name: f"http://127.0.0.1:{servers[name].port}/")

    def kinds(name):
        how, at = name.rsplit("-", 1)
        # A close with frames that were not read is a reset to the system, and what is written after a reset finds a broken pipe.
        more = {"reset", "closed-early"} if how in ("close", "reset") else set()
        return {None} | ({"reset"} if how == "reset" else set()) if int(at) == len(HTTP2) else KIND[how] | {"bad-http"} | more

    judge(None, names, found, kinds)
    # What a server has not looked at may be sent once more.
    require(all(server.asked[name] <= 2 for name, server in servers.items()), "a request was sent more than twice")
    for server in servers.values():
        server.close()
    return {"exchanges": len(names)}


def field(name, value):
    return b"\x00" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()


def message(text):
    body = b"\x0a" + bytes([len(text)]) + text
    return b"\x00" + struct.pack(">I", len(body)) + body


def grpc_answer(data, pieces=1, status="0"):
    """The server's frames of one call: its settings, the head, messages in so many frames, and the trailers."""
    size = max(1, -(-len(data) // pieces))
    frames = [frame(0, 0, 1, data[at : at + size]) for at in range(0, len(data), size)]
    head = frame(1, 4, 1, b"\x88" + field("content-type", "application/grpc"))
    return b"".join([frame(4, 0, 0), frame(4, 1, 0), head, *frames, frame(1, 5, 1, field("grpc-status", status))])


PROTO = 'syntax = "proto3";\npackage shop;\nmessage Item { string text = 1; }\n' \
        "service Shop { rpc Buy (Item) returns (Item); rpc List (Item) returns (stream Item); }\n"
CALL = "      - grpc: http://127.0.0.1:{port}/shop.Shop/{method}\n        proto: shop.proto\n        message: '{{\"text\": \"anchor\"}}'\n" \
       "        label: {name}\n        response_timeout: {patience}\n        check: {{contains: world}}\n"


def call_each(bench, answers, method):
    """A call for each name at a server of its own; name: (frames, so many bytes of them, end). What was found, and the servers."""
    bench.write("shop.proto", PROTO)

    def read(peer):
        # The message is the last that a client sends before it has an answer.
        while b"anchor" not in peer.seen:
            more = peer.stream.recv(65536)
            if not more:
                break
            peer.seen += more

    servers = port_each({name: (lambda _, frames=frames: frames, at, how) for name, (frames, at, how) in answers.items()}, read)
    text = "".join(CALL.format(port=servers[name].port, method=method, name=name, patience=patience(name)) for name in answers)
    found = perform(bench, None, list(answers), text=text)
    # What a server has not looked at may be sent once more.
    require(all(server.asked[name] in (1, 2) for name, server in servers.items()), lambda: f"asked: { {name: server.asked[name] for name, server in servers.items()} }")
    for server in servers.values():
        server.close()
    return found


@case("network", "gRPC: closed, reset and silent at each byte of the server's frames", short=1, long=4, group=2)
def grpc(bench):
    """A method with one answer and one with several; of several messages those before the cut came whole, and yet the call failed."""
    exchanges = 0
    for method, data in (("Buy", message(b"world")), ("List", message(b"hello") + message(b"world"))):
        frames = grpc_answer(data, bench.random.choice([1, 2, 3]))
        places = [(how, at) for how in ("close", "reset", "silence") for at in range(len(frames) + 1)]
        places = bench.random.sample(places, 12) if bench.short else places
        answers = {f"{how}-{at}": (frames, at, how) for how, at in places}
        found = call_each(bench, answers, method)

        def kinds(name):
            how, at = name.rsplit("-", 1)
            # A close with frames that were not read is a reset to the system, and what is written after a reset finds a broken pipe.
            more = {"reset", "closed-early"} if how in ("close", "reset") else set()
            return {None} | ({"reset"} if how == "reset" else set()) if int(at) == len(frames) else KIND[how] | {"bad-http"} | more

        judge(None, list(answers), found, kinds)
        exchanges += len(answers)
    return {"exchanges": exchanges}


@case("network", "gRPC: messages that end early or lie about their length, in frames that are whole", short=1, long=4, group=2)
def grpc_messages(bench):
    whole = message(b"world")
    answers = {f"cut-{at}": (whole[:at], {"bad-http"}) for at in range(len(whole))}
    answers |= {
        "whole": (whole, {None}), "two": (whole + whole, {"bad-http"}), "more": (whole + whole[:3], {"bad-http"}),
        "flag": (b"\x07" + whole[1:], {"bad-http"}), "packed": (b"\x01" + whole[1:], {"status"}),
        "long": (b"\x00\xff\xff\xff\xff" + whole[5:], {"status", "bad-http"}), "short": (b"\x00\x00\x00\x00\x01" + whole[5:], {"bad-http"}),
        "wire": (b"\x00\x00\x00\x00\x02\x0a\x7f", {"bad-http"}), "text": (message(b"\xff\xfe\xfd"), {"bad-http"})}
    answers = dict(bench.random.sample(sorted(answers.items()), len(answers)))
    frames = {name: grpc_answer(data, bench.random.choice([1, 2, 20])) for name, (data, _) in answers.items()}
    found = call_each(bench, {name: (text, len(text), "half-close") for name, text in frames.items()}, "Buy")
    judge(None, list(answers), found, lambda name: answers[name][1])
    return {"exchanges": len(answers)}


GREETING = b"\x81\x05hello\x81\x05world\x88\x02\x03\xe8"


def accepted(head):
    key = re.search(rb"(?i)sec-websocket-key: *(\S+)", head)[1]
    sign = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
    return b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + sign + b"\r\n\r\n"


@case("network", "WebSockets: closed, reset and silent at each byte of handshake and frames", short=1, long=4, group=2)
def websocket(bench):
    head = len(accepted(b"sec-websocket-key: x"))
    places = [(how, at) for how in ("close", "reset", "silence") for at in range(head + len(GREETING) + 1)]
    places = bench.random.sample(places, 20) if bench.short else places
    names = [f"{how}-{at}" for how, at in places]
    servers = port_each({f"{how}-{at}": (lambda head: accepted(head) + GREETING, at, how) for how, at in places}, Peer.head)
    step = "      - websocket: {{open: 'ws://127.0.0.1:{port}/', name: s, label: open {name}, response_timeout: {patience}}}\n" \
           "      - websocket: {{name: s, await: {{equals: world}}, timeout: {patience}, label: {name}}}\n"
    found = perform(bench, None, names, text="".join(step.format(port=servers[name].port, name=name, patience=patience(name)) for name in names))

    def kinds(name):
        how, at = name.rsplit("-", 1)
        # There is no channel to await anything on.
        if int(at) < head:
            return {"closed-early"}
        return {None} | ({"reset"} if how == "reset" else set()) if int(at) >= head + 14 else KIND[how] | {"bad-message"}

    judge(None, names, found, kinds)
    judge(None, [f"open {name}" for name in names], found, lambda name: {None, "reset"} if int(name.rsplit("-", 1)[1]) >= head else KIND[name[5:].rsplit("-", 1)[0]])
    for server in servers.values():
        server.close()
    return {"exchanges": len(names)}
