#!/usr/bin/env python3
"""What recording costs: the time that a request takes through `plimsoll record`, beside no proxy and beside mitmproxy.

    bench/record.py [REQUESTS]

One client with one connection asks a server on this machine, plain and by TLS, in turns. Medians of the times of requests, in
milliseconds, and what each proxy adds. Set PLIMSOLL for another binary; mitmdump is measured when it is on the PATH.
"""
import http.client, http.server, os, pathlib, shutil, signal, socket, ssl, statistics, subprocess, sys, tempfile, threading, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLIMSOLL = os.environ.get('PLIMSOLL', str(ROOT / 'target/release/plimsoll'))
BODY = b'{"items": [' + b', '.join(b'{"id": %d, "name": "thing"}' % i for i in range(100)) + b']}'


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_GET(self):
        self.send_response(200)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *_):
        pass

    def setup(self):
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def serve(context=None):
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Server)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def connection(port, proxy, secure):
    anything = ssl._create_unverified_context()
    if secure:
        made = http.client.HTTPSConnection('127.0.0.1', proxy or port, context=anything, timeout=30)
        if proxy:
            made.set_tunnel('127.0.0.1', port)
    else:
        made = http.client.HTTPConnection('127.0.0.1', proxy or port, timeout=30)
    return made


def times(port, proxy, secure, count):
    client = connection(port, proxy, secure)
    url = f'http://127.0.0.1:{port}/json' if proxy and not secure else '/json'
    found = []
    for number in range(count + 50):
        start = time.perf_counter()
        client.request('GET', url)
        answer = client.getresponse()
        assert answer.read() == BODY and answer.status == 200
        if number >= 50:
            found.append((time.perf_counter() - start) * 1000)
    return found


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = f'{folder}/key.pem', f'{folder}/cert.pem'
        subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
                        '-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
                       check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        ports = {False: serve(), True: serve(context)}
        proxies = {'none': None}
        started = []
        environment = dict(os.environ, XDG_CONFIG_HOME=f'{folder}/config')
        commands = {'plimsoll record': lambda p: [PLIMSOLL, 'record', '-k', '-o', f'{folder}/a.har', '--listen', f'127.0.0.1:{p}']}
        if shutil.which('mitmdump'):
            commands['mitmproxy'] = lambda p: ['mitmdump', '-q', '-k', '-p', str(p), '--set', f'confdir={folder}/mitm', '-w', f'{folder}/flows']
        for name, command in commands.items():
            proxies[name] = free_port()
            started.append(subprocess.Popen(command(proxies[name]), env=environment, stdin=subprocess.DEVNULL,
                                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        for port in filter(None, proxies.values()):
            for _ in range(200):
                try:
                    socket.create_connection(('127.0.0.1', port), 1).close()
                    break
                except OSError:
                    time.sleep(0.1)
        found = {}
        for _ in range(5):
            for secure in (False, True):
                for name, proxy in proxies.items():
                    found.setdefault((secure, name), []).extend(times(ports[secure], proxy, secure, count // 5))
        for process in started:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=20)
    print(f"{'PROXY':<16} {'SCHEME':<7} {'MEDIAN':>8} {'P95':>8} {'ADDED':>8}   ms, {count} requests")
    for (secure, name), all_times in sorted(found.items()):
        median = statistics.median(all_times)
        added = median - statistics.median(found[(secure, 'none')])
        p95 = statistics.quantiles(all_times, n=20)[18]
        print(f"{name:<16} {'https' if secure else 'http':<7} {median:>8.3f} {p95:>8.3f} {added:>8.3f}")


main()
