"""A library: check-in, check-out and imports over PostgreSQL, in a container's worth of memory.

The variants differ in how the JVM's heap is given: a size, nothing (the JVM decides), a share of the memory. The service is
started again when it ends, as a container is.
"""

import os
import pathlib
import time

import frame

MEMORY_MIB = 384
RECORDS_MAX = 3_000
VARIANTS = {
    "xmx": {"heap": ["-Xmx268m"]},
    "default": {"heap": []},
    "percentage": {"heap": ["-XX:MaxRAMPercentage=66"]},
}


def up(lab):
    database = lab.ports["LIBRARY_POSTGRES"]
    folder, as_postgres, tools = lab.data / "postgres", user(), postgres_tools()
    if not (folder / "PG_VERSION").exists():
        folder.mkdir(exist_ok=True)
        if as_postgres:
            frame.shutil.chown(folder, "postgres", "postgres")
        lab.run("initdb", [*as_postgres, tools / "initdb", "-D", folder, "-U", "library", "-A", "trust", "-E", "UTF8", "--no-sync"])
    # The speed of this machine's disk is not what the study is about: fsync is off.
    lab.start("postgres", [*as_postgres, tools / "postgres", "-D", folder, "-k", "", "-h", "127.0.0.1", "-p", database,
                           "-c", "fsync=off", "-c", "shared_buffers=64MB", "-c", "max_connections=40"], port=database)
    psql = lambda name, *rest: lab.run(name, [tools / "psql", "-h", "127.0.0.1", "-p", database, "-U", "library",
                                             "-v", "ON_ERROR_STOP=1", "-q", *rest])
    accepts = lambda: frame.subprocess.run([tools / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(database)]).returncode == 0
    deadline = time.monotonic() + frame.READY_S_MAX
    while not accepts() and time.monotonic() < deadline:
        time.sleep(0.1)
    records = lab.data / "records.mrc"
    if not records.exists():
        psql("schema", "-d", "postgres", "-c", "CREATE DATABASE library")
        psql("schema", "-d", "library", "-f", lab.source / "schema.sql")
        classes = lab.classpath("library", "service")
        lab.run("records", ["java", "-Xmx64m", "-cp", classes, "lab.library.MarcFile", records, RECORDS_MAX])
    java = ["java", "-XX:+UseSerialGC", *lab.settings["heap"], "-XX:+ExitOnOutOfMemoryError", "-Xss256k",
            f"-Xlog:gc*:file={lab.logs}/gc.log:time,uptime,level,tags:filecount=0", "-cp", lab.classpath("library", "service"),
            "lab.library.Library"]
    port = lab.ports["LIBRARY"]
    lab.start("library", [lab.source / "keep.sh", *java], memory_mib=MEMORY_MIB, url=f"http://127.0.0.1:{port}/health", env={
        "PORT": port, "DATABASE": f"jdbc:postgresql://127.0.0.1:{database}/library", "MARC_FILE": records})


def user():
    """PostgreSQL does not run as root."""
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"] if os.getuid() == 0 else []


def postgres_tools():
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        raise frame.LabError("PostgreSQL is not installed: run lab/build")
    return found[-1].parent
