/** Numbers and times as people read them. */

const day = 86400;

/** "3 d 04:05", "04:05:06" or "12.5 s". */
export function time_text(seconds: number): string {
  const sign = seconds < 0 ? "\u2212" : "";
  let rest = Math.abs(seconds);
  if (rest < 60) return `${sign}${number_text(rest)} s`;
  const days = Math.floor(rest / day);
  rest -= days * day;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const clock = `${two(rest / 3600)}:${two((rest % 3600) / 60)}`;
  return sign + (days > 0 ? `${days} d ${clock}` : `${clock}:${two(rest % 60)}`);
}

/** Four digits that matter, without noise of the binary system. */
export function number_text(value: number): string {
  if (!Number.isFinite(value)) return "\u2013";
  const text = Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
  return text.replace("-", "\u2212");
}

/** A value in the unit shown; temperatures to a tenth, as sensors give them. */
export function value_text(value: number, unit: string): string {
  return `${unit === "\u00b0C" ? value.toFixed(1).replace("-", "\u2212") : number_text(value)} ${unit}`;
}

/** Distances of ticks on a time axis, seconds: those a clock has. */
export const time_steps: readonly number[] = [
  0.001, 0.01, 0.1, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, day, 2 * day, 5 * day,
  10 * day, 30 * day, 60 * day, 100 * day,
];

/** Labels of an axis whose ticks are `step` seconds apart. */
export function tick_text(seconds: number, step: number): string {
  if (step >= day) return `${number_text(seconds / day)} d`;
  if (step >= 3600) return `${number_text(seconds / 3600)} h`;
  if (step >= 60) return seconds >= 3600 ? time_text(seconds) : `${number_text(seconds / 60)} min`;
  return seconds >= 60 ? time_text(seconds) : `${number_text(seconds)} s`;
}
