"""Starts and ends the systems of the examination: real processes on 127.0.0.1, each with a folder and a port of its own."""
import contextlib
import glob
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

SERVICES = pathlib.Path(__file__).resolve().parent / "services"


class CannotBeMade(Exception):
    """The fault, or the system, can't be had on this machine: the case counts as not taken."""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def program(*names):
    """The first of the programs that is there."""
    for name in names:
        found = shutil.which(name) or next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))), None)
        if found:
            return found
    raise CannotBeMade(f"{names[0]} is not installed")


class System:
    """What a case has started; all of it ends with it, by pid."""

    def __init__(self, folder):
        self.folder, self.processes, self.before, self.after = pathlib.Path(folder), [], [], []

    def start(self, command, port=None, **options):
        log = open(self.folder / f"log-{len(self.processes)}.txt", "wb")
        process = subprocess.Popen(
            [str(part) for part in command], stdout=log, stderr=log, start_new_session=True, cwd=self.folder, **options
        )
        self.processes.append(process)
        if port:
            self.wait(port, process)
        return process

    def wait(self, port, process, seconds=30):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if process.poll() is not None:
                raise CannotBeMade(f"{process.args[0]} ended: {self.log_end()}")
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.5):
                return
            time.sleep(0.1)
        raise CannotBeMade(f"{process.args[0]} does not answer")

    def log_end(self):
        last = self.folder / f"log-{len(self.processes) - 1}.txt"
        return last.read_text(errors="replace")[-300:].strip()

    def end(self):
        for undo in reversed(self.before):
            with contextlib.suppress(Exception):
                undo()
        for process in reversed(self.processes):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
        for process in self.processes:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait(5)
        # A group that still holds a process can't be removed.
        for undo in reversed(self.after):
            with contextlib.suppress(Exception):
                undo()


def python(system, settings, environment=None):
    """A service of services/service.py: its address, and what to watch."""
    import json

    port = free_port()
    process = system.start([sys.executable, SERVICES / "service.py", json.dumps({**settings, "port": port})], port, env=environment)
    return {"port": port, "pid": process.pid}


