import assert from "node:assert/strict";
import { test } from "node:test";
import { Range } from "../src/range";

test("a range stays within the whole and is never empty", () => {
  const range = new Range(0, 100);
  for (const [low, high] of [[-50, 20], [90, 300], [40, 40], [60, 10], [-1e9, 1e9]] as const) {
    range.set(low, high);
    assert.ok(range.low >= 0 && range.high <= 100 && range.high > range.low, `${low} to ${high}`);
  }
});

test("zooming in and out about a point comes back", () => {
  const range = new Range(0, 1000);
  range.set(200, 600);
  range.zoom(0.5, 300);
  assert.deepEqual([range.low, range.high], [250, 450]);
  range.zoom(2, 300);
  assert.deepEqual([range.low, range.high], [200, 600]);
  range.reset();
  assert.ok(range.whole);
});

test("moving keeps the width, also at the ends", () => {
  const range = new Range(0, 1000);
  range.set(800, 900);
  range.move(5);
  assert.deepEqual([range.low, range.high], [900, 1000]);
  range.move(-100);
  assert.deepEqual([range.low, range.high], [0, 100]);
});

test("only a change is told", () => {
  const range = new Range(0, 10);
  let told = 0;
  range.listen(() => ++told);
  range.set(2, 4);
  range.set(2, 4);
  range.reset();
  range.reset();
  assert.equal(told, 2);
});
