// Is an SVG from outside a picture and nothing more: well-formed, and without scripts, foreign pages, and anything it
// would fetch? Used by brand-logo.ts. The policy it is served with (http/cashier/brand-logo.ts) forbids all of that
// once more; this check tells the sender at once. Each step is linear in the text. Pure.

// One piece of XML: comment, CDATA, instruction, declaration, tag, or the text up to the next of them.
const PIECES =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^>[]*>|<(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>|[^<]+/y;
const TAG = /^<(?:\/([\w.:-]+)\s*|([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?))>$/u;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;

const FORBIDDEN_ELEMENTS = ['script', 'foreignobject', 'iframe', 'object', 'embed', 'handler', 'listener'];
const OWN_PICTURE = /^data:image\/(?:png|jpeg|gif|webp)[;,]/i;
/** Functions of CSS that fetch, with what stands in them. Comments are not skipped: a text could pretend to begin one. */
const FETCHING = /\b(?:url|src|image|image-set)\(\s*["']?\s*([^"')\s]*)/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const NAMESPACE = 'http://www.w3.org/2000/svg';
const MALFORMED = 'the SVG is not well-formed XML';
const NOT_UTF8 = 'the SVG must be UTF-8';
const DECLARES = 'the SVG must not declare entities; remove its DOCTYPE, or send a PNG';
const FETCHES = 'the SVG must not refer to other files; put everything into it, or send a PNG';

/** Does it mean to be an SVG? Asked of bytes that are none of the other types. */
export function beginsLikeSvg(bytes: Buffer): boolean {
  return /^\uFEFF?\s*<(?:(?:[\w.-]+:)?svg[\s>/]|\?xml|!DOCTYPE\s+svg|!--)/.test(
    bytes.toString('utf8', 0, 256),
  );
}

/** What is wrong with it, as a sentence; null: it is a picture. */
export function svgFault(bytes: Buffer): string | null {
  const whole = bytes.toString('utf8');
  if (!Buffer.from(whole).equals(bytes)) return NOT_UTF8;
  const text = whole.replace(/^\uFEFF/, '').trim();
  const open: string[] = [];
  let styles = '';
  let elements = 0;
  for (let at = 0; at < text.length; at = PIECES.lastIndex) {
    PIECES.lastIndex = at;
    const piece = PIECES.exec(text)?.[0];
    if (piece === undefined) return text.startsWith('<!DOCTYPE', at) ? DECLARES : MALFORMED;
    const inside = open.at(-1);
    if (piece.startsWith('<!--')) continue;
    if (piece.startsWith('<?') || (piece.startsWith('<!') && !piece.startsWith('<![CDATA['))) {
      const fault = declarationFault(piece, elements);
      if (fault !== null) return fault;
    } else if (!piece.startsWith('<') || piece.startsWith('<!')) {
      const words = piece.startsWith('<!') ? piece.slice(9, -3) : decode(piece);
      if (words === null || (inside === undefined && words.trim() !== '')) return MALFORMED;
      if (inside !== undefined && localName(inside) === 'style') styles += words;
    } else {
      const [, closing, opening, attributes = '', alone] = TAG.exec(piece) ?? [];
      if (closing !== undefined) {
        if (open.pop() !== closing) return MALFORMED;
        continue;
      }
      if (opening === undefined || (inside === undefined && elements > 0)) return MALFORMED;
      if (elements === 0 && localName(opening) !== 'svg')
        return 'must be an SVG, whose outermost element is <svg>';
      // Without it browsers show nothing.
      if (elements === 0 && !attributes.includes(NAMESPACE)) return `the SVG must say xmlns="${NAMESPACE}"`;
      elements++;
      const fault = elementFault(localName(opening), attributes);
      if (fault !== null) return fault;
      if (alone === '') open.push(opening);
    }
  }
  return elements > 0 && open.length === 0 ? styleFault(styles) : MALFORMED;
}

/** Nothing that defines entities or loads a style sheet; what drawing programs note for themselves is no harm. */
function declarationFault(piece: string, elements: number): string | null {
  if (piece.startsWith('<?')) {
    if (/^<\?xml-stylesheet/i.test(piece)) return FETCHES;
    return /^<\?xml\s.*encoding\s*=\s*["'](?!utf-8["'])/is.test(piece) ? NOT_UTF8 : null;
  }
  if (/\[/.test(piece)) return DECLARES;
  return elements === 0 && /^<!DOCTYPE\s+svg[\s>]/.test(piece) ? null : MALFORMED;
}

function elementFault(name: string, attributes: string): string | null {
  if (FORBIDDEN_ELEMENTS.includes(name))
    return `the SVG must not contain <${name}>; remove it, or send a PNG`;
  const names = new Set<string>();
  for (const [, attribute, double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = decode(double ?? single ?? '');
    if (value === null || value.includes('<') || names.has(attribute!)) return MALFORMED;
    names.add(attribute!);
    const fault = attributeFault(attribute!, value.trim());
    if (fault !== null) return fault;
  }
  return null;
}

function attributeFault(attribute: string, value: string): string | null {
  const name = localName(attribute);
  if (/^on/.test(name)) return `the SVG must not contain the event handler ${name}; remove it, or send a PNG`;
  if (['href', 'src', 'base', 'data'].includes(name)) return isOwn(value) ? null : FETCHES;
  if (value === 'http://www.w3.org/1999/xhtml') return 'the SVG must not contain parts of web pages';
  // An animation could write what may not stand here.
  if (name === 'attributename' && /(?:href$|^on)/i.test(value)) return FETCHES;
  // Those with a prefix are notes of drawing programs.
  return attribute.includes(':') ? null : styleFault(value);
}

/** An escape could hide the name of a function. */
function styleFault(css: string): string | null {
  if (/@import/i.test(css)) return FETCHES;
  if (/\\[0-9a-z]/i.test(css)) return 'the SVG must not contain escapes (\\) in its styles';
  for (const [, target] of css.matchAll(FETCHING)) if (!isOwn(target!)) return FETCHES;
  return null;
}

const isOwn = (address: string): boolean => address.startsWith('#') || OWN_PICTURE.test(address);

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

/** null: an entity that XML does not know by itself. */
function decode(text: string): string | null {
  let known = true;
  const decoded = text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+))?;?/gi,
    (whole, hex, decimal, name) => {
      const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : null;
      const found =
        code === null ? ENTITIES[name ?? ''] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
      if (found === undefined || !whole.endsWith(';')) known = false;
      return found ?? '';
    },
  );
  return known ? decoded : null;
}
