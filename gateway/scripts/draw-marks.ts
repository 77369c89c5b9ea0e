// Draws the marks of card schemes and payment methods that simple-icons has, each on a light tile and in its own
// colours, into assets/schemes and assets/logos (decision 45): `npm run marks`. Marks that the library lacks are drawn
// by hand and stay as they are. A test compares the files with what this draws.
import { mkdirSync, writeFileSync } from 'node:fs';
import * as icons from 'simple-icons';

interface Mark {
  icon: icons.SimpleIcon;
  /** Size of the icon's square, in units of the tile, which has 64 × 40. */
  size: number;
  /** Centre of the icon; by default the middle of the tile. */
  at?: readonly [x: number, y: number];
  /** One colour, or one for each outline of the icon, the last for all that follow. By default the icon's own. */
  colours?: readonly string[];
}

interface Tile {
  ground?: string;
  /** Drawn below the marks. */
  under?: string;
  marks: Mark[];
  /** Drawn above the marks. */
  over?: string;
}

const SEPA_BLUE = `#${icons.siSepa.hex}`;
const arrow = (path: string) =>
  `<path d="${path}" fill="none" stroke="${SEPA_BLUE}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;
const sepa: Mark = { icon: icons.siSepa, size: 50, at: [32, 15] };

/**
 * The key is the path below assets, without `.svg`. Schemes have card-validator's names, logos those of the catalogue.
 */
const TILES: Readonly<Record<string, Tile>> = {
  'schemes/visa': { marks: [{ icon: icons.siVisa, size: 48 }] },
  'schemes/mastercard': {
    marks: [{ icon: icons.siMastercard, size: 46, colours: ['#eb001b', '#f79e1b', '#ff5f00'] }],
  },
  'schemes/american-express': {
    ground: `#${icons.siAmericanexpress.hex}`,
    // The icon's letters are holes.
    under: '<path d="M5 8h54v24H5z" fill="#fff"/>',
    marks: [{ icon: icons.siAmericanexpress, size: 56 }],
  },
  'schemes/jcb': {
    under:
      '<rect x="8" y="8" width="15" height="24" rx="4" fill="#0b4ea2"/><rect x="24.5" y="8" width="15" height="24" rx="4" fill="#c8102e"/>' +
      '<rect x="41" y="8" width="15" height="24" rx="4" fill="#00843d"/>',
    marks: [{ icon: icons.siJcb, size: 44, colours: ['#fff'] }],
  },
  'schemes/discover': { marks: [{ icon: icons.siDiscover, size: 58, colours: ['#ff6000', '#201d1c'] }] },
  'schemes/diners-club': { marks: [{ icon: icons.siDinersclub, size: 34 }] },
  // The whole mark has a frame, as its owner wants it.
  'schemes/apple-pay': { marks: [{ icon: icons.siApplepay, size: 62 }] },
  'schemes/google-pay': { marks: [{ icon: icons.siGooglepay, size: 54, colours: ['#4285f4', '#3c4043'] }] },
  'logos/paypal': {
    marks: [{ icon: icons.siPaypal, size: 28, colours: ['#002991', '#60cdff', '#008cff'] }],
  },
  'logos/klarna': {
    ground: `#${icons.siKlarna.hex.toLowerCase()}`,
    marks: [{ icon: icons.siKlarna, size: 22, colours: ['#0b051d'] }],
  },
  'logos/pix': { marks: [{ icon: icons.siPix, size: 30, colours: ['#32bcad'] }] },
  'logos/sepa-transfer': { marks: [sepa], over: arrow('M20 29h24M39 25l5 4-5 4') },
  'logos/sepa-direct-debit': { marks: [sepa], over: arrow('M44 29H20M25 25l-5 4 5 4') },
  // The icon's yellow is the background: on white it would be invisible.
  'logos/fawry': {
    ground: `#${icons.siFawry.hex}`,
    marks: [{ icon: icons.siFawry, size: 28, colours: ['#14181f'] }],
  },
  'logos/crypto': {
    marks: [
      { icon: icons.siBitcoin, size: 24, at: [18.5, 20] },
      { icon: icons.siTether, size: 25, at: [45, 20] },
    ],
  },
};

/** Path below assets → content. */
export function drawMarks(): Map<string, string> {
  return new Map(Object.entries(TILES).map(([path, tile]) => [`${path}.svg`, drawTile(tile)]));
}

function drawTile({ ground = '#fff', under = '', marks, over = '' }: Tile): string {
  const lines = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 40" width="64" height="40">',
    `  <rect width="64" height="40" rx="6" fill="${ground}"/>`,
    under && `  ${under}`,
    ...marks.flatMap(drawMark),
    over && `  ${over}`,
    '  <rect x=".5" y=".5" width="63" height="39" rx="5.5" fill="none" stroke="#14181f" stroke-opacity=".18"/>',
    '</svg>',
  ];
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

function drawMark({
  icon,
  size,
  at: [x, y] = [32, 20],
  colours = [`#${icon.hex.toLowerCase()}`],
}: Mark): string[] {
  const scale = Number((size / 24).toFixed(4));
  const outlines = colours.length === 1 ? [icon.path] : outlinesOf(icon.path);
  const last = colours.length - 1;
  return [
    `  <g transform="translate(${x - size / 2} ${y - size / 2}) scale(${scale})">`,
    ...colours.map((colour, i) => {
      const path = i === last ? outlines.slice(i).join('') : outlines[i];
      return `    <path fill="${colour}" d="${path}"/>`;
    }),
    '  </g>',
  ];
}

/** Each closed outline separately: a relative start (`m`) counts from the start of the one before. */
function outlinesOf(path: string): string[] {
  let [x, y] = [0, 0];
  return path.match(/m[^m]+/gi)!.map((outline) => {
    const [, move, right, down, rest] = START.exec(outline)!;
    const isRelative = move === 'm';
    [x, y] = [Number(right) + (isRelative ? x : 0), Number(down) + (isRelative ? y : 0)];
    return `M${round(x)} ${round(y)}${rest}`;
  });
}

const START = /^(m)\s*(-?\d*\.?\d+)[\s,]*(-?\d*\.?\d+)(.*)$/is;
const round = (n: number) => Number(n.toFixed(4));

if (import.meta.main) {
  const assets = new URL('../assets/', import.meta.url);
  mkdirSync(new URL('schemes/', assets), { recursive: true });
  for (const [path, svg] of drawMarks()) writeFileSync(new URL(path, assets), svg);
}
