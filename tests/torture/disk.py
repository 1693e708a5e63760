"""A disk that is full, broken, slow, taken away, or loses what was not yet on it when the machine crashed."""
import atexit, contextlib, errno, functools, os, random, shutil, subprocess, tempfile, time
from bench import Bench, Failed, NotTaken, Server, asked, case, plan, require, require_whole, requests, wait_until

HERE = os.path.dirname(os.path.abspath(__file__))
RATE, SECONDS = 50, 3
ARGUMENTS = ["--rate", str(RATE), "--duration", f"{SECONDS} s", "--workers", "1", "-o", "out"]


@functools.cache
def shim():
    """The library with the faults."""
    if not shutil.which("cc"):
        raise NotTaken("no C compiler for the library that makes the faults")
    folder = tempfile.mkdtemp(prefix="torture-shim-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    library = os.path.join(folder, "shim.so")
    made = subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-w", os.path.join(HERE, "shim.c"), "-o", library, "-ldl", "-lpthread"], capture_output=True)
    require(made.returncode == 0, made.stderr.decode())
    return library


def faults(**named):
    return {"LD_PRELOAD": shim(), "TORTURE_PATH": "run.run", **{f"TORTURE_{name.upper()}": str(value) for name, value in named.items()}}


def made(bench, env=None, arguments=ARGUMENTS):
    """A short run by rate: its exit code, what it said, and the server that it asked."""
    server = Server()
    bench.write("p.yaml", plan(server.url))
    code, said = bench.do("run", "p.yaml", *arguments, env=env)
    if env and "LD_PRELOAD" in env:
        counter = env.get("TORTURE_COUNT")
        if counter and not os.path.exists(counter):
            raise NotTaken("the program is static: no library can come between it and the disk")
    return code, said, server


def judged(bench, code, said, server, file=None):
    """What is in a run file is whole and true: all of the load when the run ended well, what was flushed before the fault when not."""
    file = file or bench.path("out", "run.run")
    if code in (0, 4) and "error:" not in said:
        require_whole(file)
        require(requests(file) == len(server.answered), lambda: f"{requests(file)} requests in the file, {len(server.answered)} were answered, and the run says nothing")
        return "went on"
    require(code in (1, 2, 4), f"it ended with {code}: {said[:400]}")
    require("error:" in said, f"no word of the fault: {said[:400]}")
    if not os.path.exists(file):
        return "no run"
    report, text = bench.do("report", file, "--format", "text")
    require(report in (0, 3, 4), f"the report ended with {report}: {text[:300]}")
    # On a full disk SQLite itself has no room to look.
    shutil.copytree(os.path.dirname(file), bench.path("copy"), ignore=lambda _, names: [n for n in names if not n.startswith("run.run")])
    file = bench.path("copy", "run.run")
    require_whole(file)
    require(requests(file) <= len(server.answered), "more in the file than was answered")
    return "ended"


@functools.cache
def calls(plimsoll, kind):
    """So many calls of this kind a short run makes."""
    bench = Bench(plimsoll, random.Random(1))
    try:
        made(bench, faults(call=kind, count=bench.path("count")))
        return os.path.getsize(bench.path("count"))
    finally:
        bench.close()


def broken(bench, kind, times, number):
    at = bench.random.randint(1, calls(bench.plimsoll, kind))
    code, said, server = made(bench, faults(call=kind, at=at, times=times, errno=number, count=bench.path("count")))
    try:
        return {judged(bench, code, said, server): True}
    except Failed as error:
        raise Failed(f"{errno.errorcode[number]} from {kind} {at} on, {times} times: {error}") from None


@case("disk", "an I/O error at the n-th write, once", short=2, long=120, group=4)
def one_write(bench):
    return broken(bench, "write", 1, errno.EIO)


@case("disk", "an I/O error at the n-th write and all after it", short=2, long=120, group=4)
def all_writes(bench):
    return broken(bench, "write", 10**9, errno.EIO)


@case("disk", "an I/O error at the n-th sync and all after it", short=1, long=20, group=4)
def syncs(bench):
    return broken(bench, "sync", 10**9, errno.EIO)


@case("disk", "read-only from the n-th write on", short=1, long=40, group=4)
def read_only_later(bench):
    return broken(bench, "write", 10**9, errno.EROFS)


@case("disk", "full for some writes, then with room again", short=1, long=60, group=4)
def full_for_a_while(bench):
    return broken(bench, "write", bench.random.randint(1, 30), errno.ENOSPC)


@case("disk", "slow: writes and syncs that take 2 s", short=1, long=20, group=4)
def slow(bench):
    kind = bench.random.choice(["write", "sync"])
    at = bench.random.randint(1, calls(bench.plimsoll, kind))
    code, said, server = made(bench, faults(call=kind, at=at, times=2, errno=0, ms=2000, count=bench.path("count")))
    require(judged(bench, code, said, server) == "went on", f"{kind} {at}: {said[:300]}")
    begun = len(server.answered) / (RATE * SECONDS)
    return {"arrivals that began %": 100 * begun}


@contextlib.contextmanager
def mounted(bench, size):
    folder = bench.path("disk")
    os.makedirs(folder)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True).returncode:
        raise NotTaken("no file system may be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], capture_output=True)


@case("disk", "a small one that gets full during the run", short=1, long=40, group=4)
def full(bench):
    with mounted(bench, f"{bench.random.randint(120, 420)}k") as disk:
        out = os.path.join(disk, "out")
        code, said, server = made(bench, arguments=["--rate", "100", "--duration", "8 s", "--workers", "1", "--no-examples", "-o", out])
        return {judged(bench, code, said, server, os.path.join(out, "run.run")): True}


@case("disk", "a folder that is read-only", short=1, long=2)
def read_only(bench):
    with mounted(bench, "1m") as disk:
        if subprocess.run(["mount", "-o", "remount,ro", disk], capture_output=True).returncode:
            raise NotTaken("no file system may be mounted read-only here")
        code, said, server = made(bench, arguments=[*ARGUMENTS[:-1], os.path.join(disk, "out")])
        require(code in (1, 2) and "error:" in said and "ead-only" in said, f"it ended with {code}: {said[:300]}")
        require(not server.answered, "a load without a place for its figures")


def under_way(bench, act):
    """Does something to the run file while a run goes on; the exit code and what was said in the end."""
    server = Server()
    bench.write("p.yaml", plan(server.url))
    running = bench.start("run", "p.yaml", *ARGUMENTS)
    wait_until(lambda: server.answered, running)
    time.sleep(bench.random.uniform(0, SECONDS - 1))
    act(bench.path("out"))
    return running.end(), running.text(), server


@case("disk", "the run file is removed under the run", short=1, long=8, group=4)
def removed(bench):
    code, said, _ = under_way(bench, lambda out: os.remove(os.path.join(out, "run.run")))
    require(code == 1 and "error:" in said and "run.run" in said, f"it ended with {code} and says: {said[:600]}")


@case("disk", "the run file is replaced by another one under the run", short=1, long=8, group=4)
def replaced(bench):
    other = Server()
    bench.write("q.yaml", plan(other.url))
    bench.do("run", "q.yaml", *ARGUMENTS[:-1], "other")
    code, said, server = under_way(bench, lambda out: os.replace(bench.path("other", "run.run"), os.path.join(out, "run.run")))
    require(code == 1 and "error:" in said and "run.run" in said, f"it ended with {code} and says: {said[:600]}")
    file = bench.path("out", "run.run")
    require_whole(file)
    require(requests(file) == len(other.answered), "figures of one run are in the file of another")


@case("disk", "the folder of the run is moved away", short=1, long=4, group=4)
def moved(bench):
    code, said, server = under_way(bench, lambda out: os.rename(out, out + ".moved"))
    require(code == 1 and "error:" in said, f"it ended with {code} and says: {said[:600]}")
    file = bench.path("out.moved", "run.run")
    require_whole(file)


def states(log, random, late=False):
    """The files as a crash of the machine may have left them: what was synced, and a part of what was written since, in its order; and
    whether the run file had been synced at all."""
    records, at = [], 0
    while at < len(log):
        end = log.index(b"\n", at)
        kind, name, offset, size = log[at:end].split(b" ")
        at = end + 1 + int(size)
        records.append((kind, name.decode(), int(offset), log[end + 1 : at]))
    # `late`: half of them at its end, where a file gets its name.
    moment = random.randint(max(1, len(records) - 3), len(records)) if late and random.random() < 0.5 else random.randint(1, len(records))
    files, on_disk = {}, {}
    for kind, name, offset, data in records[:moment]:
        waiting = files.setdefault(name, [])
        if kind == b"u":
            # What is removed is removed before what comes after it is on the disk.
            files.pop(name), on_disk.pop(name, None)
        elif kind == b"l":
            # Another name of the same file: what is written to one is in both.
            files[name], on_disk[name] = files[data.decode()], on_disk.setdefault(data.decode(), [])
        elif kind == b"s":
            on_disk.setdefault(name, []).extend(waiting)
            waiting.clear()
        else:
            waiting.append((kind, offset, data))
    for waiting in {id(waiting): waiting for waiting in files.values()}.values():
        part = waiting[: random.randint(0, len(waiting))]
        names = [name for name in files if files[name] is waiting]
        on_disk.setdefault(names[0], []).extend(part)
    had_begun = any(kind == b"s" and name == "run.run" for kind, name, _, _ in records[:moment])
    return {name: content(changes) for name, changes in on_disk.items()}, had_begun


def content(changes):
    file = bytearray()
    for kind, offset, data in changes:
        if kind == b"t":
            del file[offset:]
            file.extend(bytes(offset - len(file)))
        else:
            file.extend(bytes(max(0, offset + len(data) - len(file))))
            file[offset : offset + len(data)] = data
    return bytes(file)


@case("disk", "the machine crashes: any part of what was not synced is lost", short=1, long=8, group=2)
def crash(bench):
    code, said, server = made(bench, faults(log=bench.path("log")))
    require(code in (0, 4), f"the run ended with {code}: {said[:300]}")
    if not os.path.exists(bench.path("log")):
        raise NotTaken("the program is static: no library can come between it and the disk")
    log = open(bench.path("log"), "rb").read()
    opened = empty = 0
    for number in range(40 if bench.short else 250):
        files, had_begun = states(log, bench.random)
        folder = bench.path(f"crash{number}")
        os.makedirs(folder)
        for name, data in files.items():
            if not name.endswith("-shm"):
                open(os.path.join(folder, name), "wb").write(data)
        file = os.path.join(folder, "run.run")
        if not had_begun:
            # The load waits for the file to be on the disk.
            empty += 1
            continue
        try:
            if number < 5:
                ended, text = bench.do("report", file, "--format", "text")
                require(ended in (0, 3, 4), f"the report ended with {ended}: {text[:300]}")
            require_whole(file)
            asked(file, "SELECT 1 FROM meta")
            found = requests(file)
        except Exception as error:
            sizes = {name: len(data) for name, data in files.items()}
            raise Failed(f"state {number}, {sizes}: {error}") from None
        require(found <= len(server.answered), "more in the file than was answered")
        opened += 1
    return {"states that opened": opened, "before the load": empty}


def imported(bench, env=None, name="b.run"):
    """Imports 20,000 rows with full paths, by which the recorder knows files."""
    if not os.path.exists(bench.path("a.jtl")):
        rows = "".join(f"{1_700_000_000_000 + n * 7},{n % 90 + 1},home,200,OK,u 1-1,true,{n % 99},1,1,{n % 40}\n" for n in range(20_000))
        bench.write("a.jtl", "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes,grpThreads,allThreads,Latency\n" + rows)
    return bench.do("import", bench.path("a.jtl"), "-o", bench.path(name), env=env)


@case("disk", "the machine crashes during an import: any part of what was not synced is lost", short=1, long=8, group=2)
def import_crash(bench):
    """The run file has its name when it is whole, and not before: no state has half of one."""
    code, said = imported(bench, {"LD_PRELOAD": shim(), "TORTURE_PATH": "b.run", "TORTURE_LOG": bench.path("log")})
    require(code in (0, 3, 4), f"the import ended with {code}: {said[:300]}")
    if not os.path.exists(bench.path("log")):
        raise NotTaken("the program is static: no library can come between it and the disk")
    log, whole = open(bench.path("log"), "rb").read(), requests(bench.path("b.run"))
    opened = none = 0
    for number in range(40 if bench.short else 250):
        files, _ = states(log, bench.random, late=True)
        if "b.run" not in files:
            none += 1
            continue
        folder = bench.path(f"crash{number}")
        os.makedirs(folder)
        for name, data in files.items():
            open(os.path.join(folder, name), "wb").write(data)
        file = os.path.join(folder, "b.run")
        try:
            require_whole(file)
            require(requests(file) == whole, lambda: f"{requests(file)} of {whole} requests")
        except Exception as error:
            raise Failed(f"state {number}, { {name: len(data) for name, data in files.items()} }: {error}") from None
        opened += 1
        shutil.rmtree(folder)
    # What a crash has left is in nobody's way.
    for name, data in files.items():
        bench.write(f"again/.c.run.{10**7}.partial" if name.endswith(".partial") else f"again/{name}", data)
    code, said = imported(bench, name="again/c.run")
    require(code in (0, 3, 4) and requests(bench.path("again", "c.run")) == whole, f"the next import ended with {code}: {said[:300]}")
    return {"states without a file": none, "states that opened": opened}


@case("disk", "locks of a network file system", short=0, long=1)
def network_file_system(bench):
    raise NotTaken("no network file system can be mounted on this machine")
