/** What a report's embedded data decode to, and questions about it. */

export type Value = number | null;

/** One component's samples: columns are of the length of `time`, seconds from the start; null where there is none. */
export interface Track {
  readonly path: string;
  readonly time: readonly number[];
  readonly columns: ReadonlyMap<string, readonly Value[]>;
  /** Columns of words, such as the mode of a GPU. */
  readonly words: ReadonlyMap<string, readonly string[]>;
}

export interface Band {
  readonly path: string;
  readonly column: string;
  readonly time: readonly number[];
  readonly low: readonly Value[];
  readonly high: readonly Value[];
}

export interface Mark {
  readonly time: number;
  readonly severity: "info" | "warning" | "error";
  readonly component: string;
  readonly event: string;
  readonly detail: string;
}

/** A component as the layout has it. */
export interface Part {
  readonly path: string;
  readonly kind: string;
  readonly parent: string | null;
  readonly limits: Readonly<Record<string, number>>;
}

export interface Page {
  /** In the order of the page. */
  readonly quantities: readonly Quantity[];
  /** What the states of a board are called. */
  readonly mode_words: ReadonlyMap<string, string>;
  readonly parts: ReadonlyMap<string, Part>;
  readonly tracks: readonly Track[];
  readonly bands: readonly Band[];
  readonly marks: readonly Mark[];
  /** When a die is hottest, seconds. */
  readonly worst_at: number;
}

/** A quantity that has a chart: the column it stands in, its name and unit for people. */
export interface Quantity {
  readonly column: string;
  readonly name: string;
  readonly unit: string;
  /** What a stored value is multiplied by to be in `unit`. */
  readonly scale: number;
}

/** The last index whose time is at or before `time`; 0 if there is none. Times rise. */
export function index_at(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((times[middle] ?? Infinity) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The value that holds at `time`: the sample at or before it. */
export function value_at(track: Track, column: string, time: number): Value {
  return track.columns.get(column)?.[index_at(track.time, time)] ?? null;
}

/** The word that holds at `time`; empty if the track has none. */
export function word_at(track: Track, column: string, time: number): string {
  return track.words.get(column)?.[index_at(track.time, time)] ?? "";
}

/** The samples of a component, if it has any. */
export const track_of = (page: Page, path: string): Track | undefined => page.tracks.find((one) => one.path === path);

/** The tracks that ever have a value in a column. */
export function tracks_with(page: Page, column: string): Track[] {
  return page.tracks.filter((track) => track.columns.get(column)?.some((value) => value !== null) ?? false);
}

/** Start and end of everything recorded, seconds; an empty page has [0, 1]. */
export function span_of(page: Page): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const { time } of [...page.tracks, ...page.bands]) {
    low = Math.min(low, time[0] ?? Infinity);
    high = Math.max(high, time[time.length - 1] ?? -Infinity);
  }
  return low < high ? [low, high] : [0, 1];
}

/** Marks within a range, of the components shown and of whatever is not a component with a track (alarms, site). */
export function marks_within(page: Page, shown: ReadonlySet<string>, low: number, high: number): Mark[] {
  const known = new Set(page.tracks.map((track) => track.path));
  return page.marks.filter(
    (mark) => mark.time >= low && mark.time <= high && (shown.has(mark.component) || !known.has(mark.component)),
  );
}
