"""A gateway of id cards: one or two columns behind nginx' round robin, a signer that they share, and a service behind them.

The columns tell each other of every card. The signer signs one card at a time, 30 ms each, whichever column asks.
"""

import frame

VARIANTS = {"two": {"columns": 2}, "one": {"columns": 1}}


def up(lab):
    columns = {name: lab.ports[f"IDCARD_{name.upper().replace('-', '_')}"]
               for name in ("column-1", "column-2")[:lab.settings["columns"]]}
    url = lambda port, path: f"http://127.0.0.1:{port}{path}"
    java = ["java", "-Xms64m", "-Xmx64m", "-XX:+UseSerialGC", "-Xss256k", "-cp", lab.classpath("idcard", "service")]
    behind, signer = lab.ports["IDCARD_BEHIND"], lab.ports["IDCARD_SIGNER"]
    lab.start("behind", [frame.plimsoll(), "target", "echo", "--listen", f"127.0.0.1:{behind}"], port=behind)
    lab.start("signer", [*java, "lab.idcard.Signer"], env={"PORT": signer}, url=url(signer, "/health"))
    for name, port in columns.items():
        others = [other for other in columns.values() if other != port]
        lab.start(name, [*java, "lab.idcard.Column"], url=url(port, "/health"), env={
            "PORT": port, "SIGNER": url(signer, "/sign"), "BEHIND": url(behind, "/echo"),
            "PEER": url(others[0], "/cache") if others else ""})
    servers = "\n".join(f"        server 127.0.0.1:{port};" for port in columns.values())
    file = lab.fill("nginx.conf", "nginx/nginx.conf", SERVERS=servers)
    lab.start("nginx", [frame.program("nginx"), "-p", file.parent, "-e", lab.logs / "nginx-error.log", "-c", file,
                        "-g", "daemon off;"], url=url(lab.ports["IDCARD"], "/health"))
