// A WebSocket server (the package `ws`) and an event stream on one port, which is printed.
// usage: node node_server.js FOLDER_WITH_NODE_MODULES
const { createRequire } = require("module");
const { WebSocketServer } = createRequire(process.argv[2] + "/")("ws");
const server = require("http").createServer((request, response) => {
  const query = new URL(request.url, "http://x").searchParams;
  const [every, count] = [Number(query.get("every")), Number(query.get("count"))];
  response.writeHead(200, { "Content-Type": "text/event-stream", "Set-Cookie": "stream=1; Path=/" });
  let sent = 0;
  const timer = setInterval(() => {
    response.write(`event: tick\nid: ${sent}\ndata: {"n": ${sent},\ndata: "cookie": "${request.headers.cookie ?? ""}"}\n\n`);
    sent += 1;
    if (sent == count) {
      clearInterval(timer);
      response.end();
    }
  }, every);
  request.on("close", () => clearInterval(timer));
});
const handleProtocols = (offered) => (offered.has("v2") ? "v2" : false);
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: true, handleProtocols });
// Compresses what is short, too.
const packing = new WebSocketServer({ noServer: true, perMessageDeflate: { threshold: 0 } });
const plain = new WebSocketServer({ noServer: true, perMessageDeflate: false });
server.on("upgrade", (request, stream, head) => {
  const path = new URL(request.url, "http://x").pathname;
  const into = { "/packed": packing, "/shared": packing, "/plain": plain }[path] ?? sockets;
  // As if the client had not asked to forget what was sent before.
  if (path === "/shared") request.headers["sec-websocket-extensions"] = "permessage-deflate";
  into.handleUpgrade(request, stream, head, (socket) => serve(socket, request));
});
function serve(socket, request) {
  const timer = setInterval(() => socket.ping("beat"), 50);
  socket.on("close", () => clearInterval(timer));
  socket.send(JSON.stringify({ type: "welcome", cookie: request.headers.cookie ?? null }));
  socket.on("message", (data, isBinary) => {
    if (!isBinary && String(data) === "leave") return socket.close(4000, "as you wish");
    if (!isBinary && String(data) === "pieces") {
      for (const i of [0, 1, 2]) socket.send(`piece ${i} `.repeat(1000), { fin: i == 2 });
      return;
    }
    socket.send(data, { binary: isBinary });
  });
}
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
