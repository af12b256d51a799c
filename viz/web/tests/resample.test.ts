import assert from "node:assert/strict";
import { test } from "node:test";
import { align, extremes, type Line } from "../src/resample";

const wave = (samples: number, step: number): Line => ({
  time: Array.from({ length: samples }, (_, at) => at * step),
  values: Array.from({ length: samples }, (_, at) => Math.sin(at / 7) + (at === 1234 ? 50 : 0)),
});

test("few samples are kept as they are, each line at its own times", () => {
  const [time, a, b] = align([{ time: [0, 2, 4], values: [1, null, 3] }, { time: [1, 2], values: [5, 6] }], 0, 4, 100);
  assert.deepEqual(time, [0, 1, 2, 4]);
  assert.deepEqual([...(a ?? [])], [1, undefined, null, 3]);
  assert.deepEqual([...(b ?? [])], [undefined, 5, 6, undefined]);
});

test("many samples keep the extremes of every part", () => {
  const line = wave(50_000, 10);
  const [time, values] = align([line], 0, 499_990, 800);
  assert.equal(time.length, 800);
  const kept = (values ?? []).filter((value): value is number => typeof value === "number");
  assert.equal(Math.max(...kept), Math.max(...line.values.map(Number)));
  assert.equal(Math.min(...kept), Math.min(...line.values.map(Number)));
  assert.ok(time.every((value, at) => at === 0 || value > (time[at - 1] ?? Infinity)));
});

test("a part without samples is empty, not zero", () => {
  assert.deepEqual(extremes({ time: [0, 9], values: [1, 2] }, 0, 10, 5), [1, 1, ...new Array(6).fill(undefined), 2, 2]);
});

test("a range between two samples still has a line through it", () => {
  const [time, values] = align([{ time: [0, 100], values: [1, 2] }], 40, 60, 100);
  assert.deepEqual([time, [...(values ?? [])]], [[0, 100], [1, 2]]);
});

test("no lines are no error", () => assert.deepEqual(align([], 0, 1, 10), [[0, 1]]));
