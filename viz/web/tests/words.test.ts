import assert from "node:assert/strict";
import { test } from "node:test";
import { number_text, tick_text, time_text } from "../src/words";

test("times", () => {
  assert.equal(time_text(12.5), "12.5 s");
  assert.equal(time_text(3661), "01:01:01");
  assert.equal(time_text(86400 * 3 + 4 * 3600 + 5 * 60), "3 d 04:05");
  assert.equal(time_text(-90), "\u221200:01:30");
});

test("numbers keep what matters", () => {
  assert.equal(number_text(0.1 + 0.2), "0.3");
  assert.equal(number_text(123456.7), "123457");
  assert.equal(number_text(-5), "\u22125");
  assert.equal(number_text(Number.NaN), "\u2013");
});

test("ticks in the unit of their distance", () => {
  assert.equal(tick_text(172800, 86400), "2 d");
  assert.equal(tick_text(7200, 3600), "2 h");
  assert.equal(tick_text(1800, 600), "30 min");
  assert.equal(tick_text(20, 5), "20 s");
});
