// Checks that an SVG from outside only draws. It allows the elements, attributes, CSS functions and declarations that
// are known to only draw (svg-allowed.ts). It must refuse everything else, and names it with its line. The policy it is
// served with (http/cashier/page/brand-logo-file.ts) forbids the rest again. Pure.
import { SaxesParser, type SaxesTagNS } from 'saxes';
import {
  ALLOWED_AT_RULES,
  ALLOWED_ATTRIBUTES,
  ALLOWED_DOCTYPE,
  ALLOWED_ELEMENTS,
  ALLOWED_FUNCTIONS,
  ALLOWED_LINK_ATTRIBUTES,
  ALLOWED_XML_ATTRIBUTES,
  isNote,
  PICTURE_ELEMENTS,
} from './svg-allowed.ts';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

const NOT_UTF8 = 'the SVG must be UTF-8';
const OWN_PICTURE = /^data:image\/(?:png|jpeg|gif|webp)[;,]/i;
/** Attributes with free text and no CSS. */
const FREE_TEXT = /^(?:id|class|role|lang|version|(?:aria|data)-[\w.-]+)$/;
/** No drawing program nests so deep. The limit keeps the parser fast: for each level it checks all levels above. */
const DEEPEST = 100;

/** The first fault, as a sentence; thrown inside the parser to stop it. */
class Fault extends Error {}

/** Whether the sender means an SVG. Asked for bytes that match no other type. */
export function beginsLikeSvg(bytes: Buffer): boolean {
  return /^\uFEFF?\s*<(?:(?:[\w.-]+:)?svg[\s>/]|\?xml|!DOCTYPE\s+svg|!--)/.test(
    bytes.toString('utf8', 0, 256),
  );
}

/** What is wrong with it, as a sentence; null: it only draws. */
export function svgFault(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes)) return NOT_UTF8;
  try {
    judge(text);
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

function judge(text: string): void {
  const parser = new SaxesParser({ xmlns: true });
  const line = () => `line ${parser.line}`;
  const open: SaxesTagNS[] = [];
  let styles = '';
  parser.on('error', () => {
    throw new Fault(`the SVG is not well-formed XML (${line()})`);
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8') throw new Fault(NOT_UTF8);
  });
  parser.on('doctype', (doctype) => {
    if (!ALLOWED_DOCTYPE.test(doctype)) throw refused('a DOCTYPE that declares or loads something', line());
  });
  parser.on('processinginstruction', ({ target }) => {
    // Adobe's programs put these around their notes.
    if (target !== 'xpacket') throw refused(`<?${shown(target)}?>`, line());
  });
  parser.on('opentag', (tag) => {
    if (open.length === 0) requireRoot(tag);
    if (open.push(tag) > DEEPEST) throw refused(`elements more than ${DEEPEST} deep`, line());
    judgeElement(tag, line());
  });
  parser.on('closetag', () => {
    const tag = open.pop();
    if (tag?.local !== 'style') return;
    // All pieces together, because a comment or CDATA in between does not separate text.
    judgeCss(styles, 'a <style>', line());
    styles = '';
  });
  const addStyle = (piece: string) => {
    if (open.at(-1)?.local === 'style') styles += piece;
  };
  parser.on('text', addStyle);
  parser.on('cdata', addStyle);
  parser.write(text).close();
}

function requireRoot({ local, uri }: SaxesTagNS): void {
  if (local !== 'svg') throw new Fault('must be an SVG, whose outermost element is <svg>');
  // Without the namespace browsers show nothing.
  if (uri !== SVG) throw new Fault(`the SVG must say xmlns="${SVG}"`);
}

function judgeElement(tag: SaxesTagNS, line: string): void {
  const name = shown(tag.name);
  const isDrawing = tag.uri === SVG && ALLOWED_ELEMENTS.has(tag.local);
  if (!isDrawing && !isNote(tag.uri)) throw refused(`<${name}>`, line);
  for (const { name: attribute, local, prefix, uri, value } of Object.values(tag.attributes)) {
    const where = `${shown(attribute)} of <${name}>`;
    if (uri === XMLNS || isNote(uri)) continue;
    if (
      uri === XML ? !ALLOWED_XML_ATTRIBUTES.has(local) : uri === XLINK && !ALLOWED_LINK_ATTRIBUTES.has(local)
    )
      throw refused(`the attribute ${where}`, line);
    if (local === 'href' && (prefix === '' || uri === XLINK)) {
      if (!isOwn(value, isDrawing && PICTURE_ELEMENTS.has(tag.local))) throw refersToFiles(where, line);
    } else if (uri === '') {
      if (!isAllowed(local, isDrawing)) throw refused(`the attribute ${where}`, line);
      if (!FREE_TEXT.test(local)) judgeCss(value, where, line);
    } else if (uri !== XML && uri !== XLINK) throw refused(`the attribute ${where}`, line);
  }
  const { type } = tag.attributes;
  if (tag.local === 'style' && type && type.value !== 'text/css')
    throw refused('a <style> that is not text/css', line);
}

/** Notes of drawing programs have their own attributes, and no browser reads them. */
function isAllowed(attribute: string, isDrawing: boolean): boolean {
  return isDrawing
    ? ALLOWED_ATTRIBUTES.has(attribute) || FREE_TEXT.test(attribute)
    : !/^on|src|href/i.test(attribute);
}

function judgeCss(css: string, where: string, line: string): void {
  // An escape could hide the name of a function.
  if (css.includes('\\')) throw refused(`an escape (\\) in ${where}`, line);
  for (const [rule] of css.matchAll(/@[\w-]*/g))
    if (!ALLOWED_AT_RULES.has(rule.toLowerCase())) throw refused(`${shown(rule)} in ${where}`, line);
  // Comments are not skipped: a text could pretend to start one.
  for (const [, name = '', target = ''] of css.matchAll(/(?<![\w-])([\w-]+)\(\s*["']?\s*([^"')\s]*)/g)) {
    const called = name.toLowerCase();
    if (called === 'url') {
      if (!isOwn(target, true)) throw refersToFiles(where, line);
    } else if (!ALLOWED_FUNCTIONS.has(called)) throw refused(`${shown(name)}( in ${where}`, line);
  }
}

const isOwn = (address: string, mayBePicture: boolean): boolean =>
  address.trim().startsWith('#') || (mayBePicture && OWN_PICTURE.test(address.trim()));

const refused = (what: string, line: string) =>
  new Fault(`the SVG must not contain ${what} (${line}); remove it, or send a PNG`);

const refersToFiles = (where: string, line: string) =>
  new Fault(
    `the SVG must not refer to other files (${where}, ${line}); put everything into it, or send a PNG`,
  );

const shown = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
