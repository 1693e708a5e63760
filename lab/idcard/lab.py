"""A gateway of id cards: one or two columns behind nginx' round robin, a signer that they share, and a service behind them.

The columns tell each other of every card. The signer signs one card at a time, 30 ms each, whichever column asks.
"""

import frame

VARIANTS = {"two": {"columns": 2}, "one": {"columns": 1}}


def up(lab):
    columns = {name: lab.ports[f"IDCARD_{name.upper().replace('-', '_')}"]
               for name in ("column-1", "column-2")[:lab.settings["columns"]]}
    of_container = lambda name, port, path: f"http://{lab.address(name)}:{port}{path}"
    java = ["java", "-Xms64m", "-Xmx64m", "-XX:+UseSerialGC", "-Xss256k", "-cp", lab.classpath("idcard", "service")]
    behind, signer = lab.ports["IDCARD_BEHIND"], lab.ports["IDCARD_SIGNER"]
    start = lambda name, port, service, **env: lab.start(
        name, [*java, service], env={"PORT": port, **env}, container=True, publish=port, url=of_container(name, port, "/health"))
    lab.start("behind", [frame.plimsoll(), "target", "echo", "--listen", f"{lab.address('behind')}:{behind}"],
              container=True, port=behind)
    start("signer", signer, "lab.idcard.Signer")
    for name, port in columns.items():
        others = [of_container(*other, "/cache") for other in columns.items() if other != (name, port)]
        start(name, port, "lab.idcard.Column", SIGNER=of_container("signer", signer, "/sign"),
              BEHIND=of_container("behind", behind, "/echo"), PEER=others[0] if others else "")
    servers = "\n".join(f"        server {lab.address(name)}:{port};" for name, port in columns.items())
    file = lab.fill("nginx.conf", "nginx/nginx.conf", SERVERS=servers)
    lab.start("nginx", [frame.program("nginx"), "-p", file.parent, "-e", lab.logs / "nginx-error.log", "-c", file,
                        "-g", "daemon off;"], url=f"http://127.0.0.1:{lab.ports['IDCARD']}/health")
