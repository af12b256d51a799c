/** One quantity of several components over time. */

import uPlot from "uplot";
import { element, once_a_frame } from "./dom";
import type { Band, Mark, Page, Quantity, Track, Value } from "./model";
import type { Range } from "./range";
import { align, type Line } from "./resample";
import { faded, ink, sign_of } from "./style";
import { number_text, tick_text, time_steps, time_text, value_text } from "./words";

export interface Choice {
  /** Paths of the components shown. */
  readonly shown: Set<string>;
  bands: boolean;
  marks: boolean;
}

const height_px = 220;
const points_per_px = 2;

const scaled = (values: readonly Value[], scale: number): Value[] =>
  values.map((value) => (value === null ? null : value * scale));

/** A lower and an upper line with what lies between filled. */
interface Filled {
  readonly low: Line;
  readonly high: Line;
  readonly place: number;
}

export class Chart {
  private plot_: uPlot | undefined;
  private readonly lines_: { track: Track; line: Line; place: number }[];
  private readonly filled_: { path: string; filled: Filled }[];
  readonly figure: HTMLElement;
  private readonly stage_: HTMLElement;
  private readonly reading_: HTMLElement;

  constructor(
    readonly quantity: Quantity,
    page: Page,
    tracks: readonly Track[],
    private readonly range_: Range,
    private readonly choice_: Choice,
    private readonly marks_: (low: number, high: number) => Mark[],
    places: ReadonlyMap<string, number>,
  ) {
    const place = (path: string): number => places.get(path) ?? 0;
    this.lines_ = tracks.map((track) => ({
      track,
      line: { time: track.time, values: scaled(track.columns.get(quantity.column) ?? [], quantity.scale) },
      place: place(track.path),
    }));
    this.filled_ = page.bands
      .filter((band) => band.column === quantity.column)
      .map((band) => ({ path: band.path, filled: this.fill_of(band, place(band.path)) }));
    this.stage_ = element("div", { class: "stage" });
    this.reading_ = element("output", { class: "reading", "aria-live": "polite" });
    const caption = `${quantity.name} (${quantity.unit})`;
    this.figure = element("figure", { class: "live", "data-column": quantity.column, tabindex: 0, "aria-label": caption });
    const banded = this.filled_.map((one) => one.path).join(", ");
    const area = banded === "" ? "" : `; area: ${banded}, p10 to p90`;
    this.figure.append(element("figcaption", {}, caption + area), this.stage_, this.reading_);
    this.figure.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(once_a_frame(() => this.resize())).observe(this.stage_);
  }

  /** Draws anew for the range and choice of now. */
  draw(): void {
    const width = this.stage_.clientWidth;
    if (width === 0) return;
    const lines = this.lines_.filter((one) => this.choice_.shown.has(one.track.path));
    const fills = this.choice_.bands ? this.filled_.filter((one) => this.choice_.shown.has(one.path)) : [];
    const drawn: Line[] = [...lines.map((one) => one.line), ...fills.flatMap(({ filled }) => [filled.low, filled.high])];
    const data = align(drawn, this.range_.low, this.range_.high, points_per_px * width) as uPlot.AlignedData;
    this.plot_?.destroy();
    this.plot_ = new uPlot(this.options(width, lines, fills.map((one) => one.filled)), data, this.stage_);
  }

  private fill_of(band: Band, place: number): Filled {
    const line = (values: readonly Value[]): Line => ({ time: band.time, values: scaled(values, this.quantity.scale) });
    return { low: line(band.low), high: line(band.high), place };
  }

  private resize(): void {
    const width = this.stage_.clientWidth;
    if (width > 0 && width !== this.plot_?.width) this.draw();
  }

