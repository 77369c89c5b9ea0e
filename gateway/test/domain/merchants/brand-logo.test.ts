// A brand's logo as an operator sends it: its content decides its
// type, and an SVG may only be a picture.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { logoUrl, type NewLogo, readLogo } from '../../../src/domain/merchants/brand-logo.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
const WEBP = Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1');

const dataUrl = (bytes: Buffer | string, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}>${inside}</svg>`;

function faultOf(logo: Buffer | string): string | null {
  const read = readLogo(dataUrl(logo, 'image/svg+xml'));
  return 'fault' in read ? read.fault : null;
}

test('the type of a picture is decided by its bytes, not by its name', () => {
  for (const [bytes, extension] of [
    [PNG, 'png'],
    [JPEG, 'jpg'],
    [WEBP, 'webp'],
    [Buffer.from(svg('<path d="M0 0h8v8z"/>')), 'svg'],
  ] as const) {
    const read = readLogo(dataUrl(bytes, 'text/plain')) as NewLogo;
    assert.equal(read.extension, extension);
    assert.deepEqual(read.bytes, bytes);
    assert.match(read.hash, /^[0-9a-f]{32}$/);
  }
  assert.notEqual(
    (readLogo(dataUrl(PNG)) as NewLogo).hash,
    (readLogo(dataUrl(Buffer.concat([PNG, PNG]))) as NewLogo).hash,
  );
  const address = logoUrl('https://pay.example', 'b1', { hash: 'abc', extension: 'jpg' });
  assert.equal(address, 'https://pay.example/assets/brands/b1/abc.jpg');
});

test('a file that is no picture, not base64 or too large is refused with the reason', () => {
  const form = 'must be a data URL in base64, such as data:image/png;base64,iVBORw0KGgo=';
  for (const text of [
    '',
    'https://shop.example/logo.png',
    'data:image/png;base64,',
    'data:image/png,abc',
    'data:image/png;base64,iVBO Rw0KGgo=',
    'data:image/png;base64,iVBORw0KGgo=%',
    'data:image/png;base64,iVBORw0KGgo===',
    `iVBORw0KGgo=`,
  ])
    assert.deepEqual(readLogo(text), { fault: form }, text);
  assert.deepEqual(readLogo(dataUrl('%PDF-1.7')), { fault: 'must be a PNG, JPEG, WebP or SVG picture' });
  assert.deepEqual(readLogo(dataUrl('GIF89a')), { fault: 'must be a PNG, JPEG, WebP or SVG picture' });
  const sized = (bytes: number) => readLogo(dataUrl(Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)])));
  assert.ok('hash' in sized(65_536));
  assert.deepEqual(sized(65_537), { fault: 'must be at most 64 KB; this one has 65 KB' });
});

test('our own pictures and those of drawing programs are accepted', () => {
  const folder = new URL('../../../assets/logos/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.svg'));
  assert.ok(names.length > 20);
  for (const name of names) assert.equal(faultOf(readFileSync(new URL(name, folder))), null, name);
  for (const text of [
    `\uFEFF<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Made by hand -->\n${svg('<g/>')}\n`,
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg('')}`,
    svg(
      '<style type="text/css"><![CDATA[.st0{fill:url(#a);} .st1 > .st0{font-family:\'Open Sans\'}]]></style>',
    ),
    svg('<linearGradient id="a"/><use xlink:href="#a" style="fill:url( \'#a\' );stroke:none"/>'),
    svg(`<image href="data:image/png;base64,iVBORw0KGgo="/><title>Tom &amp; Söhne &#8211; &#x2014;</title>`),
    svg(
      '<g inkscape:export-filename="C:\\Users\\ada\\logo.png"/>',
      ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"',
    ),
    svg('<metadata><?xpacket begin="" id="x"?></metadata><text x="0">a > b</text>'),
    svg('<style>@media (min-width: 4px){.a:not(.b){fill:rgb(0 0 0 / calc(1 - var(--x)))}}</style>'),
    svg(
      '<sodipodi:namedview id="base"/><metadata><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format>' +
        '<dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/></cc:Work></rdf:RDF></metadata>' +
        '<g id="layer(1)" data-name="Layer (1)" class="a" aria-label="copy(2)" xml:space="preserve"/>',
      ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:cc="http://creativecommons.org/ns#"' +
        ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ),
    svg('<filter id="f"><feGaussianBlur in="SourceGraphic" stdDeviation="2"/></filter><g filter="url(#f)"/>'),
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:path d="M0 0"/></svg:svg>',
    "<svg\n  xmlns='http://www.w3.org/2000/svg' viewBox = '0 0 8 8'\n/>",
  ])
    assert.equal(faultOf(text), null, text);
});

