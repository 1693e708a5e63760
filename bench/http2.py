#!/usr/bin/env python3
"""Plimsoll beside h2load over HTTP/2: closed loop, 64 requests at a time, nginx answering `OK` in clear text.

    bench/http2.py [--repeats 3] [--seconds 8] [--plimsoll PATH] [--before PATH]

Two shapes: 64 connections with one request each (as users of their own), and 4 connections with 16 streams each
(shared connections). nginx runs with one worker on core 0, each generator alone on core 1, in turn. Requests are
counted by nginx (stub_status), CPU time by the kernel (wait4). `--before` names another Plimsoll, of which the
HTTP/1.1 loop is measured beside this one's: what HTTP/2 costs those who do not use it. Needs nginx and h2load
(apt-get install nginx-light nghttp2-client). Load goes to 127.0.0.1 only.
"""
import argparse, os, re, shutil, signal, statistics, subprocess, sys, tempfile, time, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
PORT, PORT_H2, USERS = 18182, 18183, 64
NGINX = """worker_processes 1; daemon off; error_log {dir}/error.log; pid {dir}/nginx.pid;
events {{ worker_connections 4096; }}
http {{ access_log off; keepalive_requests 1000000000; http2_max_concurrent_streams 128;
  client_body_temp_path {dir}/b; proxy_temp_path {dir}/p; fastcgi_temp_path {dir}/f; uwsgi_temp_path {dir}/u; scgi_temp_path {dir}/s;
  server {{ listen 127.0.0.1:{port} backlog=4096; listen 127.0.0.1:{port_h2} http2 backlog=4096;
           location / {{ return 200 'OK'; add_header Content-Type text/plain; }}
           location = /stub_status {{ stub_status; }} }} }}
"""
PLAN = """plan: closed loop
{top}
scenarios:
  - name: loop
    users: {users}
    hold: {seconds} s
    iterations: forever
    steps:
      - get: http://127.0.0.1:{port}/
        check: {{status: 200}}
"""


def served():
    text = urllib.request.urlopen(f"http://127.0.0.1:{PORT}/stub_status", timeout=5).read().decode()
    return int(re.search(r"^ *\d+ +\d+ +(\d+)", text, re.M)[1])


def measure(argv):
    """Requests counted by the server and CPU seconds counted by the kernel, for one run pinned to core 1."""
    before = served()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(["taskset", "-c", "1", *argv], stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        requests = served() - before - 1
        if requests < 1:
            output.seek(0)
            sys.exit(f"{argv[0]} failed ({status}):\n{output.read().decode(errors='replace')}")
    return dict(requests=requests, cpu=usage.ru_utime + usage.ru_stime)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--repeats", type=int, default=3)
    arguments.add_argument("--seconds", type=int, default=8)
    arguments.add_argument("--plimsoll", default=f"{HERE}/../target/release/plimsoll")
    arguments.add_argument("--before")
    arguments = arguments.parse_args()
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    if not os.path.exists(nginx) or not shutil.which("h2load"):
        sys.exit("needs nginx and h2load: apt-get install nginx-light nghttp2-client")
    folder = tempfile.mkdtemp(prefix="plimsoll-bench-")
    with open(f"{folder}/nginx.conf", "w") as conf:
        conf.write(NGINX.format(dir=folder, port=PORT, port_h2=PORT_H2))
    server = subprocess.Popen(["taskset", "-c", "0", nginx, "-p", folder, "-c", f"{folder}/nginx.conf"], stderr=subprocess.DEVNULL)
    try:
        time.sleep(1)
        bench(arguments, folder)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def bench(arguments, folder):
    seconds, runs = arguments.seconds, iter(range(10_000))

    def plan(name, port, top):
        with open(f"{folder}/{name}.yaml", "w") as file:
            file.write(PLAN.format(users=USERS, seconds=seconds, port=port, top=top))
        return f"{folder}/{name}.yaml"

    def plimsoll(path, file):
        return lambda: [path, "run", file, "--workers", "1", "-o", f"{folder}/run{next(runs)}"]

    def h2load(*shape):
        return lambda: ["h2load", "-t", "1", *shape, "-D", str(seconds), f"http://127.0.0.1:{PORT_H2}/"]

    tools = {
        "h2load 64x1": h2load("-c", "64", "-m", "1"),
        "plimsoll 64x1": plimsoll(arguments.plimsoll, plan("own", PORT_H2, "http: 2")),
        "h2load 4x16": h2load("-c", "4", "-m", "16"),
        "plimsoll 4x16": plimsoll(arguments.plimsoll, plan("shared", PORT_H2, "http: 2\nhttp2: {connections: 4, streams: 16}")),
        "plimsoll 1.1": plimsoll(arguments.plimsoll, plan("http1", PORT, "")),
    }
    if arguments.before:
        tools["before 1.1"] = plimsoll(arguments.before, f"{folder}/http1.yaml")
    results = {name: [] for name in tools}
    for repeat in range(arguments.repeats):
        for name, argv in tools.items():
            result = measure(argv())
            results[name].append(result)
            print(f"  {repeat + 1} {name:14} {result['requests'] / seconds:>10,.0f}/s  {result['cpu'] / result['requests'] * 1e6:>7.2f} CPU s per million", flush=True)
    cost = lambda r: r["cpu"] / r["requests"] * 1e6
    ratio = lambda a, b: statistics.median(cost(x) / cost(y) for x, y in zip(results[a], results[b]))
    print(f"\n{'':14} {'requests/s':>12} {'CPU s/M':>9}   (medians of {arguments.repeats}; ratios are medians of the ratios run by run)")
    for name in tools:
        print(f"{name:14} {statistics.median(r['requests'] / seconds for r in results[name]):>12,.0f} {statistics.median(map(cost, results[name])):>9.2f}")
    print(f"\nCPU per request, h2load = 1: 64x1 {ratio('plimsoll 64x1', 'h2load 64x1'):.2f}, 4x16 {ratio('plimsoll 4x16', 'h2load 4x16'):.2f}")
    if arguments.before:
        print(f"CPU per request over HTTP/1.1, before = 1: {ratio('plimsoll 1.1', 'before 1.1'):.3f}")


if __name__ == "__main__":
    main()
