#!/usr/bin/env python3
"""A small HTTP service with one fault of a chosen kind. Its settings are the one argument, as JSON:

port            where it listens on 127.0.0.1
parallel_ms     every request waits so long beside all others (what a service does that has room)
pool, hold_ms   so many permits, each held so long
names           how its pool is called in its metrics: orders, go, hikari, tomcat, otel, executor, jetty, httpclient, statsd, plain
workers, queue  so many workers for hold_ms each, and so many places before them; what finds none is a 503
lock_ms         one lock, held so long
cpu_ms          so long in Python's interpreter, of which there is one at a time
rate_limit      per second; what is more is a 429
fail_beyond     more requests at a time are a 503, at once
leak_kb         kept by each request for good
hang_after_s    from then on no request ends
stall_every_s, stall_s   so often, for so long, nothing goes on
backlog         connections that may wait to be accepted, by one that serves one at a time and closes
error_page      answers 200 with a page that says that it failed
nagle           writes head and body in two pieces, on connections without TCP_NODELAY; the body of a sixth of the requests
downstream      a port: each request asks there first; retries: so often again when that fails; break_s: then not for so long
slow_first_s, slow_ms    in its first seconds a request takes so much longer
grows_ms        each request makes all later ones so much longer (ms)
deny_after_s    from then on every answer is a 401
log_kb          so much is written to a log before the answer, and forced to the disk, one request after another
resolver_ms     the name of what it asks is looked up first, at a resolver that answers one look-up at a time
cache_keys, miss_ms   so many things that are asked for at random, each of which takes so long the first time
scale_after_s, scale_to   from then on its pool has so many permits
taken_per_s     each request leaves a message in a queue, of which so many are taken in a second
partitions      the queue in so many parts, of which one gets nine of ten messages; each is taken by one consumer at its share
paused_s        from so many seconds to so many seconds nobody takes any message
touch_mb, touches   memory that it has, and how many random pages of it a request writes to
read_mb, reads  a file, and how many random blocks of 4 KiB of it a request reads past the page cache
log_line_kb     each request logs so much; drained_kb_s: to a pipe that is read at that speed
rotate_s        the log is a file, and a new one is begun so often; compressed: the old one is, first
clock_per_s     so many are let in in a second, by the time of day
large_bytes     of the answers at /large
bytes           of each answer
"""
import gzip
import http.client
import http.server
import json
import logging
import logging.handlers
import mmap
import os
import random
import select
import socket
import sys
import threading
import time

S = json.loads(sys.argv[1])
START = time.monotonic()
KEPT = []


class Gate:
    """Permits, how many are taken, and who waits."""

    def __init__(self, size):
        self.size, self.used, self.waiting = size, 0, 0
        self.permits, self.lock = threading.Semaphore(size), threading.Lock()

    def __enter__(self):
        with self.lock:
            self.waiting += 1
        self.permits.acquire()
        with self.lock:
            self.waiting -= 1
            self.used += 1

    def __exit__(self, *_):
        with self.lock:
            self.used -= 1
        self.permits.release()


POOL = Gate(S["pool"]) if S.get("pool") else None
WORKERS = Gate(S["workers"]) if S.get("workers") else None
LOCK = threading.Lock()
BUCKET = {"at": 0, "n": 0}
AT_WORK = {"n": 0}
COUNT = threading.Lock()


