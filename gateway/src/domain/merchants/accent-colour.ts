// A brand's accent colour as the cashier may show it: readable on the page and under its own text, in light and dark (WCAG
// 2.2, 1.4.3). If it lacks contrast, only its lightness changes, in OKLCH and as little as needed, so the merchant's hue
// stays. Pure.
import {
  clampChroma,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  useMode as registerMode,
  wcagContrast,
} from 'culori/fn';

// Only the colour spaces that are needed, because the portal bundles this file.
registerMode(modeRgb);
registerMode(modeLrgb);
const toOklch = registerMode(modeOklch);

/** Of two colours by WCAG, 1 to 21. */
export const contrast: (one: string, other: string) => number = wcagContrast;

/**
 * The extremes among the backgrounds of the cashier's accent (page, surface, highlighted parts:
 * cashier/styles/tokens.css): none is darker in light and none lighter in dark. A colour readable on these is readable
 * on white, on black, and in between.
 */
export const LIGHT_GROUND = '#eef0f4';
export const DARK_GROUND = '#222834';

/** The accent of docs and portal too, for brands that chose no colour. */
export const DEFAULT_ACCENT = '#1f4fd8';

/** Text on an accent has the more readable of these two colours. */
const TEXT_COLOURS = ['#ffffff', '#0d0e12'] as const;
const LEAST_CONTRAST = 4.5;

export interface Accent {
  /** '#rrggbb': fills buttons, and is text on the page. */
  accent: string;
  /** Text on it. */
  onAccent: string;
}

export interface AccentPair {
  light: Accent;
  dark: Accent;
}

/** `hex`: '#rrggbb'. Each of the four contrasts is 4.5 : 1 or more; a colour that has them is not changed. */
export function accentPair(hex: string): AccentPair {
  return { light: accentOn(LIGHT_GROUND, hex, 0), dark: accentOn(DARK_GROUND, hex, 1) };
}

/** `far`: a lightness far from the background, at which black or white is certainly readable. */
function accentOn(ground: string, hex: string, far: 0 | 1): Accent {
  const chosen = hex.toLowerCase();
  if (reads(chosen, ground)) return withText(chosen);
  const colour = toOklch(chosen)!;
  let [failing, passing] = [colour.l, far as number];
  let best = far === 0 ? '#000000' : '#ffffff';
  // Finer steps cannot be told apart with eight bits a channel.
  for (let i = 0; i < 14; i++) {
    const middle = (failing + passing) / 2;
    // The nearest colour of this lightness and hue that a screen can show; it is paler if it cannot be as vivid.
    const tried = formatHex(clampChroma({ ...colour, l: middle }, 'oklch'));
    if (reads(tried, ground)) [passing, best] = [middle, tried];
    else failing = middle;
  }
  return withText(best);
}

const reads = (accent: string, ground: string): boolean =>
  contrast(accent, ground) >= LEAST_CONTRAST && contrast(accent, textOn(accent)) >= LEAST_CONTRAST;

const withText = (accent: string): Accent => ({ accent, onAccent: textOn(accent) });

function textOn(accent: string): string {
  const [white, black] = TEXT_COLOURS;
  return contrast(accent, white) >= contrast(accent, black) ? white : black;
}