def clocked(system, settings):
    """A service with a clock of its own, which is put back while it is at work. The machine's clock stays as it is."""
    library = next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)
    if library is None:
        raise CannotBeMade("faketime is not installed")
    clock = system.folder / "clock"
    clock.write_text("+0\n")
    own = {"LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    places = python(system, settings["service"], {**os.environ, **own})
    if "back_s" in settings:
        system.start(["sh", "-c", f"sleep {settings['after_s']}; echo -{settings['back_s']} > {clock}"])
    return places


def node(system, settings):
    import json

    port = free_port()
    process = system.start([program("node"), SERVICES / "service.js", json.dumps({**settings, "port": port})], port)
    return {"port": port, "pid": process.pid}


def jvm(system, settings):
    port = free_port()
    classes = system.folder / "classes"
    made = subprocess.run([program("javac"), "-d", classes, SERVICES / "Service.java"], capture_output=True)
    if made.returncode:
        raise CannotBeMade("javac: " + made.stderr.decode()[-300:])
    arguments = [settings.get(key, 0) for key in ("garbage", "leak", "held", "wait")]
    flags = [f"-Xmx{settings['heap']}m", f"-Xms{settings['heap']}m", "-XX:+UseSerialGC", "-Dsun.net.httpserver.nodelay=true", *settings.get("flags", [])]
    command = [program("java"), *flags, "-cp", classes, f"-Dexam={port}", "Service", port, *arguments]
    process = system.start(command, port)
    return {"port": port, "pid": process.pid, "marker": f"exam={port}"}


def go(system, settings):
    """Services are built once for all cases: the compiler keeps what it made."""
    port, built = free_port(), system.folder / "service"
    # The compiler's cache is in the user's home, or beside the case's files where there is none.
    environment = {**os.environ, "GO111MODULE": "off", "CGO_ENABLED": "0"}
    environment.setdefault("GOCACHE", str(pathlib.Path(os.environ.get("HOME", "/tmp")) / ".cache/go-build"))
    made = subprocess.run([program("go"), "build", "-o", built, SERVICES / "service.go"], capture_output=True, env=environment)
    if made.returncode:
        raise CannotBeMade("go build: " + made.stderr.decode()[-300:])
    arguments = [f"{name}={value}" for name, value in settings.items() if name != "cores"]
    process = system.start([built, port, settings.get("cores", 2), *arguments], port)
    return {"port": port, "pid": process.pid}


def behind(system, settings):
    """A service that asks another one: what is watched of each is its own port."""
    back = python(system, settings["back"])
    front = python(system, {**settings["front"], "downstream": back["port"]})
    return {**front, "back": back["port"], "back_pid": back["pid"]}


def balanced(system, settings):
    """nginx before two services, with these weights."""
    first, second = python(system, settings["service"]), python(system, {**settings["service"], **settings.get("second", {})})
    weights = settings.get("weights", (1, 1))
    servers = "".join(f"server 127.0.0.1:{of['port']} weight={weight}; " for of, weight in zip((first, second), weights))
    proxy = 'location / { proxy_pass http://both; proxy_http_version 1.1; proxy_set_header Connection ""; }'
    http = f"upstream both {{ {settings.get('method', '')} {servers} keepalive 64; }}"
    front = nginx(system, {"http": http, "server": proxy})
    return {**front, "first": first["port"], "second": second["port"]}


def apache(system, settings):
    """Apache with the prefork module before a service: a process for each request at work."""
    server = program("apache2", "httpd")
    modules = next((folder for folder in ("/usr/lib/apache2/modules", "/usr/lib64/httpd/modules", "/usr/lib/httpd/modules") if os.path.isdir(folder)), None)
    needed = ["mpm_prefork", "authz_core", "proxy", "proxy_http"]
    if modules is None or not all(os.path.exists(f"{modules}/mod_{name}.so") for name in needed):
        raise CannotBeMade("Apache's modules are not there")
    back, port = python(system, settings["service"]), free_port()
    loads = "\n".join(f"LoadModule {name}_module {modules}/mod_{name}.so" for name in needed)
    workers = settings["workers"]
    (system.folder / "apache.conf").write_text(f"""
{loads}
ServerRoot {system.folder}
ServerName localhost
PidFile {system.folder}/apache.pid
DefaultRuntimeDir {system.folder}
Mutex posixsem
ErrorLog {system.folder}/apache-error.log
Listen 127.0.0.1:{port}
KeepAlive Off
StartServers {workers}
MinSpareServers {workers}
MaxSpareServers {workers}
ServerLimit {workers}
MaxRequestWorkers {workers}
ProxyPass / http://127.0.0.1:{back['port']}/
""")
    process = system.start([server, "-f", system.folder / "apache.conf", "-DFOREGROUND"], port)
    return {"port": port, "pid": process.pid}


def expiring(system, seconds):
    """A certificate that is valid for so many seconds more, or for a day."""
    end = time.strftime("%Y%m%d%H%M%SZ", time.gmtime(time.time() + (seconds or 86_400)))
    folder = system.folder
    (folder / "index.txt").write_text("")
    (folder / "ca.conf").write_text(f"""
[ca]
default_ca = a
[a]
database = {folder}/index.txt
rand_serial = yes
new_certs_dir = {folder}
default_md = sha256
policy = p
x509_extensions = e
[p]
commonName = supplied
[e]
subjectAltName = IP:127.0.0.1
""")
    openssl = program("openssl")
    asked = [openssl, "req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=exam", "-keyout", folder / "key.pem", "-out", folder / "cert.csr"]
    signed = [openssl, "ca", "-batch", "-selfsign", "-notext", "-config", folder / "ca.conf", "-keyfile", folder / "key.pem", "-in", folder / "cert.csr",
              "-startdate", "20200101000000Z", "-enddate", end, "-out", folder / "cert.pem"]
    for command in (asked, signed):
        made = subprocess.run(command, capture_output=True)
        if made.returncode:
            raise CannotBeMade("openssl: " + made.stderr.decode()[-300:])


def nginx(system, settings):
    port = free_port()
    (system.folder / "www").mkdir()
    (system.folder / "www/index.html").write_text("x" * settings.get("bytes", 1000))
    if "valid_s" in settings:
        expiring(system, settings["valid_s"])
    elif settings.get("tls"):
        made = subprocess.run(
            [program("openssl"), "req", "-x509", "-newkey", f"rsa:{settings['tls']}", "-nodes", "-days", "2", "-subj", "/CN=exam",
             "-keyout", system.folder / "key.pem", "-out", system.folder / "cert.pem"], capture_output=True)
        if made.returncode:
            raise CannotBeMade("openssl: " + made.stderr.decode()[-300:])
    tls = "ssl" if settings.get("tls") or "valid_s" in settings else ""
    certificate = f"ssl_certificate {system.folder}/cert.pem; ssl_certificate_key {system.folder}/key.pem; ssl_session_cache off; ssl_session_tickets off;" if tls else ""
    (system.folder / "nginx.conf").write_text(f"""
user root; worker_processes 1; pid {system.folder}/nginx.pid; error_log {system.folder}/error.log;
{settings.get('main', '')}
events {{ worker_connections {settings.get('connections', 1024)}; }}
http {{
  access_log off; client_body_temp_path {system.folder}/b; proxy_temp_path {system.folder}/p; fastcgi_temp_path {system.folder}/f;
  uwsgi_temp_path {system.folder}/u; scgi_temp_path {system.folder}/s; keepalive_requests 1000000;
  {settings.get('http', '')}
  server {{ listen 127.0.0.1:{port} {tls}; root {system.folder}/www; {certificate} {settings.get('server', '')} }}
}}""")
    process = system.start([program("nginx"), "-c", system.folder / "nginx.conf", "-p", system.folder, "-g", "daemon off;"], port)
    time.sleep(0.3)
    workers = subprocess.run(["ps", "--ppid", str(process.pid), "-o", "pid="], capture_output=True, text=True).stdout.split()
    return {"port": port, "pid": process.pid, "worker": workers[0] if workers else process.pid, "tls": bool(tls), "folder": system.folder}


def postgres(system, settings):
    port, data = free_port(), system.folder / "data"
    import pwd

    try:
        user = pwd.getpwnam("postgres")
    except KeyError as error:
        raise CannotBeMade("there is no user postgres, and PostgreSQL refuses root") from error
    for folder in [system.folder, *system.folder.parents][:-1]:
        if folder.stat().st_uid == os.getuid() and str(folder).startswith(("/tmp/", "/var/tmp/")):
            folder.chmod(folder.stat().st_mode | 0o711)
    data.mkdir()
    shutil.chown(data, user.pw_uid, user.pw_gid)
    as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    made = subprocess.run([program("initdb"), "-D", data, "-U", "postgres", "-A", "trust", "--no-sync"], capture_output=True, cwd="/", **as_user)
    if made.returncode:
        raise CannotBeMade("initdb: " + made.stderr.decode()[-300:])
    options = {"listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": data, "fsync": "off", **settings.get("options", {})}
    flags = [part for key, value in options.items() for part in ("-c", f"{key}={value}")]
    log = open(system.folder / "postgres.log", "wb")
    process = subprocess.Popen([program("postgres"), "-D", str(data), *map(str, flags)], stdout=log, stderr=log, start_new_session=True, cwd="/", **as_user)
    system.processes.append(process)
    system.wait(port, process)
    time.sleep(0.5)
    for statement in settings.get("sql", []):
        run = subprocess.run([program("psql"), "-h", "127.0.0.1", "-p", str(port), "-U", "postgres", "-c", statement], capture_output=True)
        if run.returncode:
            raise CannotBeMade("psql: " + run.stderr.decode()[-300:])
    return {"port": port, "pid": process.pid}


def mariadb(system, settings):
    port, data = free_port(), system.folder / "data"
    temporary = system.folder / "tmp"
    temporary.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary)}
    made = subprocess.run(
        [program("mariadb-install-db"), "--no-defaults", f"--datadir={data}", "--auth-root-authentication-method=normal", "--skip-test-db", "--user=root"],
        capture_output=True, env=environment)
    if made.returncode:
        raise CannotBeMade("mariadb-install-db: " + made.stderr.decode()[-300:])
    flags = [f"--{key}={value}" for key, value in settings.get("options", {}).items()]
    process = system.start(
        [program("mariadbd", "/usr/sbin/mariadbd"), "--no-defaults", "--user=root", f"--datadir={data}", f"--socket={system.folder}/s.sock", f"--port={port}",
         "--bind-address=127.0.0.1", "--innodb-buffer-pool-size=64M", f"--tmpdir={temporary}", *flags], port, env=environment)
    for statement in settings.get("sql", []):
        run = subprocess.run([program("mariadb"), "--no-defaults", "-uroot", f"--socket={system.folder}/s.sock", "-e", statement], capture_output=True)
        if run.returncode:
            raise CannotBeMade("mariadb: " + run.stderr.decode()[-300:])
    return {"port": port, "pid": process.pid}


def redis(system, settings):
    port = free_port()
    process = system.start([program("redis-server"), "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", system.folder], port)
    return {"port": port, "pid": process.pid}


KINDS = {
    "python": python, "node": node, "jvm": jvm, "go": go, "nginx": nginx, "apache": apache, "postgres": postgres, "mariadb": mariadb,
    "clocked": clocked, "behind": behind, "balanced": balanced, "redis": redis,
}