def metrics():
    lines = ["# TYPE app_up gauge", "app_up 1"]

    def gauge(name, value):
        lines.extend([f"# TYPE {name.split('{')[0]} gauge", f"{name} {value}"])

    if POOL:
        names = {
            "orders": ("orders_pool_in_use", "orders_pool_max", "orders_pool_waiting"),
            "go": ('go_sql_in_use_connections{db_name="shop"}', 'go_sql_max_open_connections{db_name="shop"}', None),
            "hikari": ('hikaricp_connections_active{pool="shop"}', 'hikaricp_connections_max{pool="shop"}', 'hikaricp_connections_pending{pool="shop"}'),
            "tomcat": ('tomcat_threads_busy_threads{name="http"}', 'tomcat_threads_config_max_threads{name="http"}', None),
            "otel": (
                'db_client_connections_usage{pool_name="shop",state="used"}', 'db_client_connections_max{pool_name="shop"}',
                'db_client_connections_pending_requests{pool_name="shop"}',
            ),
            "executor": ('executor_active_threads{name="mail"}', 'executor_pool_max_threads{name="mail"}', 'executor_queued_tasks{name="mail"}'),
            "jetty": ("jetty_threads_busy", "jetty_threads_config_max", "jetty_threads_jobs"),
            "httpclient": (
                'httpcomponents_httpclient_pool_total_connections{httpclient="stock",state="leased"}',
                'httpcomponents_httpclient_pool_total_max{httpclient="stock"}', 'httpcomponents_httpclient_pool_total_pending{httpclient="stock"}',
            ),
            "statsd": ("shop_db_pool_active", "shop_db_pool_size", "shop_db_pool_wait_queue"),
            "plain": ("app_alpha", "app_beta", "app_gamma"),
        }[S.get("names", "orders")]
        for name, value in zip(names, (POOL.used, POOL.size, POOL.waiting)):
            if name:
                gauge(name, value)
    if WORKERS:
        gauge("workers_busy", WORKERS.used)
        gauge("workers_max", WORKERS.size)
        gauge("jobs_queue_size", WORKERS.waiting)
        gauge("jobs_queue_capacity", S["queue"])
    for part, queue in enumerate(QUEUES):
        gauge(f'mail_queue_size{{partition="{part}"}}', queue["n"])
        lines.extend(["# TYPE mail_published_total counter", f'mail_published_total{{partition="{part}"}} {queue["in"]}'])
    if S.get("cache_keys"):
        for name in ("hits", "misses"):
            lines.extend([f"# TYPE cache_{name}_total counter", f"cache_{name}_total {CACHE[name]}"])
    return "\n".join(lines) + "\n"


QUEUES = [{"n": 0, "in": 0} for _ in range(S.get("partitions", 1))] if S.get("taken_per_s") else []
CACHE = {"hits": 0, "misses": 0, "known": set()}
LOG = open("service.log", "wb") if S.get("log_kb") else None


MEMORY = mmap.mmap(-1, S["touch_mb"] << 20) if S.get("touch_mb") else None


def touch():
    pages = len(MEMORY) // 4096
    for _ in range(S["touches"]):
        MEMORY[random.randrange(pages) * 4096] = 1


def fill():
    """After a second, for whoever gives it limits has to find it without memory."""
    time.sleep(1)
    for page in range(0, len(MEMORY), 4096):
        MEMORY[page] = 1


def blocks():
    """A file that is not in the page cache, read past it."""
    with open("blocks.bin", "wb") as file:
        file.write(os.urandom(1 << 20) * S["read_mb"])
        os.fsync(file.fileno())
    return os.open("blocks.bin", os.O_RDONLY | os.O_DIRECT)


def read_blocks():
    block = getattr(LOCAL, "block", None) or mmap.mmap(-1, 4096)
    LOCAL.block = block
    for _ in range(S["reads"]):
        os.preadv(BLOCKS, [block], 4096 * random.randrange(256 * S["read_mb"]))


def consume(queue):
    """One consumer, at its share of what all take."""
    share = S["taken_per_s"] / len(QUEUES)
    first, last = S.get("paused_s", (0, 0))
    while True:
        time.sleep(0.02)
        if not first <= time.monotonic() - START < last:
            with COUNT:
                queue["n"] = max(0, queue["n"] - share * 0.02)


