/** The part of the run that is looked at, seconds: shared by all charts; always within the whole, never empty. */

export type Listener = () => void;

const shortest_s = 1e-3;

export class Range {
  private low_: number;
  private high_: number;
  private readonly listeners_: Listener[] = [];

  constructor(
    readonly start: number,
    readonly end: number,
  ) {
    this.low_ = start;
    this.high_ = end;
  }

  get low(): number {
    return this.low_;
  }
  get high(): number {
    return this.high_;
  }
  get width(): number {
    return this.high_ - this.low_;
  }
  get whole(): boolean {
    return this.low_ === this.start && this.high_ === this.end;
  }

  listen(listener: Listener): void {
    this.listeners_.push(listener);
  }

  set(low: number, high: number): void {
    const width = Math.min(Math.max(high - low, shortest_s), this.end - this.start);
    const from = Math.min(Math.max(low, this.start), this.end - width);
    if (from === this.low_ && from + width === this.high_) return;
    this.low_ = from;
    this.high_ = from + width;
    this.listeners_.forEach((listener) => listener());
  }

  reset(): void {
    this.set(this.start, this.end);
  }

  /** Shows `factor` times as much, about the middle or another point of the range. */
  zoom(factor: number, about = (this.low_ + this.high_) / 2): void {
    this.set(about - (about - this.low_) * factor, about + (this.high_ - about) * factor);
  }

  /** Moves by a share of what is shown. */
  move(share: number): void {
    this.set(this.low_ + share * this.width, this.high_ + share * this.width);
  }
}
