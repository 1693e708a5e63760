"""An API gateway in front of a backend that answers `OK`: nginx before nginx, in four sizes.

The size is a limit of the gateway's CPU time, in per cent of a core; the number of workers and connections goes with it,
as in the table of the original report. Each size is twice the one before; the largest leaves the machine enough for the
backend and the load generator.
"""

import base64
import hashlib

import frame

VARIANTS = {
    "D": {"cpu_percent": 10, "workers": 2, "connections": 8192},
    "C": {"cpu_percent": 5, "workers": 2, "connections": 8192},
    "B": {"cpu_percent": 2.5, "workers": 1, "connections": 4096},
    "A": {"cpu_percent": 1.25, "workers": 1, "connections": 2048},
}


def up(lab):
    nginx = frame.program("nginx")
    digest = base64.b64encode(hashlib.sha1(b"secret").digest()).decode()
    lab.write("htpasswd", f"gateway:{{SHA}}{digest}\n")
    backend = lab.fill("backend.conf", "backend/nginx.conf")
    gateway = lab.fill("gateway.conf", "gateway/nginx.conf", WORKERS=lab.settings["workers"],
                       CONNECTIONS=lab.settings["connections"])
    start = lambda name, file, **options: lab.start(
        name, [nginx, "-p", file.parent, "-e", lab.logs / f"{name}-error.log", "-c", file, "-g", "daemon off;"], **options)
    start("backend", backend, port=lab.ports["GATEWAY_BACKEND"])
    start("gateway", gateway, port=lab.ports["GATEWAY"], cpu_percent=lab.settings["cpu_percent"],
          url=f"http://127.0.0.1:{lab.ports['GATEWAY']}/apigateway/test")
