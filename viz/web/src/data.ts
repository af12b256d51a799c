/** Reads what the page carries (docs/methods/report.md says what that is). */

import type { Band, Mark, Page, Part, Quantity, Track, Value } from "./model";

/** Format of the data that this viewer reads. */
export const format = 1;

interface SeriesData {
  last: Value[];
  low?: Value[];
  high?: Value[];
}

interface PageData {
  format: number;
  quantities: Record<string, { title: string; unit: string; factor: number }>;
  mode_words: Record<string, string>;
  layout: { components: Part[] };
  trace: {
    worst_at_s: number;
    time_s: number[];
    labels: Record<string, string[]>;
    components: { path: string; series: Record<string, SeriesData> }[];
  };
  bands: { path: string; quantity: string; time_s: number[]; p10: Value[]; p90: Value[] }[];
  events: { time_s: number[]; severity: Mark["severity"][]; component: string[]; event: string[]; detail: string[] };
}

/** Samples a bin is drawn with: its lowest, highest and last value. */
const a_bin = 3;

/** Times of the three values of each bin, at equal distances from the end of the bin before to its own. */
function spread_times(times: readonly number[]): number[] {
  return times.flatMap((end, at) => {
    const width = end - (times[at - 1] ?? 0);
    return [end - (2 * width) / a_bin, end - width / a_bin, end];
  });
}

const spread = (data: SeriesData): Value[] =>
  data.last.flatMap((last, at) => [data.low?.[at] ?? last, data.high?.[at] ?? last, last]);

function track_of(
  component: PageData["trace"]["components"][number],
  trace: PageData["trace"],
  spread_time: readonly number[],
): Track {
  const binned = Object.values(component.series).some((series) => series.low !== undefined);
  const columns = new Map<string, readonly Value[]>();
  const words = new Map<string, readonly string[]>();
  for (const [name, series] of Object.entries(component.series)) {
    const labels = trace.labels[name];
    if (labels === undefined) {
      columns.set(name, binned ? spread(series) : series.last);
    } else {
      const told = series.last.map((label) => (label === null ? "" : (labels[label] ?? "")));
      words.set(name, binned ? told.flatMap((word) => new Array<string>(a_bin).fill(word)) : told);
    }
  }
  return { path: component.path, time: binned ? spread_time : trace.time_s, columns, words };
}

/** Throws if the data are of another format than this viewer's. */
export function decode(data: PageData): Page {
  if (data.format !== format) throw new Error(`the page's data have format ${data.format}, this viewer reads ${format}`);
  const spread_time = spread_times(data.trace.time_s);
  const { events } = data;
  return {
    worst_at: data.trace.worst_at_s,
    quantities: Object.entries(data.quantities).map(
      ([column, one]): Quantity => ({ column, name: one.title, unit: one.unit, scale: one.factor }),
    ),
    mode_words: new Map(Object.entries(data.mode_words)),
    parts: new Map(data.layout.components.map((part) => [part.path, part])),
    tracks: data.trace.components.map((component) => track_of(component, data.trace, spread_time)),
    bands: data.bands.map(
      (band): Band => ({
        path: band.path,
        column: band.quantity,
        time: band.time_s,
        low: band.p10,
        high: band.p90,
      }),
    ),
    marks: events.time_s.map(
      (time, at): Mark => ({
        time,
        severity: events.severity[at] ?? "info",
        component: events.component[at] ?? "",
        event: events.event[at] ?? "",
        detail: events.detail[at] ?? "",
      }),
    ),
  };
}

/** The data of the page this script stands in. */
export function read_page(): Page {
  return decode(JSON.parse(document.getElementById("rackcast-data")?.textContent ?? "") as PageData);
}
