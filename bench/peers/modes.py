"""What is measured: the modes, and one run of one tool in a mode as its command needs to know it."""
from dataclasses import dataclass, field

RATE_PER_S = 5_000
BODY_BYTES = 5_000
FORMS = ONE_WORKER, TWO_PROCESSES, TWO_WORKERS = "1 worker", "2 processes", "2 workers"  # of the mode scaling


@dataclass(frozen=True)
class Mode:
    name: str
    what: str
    plan: str = "get"  # get, post, script; heavy: only Plimsoll
    connections: int = 64
    rate_per_s: int = 0  # 0: closed loop
    tls: bool = False
    server: str = "nginx"
    baseline: str = "wrk"  # whose CPU per request is 1


MODES = {mode.name: mode for mode in (
    Mode("max64", "closed loop, 64 keep-alive connections"),
    Mode("max1000", "closed loop, 1,000 keep-alive connections", connections=1_000),
    Mode("post", "closed loop, 64 connections, POST of 5,000 bytes", plan="post"),
    Mode("tls", "closed loop, 64 connections, TLS", tls=True),
    Mode("script", "closed loop, 64 connections: CSV, variable in the path, value out of the JSON answer, check", plan="script"),
    Mode("rate", "open model, 5,000/s over 64 connections, arrivals stamped by the server", rate_per_s=RATE_PER_S,
         server="arrivals", baseline="floor"),
    Mode("start", "from fork to the first request at the server", connections=1, server="arrivals"),
    Mode("scaling", "two workers beside one, and beside two processes with one each", plan="heavy"),
    Mode("idle", "virtual users that only wait", connections=1_000),
    Mode("active", "virtual users in a closed loop: what one costs while it sends"),
    Mode("think", "virtual users that send a request and think for 10 to 30 s"),
)}
MEMORY = ("idle", "active", "think")  # Plimsoll alone, with few and with many users
COMPARED = ("max64", "max1000", "post", "tls", "script", "rate")  # several tools, cost per request


@dataclass
class Job:
    """One run: what a tool's command line is made of."""
    mode: Mode
    seconds: int
    port: int
    folder: str  # empty but for the files below; the command runs in it
    connections: int
    workers: int = 1
    plan: str = ""
    output: str = "run"  # Plimsoll's folder for the run, in this folder
    properties: dict = field(default_factory=dict)  # more `-J` for Plimsoll
    body: str = "body.bin"
    data: str = "data.csv"

    def __post_init__(self):
        self.plan = self.plan or self.mode.plan

    @property
    def rate_per_s(self):
        return self.mode.rate_per_s

    @property
    def base(self):
        return f"{'https' if self.mode.tls else 'http'}://127.0.0.1:{self.port}"

    @property
    def url(self):
        return f"{self.base}{'/post' if self.plan == 'post' else '/'}"

    def environment(self):
        """How the peers' own scripts in plans/ are told what to do."""
        return dict(BASE=self.base, PLAN=self.plan, CONNS=str(self.connections), DUR=str(self.seconds),
                    RATE=str(self.rate_per_s), BODYFILE=f"{self.folder}/{self.body}", CSVFILE=f"{self.folder}/{self.data}")
