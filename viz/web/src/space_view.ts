/**
 * A server at any time of the run: a copy of the page's own drawing, whose parts (`data-part`) are coloured and whose texts
 * (`data-column`) and bars (`data-gauge`) are set as the time goes.
 */

import { button, element, once_a_frame } from "./dom";
import { span_of, track_of, value_at, word_at, type Page, type Part, type Value } from "./model";
import { time_text, value_text } from "./words";

const instants = 1000;
const frame_ms = 50;
const step_of_play = 4;

/** How near to a limit a part is, 0 to 1; null where there is nothing to say. */
type Nearness = (page: Page, part: Part, time: number) => Value;

function value_of(page: Page, part: Part, column: string, time: number): Value {
  const track = track_of(page, part.path);
  return track === undefined ? null : value_at(track, column, time);
}

function share_of(value: Value, low: number, high: number | undefined): Value {
  return value === null || high === undefined || high <= low ? null : (value - low) / (high - low);
}

const cool_c = 20;
/** What holds a board back, as nearness to a limit: most where it is heat. */
const held_back: Readonly<Record<string, number>> = {
  power_cap: 0.75,
  thermal_die: 1,
  thermal_memory: 1,
  hw_slowdown: 1,
  shut_down: 1,
};
const colourings: Readonly<Record<string, { name: string; nearness: Nearness }>> = {
  temperature: {
    name: "Temperature, from 20 \u00b0C to the limit",
    nearness: (page, part, time) => share_of(value_of(page, part, "die_c", time), cool_c, part.limits["target_c"]),
  },
  power: {
    name: "Power, as a share of the limit",
    nearness: (page, part, time) => share_of(value_of(page, part, "power_w", time), 0, part.limits["power_w"]),
  },
  throttling: {
    name: "Throttling: none, by power, by heat",
    nearness: (page, part, time) => {
      const track = track_of(page, part.path);
      return track?.words.has("mode") ? (held_back[word_at(track, "mode", time)] ?? 0) : null;
    },
  },
  utilisation: {
    name: "Utilisation",
    nearness: (page, part, time) => value_of(page, part, "utilisation", time),
  },
};

/** Edges of the five steps of the page's legend. */
const steps = [0.5, 0.7, 0.85, 0.95];

/** The style of a step. */
export const step_class = (share: Value): string =>
  share === null ? "hx" : `h${steps.filter((edge) => share >= edge).length}`;

export class SpaceView {
  private readonly span_: [number, number];
  private readonly drawings_: SVGElement[];
  private readonly slider_ = element("input", { type: "range", min: 0, max: instants, value: 0, step: 1 });
  private readonly picked_ = element("select");
  private readonly told_ = element("output", { class: "reading" });
  private timer_: number | undefined;

  /** Nothing is added where the page has no drawing. */
  constructor(
    private readonly page_: Page,
    section: HTMLElement,
  ) {
    this.span_ = span_of(page_);
    const figures = [...section.querySelectorAll<SVGElement>('figure[data-chart="space"][data-moment="worst"] svg')];
    this.drawings_ = figures.map((figure) => figure.cloneNode(true) as SVGElement);
    const before = section.querySelector(".pair");
    if (this.drawings_.length === 0 || before === null) return;
    before.before(this.build());
    const [start, end] = this.span_;
    this.slider_.value = String(Math.round(((page_.worst_at - start) / (end - start)) * instants));
    this.draw();
  }

  private build(): HTMLElement {
    this.picked_.append(...Object.entries(colourings).map(([key, one]) => element("option", { value: key }, one.name)));
    const draw = once_a_frame(() => this.draw());
    this.slider_.addEventListener("input", draw);
    this.picked_.addEventListener("change", draw);
    const tools = element(
      "div",
      { class: "tools" },
      element("label", {}, "Coloured by ", this.picked_),
      element("label", { class: "grows" }, "Time ", this.slider_),
      button("Play", "Play or pause the run", () => this.play()),
    );
    const caption = element("figcaption", {}, "At any time");
    return element("figure", { class: "moment" }, caption, tools, this.told_, ...this.drawings_);
  }

  private draw(): void {
    const [start, end] = this.span_;
    const time = start + ((end - start) * Number(this.slider_.value)) / instants;
    for (const drawing of this.drawings_) {
      drawing.querySelectorAll<SVGElement>("[data-part]").forEach((shape) => this.set(shape, time));
    }
    this.told_.textContent = `After ${time_text(time)}`;
    this.slider_.setAttribute("aria-valuetext", time_text(time));
  }

  private set(shape: SVGElement, time: number): void {
    const part = this.page_.parts.get(shape.dataset["part"] ?? "");
    if (part === undefined) return;
    if (shape.classList.contains("coloured")) this.colour(shape, part, time);
    if (shape.dataset["near"] !== undefined) this.colour_near(shape, part, time);
    shape.querySelectorAll<SVGElement>("[data-column]").forEach((text) => this.write(text, part, time));
    shape.querySelectorAll<SVGElement>("[data-gauge]").forEach((bar) => this.fill(bar, part, time));
    shape.querySelectorAll<SVGElement>("[data-words]").forEach((text) => {
      const track = track_of(this.page_, part.path);
      const word = track === undefined ? "" : word_at(track, text.dataset["words"] ?? "", time);
      text.textContent = this.page_.mode_words.get(word) ?? word;
    });
  }

  private colour(shape: SVGElement, part: Part, time: number): void {
    const share = colourings[this.picked_.value]?.nearness(this.page_, part, time) ?? null;
    shape.setAttribute("class", `coloured ${step_class(share)}`);
  }

  /** Fans and supplies, which have one quantity to be coloured by: `data-near`, between `data-from` and `data-to`. */
  private colour_near(shape: SVGElement, part: Part, time: number): void {
    const { near = "", from, to } = shape.dataset;
    const share = share_of(value_of(this.page_, part, near, time), Number(from), Number(to));
    shape.setAttribute("class", step_class(share));
  }

  private write(text: SVGElement, part: Part, time: number): void {
    const column = text.dataset["column"] ?? "";
    const quantity = this.page_.quantities.find((one) => one.column === column);
    const value = value_of(this.page_, part, column, time);
    text.textContent = value === null ? "\u2013" : value_text(value * (quantity?.scale ?? 1), quantity?.unit ?? "");
  }

  /** A bar from 0 to `data-full`; its text says the share. */
  private fill(bar: SVGElement, part: Part, time: number): void {
    const value = value_of(this.page_, part, bar.dataset["gauge"] ?? "", time);
    const share = share_of(value, 0, Number(bar.dataset["full"])) ?? 0;
    const whole = Number(bar.querySelector(".hollow")?.getAttribute("width"));
    bar.querySelector(".filled")?.setAttribute("width", String(whole * Math.min(1, Math.max(0, share))));
    const text = bar.querySelector("text");
    if (text !== null) text.textContent = `${bar.dataset["name"] ?? ""} ${Math.round(share * 100)} %`;
  }

  private play(): void {
    if (this.timer_ !== undefined) {
      clearInterval(this.timer_);
      this.timer_ = undefined;
      return;
    }
    if (Number(this.slider_.value) >= instants) this.slider_.value = "0";
    this.timer_ = window.setInterval(() => this.step(), frame_ms);
  }

  private step(): void {
    this.slider_.value = String(Number(this.slider_.value) + step_of_play);
    this.draw();
    if (Number(this.slider_.value) >= instants) this.play();
  }
}
