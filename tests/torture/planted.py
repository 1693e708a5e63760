"""Forty secrets, wherever a plan, a study or a command may have one: they are found nowhere afterwards, and in no list of processes."""
import base64, os, threading, time
from bench import Server, case, require

WORDS = ["login", "dburl", "dbpw", "query", "bearer", "apikey", "amz", "cookie2", "bodyjson", "bodyform", "proxy", "proxyurl", "mqtt", "check", "label", "session", "amqp", "mongo", "conn",
         "jdbc", "studyprop", "varprop", "env", "pgenv", "file1", "file2", "given", "token", "answer", "answercookie", "jwt", "pem", "basic", "redirect", "form", "xmlpw", "wsheader", "csvcol", "start", "redis"]


def secrets(random):
    return {word: f"{word.upper()}{random.randrange(10**9):09d}zQ" for word in WORDS}


PLAN = r"""plan: planted
variables: {{tok: '${{__P(token)}}', envpw: '${{__env(PLANTED_PASSWORD)}}'}}
login: {{user: anna, password: {login}}}
databases:
  - {{name: shop, url: 'jdbc:postgresql://127.0.0.1:1/shop?user=u&password={dburl}', user: load, password: '{dbpw}'}}
scenarios:
  - users: 1
    iterations: 3
    steps:
      - post: {url}x?api_key={query}
        label: posted
        headers: {{Authorization: Bearer {bearer}, X-Api-Key: {apikey}, x-amz-security-token: {amz}, Cookie2: {cookie2}}}
        body: '{{"password":"{bodyjson}","deep":{{"client_secret":"{form}"}}}}'
        extract: {{variable: access_token, regex: 'token=(\w+)'}}
      - post: {url}form
        headers: {{Content-Type: application/x-www-form-urlencoded, Authorization: Basic {basic}}}
        body: 'user=x&passwd={bodyform}&a=b'
      - post: {url}xml
        body: '<login><password>{xmlpw}</password></login>'
        check: {{contains: 'never ${{__P(token)}} ${{envpw}} ${{__P(given)}} ${{access_token}}'}}
      - get: {url}${{tok}}
        label: lookup ${{__P(token)}}
        check: {{contains: x, message: 'http://bob:{check}@h/ said'}}
      - get: {url}shop;jsessionid={session}?x=1
        label: shop;jsessionid={session}
        think: 700 ms
      - get: {url}g
        check: {{contains: x, message: 'amqp://u:{amqp}@h mongodb+srv://u:{mongo}@h redis://:{redis}@h jdbc:oracle:thin:scott/x;password={jdbc}; Server=h;Password={conn};x=1'}}
      - get: {url}jwt
        headers: {{X-Auth-Token: '{jwt}'}}
        check: {{contains: x, message: "{pem}"}}
      - sql: {{database: shop, select: "select 1"}}
"""


def jwt(secret):
    part = lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    return ".".join([part('{"alg":"HS256"}'), part('{"sub":"1234567890"}'), secret])


def command_lines(stop, found):
    """All that is seen in the list of processes."""
    while not stop.is_set():
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                found.add(open(f"/proc/{pid}/cmdline", "rb").read())
            except OSError:
                pass
        time.sleep(0.1)


def require_none(planted, place, content):
    for word, secret in planted.items():
        for form in {secret, base64.b64encode(secret.encode()).decode()}:
            at = content.find(form.encode())
            require(at < 0, lambda: f"{word} is in {place}: {content[max(0, at - 70) : at + 12]!r}")


@case("planted", "40 secrets in plan, study, properties, environment, answers and messages", short=1, long=5)
def planted(bench):
    found = secrets(bench.random)
    answer = f"token={found['answer']}&x=1".encode()
    head = f"HTTP/1.1 200 OK\r\nSet-Cookie: SESSION={found['answercookie']}\r\nContent-Length: {len(answer)}\r\n\r\n".encode()
    server = Server(answer=head + answer)
    pem = f"-----BEGIN PRIVATE KEY----- {found['pem']} -----END PRIVATE KEY-----"
    fields = {**found, "url": server.url, "pem": pem, "jwt": jwt(found["jwt"]), "basic": base64.b64encode(f"u:{found['basic']}".encode()).decode()}
    bench.write("in/plan.yaml", PLAN.format(**fields))
    bench.write("in/study.yaml", f"study: s\nplan: plan.yaml\nproperties: {{api_secret: {found['studyprop']}}}\nsystem: {{before: 'true', record: {{key: 'echo api_key={found['start']}'}}}}\n"
                f"variants: {{a: {{properties: {{my_password: {found['varprop']}}}, env: {{DB_PASS: {found['env']}, PGPASSWORD: {found['pgenv']}}}}}}}\n")
    bench.write("in/given", f"given={found['given']}\ntoken={found['token']}\nother={found['file1']}\nmore={found['file2']}\n")
    env = {"PLANTED_PASSWORD": found["label"], "HTTP_PROXY_PASSWORD": found["proxy"], "PLIMSOLL_EXPORT_TOKEN": found["mqtt"]}
    seen, stop = set(), threading.Event()
    watcher = threading.Thread(target=command_lines, args=(stop, seen))
    watcher.start()
    words = b""
    try:
        for arguments in (["check", "in/study.yaml", "--secrets", "in/given"], ["run", "in/study.yaml", "--secrets", "in/given", "-o", "out", "--format", "html,md,json,junit,csv,text", "--jtl", "a.jtl"],
                          ["try", "in/plan.yaml", "--secrets", "in/given", "--full", "-o", "try.html"]):
            code, said = bench.do(*arguments, env=env)
            require(code in (0, 3, 4), f"{arguments[0]} ended with {code}: {said[:500]}")
            words += said.encode()
        files = [os.path.join(place, name) for place, _, names in os.walk(bench.path("out")) for name in names]
        for arguments in (["report", "out", "--format", "json", "-o", "-"], ["examples", "out"], ["examples", "out", "--full"]):
            words += bench.do(*arguments, env=env)[1].encode()
    finally:
        stop.set()
        watcher.join()
    require(len(server.answered) > 15 and len(files) > 8, f"too little was done: {len(server.answered)} requests, {len(files)} files")
    require_none(found, "what was said", words)
    require_none(found, "the list of processes", b"\n".join(seen))
    for path in [*files, bench.path("a.jtl"), bench.path("try.html")]:
        require_none(found, os.path.relpath(path, bench.folder), open(path, "rb").read())
    return {"files looked through": len(files) + 2, "secrets": len(found)}
