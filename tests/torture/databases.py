"""Connections to a real PostgreSQL and a real MariaDB that end at any byte of what the server says."""
import atexit, collections, glob, os, pwd, select, shutil, signal, socket, struct, subprocess, tempfile, threading, time
from bench import NotTaken, case, require
from network import ENDS, KIND, judge, perform

LOCK, SERVERS = threading.Lock(), {}
# So many users ask at a time.
USERS = 40


def program(name):
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/lib/postgresql/bin")
    found = found or next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))), None)
    if not found:
        raise NotTaken(f"no {name} on this machine")
    return found


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Database:
    """A server of its own in a folder of its own, with a user `anna` and a table that counts what has come."""

    def __init__(self, kind):
        self.kind, self.port, self.folder = kind, free_port(), tempfile.mkdtemp(prefix="torture-database-")
        atexit.register(self.close)
        self.process = None
        {"postgresql": self.start_postgresql, "mariadb": self.start_mariadb}[kind]()
        deadline = time.monotonic() + 60
        while self.ask("select 1", check=False).strip() != "1":
            require(self.process.poll() is None and time.monotonic() < deadline, lambda: open(f"{self.folder}/log", errors="replace").read()[-400:])
            time.sleep(0.2)
        for statement in self.set_up:
            self.ask(statement)

    def started(self, command, **options):
        self.process = subprocess.Popen(command, stdout=open(f"{self.folder}/log", "wb"), stderr=subprocess.STDOUT, start_new_session=True, **options)

    def start_postgresql(self):
        server, install, data = program("postgres"), program("initdb"), f"{self.folder}/data"
        self.client = [program("psql"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-tAc"]
        self.environment = {**os.environ, "PGPASSWORD": "secret"}
        open(f"{self.folder}/password", "w").write("secret")
        as_user = {}
        if os.getuid() == 0:
            try:
                user = pwd.getpwnam("postgres")
            except KeyError:
                raise NotTaken("there is no user postgres, and PostgreSQL refuses root") from None
            for path in (self.folder, f"{self.folder}/password"):
                shutil.chown(path, user.pw_uid, user.pw_gid)
            as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        made = subprocess.run([install, "-D", data, "-U", "postgres", "-A", "scram-sha-256", f"--pwfile={self.folder}/password", "--no-sync"],
                              capture_output=True, cwd="/", **as_user)
        require(made.returncode == 0, made.stderr.decode()[-300:])
        options = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": data, "fsync": "off", "max_connections": 400}
        self.started([server, "-D", data, *(part for key, value in options.items() for part in ("-c", f"{key}={value}"))], cwd="/", **as_user)
        self.set_up = ["create user anna password 'secret'", "create table hits (name varchar(40))", "grant all on hits to anna"]

    def start_mariadb(self):
        server, install, data = program("mariadbd"), program("mariadb-install-db"), f"{self.folder}/data"
        self.environment = {**os.environ, "TMPDIR": self.folder}
        made = subprocess.run([install, "--no-defaults", f"--datadir={data}", "--auth-root-authentication-method=normal", "--skip-test-db", "--user=root"],
                              capture_output=True, env=self.environment)
        require(made.returncode == 0, made.stderr.decode()[-300:])
        self.client = [program("mariadb"), "--no-defaults", "-uroot", f"--socket={self.folder}/socket", "-Ne"]
        self.started([server, "--no-defaults", "--user=root", f"--datadir={data}", f"--socket={self.folder}/socket", f"--port={self.port}",
                      "--bind-address=127.0.0.1", "--innodb-buffer-pool-size=16M", "--innodb-flush-log-at-trx-commit=0", "--max-connections=400",
                      "--max-connect-errors=1000000", "--skip-name-resolve"], env=self.environment)
        self.set_up = ["create database shop", "create table shop.hits (name varchar(40))", "create user anna identified by 'secret'", "grant all on shop.* to anna"]

    def ask(self, statement, check=True):
        done = subprocess.run([*self.client, statement], capture_output=True, text=True, env=self.environment)
        require(not check or done.returncode == 0, lambda: f"{self.kind}: {done.stderr[-300:]}")
        return done.stdout

    def hits(self):
        """How often what has come, by name."""
        table = "hits" if self.kind == "postgresql" else "shop.hits"
        lines = self.ask(f"select name from {table}").split()
        return collections.Counter(lines)

    def url(self, host, port, connect_ms):
        if self.kind == "postgresql":
            return f"jdbc:postgresql://{host}:{port}/postgres?connectTimeout={-(-connect_ms // 1000)}"
        return f"jdbc:mariadb://{host}:{port}/shop?connectTimeout={connect_ms}"

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT if self.kind == "postgresql" else signal.SIGKILL)
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def database(kind):
    with LOCK:
        if kind not in SERVERS:
            SERVERS[kind] = Database(kind)
        return SERVERS[kind]


def readable_of(streams):
    """Those that have something, within a minute; also where more than 1,024 files are open."""
    poll, by_number = select.poll(), {stream.fileno(): stream for stream in streams}
    for number in by_number:
        poll.register(number, select.POLLIN)
    return [by_number[number] for number, _ in poll.poll(60_000)]


class Proxy:
    """Stands before a server; what becomes of a connection says the address of this machine (127.1.x.y) that it came to."""

    def __init__(self, port, places):
        self.upstream, self.places = port, places
        self.listener = socket.create_server(("0.0.0.0", 0), backlog=512)
        self.port = self.listener.getsockname()[1]
        # The server's bytes of the first connection to each place, and how many of them had come when a statement was sent.
        self.said, self.said_before, self.lock = collections.Counter(), {}, threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            place = self.places.get(client.getsockname()[0])
            if place:
                threading.Thread(target=self.serve, args=(client, *place), daemon=True).start()
            else:
                client.close()

    def serve(self, client, name, at, how):
        """One thread for both ways: a socket that another one reads from is not closed by its close."""
        server, said = socket.create_connection(("127.0.0.1", self.upstream)), 0
        for stream in (client, server):
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        is_open, has_ended = True, False
        try:
            while readable := readable_of([client, server] if is_open else [server]):
                if client in readable:
                    data = client.recv(65536)
                    if b"insert" in data:
                        with self.lock:
                            self.said_before.setdefault(name, said)
                    # What a client that goes has asked for is done.
                    if not data:
                        server.shutdown(socket.SHUT_WR)
                        is_open = False
                    server.sendall(data)
                if server in readable:
                    data = server.recv(65536)
                    if not data:
                        break
                    part = data[: max(0, at - said)]
                    said += len(part)
                    if part:
                        client.sendall(part)
                    if said >= at and not has_ended:
                        has_ended, is_open = True, self.end(client, how)
                        if not is_open:
                            # What was asked is done, and then its end is seen.
                            server.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        with self.lock:
            self.said[name] = max(self.said[name], said)
        client.close()
        server.close()

    @staticmethod
    def end(client, how):
        """Whether the client is still heard."""
        if how == "half-close":
            client.shutdown(socket.SHUT_WR)
        if how in ("half-close", "silence"):
            return True
        if how == "reset":
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
        return False

    def close(self):
        self.listener.close()


FORMS = {
    "update": "update: insert into hits values ('{name}')",
    "prepared": "update: insert into hits values (?), arguments: {name}, types: VARCHAR",
    "rows": "select: \"insert into hits values ('{name}') returning 7 as number, 'plum' as word\", variables: [n]",
}


def asked(bench, server, places):
    """Each place `(name, bytes of the server's, end)` once, by a statement in its name. What was found, and the proxy."""
    hosts = {f"127.1.{number // 250}.{number % 250 + 1}": place for number, place in enumerate(places)}
    proxy = Proxy(server.port, hosts)
    databases, users = [], [[] for _ in range(min(USERS, len(places)))]
    for number, (host, (name, _, how)) in enumerate(hosts.items()):
        is_short = how == "silence"
        databases.append(f"  - {{name: {name}, url: '{server.url(host, proxy.port, 1_000 if is_short else 30_000)}', user: anna, password: secret}}\n")
        form = FORMS[name.split("-")[0]].format(name=name)
        users[number % len(users)].append(
            f"      - sql: {{{form}, database: {name}, label: {name}, query_timeout_s: {1 if is_short else 30}}}\n")
    text = "  - users: 1\n    iterations: 1\n    steps:\n".join("".join(steps) for steps in users)
    found = perform(bench, None, places, top="databases:\n" + "".join(databases), text=text, arguments=["-J", "plimsoll.bound.request_s=40"])
    proxy.close()
    return found, proxy


def cut(bench, kind):
    server, number = database(kind), bench.random.randrange(10**9)
    # A whole exchange in each form says where its parts end.
    whole = {form: (f"{form}-whole-{number}", 10**9, "close") for form in FORMS}
    found, proxy = asked(bench, server, list(whole.values()))
    judge(None, [name for name, _, _ in whole.values()], found, lambda _: {None})
    length = {form: proxy.said[name] for form, (name, _, _) in whole.items()}
    places = [(form, at, how) for form in FORMS for how in ENDS for at in range(length[form] + (how != "silence"))]
    places = [place for place in places if bench.random.random() < (24 if bench.short else 1500) / len(places)]
    bench.random.shuffle(places)
    places = [(f"{form}-{how}-{at}-{number}", at, how) for form, at, how in places]
    found, proxy = asked(bench, server, places)
    by_name = {name: (name.split("-")[0], at, how) for name, at, how in places}

    def kinds(name):
        form, at, how = by_name[name]
        if at >= length[form]:
            return {None} | ({"reset"} if how == "reset" else set())
        before = proxy.said_before.get(name)
        # A close with bytes that were not read is a reset to the system, and a statement on its way finds a broken pipe.
        more = {"reset"} if how == "close" or at == before and how == "half-close" else set()
        return more | ({"connect-timeout"} if how == "silence" and before is None else KIND[how])

    judge(None, list(by_name), found, kinds)
    hits = server.hits()
    for name in by_name:
        has_failed, was_sent = bool(found[0].get(name)), name in proxy.said_before
        require(hits[name] <= 1, f"{name}: the statement was performed {hits[name]} times")
        require(hits[name] == int(was_sent), f"{name}: sent: {was_sent}, performed: {hits[name]}")
        require(has_failed or hits[name] == 1, f"{name}: counted as done, and the database knows nothing of it")
    return {"exchanges": len(places)}


@case("network", "PostgreSQL: closed, reset, half-closed and silent at bytes of the server's", short=1, long=4, group=1)
def postgresql(bench):
    return cut(bench, "postgresql")


@case("network", "MariaDB: closed, reset, half-closed and silent at bytes of the server's", short=1, long=4, group=1)
def mariadb(bench):
    return cut(bench, "mariadb")
