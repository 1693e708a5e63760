"""What the cases share: the program under torture, a server that counts, run files, and the list of cases."""
import asyncio, contextlib, os, shutil, signal, sqlite3, subprocess, tempfile, threading, time, uuid

CASES = []
MARK = "PLIMSOLL_TORTURE"
# What a run may lose when it is killed, beside the time in which this machine itself stood still.
LOST_S_MAX = 2.0


class Failed(Exception):
    """What was to hold does not."""


class NotTaken(Exception):
    """This machine can't make the fault."""


def case(subject, title, short=1, long=10, group=1):
    """A function of a Bench that makes one fault, picked by `bench.random`, and judges what came of it. `group`: so many tries go on
    at a time."""

    def add(function):
        CASES.append(dict(subject=subject, title=title, short=short, long=long, group=group, act=function))
        return function

    return add


def require(condition, text):
    if not condition:
        raise Failed(text() if callable(text) else text)


class Stalls:
    """How long this machine lets a thread that sleeps for 20 ms oversleep: what no program can be blamed for."""

    def __init__(self):
        self.moments = []
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        while True:
            began = time.monotonic()
            time.sleep(0.02)
            late = time.monotonic() - began - 0.02
            if late > 0.05:
                self.moments.append((began, late))

    def since(self, moment):
        return sum(late for began, late in list(self.moments) if began + late >= moment)


STALLS = Stalls()


class Server:
    """Answers each request of HTTP/1.1 with `200` and remembers when; `delay` seconds later if asked."""

    ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK"

    def __init__(self, delay=0.0, answer=ANSWER):
        self.answered, self.delay, self.answer, ready = [], delay, answer, threading.Event()

        def serve():
            self.loop = asyncio.new_event_loop()
            server = self.loop.run_until_complete(self.loop.create_server(lambda: Connection(self), "127.0.0.1", 0))
            self.port = server.sockets[0].getsockname()[1]
            ready.set()
            self.loop.run_forever()

        threading.Thread(target=serve, daemon=True).start()
        ready.wait()
        self.url = f"http://127.0.0.1:{self.port}/"

    def before(self, moment):
        return sum(at <= moment for at in list(self.answered))


class Connection(asyncio.Protocol):
    def __init__(self, server):
        self.server, self.rest = server, b""

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        *heads, self.rest = (self.rest + data).split(b"\r\n\r\n")
        for _ in heads:
            self.server.loop.call_later(self.server.delay, self.answer) if self.server.delay else self.answer()

    def answer(self):
        if not self.transport.is_closing():
            self.transport.write(self.server.answer)
            self.server.answered.append(time.monotonic())


class Running:
    """A command of the program in a session of its own; everything that it starts inherits a mark by which it is found again."""

    def __init__(self, argv, folder, env=None, preexec=None):
        self.mark, self.argv = uuid.uuid4().hex, argv
        self.said = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            argv, cwd=folder, stdin=subprocess.DEVNULL, stdout=self.said, stderr=subprocess.STDOUT, start_new_session=True,
            env={**os.environ, **(env or {}), MARK: self.mark}, preexec_fn=preexec)

    def text(self):
        self.said.seek(0)
        return self.said.read().decode(errors="replace")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def signal(self, number):
        self.process.send_signal(number)

    def end(self, seconds=60):
        """Its exit code; a command that does not end has failed."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Failed(f"{' '.join(self.argv[1:3])} did not end within {seconds} s: {self.text()[-600:]}") from None
        require("panicked" not in self.text(), lambda: f"a panic: {self.text()[-900:]}")
        return self.process.returncode

    def left(self):
        """What it started and is still there, by name."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                if f"{MARK}={self.mark}".encode() in open(f"/proc/{pid}/environ", "rb").read():
                    found.append((int(pid), open(f"/proc/{pid}/cmdline").read().replace("\0", " ").strip()))
        return found

    def require_nothing_left(self, seconds=5):
        deadline = time.monotonic() + seconds
        while (left := self.left()) and time.monotonic() < deadline:
            time.sleep(0.05)
        for pid, _ in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        require(not left, f"processes are left: {left}")


class Bench:
    """The place of one try: a folder, random numbers by the seed, and the program."""

    def __init__(self, plimsoll, random, short=False):
        self.plimsoll, self.random, self.short = plimsoll, random, short
        self.folder = tempfile.mkdtemp(prefix="torture-")

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return self.path(name)

    def start(self, *arguments, before=(), **options):
        return Running([*before, self.plimsoll, *map(str, arguments)], self.folder, **options)

    def do(self, *arguments, seconds=60, **options):
        """Runs to the end: the exit code and what was said."""
        running = self.start(*arguments, **options)
        return running.end(seconds), running.text()

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


PLAN = "plan: p\nscenarios:\n  - users: {users}\n    {load}\n    steps:\n{steps}"


def plan(url, users=2, load="hold: 60 s\n    iterations: forever", more="        think: 10 ms\n"):
    return PLAN.format(users=users, load=load, steps=f"      - get: {url}\n        label: home\n{more}")


def asked(path, sql):
    """The rows of a run file, which is put in order before if it has to be."""
    for mode in ("ro", "rw"):
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode={mode}", uri=True, timeout=5)) as file:
            try:
                return file.execute(sql).fetchall()
            except sqlite3.OperationalError as error:
                if mode == "rw" or "readonly" not in str(error):
                    raise


def requests(path):
    """Requests in a run file, failed ones too."""
    sql = "SELECT coalesce(sum(requests), 0) FROM intervals JOIN transactions ON id = transaction_id WHERE kind = 'request'"
    return asked(path, sql)[0][0]


def errors(path):
    """{(transaction, kind): failures} and {transaction: requests} of a run file."""
    failed = asked(path, "SELECT name, errors.kind, sum(count) FROM errors JOIN transactions ON id = transaction_id GROUP BY 1, 2")
    counted = asked(path, "SELECT name, sum(requests) FROM intervals JOIN transactions ON id = transaction_id GROUP BY 1")
    return {(name, kind): count for name, kind, count in failed}, dict(counted)


def require_whole(path):
    found = asked(path, "PRAGMA integrity_check")
    require(found == [("ok",)], f"{os.path.basename(path)}: {found[:3]}")


def wait_until(condition, running, seconds=60):
    """Until something is true of a command that goes on."""
    deadline = time.monotonic() + seconds
    while not condition():
        goes_on = running.process.poll() is None and time.monotonic() < deadline
        require(goes_on, lambda: f"what was waited for did not come: {running.text()[-600:]}")
        time.sleep(0.02)
