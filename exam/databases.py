"""Databases of the examination with more to them than a server: on a slow disk, with a replica behind a slow link."""
import os
import subprocess
import sys

from limits import control_group
from systems import SERVICES, CannotBeMade, free_port, postgres, program


def slow_postgres(system, settings):
    """PostgreSQL whose writes are limited to so many bytes in a second, those of all of its processes together."""
    places = postgres(system, settings)
    if limit := settings.get("written_per_s"):
        number = os.stat(system.folder).st_dev
        device = f"{os.major(number)}:{os.minor(number)}"
        name = "blkio.throttle.write_bps_device"
        group = control_group(system, "blkio", {name: f"{device} {limit}"})
        # Whatever waits there goes on before its process is to end.
        system.before.append(lambda: (group / name).write_text(f"{device} 0"))
        for pid in [places["pid"], *children(places["pid"])]:
            (group / "cgroup.procs").write_text(str(pid))
    return places


def children(pid):
    return subprocess.run(["ps", "--ppid", str(pid), "-o", "pid="], capture_output=True, text=True).stdout.split()


def replicated(system, settings):
    """PostgreSQL with a replica; what goes to it takes a way of its own, of so many bytes in a second."""
    places, link, metrics = postgres(system, settings), free_port(), free_port()
    system.start([sys.executable, SERVICES / "relay.py", link, places["port"], settings.get("link_bytes_per_s", 0)], link)
    replica = system.folder / "replica"
    owner = os.stat(system.folder / "data")
    as_owner = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []}
    replica.mkdir(mode=0o700)
    os.chown(replica, owner.st_uid, owner.st_gid)
    made = subprocess.run([program("pg_basebackup"), "-D", replica, "-h", "127.0.0.1", "-p", str(places["port"]), "-U", "postgres", "-c", "fast", "--no-sync"],
                          capture_output=True, cwd="/", **as_owner)
    if made.returncode:
        raise CannotBeMade("pg_basebackup: " + made.stderr.decode()[-300:])
    (replica / "standby.signal").touch()
    port = free_port()
    options = {"listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": replica, "fsync": "off",
               "primary_conninfo": f"host=127.0.0.1 port={link} user=postgres application_name=replica"}
    flags = [part for key, value in options.items() for part in ("-c", f"{key}={value}")]
    system.start([program("postgres"), "-D", replica, *flags], port, **as_owner)
    for statement in settings.get("with_replica", []):
        subprocess.run([program("psql"), "-h", "127.0.0.1", "-p", str(places["port"]), "-U", "postgres", "-c", statement], capture_output=True, check=True)
    system.start([sys.executable, SERVICES / "replication.py", metrics, places["port"], program("psql")], metrics)
    return {**places, "metrics": metrics}


KINDS = {"slow-postgres": slow_postgres, "replicated": replicated}
