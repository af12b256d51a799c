/** Everything over time: charts that share one range, a choice of components, the events of the range as a table. */

import { Chart, type Choice } from "./chart";
import { button, element, once_a_frame } from "./dom";
import { marks_within, span_of, tracks_with, type Mark, type Page } from "./model";
import { Range } from "./range";
import { dark_changes, sign_of } from "./style";
import { time_text } from "./words";

/** Rows of the table of events; more are counted, not listed. */
const rows_shown = 100;
/** Components chosen at first: as many as can be told apart. */
const chosen_at_first = 16;

export class TimeView {
  private readonly range_: Range;
  private readonly choice_: Choice;
  private readonly charts_: Chart[];
  private readonly events_ = element("tbody");
  private readonly told_ = element("p", { role: "status" });
  private readonly paths_: string[];

  constructor(
    private readonly page_: Page,
    section: HTMLElement,
  ) {
    this.range_ = new Range(...span_of(page_));
    const charted = page_.quantities.map((quantity) => ({ quantity, tracks: tracks_with(page_, quantity.column) }));
    this.paths_ = [...new Set(charted.flatMap(({ tracks }) => tracks.map((track) => track.path)))];
    const places = new Map(this.paths_.map((path, place) => [path, place]));
    this.choice_ = { shown: new Set(this.paths_.slice(0, chosen_at_first)), bands: page_.bands.length > 0, marks: true };
    const marks = (low: number, high: number): Mark[] => marks_within(page_, this.choice_.shown, low, high);
    this.charts_ = charted
      .filter(({ tracks }) => tracks.length > 0)
      .map(({ quantity, tracks }) => new Chart(quantity, page_, tracks, this.range_, this.choice_, marks, places));
    const host = element("div", { class: "interactive-time" });
    const charts = element("div", { class: "pair" }, ...this.charts_.map((one) => one.figure));
    host.append(this.tools(), this.selection(), this.told_, charts, this.table());
    const still = section.querySelector(".pair");
    if (still === null) section.append(host);
    else still.before(host);
    const draw = once_a_frame(() => this.draw());
    this.range_.listen(draw);
    host.addEventListener("change", draw);
    charts.addEventListener("dblclick", () => this.range_.reset());
    dark_changes().addEventListener("change", draw);
    this.draw();
  }

  private draw(): void {
    this.charts_.forEach((chart) => chart.draw());
    const marks = marks_within(this.page_, this.choice_.shown, this.range_.low, this.range_.high);
    this.told_.textContent =
      `Shown: ${time_text(this.range_.low)} to ${time_text(this.range_.high)}` +
      `${this.range_.whole ? " (the whole run)" : ""}, ${this.choice_.shown.size} of ${this.paths_.length} components, ` +
      `${marks.length} events.`;
    this.events_.replaceChildren(...marks.slice(0, rows_shown).map((mark) => this.row(mark)));
    if (marks.length > rows_shown) {
      this.events_.append(element("tr", {}, element("td", { colspan: 5 }, `and ${marks.length - rows_shown} more`)));
    }
  }

  private tools(): HTMLElement {
    const range = this.range_;
    return element(
      "div",
      { class: "tools", role: "toolbar", "aria-label": "Range of time" },
      button("\u25c0", "Earlier", () => range.move(-0.5)),
      button("\u25b6", "Later", () => range.move(0.5)),
      button("+", "Zoom in", () => range.zoom(0.5)),
      button("\u2212", "Zoom out", () => range.zoom(2)),
      button("Whole run", "Show the whole run", () => range.reset()),
      this.tick("Quantiles (p10 to p90)", this.choice_.bands, (on) => (this.choice_.bands = on), this.page_.bands.length > 0),
      this.tick("Events", this.choice_.marks, (on) => (this.choice_.marks = on), this.page_.marks.length > 0),
      element("span", { class: "hint" }, "Drag across a chart to zoom; arrow keys, + and \u2212 work on the chart in focus."),
    );
  }

  private tick(label: string, on: boolean, set: (on: boolean) => void, possible = true): HTMLElement {
    const box = element("input", { type: "checkbox", checked: on, disabled: !possible });
    box.addEventListener("change", () => set(box.checked));
    return element("label", {}, box, ` ${label}`);
  }

  private selection(): HTMLElement {
    const boxes = this.paths_.map((path, place) => this.component(path, place));
    const all = (on: boolean) => (): void => {
      this.choice_.shown.clear();
      if (on) this.paths_.forEach((path) => this.choice_.shown.add(path));
      boxes.forEach((box) => (box.querySelector("input")!.checked = on));
      this.draw();
    };
    return element(
      "fieldset",
      { class: "components" },
      element("legend", {}, "Components"),
      button("All", "Show every component", all(true)),
      button("None", "Show no component", all(false)),
      ...boxes,
    );
  }

  private component(path: string, place: number): HTMLElement {
    const set = (on: boolean): void => {
      if (on) this.choice_.shown.add(path);
      else this.choice_.shown.delete(path);
    };
    const made = this.tick(path, this.choice_.shown.has(path), set);
    const sign = sign_of(place);
    const stroke = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    stroke.setAttribute("class", "sign");
    stroke.setAttribute("viewBox", "0 0 28 8");
    stroke.setAttribute("aria-hidden", "true");
    const drawn = { x1: 0, y1: 4, x2: 28, y2: 4, stroke: sign.colour, "stroke-width": 2.5, "stroke-dasharray": sign.dash.join(" ") };
    Object.entries(drawn).forEach(([key, value]) => line.setAttribute(key, String(value)));
    stroke.append(line);
    made.insertBefore(stroke, made.lastChild);
    return made;
  }

  private table(): HTMLElement {
    const head = ["Time", "Severity", "Component", "Event", "Detail"].map((text) => element("th", { scope: "col" }, text));
    return element(
      "details",
      { class: "events" },
      element("summary", {}, "Events of the range shown"),
      element("div", { class: "wide" }, element("table", {}, element("thead", {}, element("tr", {}, ...head)), this.events_)),
    );
  }

  private row(mark: Mark): HTMLElement {
    const cells = [time_text(mark.time), mark.severity, mark.component, mark.event, mark.detail];
    return element("tr", {}, ...cells.map((text) => element("td", {}, text)));
  }
}
