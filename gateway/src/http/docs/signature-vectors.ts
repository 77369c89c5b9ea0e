// The code beside the guide's section on signatures: a signed call in each language, and vectors with which developers check
// their own code.
import { readFileSync } from 'node:fs';
import { type Html, html, join } from '../pages/html.ts';
import { inLanguages, type Panels, panel } from './blocks.ts';
import type { SampleCall } from './samples/sample-call.ts';
import { writeSamples } from './samples/write-samples.ts';

interface Vector {
  name: string;
  secret: string;
  input: string;
  stringToSign: string;
  signature: string;
}

const VECTORS_FILE = new URL('../../../../openapi/signature-vectors.json', import.meta.url);
/** Served unchanged, beside the page. */
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

export function signatureCode(publicUrl: string): Html {
  const call: SampleCall = {
    method: 'POST',
    address: `${publicUrl}/settle-payout`,
    body: { action: 'APPROVE', transactionId: '01976b1e-9c00-7a4b-8a52-1f2e3d4c5b6a' },
    signature: 'body',
    idempotencyKey: null,
  };
  return join([inLanguages('signatures-code', 'A signed call', writeSamples(call)), renderVectors()]);
}

function renderVectors(): Html {
  const panels: Panels = {};
  for (const [group, name] of SHOWN) {
    const found = groups[group]!.vectors.find((one) => one.name === name)!;
    const { secret, input, stringToSign, signature } = found;
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
