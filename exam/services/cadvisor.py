#!/usr/bin/env python3
"""CPU and throttling of one control group (version 1), in cAdvisor's names: PORT GROUP CORES."""
import http.server
import pathlib
import sys

PORT, GROUP, CORES = int(sys.argv[1]), pathlib.Path(sys.argv[2]), float(sys.argv[3])


def cpu_s(pid):
    """User and system time; the kernel counts ticks of a hundredth of a second."""
    words = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / 100


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        stat = dict(line.split() for line in (GROUP / "cpu.stat").read_text().splitlines())
        used = sum(cpu_s(pid) for pid in (GROUP / "cgroup.procs").read_text().split())
        label = '{name="shop"}'
        body = (
            f"container_cpu_usage_seconds_total{label} {used}\n"
            f"container_cpu_cfs_periods_total{label} {stat['nr_periods']}\n"
            f"container_cpu_cfs_throttled_periods_total{label} {stat['nr_throttled']}\n"
        ).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


http.server.HTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
