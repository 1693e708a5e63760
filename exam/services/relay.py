#!/usr/bin/env python3
"""Passes connections on to a port; what comes back from there passes at so many bytes in a second (0: as it comes), all connections
together.

    relay.py PORT TO BYTES_PER_S
"""
import socket
import sys
import threading
import time

PORT, TO, BYTES_PER_S = map(int, sys.argv[1:4])
LOCK, LINK = threading.Lock(), {"free_at": 0.0}


def wait_for_link(count):
    """The link sends one thing after another."""
    with LOCK:
        starts = max(time.monotonic(), LINK["free_at"])
        LINK["free_at"] = starts + count / BYTES_PER_S
    time.sleep(max(0.0, LINK["free_at"] - time.monotonic()))


def pass_on(of, to, is_limited):
    try:
        while data := of.recv(16_384):
            if is_limited:
                wait_for_link(len(data))
            to.sendall(data)
    except OSError:
        pass
    for end in (of, to):
        end.close()


def main():
    server = socket.create_server(("127.0.0.1", PORT))
    while True:
        client, _ = server.accept()
        # A queue of its own would hide that the link is slow.
        target = socket.socket()
        target.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        target.connect(("127.0.0.1", TO))
        for end in (client, target):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=pass_on, args=(client, target, False), daemon=True).start()
        threading.Thread(target=pass_on, args=(target, client, BYTES_PER_S > 0), daemon=True).start()


if __name__ == "__main__":
    main()
