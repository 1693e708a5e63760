#!/usr/bin/env python3
"""How soon after the answer `plimsoll try` has ended: a plan of one request, from the moment the server has written its answer.

    bench/try.py [TIMES]

Beside it curl with the same request, which only fetches. Medians and the longest, in milliseconds; and the whole time from the start of each
program to its end. Set PLIMSOLL for another binary.
"""
import http.server, os, pathlib, shutil, socket, statistics, subprocess, sys, tempfile, threading, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLIMSOLL = os.environ.get('PLIMSOLL', str(ROOT / 'target/release/plimsoll'))
BODY = b'{"price": 20}'
answered = []


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_GET(self):
        head = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n' % len(BODY)
        self.wfile.write(head + BODY)
        answered.append(time.perf_counter())

    def log_message(self, *_):
        pass

    def setup(self):
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def main():
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f'http://127.0.0.1:{server.server_port}/price'
    with tempfile.TemporaryDirectory() as folder:
        plan = pathlib.Path(folder) / 'plan.yaml'
        plan.write_text('plan: p\nscenarios:\n  - name: buyers\n    users: 1\n    steps:\n'
                        f'      - get: {url}\n        extract: {{variable: price, json: "$.price"}}\n        check: {{status: 200}}\n')
        commands = {'plimsoll try': [PLIMSOLL, 'try', str(plan)]}
        if shutil.which('curl'):
            commands['curl'] = ['curl', '-s', '-o', '/dev/null', '--noproxy', '*', url]
        after, whole = {}, {}
        for _ in range(times):
            for name, command in commands.items():
                answered.clear()
                start = time.perf_counter()
                code = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE).returncode
                end = time.perf_counter()
                if code != 0 or len(answered) != 1:
                    raise SystemExit(f'{name} ended with {code} after {len(answered)} answers')
                after.setdefault(name, []).append((end - answered[0]) * 1000)
                whole.setdefault(name, []).append((end - start) * 1000)
    print(f"{'PROGRAM':<16} {'AFTER THE ANSWER':>17} {'LONGEST':>8} {'WHOLE':>8}   ms, {times} times each")
    for name in commands:
        print(f'{name:<16} {statistics.median(after[name]):>17.1f} {max(after[name]):>8.1f} {statistics.median(whole[name]):>8.1f}')


main()
