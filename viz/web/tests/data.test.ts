import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "../src/data";
import { value_at, word_at } from "../src/model";

const gpu = (series: object): object => ({ path: "server.a.gpu[0]", series });

const carried = (components: object[], format = 1): Parameters<typeof decode>[0] =>
  ({
    format,
    quantities: { power_w: { title: "Power", unit: "W", factor: 1 } },
    mode_words: { none: "free" },
    layout: { components: [{ path: "server.a.gpu[0]", kind: "gpu", parent: "server.a", limits: { power_w: 350 } }] },
    trace: { worst_at_s: 30, labels: { mode: ["none", "power_cap"] }, time_s: [0, 30, 60], components },
    bands: [{ path: "server.a", quantity: "power_w", time_s: [0, 9], p10: [1, 2], p50: [2, 3], p90: [3, null] }],
    events: { time_s: [5], severity: ["error"], component: ["x"], event: ["<script>"], detail: ["\u202e"] },
  }) as unknown as Parameters<typeof decode>[0];

test("samples that were all kept stand at their times", () => {
  const page = decode(carried([gpu({ power_w: { last: [1, 2, null] }, mode: { last: [0, 1, null] } })]));
  const track = page.tracks[0]!;
  assert.deepEqual(track.time, [0, 30, 60]);
  assert.deepEqual(track.columns.get("power_w"), [1, 2, null]);
  assert.equal(value_at(track, "power_w", 45), 2);
  assert.deepEqual([0, 30, 60].map((time) => word_at(track, "mode", time)), ["none", "power_cap", ""]);
  assert.equal(page.parts.get("server.a.gpu[0]")?.limits["power_w"], 350);
});

test("a bin is drawn with its lowest, highest and last value, words with it", () => {
  const binned = { power_w: { last: [5, 6, 7], low: [1, 2, 3], high: [8, 9, 10] }, mode: { last: [0, 1, 0] } };
  const track = decode(carried([gpu(binned)])).tracks[0]!;
  assert.deepEqual(track.columns.get("power_w"), [1, 8, 5, 2, 9, 6, 3, 10, 7]);
  assert.deepEqual(track.time, [0, 0, 0, 10, 20, 30, 40, 50, 60]);
  assert.equal(word_at(track, "mode", 30), "power_cap");
});

test("marks and bands come whole", () => {
  const page = decode(carried([]));
  assert.deepEqual(page.marks, [{ time: 5, severity: "error", component: "x", event: "<script>", detail: "\u202e" }]);
  assert.deepEqual(page.bands[0]?.high, [3, null]);
});

test("data of another format are refused", () => assert.throws(() => decode(carried([], 2)), /format 2/));
