// A brand's accent colour as the cashier may show it: readable on the page and under its own text, in light and dark
// (WCAG 2.2, 1.4.3). Where it lacks contrast its lightness alone moves, in OKLCH and as little as suffices, so that the
// hue the merchant chose stays. Used by http/cashier/state/shown-brand.ts. Pure.

/**
 * Of all that the cashier lays under its accent (page, surface, what is set off on it: cashier/styles/tokens.css) none
 * is darker in light and none lighter in dark. What reads on these reads on white, on black, and in between.
 */
export const LIGHT_GROUND = '#eef0f4';
export const DARK_GROUND = '#222834';

/** A calm indigo, for brands that chose no colour. */
export const DEFAULT_ACCENT = '#3d4fc4';

/** What may stand on an accent: text is one of the two, whichever reads better. */
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

/** `hex`: '#rrggbb'. Each of the four contrasts is 4.5 : 1 or more; a colour that has them is left as it is. */
export function accentPair(hex: string): AccentPair {
  return { light: accentOn(LIGHT_GROUND, hex, 0), dark: accentOn(DARK_GROUND, hex, 1) };
}

/** Contrast of two colours by WCAG, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `far`: the lightness that is away from the ground, where black or white is readable for certain. */
function accentOn(ground: string, hex: string, far: 0 | 1): Accent {
  const chosen = hex.toLowerCase();
  if (reads(chosen, ground)) return withText(chosen);
  const { lightness, chroma, hue } = toOklch(chosen);
  let [failing, passing] = [lightness, far as number];
  let best = far === 0 ? '#000000' : '#ffffff';
  // Eight bits a channel have been told apart long before.
  for (let i = 0; i < 14; i++) {
    const middle = (failing + passing) / 2;
    const tried = fromOklch({ lightness: middle, chroma, hue });
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

interface Oklch {
  lightness: number;
  chroma: number;
  /** Radians. */
  hue: number;
}

type Rgb = [red: number, green: number, blue: number];

/** WCAG's relative luminance. */
function luminance(hex: string): number {
  const [red, green, blue] = toLinear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(hex: string): Rgb {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function toHex(linear: Rgb): string {
  const digits = linear.map((value) => {
    const inside = Math.min(1, Math.max(0, value));
    const encoded = inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

/** The matrices of OKLab: Björn Ottosson, "A perceptual color space for image processing". */
export function toOklch(hex: string): Oklch {
  const [red, green, blue] = toLinear(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

/** The nearest colour a screen can show of this lightness and hue: where it cannot be as vivid, it is paler. */
function fromOklch({ lightness, chroma, hue }: Oklch): string {
  let [inside, outside] = [0, chroma];
  const whole = linearOf(lightness, chroma, hue);
  if (isShown(whole)) return toHex(whole);
  for (let i = 0; i < 12; i++) {
    const middle = (inside + outside) / 2;
    if (isShown(linearOf(lightness, middle, hue))) inside = middle;
    else outside = middle;
  }
  return toHex(linearOf(lightness, inside, hue));
}

const isShown = (linear: Rgb): boolean => linear.every((value) => value > -1e-4 && value < 1 + 1e-4);

function linearOf(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
