// The parts of bench/RESULTS.md that have their own benches. Each part is below its heading, and stays when another
// part is written. run.ts writes everything above the first part.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../RESULTS.md');
export const LISTING_HEADING = '## Listings, searches and totals';
export const CITUS_HEADING = '## On a Citus cluster';
const HEADINGS: readonly string[] = [LISTING_HEADING, CITUS_HEADING];

/** The text before these parts, then theirs. */
function read(): { others: string; parts: Map<string, string> } {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const [others = '', ...rest] = text.split(new RegExp(`^(?=(?:${HEADINGS.join('|')})$)`, 'm'));
  return { others, parts: new Map(rest.map((part) => [part.slice(0, part.indexOf('\n')), part])) };
}

function write(others: string, parts: Map<string, string>): void {
  const kept = HEADINGS.flatMap((heading) => parts.get(heading) ?? []);
  writeFileSync(FILE, `${[others, ...kept].map((part) => part.trimEnd()).join('\n\n')}\n`);
}

export function writePart(heading: string, text: string): void {
  const { others, parts } = read();
  write(others, parts.set(heading, text));
}

/** For run.ts: everything except these parts. */
export function writeOtherResults(markdown: string): void {
  write(markdown, read().parts);
}
