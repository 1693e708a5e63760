// A gRPC server; prints the port it listens on. Arguments: `reflection` or `bare`, then perhaps `tls KEY CERT`.
import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";
import grpc from "@grpc/grpc-js";
import loader from "@grpc/proto-loader";
import { ReflectionService } from "@grpc/reflection";

const [mode, tls, key, certificate] = process.argv.slice(2);
const file = fileURLToPath(new URL("greeter.proto", import.meta.url));
const definition = loader.loadSync(file, { keepCase: true, defaults: true });
const { Greeter } = grpc.loadPackageDefinition(definition).demo.greeter;
const metadata = (call) => ({ user: String(call.metadata.get("user")[0] ?? ""), deadline: String(call.getDeadline() !== Infinity) });
const server = new grpc.Server();

server.addService(Greeter.service, {
  Greet: (call, done) => done(null, { text: `Hello ${call.request.name}`, number: 0, metadata: metadata(call) }),
  Count: (call) => {
    for (let number = 1; number <= call.request.times; number++) call.write({ text: "x".repeat(number), number });
    call.end();
  },
  Sum: (call, done) => {
    let number = 0;
    call.on("data", () => number++);
    call.on("end", () => done(null, { text: "sum", number }));
  },
  Chat: (call) => {
    call.on("data", ({ name }) => call.write({ text: `Hello ${name}` }));
    call.on("end", () => call.end());
  },
  Fail: (call, done) => done({ code: call.request.times, details: `as asked: ø ${call.request.name}` }),
  Wait: (call, done) => setTimeout(() => done(null, { text: "late" }), Number(call.request.pause.seconds) * 1000),
});
if (mode === "reflection") new ReflectionService(loader.loadSync(file)).addToServer(server);

const credentials = tls
  ? grpc.ServerCredentials.createSsl(null, [{ private_key: readFileSync(key), cert_chain: readFileSync(certificate) }])
  : grpc.ServerCredentials.createInsecure();
server.bindAsync("127.0.0.1:0", credentials, (error, port) => console.log(error ? String(error) : port));
// Ends with whoever started it.
process.stdin.on("end", () => process.exit(0)).resume();
