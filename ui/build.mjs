// Writes dist/: index.html, app.js, app.css. The same sources give the same bytes on every machine, because dist is
// committed and embedded into the binary.
import { build } from "esbuild";
import { copyFile, mkdir, rm } from "node:fs/promises";

await rm("dist", { recursive: true, force: true });
await mkdir("dist");
await build({
  entryPoints: [
    { in: "src/main.tsx", out: "app" },
    { in: "src/style/all.css", out: "app" },
  ],
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome123", "firefox120", "safari17.5"],
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "inline",
  logLevel: "warning",
});
await copyFile("src/index.html", "dist/index.html");