def publish():
    number = SERVED["n"] = SERVED["n"] + 1
    queue = QUEUES[0 if number % 10 or len(QUEUES) == 1 else 1 + number // 10 % (len(QUEUES) - 1)]
    with COUNT:
        queue["n"] += 1
        queue["in"] += 1


def write_log():
    with LOCK:
        LOG.write(b"x" * (S["log_kb"] * 1024))
        LOG.flush()
        os.fsync(LOG.fileno())


def compress(source, to):
    with open(source, "rb") as old, gzip.open(to, "wb", compresslevel=9) as new:
        new.write(old.read())
    os.remove(source)


def drain(end):
    while True:
        read = len(os.read(end, 4096))
        time.sleep(read / 1024 / S["drained_kb_s"])


def log_handler():
    """To a file that is rotated, or to a pipe that is full when nobody reads fast enough."""
    if S.get("rotate_s"):
        handler = logging.handlers.TimedRotatingFileHandler("requests.log", when="S", interval=S["rotate_s"], backupCount=2)
        if S.get("compressed"):
            handler.rotator = compress
        return handler
    read, write = os.pipe()
    threading.Thread(target=drain, args=(read,), daemon=True).start()
    return logging.StreamHandler(os.fdopen(write, "w"))


#: Texts that can't be made much smaller, and do not repeat soon.
TEXTS = os.urandom(1 << 21).hex() if S.get("log_line_kb") else ""
REQUESTS = logging.getLogger("requests")
if TEXTS:
    REQUESTS.setLevel(logging.INFO)
    REQUESTS.propagate = False
    REQUESTS.addHandler(log_handler())


def log_request():
    size = 1024 * S["log_line_kb"]
    at = random.randrange(len(TEXTS) - size)
    REQUESTS.info(TEXTS[at : at + size])


CLOCK = {"at": time.time(), "permits": 0.0}


def is_let_in():
    """Permits come with the time of day: where that is put back, none come until it has been reached again."""
    with COUNT:
        now = time.time()
        CLOCK["permits"] = min(S["clock_per_s"] / 100, CLOCK["permits"] + max(0.0, now - CLOCK["at"]) * S["clock_per_s"])
        CLOCK["at"] = max(CLOCK["at"], now)
        if CLOCK["permits"] < 1:
            return False
        CLOCK["permits"] -= 1
        return True


def resolver():
    """Answers one look-up at a time, as a slow one does."""
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 0))
    S["resolver"] = server.getsockname()

    def answer():
        while True:
            query, client = server.recvfrom(512)
            time.sleep(S["resolver_ms"] / 1000)
            server.sendto(query, client)

    threading.Thread(target=answer, daemon=True).start()


def look_up():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as query:
        query.settimeout(10)
        query.sendto(b"shop-db.internal", S["resolver"])
        query.recvfrom(512)


def from_cache():
    key = random.randrange(S["cache_keys"])
    is_known = key in CACHE["known"]
    with COUNT:
        CACHE["hits" if is_known else "misses"] += 1
    if not is_known:
        time.sleep(S["miss_ms"] / 1000)
        CACHE["known"].add(key)


def scale():
    time.sleep(S["scale_after_s"])
    for _ in range(S["scale_to"] - POOL.size):
        POOL.permits.release()
    POOL.size = S["scale_to"]


def burn(ms):
    until = time.thread_time() + ms / 1000
    while time.thread_time() < until:
        pass


BREAKER = {"until": 0.0, "failures": 0}
SERVED = {"n": 0}
LOCAL = threading.local()
BLOCKS = blocks() if S.get("reads") else None


def ask_downstream():
    """Its status; each thread keeps a connection."""
    for _ in range(2):
        connection = getattr(LOCAL, "connection", None)
        if connection is None:
            connection = LOCAL.connection = http.client.HTTPConnection("127.0.0.1", S["downstream"], timeout=30)
        try:
            connection.request("GET", "/")
            answer = connection.getresponse()
            answer.read()
            return answer.status
        except (OSError, http.client.HTTPException):
            connection.close()
            LOCAL.connection = None
    return 502


def downstream(now):
    """Whether it failed for good, with retries or a circuit breaker as the settings have it."""
    if now < BREAKER["until"]:
        return True
    failed = all(ask_downstream() >= 500 for _ in range(1 + S.get("retries", 0)))
    if S.get("break_s"):
        with COUNT:
            BREAKER["failures"] = BREAKER["failures"] + 1 if failed else 0
            if BREAKER["failures"] >= 5:
                BREAKER.update(until=now + S["break_s"], failures=0)
    return failed


