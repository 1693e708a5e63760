// A small HTTP service on one event loop. Settings as JSON: port; cpu_ms of work in each request; wait_ms beside all others;
// leak_kb kept for good; expression: a regular expression that tries so many letters in every way before it finds nothing.
const http = require("http");
const settings = JSON.parse(process.argv[2]);
const kept = [];

function burn(ms) {
  const until = process.hrtime.bigint() + BigInt(Math.round(ms * 1e6));
  while (process.hrtime.bigint() < until);
}

const server = http.createServer((request, response) => {
  if (settings.leak_kb) kept.push(Buffer.alloc(settings.leak_kb * 1024, 1));
  if (settings.cpu_ms) burn(settings.cpu_ms);
  if (settings.expression) /^(\w+\s?)*$/.test('a'.repeat(settings.expression) + '!');
  const answer = () => response.end("OK");
  settings.wait_ms ? setTimeout(answer, settings.wait_ms) : answer();
});
server.keepAliveTimeout = 60000;
server.listen(settings.port, "127.0.0.1");
