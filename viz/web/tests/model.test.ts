import assert from "node:assert/strict";
import { test } from "node:test";
import { index_at, marks_within, span_of, value_at, type Page, type Track } from "../src/model";

const track = (path: string, time: number[], power: (number | null)[]): Track => ({
  path,
  time,
  columns: new Map([["power_w", power]]),
  words: new Map(),
});

const page: Page = {
  quantities: [],
  mode_words: new Map(),
  worst_at: 12,
  parts: new Map(),
  tracks: [track("a", [10, 20], [1, null]), track("b", [5, 30], [7, 8])],
  bands: [],
  marks: [
    { time: 12, severity: "info", component: "a", event: "x", detail: "" },
    { time: 13, severity: "error", component: "alarm.y", event: "y", detail: "" },
    { time: 40, severity: "info", component: "b", event: "z", detail: "" },
  ],
};

test("the sample at or before a time holds", () => {
  const times = [0, 10, 10.5, 20];
  assert.deepEqual([-1, 0, 9.9, 10, 19, 20, 99].map((time) => index_at(times, time)), [0, 0, 0, 1, 2, 3, 3]);
  assert.equal(index_at([], 5), 0);
  assert.equal(value_at(page.tracks[1]!, "power_w", 29), 7);
  assert.equal(value_at(page.tracks[1]!, "clock_mhz", 29), null);
});

test("the span covers all tracks; an empty page has one", () => {
  assert.deepEqual(span_of(page), [5, 30]);
  assert.deepEqual(span_of({ ...page, tracks: [], bands: [], marks: [] }), [0, 1]);
});

test("marks of hidden components are hidden, those of no component are not", () => {
  const seen = marks_within(page, new Set(["b"]), 0, 35).map((mark) => mark.component);
  assert.deepEqual(seen, ["alarm.y"]);
});
