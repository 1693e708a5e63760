#!/usr/bin/env python3
"""What watching costs: 20 Prometheus endpoints of 50 series each and 20 local commands of 50 series each, all once a second.

Prints the CPU time of the plimsoll process as a share of one core: without the tools that it runs, with writing the run
file; its only user does nothing but pause.
Usage: bench/watch_cost.py [SECONDS]; builds nothing: it takes target/release/plimsoll, or $PLIMSOLL.
"""
import http.server
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

SOURCES, SERIES, SHARE_MAX = 20, 50, 5.0


def exposition():
    now = int(time.monotonic() * 1000)
    return "".join(f'lab_value_total{{number="{n}"}} {now + n}\n' for n in range(SERIES))


class Endpoint(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = exposition().encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; version=0.0.4")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def cpu_seconds(pid):
    """User and system time of the process itself; its ended children count elsewhere."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    root = pathlib.Path(__file__).resolve().parent.parent
    plimsoll = os.environ.get("PLIMSOLL", root / "target/release/plimsoll")
    servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endpoint) for _ in range(SOURCES)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "metrics").write_text(exposition())
        (folder / "plan.yaml").write_text("plan: p\nscenarios:\n  - {users: 1, hold: 1 s, steps: [{pause: 1 s}]}\n")
        lines = ["study: cost", "plan: plan.yaml", "threads: 1", f"step: {seconds + 8} s", "watch:"]
        for number, server in enumerate(servers):
            url = f"http://127.0.0.1:{server.server_port}/metrics"
            lines.append(f'  - {{name: http{number}, prometheus: "{url}"}}')
            run = f"cat {folder / 'metrics'}"
            lines.append(f'  - {{name: local{number}, host: local, command: {{run: "{run}", format: prometheus, every: 1 s}}}}')
        (folder / "study.yaml").write_text("\n".join(lines) + "\n")
        command = [str(plimsoll), "run", str(folder / "study.yaml"), "-o", str(folder / "out")]
        silent = subprocess.DEVNULL
        process = subprocess.Popen(command, stdin=silent, stdout=silent, stderr=silent)
        time.sleep(4)  # Until all of them have been started.
        before, began = cpu_seconds(process.pid), time.monotonic()
        time.sleep(seconds)
        used, passed = cpu_seconds(process.pid) - before, time.monotonic() - began
        process.wait(timeout=120)
        size = (folder / "out" / "run.run").stat().st_size
    share = 100 * used / passed
    print(f"{2 * SOURCES} sources, {2 * SOURCES * SERIES} series, once a second for {passed:.0f} s: {share:.1f} % of a core "
          f"in the plimsoll process; run file {size / 1e6:.1f} MB")
    if share > SHARE_MAX:
        sys.exit(f"more than {SHARE_MAX} %")


if __name__ == "__main__":
    main()
