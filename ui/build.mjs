// Writes dist/, or the folder that is named: index.html, app.js, app.css. The same sources give the same bytes on every machine, because dist is
// committed and embedded into the binary.
import { build } from "esbuild";
import { copyFile, mkdir, rm } from "node:fs/promises";

const out = process.argv[2] ?? "dist";
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await build({
  entryPoints: [
    { in: "src/main.tsx", out: "app" },
    { in: "src/style/all.css", out: "app" },
  ],
  outdir: out,
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
await copyFile("src/index.html", `${out}/index.html`);
