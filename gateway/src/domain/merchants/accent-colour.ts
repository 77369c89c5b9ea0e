// A brand's accent colour in the form that the cashier may show: readable on the page and under its own text, in light
// and dark (WCAG 2.2, 1.4.3). If it lacks contrast, only its lightness changes, in OKLCH and as little as needed. It
// must never change the merchant's hue. Pure.
import {
  clampChroma,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  useMode as registerMode,
  wcagContrast,
} from 'culori/fn';

// Only the necessary colour spaces, because the portal bundles this file.
registerMode(modeRgb);
registerMode(modeLrgb);
const toOklch = registerMode(modeOklch);

/** The contrast of two colours by WCAG, 1 to 21. */
export const contrast: (one: string, other: string) => number = wcagContrast;

/**
 * The extreme backgrounds of the cashier's accent (page, surface, highlighted parts: cashier/styles/tokens.css): the
 * darkest background in light mode and the lightest in dark mode. A colour that is readable on these is readable on
 * white, on black, and in between.
 */
export const LIGHT_GROUND = '#eef0f4';
export const DARK_GROUND = '#222834';

/** Also the accent of docs and portal, and of brands that chose no colour. */
export const DEFAULT_ACCENT = '#1f4fd8';

/** Text on an accent has the more readable of these two colours. */
const TEXT_COLOURS = ['#ffffff', '#0d0e12'] as const;
const LEAST_CONTRAST = 4.5;

export interface Accent {
  /** '#rrggbb': fills buttons, and is text on the page. */
  accent: string;
  /** Text on the accent. */
  onAccent: string;
}

export interface AccentPair {
  light: Accent;
  dark: Accent;
}

/** `hex`: '#rrggbb'. Each of the four contrasts is 4.5 : 1 or more. A colour that already has them is not changed. */
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
  // With eight bits a channel, nobody can see finer steps.
  for (let i = 0; i < 14; i++) {
    const middle = (failing + passing) / 2;
    // The nearest colour of this lightness and hue that a screen can show. It is paler if the screen cannot show it as
    // vivid.
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