def changes_with_time(now):
    """What is slow at first, or becomes slower with each request."""
    if now - START < S.get("slow_first_s", 0):
        time.sleep(S["slow_ms"] / 1000)
    if S.get("grows_ms"):
        with COUNT:
            SERVED["n"] += 1
        time.sleep(SERVED["n"] * S["grows_ms"] / 1000)


def work():
    """The status and the body."""
    now = time.monotonic()
    if S.get("deny_after_s") and now - START > S["deny_after_s"]:
        return 401, b"token expired"
    changes_with_time(now)
    if S.get("resolver_ms"):
        look_up()
    if S.get("cache_keys"):
        from_cache()
    if LOG:
        write_log()
    if TEXTS:
        log_request()
    if S.get("clock_per_s") and not is_let_in():
        return 429, b"too many"
    if MEMORY:
        touch()
    if S.get("reads"):
        read_blocks()
    if QUEUES:
        publish()
    if S.get("downstream") and downstream(now):
        return 503, b"downstream failed"
    if S.get("hang_after_s") and now - START > S["hang_after_s"]:
        time.sleep(600)
    if S.get("stall_every_s"):
        into = (now - START) % S["stall_every_s"]
        if into < S["stall_s"]:
            time.sleep(S["stall_s"] - into)
    if S.get("rate_limit"):
        with COUNT:
            if int(now) != BUCKET["at"]:
                BUCKET.update(at=int(now), n=0)
            BUCKET["n"] += 1
            if BUCKET["n"] > S["rate_limit"]:
                return 429, b"too many"
    if S.get("fail_beyond") and AT_WORK["n"] > S["fail_beyond"]:
        return 503, b"busy"
    if S.get("leak_kb"):
        KEPT.append(bytearray(S["leak_kb"] * 1024))
    if S.get("parallel_ms"):
        # faketime can't sleep until a moment, only for a time.
        select.select([], [], [], S["parallel_ms"] / 1000)
    if POOL:
        with POOL:
            time.sleep(S["hold_ms"] / 1000)
    if WORKERS:
        if WORKERS.waiting >= S["queue"]:
            return 503, b"queue full"
        with WORKERS:
            time.sleep(S["hold_ms"] / 1000)
    if S.get("lock_ms"):
        with LOCK:
            time.sleep(S["lock_ms"] / 1000)
    if S.get("cpu_ms"):
        burn(S["cpu_ms"])
    return 200, b"an error occurred" if S.get("error_page") else b"OK" + b"x" * S.get("bytes", 0)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0" if S.get("backlog") else "HTTP/1.1"
    disable_nagle_algorithm = not S.get("nagle")
    wbufsize = 65536

    def do_GET(self):
        if self.path == "/metrics":
            self.answer(200, metrics().encode())
            return
        with COUNT:
            AT_WORK["n"] += 1
        try:
            status, body = work()
        finally:
            with COUNT:
                AT_WORK["n"] -= 1
        if self.path == "/large":
            body += b"x" * S["large_bytes"]
        self.answer(status, body)

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        if S.get("nagle"):
            with COUNT:
                SERVED["n"] += 1
            if SERVED["n"] % 6 == 0:
                self.wfile.flush()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Threaded(http.server.ThreadingHTTPServer):
    request_queue_size = 512
    daemon_threads = True


class OneAtATime(http.server.HTTPServer):
    request_queue_size = S.get("backlog", 1)


def main():
    server = (OneAtATime if S.get("backlog") else Threaded)(("127.0.0.1", S["port"]), Handler)
    if S.get("resolver_ms"):
        resolver()
    for queue in QUEUES:
        threading.Thread(target=consume, args=(queue,), daemon=True).start()
    if MEMORY:
        threading.Thread(target=fill, daemon=True).start()
    if S.get("scale_after_s"):
        threading.Thread(target=scale, daemon=True).start()
    server.serve_forever()


if __name__ == "__main__":
    main()