test('an SVG that could do more than draw is refused, with the fault and its position', () => {
  const malformed = 'the SVG is not well-formed XML (line 1)';
  const no = (what: string) => `the SVG must not contain ${what} (line 1); remove it, or send a PNG`;
  const files = (where: string) =>
    `the SVG must not refer to other files (${where}, line 1); put everything into it, or send a PNG`;
  const doctype = no('a DOCTYPE that declares or loads something');
  const cases: [text: string, fault: string][] = [
    [svg('<script>alert(1)</script>'), no('<script>')],
    [svg('<SCRIPT/>'), no('<SCRIPT>')],
    [svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'), no('<s:script>')],
    [svg('<foreignObject/>'), no('<foreignObject>')],
    [svg('<iframe/>'), no('<iframe>')],
    [svg('<animate attributeName="href" to="a"/>'), no('<animate>')],
    [svg('<set attributeName="href" to="a"/>'), no('<set>')],
    [svg('<a href="#top"/>'), no('<a>')],
    [svg('<video poster="a.png"/>'), no('<video>')],
    [svg(`<${'x'.repeat(80)}/>`), no(`<${'x'.repeat(60)}…>`)],
    [svg('<g>\n<x/>'), no('<x>').replace('line 1', 'line 2')],
    [svg('', ' onload="alert(1)"'), no('the attribute onload of <svg>')],
    [svg("<g\nonClick = 'a()'/>"), no('the attribute onClick of <g>').replace('line 1', 'line 2')],
    [svg('<image srcset="a.png 2x"/>'), no('the attribute srcset of <image>')],
    [svg('<image poster="a.png"/>'), no('the attribute poster of <image>')],
    [svg('<g ping="https://shop.example"/>'), no('the attribute ping of <g>')],
    [svg('<image src="#a"/>'), no('the attribute src of <image>')],
    [
      svg('<g xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load"/>'),
      no('the attribute ev:event of <g>'),
    ],
    [svg('', ' xml:base="https://shop.example/"'), no('the attribute xml:base of <svg>')],
    [svg('<div xmlns="http://www.w3.org/1999/xhtml"/>'), no('<div>')],
    [svg('<div xmlns="http://www.w3.org/1999/&#120;html"/>'), no('<div>')],
    [svg('<x:div xmlns:x="http://ns.adobe.com/x" onclick="a()"/>'), no('the attribute onclick of <x:div>')],
    [svg('<image href="https://shop.example/a.png"/>'), files('href of <image>')],
    [svg('<image href="//shop.example/a.png"/>'), files('href of <image>')],
    [svg('<image xlink:href=" https://shop.example/a.png"/>'), files('xlink:href of <image>')],
    [svg('<use href="java&#115;cript:alert(1)"/>'), files('href of <use>')],
    [svg('<use href="data:image/svg+xml;base64,AAAA#a"/>'), files('href of <use>')],
    [svg('<use href="data:image/png;base64,AAAA"/>'), files('href of <use>')],
    [svg('<image href="data:image/svg+xml;base64,AAAA"/>'), files('href of <image>')],
    [svg('<rect fill="url(https://shop.example/a#b)"/>'), files('fill of <rect>')],
    [svg('<rect fill="&#117;rl(https://shop.example/a#b)"/>'), files('fill of <rect>')],
    [svg('<rect style="fill:URL( \'//shop.example/a\' )"/>'), files('style of <rect>')],
    [svg('<rect style="mask:-webkit-image-set(url(#a) 1x)"/>'), no('-webkit-image-set( in style of <rect>')],
    [
      svg('<rect fill="image-set(&quot;//shop.example/a.png&quot; 1x)"/>'),
      no('image-set( in fill of <rect>'),
    ],
    [svg('<rect style="mask:cross-fade(\'a.png\', 50%)"/>'), no('cross-fade( in style of <rect>')],
    [svg('<style>a{fill:cross-fade("a.png")}</style>'), no('cross-fade( in a <style>')],
    [svg('<rect style="fill:u\\72l(//shop.example)"/>'), no('an escape (\\) in style of <rect>')],
    [svg('<rect style="fill:image\\-set(a)"/>'), no('an escape (\\) in style of <rect>')],
    [svg('<style>@import "a.css";</style>'), no('@import in a <style>')],
    [svg('<style>@im<!-- -->port "a.css";</style>'), no('@import in a <style>')],
    [svg('<style>@im<![CDATA[port]]> "a.css";</style>'), no('@import in a <style>')],
    [svg('<style>@font-face{src:local(a)}</style>'), no('@font-face in a <style>')],
    [svg('<style>a{b:"/*"}c{fill:url(//shop.example)}d{e:"*/"}</style>'), files('a <style>')],
    [svg('<style type="text/x-other"/>'), no('a <style> that is not text/css')],
    [`<?xml-stylesheet href="a.css"?>${svg('')}`, no('<?xml-stylesheet?>')],
    [`<!DOCTYPE svg SYSTEM "https://shop.example/a.dtd">${svg('')}`, doctype],
    [`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "https://shop.example/a.dtd">${svg('')}`, doctype],
    [`<!DOCTYPE svg [<!ENTITY a "<script/>">]>${svg('&a;')}`, doctype],
    [`<!DOCTYPE svg [ ]>${svg('')}`, doctype],
    [svg('<g>'.repeat(100)), no('elements more than 100 deep')],
    [svg('&a;'), malformed],
    [svg('&amp'), malformed],
    [svg('<g>'), malformed],
    [svg('<g></G>'), malformed],
    [svg('<g id="a" id="b"/>'), malformed],
    [svg('<g id=a />'), malformed],
    [svg('<g id="a/>'), malformed],
    [svg('<g id="<"/>'), malformed],
    [svg('<x:g/>'), malformed],
    [svg('<!-- '), malformed],
    [`${svg('')}${svg('')}`, malformed],
    [`${svg('')} and more`, malformed],
    ['<svg', 'must be a PNG, JPEG, WebP or SVG picture'],
    ['<svg ', malformed],
    ['<?xml version="1.0"?>', malformed],
    ['<?xml version="1.0"?><html/>', 'must be an SVG, whose outermost element is <svg>'],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><svg/>', 'the SVG must be UTF-8'],
    ['<svg><g/></svg>', 'the SVG must say xmlns="http://www.w3.org/2000/svg"'],
    ['<svg xmlns="http://www.w3.org/1999/xhtml"/>', 'the SVG must say xmlns="http://www.w3.org/2000/svg"'],
  ];
  for (const [text, fault] of cases) assert.equal(faultOf(text), fault, text);
  assert.equal(faultOf(Buffer.from(svg('<text>\xe4</text>'), 'latin1')), 'the SVG must be UTF-8');
});

test('any 64 KB are checked without delay', () => {
  const long = (piece: string) => piece.repeat(Math.floor(63_000 / piece.length));
  const pieces = [
    '<',
    '<g ',
    ' a="" ',
    '<!--',
    '&',
    '<![CDATA[',
    '"',
    "='",
    '<g>',
    'url(',
    ' \n',
    '</',
    '<?',
  ];
  // With backtracking it would take hours, and the test would time out.
  const allowed = (wrap: (text: string) => string) =>
    pieces.filter((piece) => faultOf(wrap(long(piece))) === null);
  assert.deepEqual(allowed(svg), [' a="" ', '"', "='", 'url(', ' \n']);
  assert.deepEqual(
    allowed((text) => svg('', ` ${text}`)),
    [' \n'],
  );
  assert.deepEqual(
    allowed((text) => `<svg ${text}`),
    [],
  );
});
