"""The servers under load, on a core of their own, and what they count: nginx, and one that stamps every arrival."""
import array, os, re, resource, shutil, socket, subprocess, time, urllib.request

from .modes import BODY_BYTES
from .tools import program, write

CORE = 0
ROWS = 1_000  # of the CSV file
ADDRESSES = 8  # loopback addresses that nginx listens on
STAMPS = 1 << 21  # as in src/arrivals.c
NGINX = """daemon off; master_process off; worker_rlimit_nofile {files}; pid {folder}/nginx.pid; error_log {folder}/error.log crit;
events {{ worker_connections {connections}; use epoll; }}
http {{ access_log off; keepalive_requests 1000000000; keepalive_timeout 3600s; default_type text/plain;
  client_body_temp_path {folder}/tmp; proxy_temp_path {folder}/tmp; fastcgi_temp_path {folder}/tmp;
  uwsgi_temp_path {folder}/tmp; scgi_temp_path {folder}/tmp;
  ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem; ssl_session_timeout 1h;
  server {{ {listen} listen 127.0.0.1:{tls} ssl backlog=4096;
    location / {{ return 200 'OK'; }}
    location /json/ {{ default_type application/json; return 200 '{{"token":"abc123","n":42}}'; }} }}
  server {{ listen 127.0.0.1:{status}; location / {{ stub_status; }} }} }}
"""


def open_files():
    return resource.getrlimit(resource.RLIMIT_NOFILE)[1]


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


class Servers:
    """Started by `with`; ended, by their process ids, at its end."""

    def __init__(self, folder, real_time):
        self.folder, self.real_time, self.processes = folder, real_time, {}
        self.plain, self.tls, self.status, self.arrivals = free_ports(4)

    def __enter__(self):
        self.write_files()
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        try:
            self.start("nginx", [nginx, "-c", f"{self.folder}/nginx.conf", "-p", self.folder], self.plain)
            stamping = [program("arrivals"), str(self.arrivals), f"{self.folder}/count", f"{self.folder}/stamps"]
            self.start("arrivals", stamping, self.arrivals)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in self.processes.values():
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def start(self, name, argv, port):
        # Before the generators' class: with two workers, one of them shares this core.
        pinned = ["taskset", "-c", str(CORE)] + (["chrt", "-r", "2"] if self.real_time else [])
        self.processes[name] = subprocess.Popen(pinned + argv, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                return socket.create_connection(("127.0.0.1", port), 1).close()
            except OSError:
                time.sleep(0.05)
        raise SystemExit(f"error: {name} does not answer on port {port}")

    def write_files(self):
        folder = self.folder
        os.makedirs(f"{folder}/tmp")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-days", "30", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
                        "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"], check=True, capture_output=True)
        listen = " ".join(f"listen 127.0.0.{i + 1}:{self.plain} backlog=4096;" for i in range(ADDRESSES))
        files = open_files()
        write(f"{folder}/nginx.conf", NGINX.format(folder=folder, files=files, connections=files - 100, listen=listen,
                                                   tls=self.tls, status=self.status))
        write(f"{folder}/body.bin", ("plimsoll" * BODY_BYTES)[:BODY_BYTES])
        write(f"{folder}/data.csv", "id,name\n" + "".join(f"u{i:05d},name{i}\n" for i in range(ROWS)))
        write(f"{folder}/hosts.csv", "host\n" + "".join(f"127.0.0.{i + 1}\n" for i in range(ADDRESSES)))

    def port(self, mode):
        return self.arrivals if mode.server == "arrivals" else self.tls if mode.tls else self.plain

    def pid(self, mode):
        return self.processes[mode.server].pid

    def served(self, mode):
        """Requests answered since the start; for nginx this look counts as one."""
        if mode.server == "arrivals":
            with open(f"{self.folder}/count", "rb") as file:
                return int.from_bytes(file.read(8), "little")
        text = urllib.request.urlopen(f"http://127.0.0.1:{self.status}/", timeout=30).read().decode()
        return int(re.search(r"^ *\d+ +\d+ +(\d+)", text, re.M)[1])

    def arrival_times_ns(self, first, last):
        """CLOCK_MONOTONIC of the requests from `first` on, before `last`."""
        stamps = array.array("Q")
        with open(f"{self.folder}/stamps", "rb") as file:
            stamps.frombytes(file.read())
        return sorted(stamps[i % STAMPS] for i in range(max(first, last - STAMPS), last))


def evenness(times_ns):
    """How even a stream of arrivals is: gaps between neighbours, requests in a millisecond."""
    times_ns = times_ns[200:-200]  # start and end are another matter
    if len(times_ns) < 1_000:
        return None
    gaps = sorted(b - a for a, b in zip(times_ns, times_ns[1:]))
    window = [0] * ((times_ns[-1] - times_ns[0]) // 1_000_000 + 1)
    for t in times_ns:
        window[(t - times_ns[0]) // 1_000_000] += 1
    window = sorted(window[:-1])
    return dict(gap_p50_us=gaps[len(gaps) // 2] / 1e3, gap_p99_us=gaps[int(len(gaps) * 0.99)] / 1e3,
                gap_max_ms=round(gaps[-1] / 1e6, 2), in_1_ms_p99=window[int(len(window) * 0.99)])
