"""A server that does with each connection what the path of its request says, and counts what it was asked."""
import collections, re, socket, ssl, struct, threading, time

HEAD_END = b"\r\n\r\n"


class HostileServer:
    """`acts` has a function of a connection for each name; a request of `/NAME` is done by it. It listens at each of `hosts`."""

    def __init__(self, acts, serve=None, hosts=("127.0.0.1",), port=0):
        self.acts, self.asked, self.lock = acts, collections.Counter(), threading.Lock()
        self.sent = collections.Counter()
        self.listeners, self.port = [], port
        self.serve = serve or (lambda connection: connection.serve())
        for host in hosts:
            listener = socket.create_server((host, self.port), backlog=64)
            self.port = listener.getsockname()[1]
            self.listeners.append(listener)
            threading.Thread(target=self.accept, args=(listener,), daemon=True).start()

    def accept(self, listener):
        while True:
            try:
                stream, _ = listener.accept()
            except OSError:
                return
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.guarded, args=(Peer(self, stream),), daemon=True).start()

    def guarded(self, peer):
        try:
            self.serve(peer)
        except OSError:
            pass
        finally:
            peer.stream.close()

    def count(self, name):
        with self.lock:
            self.asked[name] += 1

    def close(self):
        for listener in self.listeners:
            # Whoever waits for a connection holds the listener.
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()


class Peer:
    """One connection."""

    def __init__(self, server, stream):
        self.server, self.stream, self.seen, self.name = server, stream, b"", ""

    def head(self):
        """The next request's head; empty when there is none."""
        while HEAD_END not in self.seen:
            more = self.stream.recv(65536)
            if not more:
                return b""
            self.seen += more
        head, self.seen = self.seen.split(HEAD_END, 1)
        return head

    def serve(self):
        head = self.head()
        found = re.match(rb"[A-Z]+ /([^ ?/]*)", head)
        if found:
            self.name = found[1].decode()
            self.server.count(self.name)
            self.server.acts[self.name](self)

    def send(self, data, pieces=1):
        """In so many writes, which arrive one by one."""
        size = max(1, -(-len(data) // pieces))
        for at in range(0, len(data), size):
            if at:
                time.sleep(0.001)
            self.stream.sendall(data[at : at + size])
            self.server.sent[self.name] += len(data[at : at + size])

    def flood(self, data, bytes_max):
        """Again and again until the client has had enough, or so much was sent."""
        while self.server.sent[self.name] < bytes_max:
            self.send(data)

    def reset(self):
        self.stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.stream.close()

    def close_in_order(self):
        """Only our way: what the client still sends is read."""
        self.stream.shutdown(socket.SHUT_WR)
        self.wait()

    def wait(self):
        """Until the client goes."""
        self.stream.settimeout(30)
        while self.stream.recv(65536):
            pass

    def end(self, how):
        {"close": self.stream.close, "reset": self.reset, "half-close": self.close_in_order, "silence": self.wait}[how]()


class Cut(Exception):
    """The connection ends here."""


class CutTls:
    """TLS over a connection that ends after so many bytes of the server's."""

    def __init__(self, peer, context, bytes_max, how):
        self.peer, self.left, self.how = peer, bytes_max, how
        self.coming, self.going = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.coming, self.going, server_side=True)

    def flush(self):
        data = self.going.read()
        if len(data) >= self.left:
            self.peer.stream.sendall(data[: self.left])
            self.peer.end(self.how)
            raise Cut
        self.left -= len(data)
        self.peer.stream.sendall(data)

    def do(self, act):
        while True:
            try:
                done = act()
                self.flush()
                return done
            except ssl.SSLWantReadError:
                self.flush()
                data = self.peer.stream.recv(65536)
                if not data:
                    raise Cut from None
                self.coming.write(data)
