/** Signs of a component, as the page's own style sheet has them: a colour and, beyond it, a dash. */

export interface Sign {
  readonly colour: string;
  readonly dash: readonly number[];
}

const colours = 8;
const dashes: readonly (readonly number[])[] = [[], [7, 2], [2, 2], [8, 2, 2, 2]];

/** A colour of the page's style sheet, for light or dark as it is now. */
const variable = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export const dark_changes = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");

export function sign_of(place: number): Sign {
  return { colour: variable(`--s${place % colours}`), dash: dashes[place % dashes.length] ?? [] };
}

export interface Ink {
  readonly text: string;
  readonly grid: string;
  readonly error: string;
}

export const ink = (): Ink => ({ text: variable("--ink"), grid: variable("--line"), error: variable("--error") });

/** `#rrggbb` with an opacity of 0 to 1. */
export const faded = (colour: string, opacity: number): string =>
  colour + Math.round(opacity * 255).toString(16).padStart(2, "0");
