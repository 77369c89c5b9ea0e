// The signature vectors with which developers check their own code: the file as the gateway serves it, and the vectors
// that the page on signatures shows.
import { readFileSync } from 'node:fs';
import { type Html, html, join } from '../../pages/html.ts';
import { type Panels, panel } from '../panels.ts';

interface Vector {
  name: string;
  secret: string;
  input: string;
  stringToSign: string;
  signature: string;
}

const VECTORS_FILE = new URL('../../../../../openapi/signature-vectors.json', import.meta.url);
/** The gateway serves it unchanged, beside the page. */
export const vectorsText: string = readFileSync(VECTORS_FILE, 'utf8');
const { groups }: { groups: Record<string, { vectors: Vector[] }> } = JSON.parse(vectorsText);

/** Group → the vectors that the page shows; all of them are in the file. */
const SHOWN: readonly (readonly [group: string, name: string])[] = [
  ['cardRequest', '50.00 signs as 50'],
  ['cardRequest', 'no reference is an empty segment'],
  ['cardResponse', 'a completed payment'],
  ['body', 'a plain settlement'],
  ['body', 'blanks and line ends outside strings go'],
  ['body', 'trailing zeros of a number go'],
  ['body', 'small numbers'],
  ['body', 'escapes of printable characters go'],
  ['session', 'nested empty strings become null'],
  ['multipart', 'the file is left out, wherever it stands'],
  ['webhook', 'a completed pay-in'],
];

export function renderVectors(): Html {
  const panels: Panels = {};
  for (const [group, name] of SHOWN) {
    const { secret, input, stringToSign, signature } = vectorOf(group, name);
    const rows = [
      ['secret', secret],
      ['input', input],
      ['stringToSign', stringToSign],
      ['signature', signature],
    ].map(([label, text]) => html`<span class="k">${label!}</span>\n${text!}\n`);
    const id = `${group}-${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    panels[id] = { summary: `${group}: ${name}`, made: html`${join(rows)}` };
  }
  return panel('vectors', 'Vectors', panels);
}

/** The same as Markdown. */
export function shownVectors(): string {
  const parts = SHOWN.map(([group, name]) => {
    const { secret, input, stringToSign, signature } = vectorOf(group, name);
    const lines = [
      'secret',
      secret,
      '',
      'input',
      input,
      '',
      'stringToSign',
      stringToSign,
      '',
      'signature',
      signature,
    ];
    return `${group}: ${name}:\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\``;
  });
  return parts.join('\n\n');
}

const vectorOf = (group: string, name: string): Vector =>
  groups[group]!.vectors.find((one) => one.name === name)!;
