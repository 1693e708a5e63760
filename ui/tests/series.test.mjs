// The figures that a live page keeps: bounded for any length of run, and no count lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";

const { outputFiles } = await build({
  entryPoints: [new URL("../src/run/series.ts", import.meta.url).pathname],
  bundle: true,
  write: false,
  format: "esm",
});
const { Series, MOST_ROWS } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

const COLUMNS = ["second", "requests", "p95_us", "users"];
const row = (second) => [second, 10 + (second % 7), 1000 + second, 5];
const empty = (resolution_s = 1) => ({ columns: COLUMNS, resolution_s, rows: [], errors: [] });
const total = (series) => series.rows().reduce((sum, { values }) => sum + (values[1] ?? 0), 0);
const errors = (series, kind) => series.rows().reduce((sum, entry) => sum + (entry.errors?.get(kind) ?? 0), 0);

test("24 hours of seconds stay within the bound, with every request and error counted once", () => {
  const series = new Series(empty());
  const seconds = 24 * 3600;
  let requests = 0;
  for (let second = 0; second < seconds; second++) {
    requests += row(second)[1];
    series.update({ rows: [row(second)], errors: second % 10 ? [] : [{ kind: "status 500", per: [[second, 3]] }] });
    assert.ok(series.length <= MOST_ROWS);
  }
  assert.equal(total(series), requests);
  assert.equal(errors(series, "status 500"), (seconds / 10) * 3);
  const rows = series.rows();
  assert.equal(rows.reduce((sum, { width }) => sum + width, 0), seconds);
  assert.ok(rows.every((entry, index) => index === 0 || entry.second > rows[index - 1].second));
  assert.ok(series.resolution > 1);
});

test("a merged row has the highest percentile of its seconds", () => {
  const series = new Series(empty());
  for (let second = 0; second < 10_000; second++) series.update({ rows: [row(second)], errors: [] });
  for (const { second, width, values } of series.rows()) assert.equal(values[2], 1000 + second + width - 1);
});

test("a second that comes again replaces the one before, with its errors", () => {
  const series = new Series(empty());
  series.update({ rows: [[7, 1, 1, 1]], errors: [{ kind: "x", per: [[7, 1]] }] });
  series.update({ rows: [[7, 5, 1, 1]], errors: [{ kind: "x", per: [[7, 2]] }] });
  assert.equal(total(series), 5);
  assert.equal(errors(series, "x"), 2);
});

test("seconds after a coarse picture are added to it", () => {
  const coarse = { columns: COLUMNS, resolution_s: 10, rows: [[0, 100, 5, 1], [10, 100, 6, 1]], errors: [{ kind: "x", per: [[10, 4]] }] };
  const series = new Series(coarse);
  for (let second = 20; second < 1_000; second++) series.update({ rows: [[second, 1, 5, 1]], errors: [] });
  assert.equal(total(series), 200 + 980);
  assert.equal(errors(series, "x"), 4);
});
