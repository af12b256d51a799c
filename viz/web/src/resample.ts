/** Brings tracks with times of their own onto one axis of times, in no more points than can be seen. */

import uPlot from "uplot";
import { index_at, type Value } from "./model";

export interface Line {
  readonly time: readonly number[];
  readonly values: readonly Value[];
}

/** Times and, per line, what is drawn at each; `undefined` is no sample (the line runs on), `null` a gap. */
export type Aligned = [number[], ...(Value | undefined)[][]];

/** Samples in [low, high] and one more at either side, so that lines reach the edges. */
function cut(line: Line, low: number, high: number): Line {
  const from = index_at(line.time, low);
  const to = Math.min(line.time.length, index_at(line.time, high) + 2);
  return { time: line.time.slice(from, to), values: line.values.slice(from, to) };
}

/** Smallest and largest sample of each of `bins` equal parts of [low, high], in the order in which they came. */
export function extremes(line: Line, low: number, high: number, bins: number): (Value | undefined)[] {
  const drawn = new Array<Value | undefined>(2 * bins).fill(undefined);
  const least = new Array<number>(bins).fill(-1);
  const most = new Array<number>(bins).fill(-1);
  line.time.forEach((time, at) => {
    const value = line.values[at];
    if (value === null || value === undefined) return;
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(((time - low) / (high - low)) * bins)));
    const worst = least[bin] ?? -1;
    const best = most[bin] ?? -1;
    if (worst < 0 || value < (line.values[worst] ?? Infinity)) least[bin] = at;
    if (best < 0 || value > (line.values[best] ?? -Infinity)) most[bin] = at;
  });
  for (let bin = 0; bin < bins; ++bin) {
    const a = least[bin] ?? -1;
    const b = most[bin] ?? -1;
    if (a < 0) continue;
    drawn[2 * bin] = line.values[Math.min(a, b)] ?? null;
    drawn[2 * bin + 1] = line.values[Math.max(a, b)] ?? null;
  }
  return drawn;
}

/**
 * All lines over [low, high]. Every sample is kept while there are at most `limit` of them; beyond, each line keeps its
 * smallest and largest value in each of limit / 2 parts.
 */
export function align(lines: readonly Line[], low: number, high: number, limit: number): Aligned {
  const parts = lines.map((line) => cut(line, low, high));
  const first = parts[0];
  if (first === undefined) return [[low, high]];
  if (parts.reduce((sum, part) => sum + part.time.length, 0) <= limit * Math.sqrt(lines.length)) {
    return uPlot.join(parts.map((part): uPlot.AlignedData => [[...part.time], [...part.values]])) as Aligned;
  }
  const bins = Math.max(1, Math.floor(limit / 2));
  const width = (high - low) / bins;
  const times = Array.from({ length: 2 * bins }, (_, at) => low + width * (0.25 + 0.5 * at));
  return [times, ...parts.map((part) => extremes(part, low, high, bins))];
}
