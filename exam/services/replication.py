#!/usr/bin/env python3
"""What postgres_exporter says of replicas: how many bytes of the log each of them has not replayed yet.

    replication.py PORT OF_DATABASE PSQL
"""
import http.server
import subprocess
import sys

PORT, DATABASE, PSQL = int(sys.argv[1]), sys.argv[2], sys.argv[3]
QUERY = "select application_name, coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0) from pg_stat_replication"
NAME = "pg_stat_replication_pg_wal_lsn_diff"


def metrics():
    asked = subprocess.run([PSQL, "-h", "127.0.0.1", "-p", DATABASE, "-U", "postgres", "-AtF", " ", "-c", QUERY], capture_output=True, text=True)
    rows = [row.rsplit(" ", 1) for row in asked.stdout.splitlines()]
    lines = [f'{NAME}{{application_name="{name}"}} {size}' for name, size in rows if name == "replica"]
    return "\n".join([f"# TYPE {NAME} gauge", *lines]) + "\n"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = metrics().encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
