// A brand's logo as an operator sends it: told by its content, and an SVG is a picture and nothing more.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { logoUrl, type NewLogo, readLogo } from '../../src/domain/brand-logo.ts';

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

test('a picture is what its bytes say, whatever it is called', () => {
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

test('what is no picture, no base64 or too large is told so', () => {
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

test('our own pictures, and what drawing programs write, are taken', () => {
  const folder = new URL('../../assets/logos/', import.meta.url);
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
      ' xmlns:inkscape="http://inkscape.example"',
    ),
    svg('<metadata><?xpacket begin="" id="x"?></metadata><text x="0">a > b</text>'),
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:path d="M0 0"/></svg:svg>',
    "<svg\n  xmlns='http://www.w3.org/2000/svg' viewBox = '0 0 8 8'\n/>",
  ])
    assert.equal(faultOf(text), null, text);
});

test('an SVG that could do more than be looked at is refused, and the sentence says why', () => {
  const files = 'the SVG must not refer to other files; put everything into it, or send a PNG';
  const malformed = 'the SVG is not well-formed XML';
  const entities = 'the SVG must not declare entities; remove its DOCTYPE, or send a PNG';
  const escapes = 'the SVG must not contain escapes (\\) in its styles';
  const element = (name: string) => `the SVG must not contain <${name}>; remove it, or send a PNG`;
  const handler = (name: string) =>
    `the SVG must not contain the event handler ${name}; remove it, or send a PNG`;
  const pages = 'the SVG must not contain parts of web pages';
  const cases: [text: string, fault: string][] = [
    [svg('<script>alert(1)</script>'), element('script')],
    [svg('<SCRIPT/>'), element('script')],
    [svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'), element('script')],
    [svg('<foreignObject/>'), element('foreignobject')],
    [svg('<iframe/>'), element('iframe')],
    [svg('', ' onload="alert(1)"'), handler('onload')],
    [svg("<g\nonClick = 'a()'/>"), handler('onclick')],
    [svg('<div xmlns="http://www.w3.org/1999/xhtml"/>'), pages],
    [svg('<div xmlns="http://www.w3.org/1999/&#120;html"/>'), pages],
    [svg('<image href="https://shop.example/a.png"/>'), files],
    [svg('<image href="//shop.example/a.png"/>'), files],
    [svg('<image xlink:href=" https://shop.example/a.png"/>'), files],
    [svg('<a href="javascript:alert(1)"/>'), files],
    [svg('<a href="java&#115;cript:alert(1)"/>'), files],
    [svg('<use href="data:image/svg+xml;base64,AAAA#a"/>'), files],
    [svg('', ' xml:base="https://shop.example/"'), files],
    [svg('<rect fill="url(https://shop.example/a#b)"/>'), files],
    [svg('<rect fill="&#117;rl(https://shop.example/a#b)"/>'), files],
    [svg('<rect style="fill:URL( \'//shop.example/a\' )"/>'), files],
    [svg('<rect style="mask:-webkit-image-set(url(#a) 1x, \'a.png\' 2x)"/>'), files],
    [svg('<rect style="fill:u\\72l(//shop.example)"/>'), escapes],
    [svg('<style>@import "a.css";</style>'), files],
    [svg('<style>@im<!-- -->port "a.css";</style>'), files],
    [svg('<style>@im<![CDATA[port]]> "a.css";</style>'), files],
    [svg('<style>a{b:"/*"}c{fill:url(//shop.example)}d{e:"*/"}</style>'), files],
    [svg('<set attributeName="href" to="a"/>'), files],
    [`<?xml-stylesheet href="a.css"?>${svg('')}`, files],
    [`<!DOCTYPE svg [<!ENTITY a "<script/>">]>${svg('&a;')}`, entities],
    [`<!DOCTYPE svg [ ]>${svg('')}`, entities],
    [svg('&a;'), malformed],
    [svg('&amp'), malformed],
    [svg('<g>'), malformed],
    [svg('<g></G>'), malformed],
    [svg('<g id="a" id="b"/>'), malformed],
    [svg('<g id=a />'), malformed],
    [svg('<g id="a/>'), malformed],
    [svg('<g id="<"/>'), malformed],
    [svg('<!-- '), malformed],
    [`${svg('')}${svg('')}`, malformed],
    [`${svg('')} and more`, malformed],
    ['<svg', 'must be a PNG, JPEG, WebP or SVG picture'],
    ['<svg ', malformed],
    ['<?xml version="1.0"?>', malformed],
    ['<?xml version="1.0"?><html/>', 'must be an SVG, whose outermost element is <svg>'],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><svg/>', 'the SVG must be UTF-8'],
    ['<svg><g/></svg>', 'the SVG must say xmlns="http://www.w3.org/2000/svg"'],
  ];
  for (const [text, fault] of cases) assert.equal(faultOf(text), fault, text);
  assert.equal(faultOf(Buffer.from(svg('<text>\xe4</text>'), 'latin1')), 'the SVG must be UTF-8');
});

test('64 KB of anything are judged at once', () => {
  const long = (piece: string) => piece.repeat(Math.floor(63_000 / piece.length));
  const began = performance.now();
  for (const piece of [
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
  ])
    for (const text of [svg(long(piece)), svg('', ` ${long(piece)}`), `<svg ${long(piece)}`]) faultOf(text);
  assert.ok(performance.now() - began < 1_500, `${performance.now() - began} ms`);
});
