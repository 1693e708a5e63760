"""A collector of network elements' events, and the receiver that it hands them to.

The receiver takes its time, so that at the highest rate more events are on their way than the pooled client has connections.
"""

import frame

# 16 connections carry 16 / 0.165 s = 97 events per second.
ANSWER_MS = 165
VARIANTS = {"pooled": {"client": "pooled", "pool": 16}, "classic": {"client": "classic", "pool": 64}}


def up(lab):
    port, events = lab.ports["COLLECTOR"], lab.ports["COLLECTOR_EVENTS"]
    lab.start("events", [frame.plimsoll(), "target", "events", "--response", f"{ANSWER_MS} ms",
                         "--listen", f"127.0.0.1:{events}"], port=events)
    lab.start("collector", [
        "java", "-Xms96m", "-Xmx96m", "-XX:+UseSerialGC", "-Xss256k", "-cp", lab.classpath("collector", "service"),
        "lab.collector.Collector"
    ], url=f"http://127.0.0.1:{port}/health", env={
        "PORT": port, "TOPIC": f"http://127.0.0.1:{events}/events/unauthenticated.SEC_FAULT_OUTPUT",
        "CLIENT": lab.settings["client"], "POOL": lab.settings["pool"]})
