// The figures that a live page keeps.

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

const picture = (rows = [], errors = [], resolution_s = 1) => ({ columns: ["second", "requests"], resolution_s, rows, errors });

test("a row that comes again replaces the one before, with its errors", () => {
  const series = new Series(picture([[6, 9], [7, 1]], [{ kind: "x", per: [[7, 1]] }]));
  series.update({ rows: [[7, 5]], errors: [{ kind: "x", per: [[7, 2]] }] });
  assert.deepEqual(series.rows.map((row) => row.values), [[6, 9], [7, 5]]);
  assert.equal(series.rows[1].errors.get("x"), 2);
});

test("rows that come late take their place in time", () => {
  const series = new Series(picture([[1, 1], [4, 4]]));
  series.update({ rows: [[3, 3], [5, 5]], errors: [{ kind: "x", per: [[3, 7], [99, 1]] }] });
  assert.deepEqual(series.rows.map((row) => row.second), [1, 3, 4, 5]);
  assert.equal(series.rows[1].errors.get("x"), 7);
});

test("wider rows of the server, or too many rows, ask for the whole picture", () => {
  const series = new Series(picture([[0, 1]], [], 2));
  assert.equal(series.outdatedBy(2), false);
  assert.equal(series.outdatedBy(4), true);
  for (let second = 0; second <= MOST_ROWS * 2; second += 2) series.update({ rows: [[second, 1]], errors: [] });
  assert.equal(series.outdatedBy(2), true);
});