  private options(
    width: number,
    lines: readonly { track: Track; place: number }[],
    fills: readonly Filled[],
  ): uPlot.Options {
    const colours = ink();
    const axis = { stroke: colours.text, grid: { stroke: colours.grid, width: 1 }, ticks: { stroke: colours.grid, width: 1 } };
    return {
      width,
      height: height_px,
      pxAlign: false,
      scales: { x: { time: false, min: this.range_.low, max: this.range_.high } },
      legend: { show: false },
      cursor: { sync: { key: "rackcast", setSeries: false }, drag: { x: true, y: false, setScale: false } },
      series: [{}, ...lines.map((one) => this.series(one)), ...fills.flatMap((one) => this.edges(one))],
      bands: fills.map((one, at) => {
        const low = 1 + lines.length + 2 * at;
        return { series: [low + 1, low], fill: faded(sign_of(one.place).colour, 0.2) };
      }),
      axes: [
        { ...axis, size: 32, incrs: [...time_steps], values: (_, ticks, __, ___, step) => ticks.map((tick) => tick_text(tick, step)) },
        { ...axis, size: 64, values: (_, ticks) => ticks.map(number_text) },
      ],
      hooks: {
        setSelect: [(plot) => this.selected(plot)],
        setCursor: [(plot) => this.read(plot, lines)],
        draw: [(plot) => this.draw_marks(plot)],
      },
    };
  }

  private series(one: { track: Track; place: number }): uPlot.Series {
    const sign = sign_of(one.place);
    return { label: one.track.path, stroke: sign.colour, width: 1.5, dash: [...sign.dash], points: { show: false } };
  }

  private edges(one: Filled): uPlot.Series[] {
    const edge = { stroke: faded(sign_of(one.place).colour, 0.5), width: 0.5, points: { show: false } };
    return [edge, edge];
  }

  private selected(plot: uPlot): void {
    if (plot.select.width < 3) return;
    const low = plot.posToVal(plot.select.left, "x");
    const high = plot.posToVal(plot.select.left + plot.select.width, "x");
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.range_.set(low, high);
  }

  private read(plot: uPlot, lines: readonly { track: Track }[]): void {
    const at = plot.cursor.idx;
    if (at === null || at === undefined) {
      this.reading_.textContent = "";
      return;
    }
    const values = lines.slice(0, 12).map((one, place) => {
      const value = this.near(plot.data[1 + place] ?? [], at);
      return value === null ? "" : `${one.track.path} ${value_text(value, this.quantity.unit)}`;
    });
    const more = lines.length > 12 ? [`and ${lines.length - 12} more`] : [];
    const said = [...values.filter((text) => text !== ""), ...more].join(" \u00b7 ");
    this.reading_.textContent = `${time_text(plot.data[0][at] ?? 0)}: ${said}`;
  }

  /** What was last drawn at or before an index. */
  private near(values: ArrayLike<Value | undefined>, at: number): Value {
    for (let back = at; back >= 0; --back) {
      const value = values[back];
      if (value !== undefined) return value;
    }
    return null;
  }

  /** Events: a line each, solid for errors, dashed for warnings, a short stroke for the rest. */
  private draw_marks(plot: uPlot): void {
    if (!this.choice_.marks) return;
    const { left, top, height, width } = plot.bbox;
    const context = plot.ctx;
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    for (const mark of this.marks_(this.range_.low, this.range_.high)) {
      const x = plot.valToPos(mark.time, "x", true);
      context.strokeStyle = mark.severity === "error" ? ink().error : ink().text;
      context.lineWidth = (mark.severity === "error" ? 2 : 1) * devicePixelRatio;
      context.setLineDash(mark.severity === "warning" ? [4, 4] : []);
      context.beginPath();
      context.moveTo(x, top + height);
      context.lineTo(x, mark.severity === "info" ? top + height * 0.94 : top);
      context.stroke();
    }
    context.restore();
  }

  private key(event: KeyboardEvent): void {
    const actions: Record<string, () => void> = {
      ArrowLeft: () => this.range_.move(-0.2),
      ArrowRight: () => this.range_.move(0.2),
      "+": () => this.range_.zoom(0.5),
      "=": () => this.range_.zoom(0.5),
      "-": () => this.range_.zoom(2),
      Home: () => this.range_.reset(),
      Escape: () => this.range_.reset(),
    };
    const action = actions[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }
}
