// HTTP/2 servers that behave as their first argument says; prints the port it listens on.
import http2 from "node:http2";
import { gunzipSync, gzipSync } from "node:zlib";

const [behaviour, limit] = process.argv.slice(2);
const settings = limit ? { maxConcurrentStreams: Number(limit) } : {};
// Node itself would refuse to send the long header of `/headers`.
const server = http2.createServer({ settings, maxSessionMemory: 200, maxSendHeaderBlockLength: 1 << 20 });
let requests = 0, open = 0, openMax = 0, sessions = 0;

server.on("session", () => sessions++);
server.on("error", () => {});
server.on("sessionError", () => {});

function answer(stream, headers) {
  const path = headers[":path"];
  const body = [];
  stream.on("data", (piece) => body.push(piece));
  stream.on("end", () => {
    const text = Buffer.concat(body);
    if (path === "/login") {
      stream.respond({ ":status": 302, location: "/home", "set-cookie": "id=7; Path=/" });
      return stream.end();
    }
    if (path === "/home") {
      stream.respond({ ":status": 200, "content-type": "text/plain", "x-server": "node" });
      return stream.end(`cookie ${headers.cookie}`);
    }
    if (path === "/trailers") {
      stream.respond({ ":status": 200 }, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "x-sum": "42" }));
      return stream.end("body");
    }
    if (path === "/size") {
      stream.respond({ ":status": 200 });
      return stream.end(`${text.length}`);
    }
    if (path === "/large") {
      stream.respond({ ":status": 200 });
      return stream.end(Buffer.alloc(20_000_000, "x"));
    }
    if (path === "/headers") {
      stream.respond({ ":status": 200, "x-long": "h".repeat(400_000) });
      return stream.end();
    }
    if (path === "/digest" && !headers.authorization) {
      stream.respond({ ":status": 401, "www-authenticate": 'Digest realm="private", nonce="n1", qop="auth"' });
      return stream.end();
    }
    if (path === "/digest") {
      stream.respond({ ":status": 200 });
      return stream.end(headers.authorization);
    }
    if (path === "/stats") {
      stream.respond({ ":status": 200 });
      return stream.end(JSON.stringify({ requests, openMax, sessions }));
    }
    stream.respond({ ":status": 200 });
    stream.end("OK");
  });
}

server.on("stream", (stream, headers) => {
  requests++;
  stream.on("error", () => {});
  open++;
  openMax = Math.max(openMax, open);
  stream.on("close", () => open--);
  switch (behaviour) {
    case "reset":
      return stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
    case "refuse-first":
      return stream.id % 4 === 1 ? stream.close(http2.constants.NGHTTP2_REFUSED_STREAM) : answer(stream, headers);
    case "goaway-each":
      // Gracefully: what is under way ends, nothing new begins.
      if (stream.id === 9) stream.session.close();
      return answer(stream, headers);
    case "goaway-unseen":
      // The request that comes with stream 5 is above the last one looked at.
      if (stream.id === 5) return stream.session.goaway(http2.constants.NGHTTP2_NO_ERROR, 3);
      return answer(stream, headers);
    case "gzip":
    case "gzip-damaged":
    case "gzip-untold":
    case "deflate": {
      // Any call is answered with the bytes of its message, which are compressed both ways.
      const pieces = [];
      stream.on("data", (piece) => pieces.push(piece));
      return stream.on("end", () => {
        const [flag, ...rest] = Buffer.concat(pieces);
        const sent = Buffer.from(rest.slice(4));
        const isRight = flag === 1 && headers["grpc-encoding"] === "gzip" && headers["grpc-accept-encoding"] === "identity,gzip";
        const packed = gzipSync(isRight ? gunzipSync(sent) : Buffer.from("\x0a\x05plain"));
        if (behaviour === "gzip-damaged") packed[packed.length - 5] ^= 1;
        const head = Buffer.from([1, 0, 0, 0, 0]);
        head.writeUInt32BE(packed.length, 1);
        const encoding = { "gzip-untold": {}, deflate: { "grpc-encoding": "deflate" } }[behaviour] ?? { "grpc-encoding": "gzip" };
        const kind = { ":status": 200, "content-type": "application/grpc+proto", ...encoding };
        stream.respond(kind, { waitForTrailers: true });
        stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
        stream.end(Buffer.concat([head, packed]));
      });
    }
    case "unavailable":
      stream.respond({ ":status": 503, "content-type": "text/html" });
      return stream.end("<html>");
    case "silent":
      return;
    case "slow":
      return setTimeout(() => answer(stream, headers), 50);
    case "ping":
      return stream.session.ping((error, duration, payload) => answer(stream, headers));
    case "half":
      stream.respond({ ":status": 200, "content-length": "100" });
      stream.write("half of it");
      // Once the client's own frames have been read: what is unread would make the close a reset.
      return stream.session.ping(() => stream.session?.destroy());
    default:
      return answer(stream, headers);
  }
});

server.listen(0, "127.0.0.1", () => console.log(server.address().port));
// Ends with whoever started it.
process.stdin.on("end", () => process.exit(0)).resume();
