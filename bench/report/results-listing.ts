// The part of bench/RESULTS.md that listing.ts writes, below its heading. run.ts writes the rest and does not change
// this part (parts.ts).
import { type Distribution, ms, whole } from '../distribution.ts';
import type { PageTimes, PortalSide } from '../portal-side.ts';
import type { Machine } from '../probes/machine.ts';
import { LISTING_HEADING as HEADING, writePart } from './parts.ts';

const TARGET_MS = 200;

export interface ListingResults {
  machine: Machine;
  /** processorMs: of PostgreSQL, per query. */
  rows: ({ name: string; processorMs: number } & Distribution)[];
  stored: number;
  facets: number;
  /** Seconds in which all of them were folded. */
  filledIn: number;
  portal: PortalSide;
}

export function writeListingResults(results: ListingResults): void {
  writePart(HEADING, describe(results));
}

function describe({ machine, rows, stored, facets, filledIn, portal }: ListingResults): string {
  const late = rows.filter(({ p95 }) => p95 > TARGET_MS).length;
  return `${HEADING}

Written by \`npm run bench:listing\` on ${machine.date}, on ${machine.processors}: ${whole(stored)} transactions of a month, in ${whole(facets)} facets,
folded in ${whole(filledIn)} s (${whole((filledIn / stored) * 1e6)} µs each, less on an idle machine). Each question was asked ${whole(rows[0]?.count ?? 0)} times, with other values
each time, one after the other, pages of 50. The target is a p95 of at most ${TARGET_MS} ms: ${late === 0 ? 'met by all' : `**missed by ${late}**`}. Rows marked "worst"
are the worst case of their question.

| | p50 | p95 | longest | processor time |
| --- | ---: | ---: | ---: | ---: |
${rows.map(({ name, p50, p95, max, processorMs }) => `| ${name} | ${ms(p50)} | ${ms(p95)} | ${ms(max)} | ${ms(processorMs)} |`).join('\n')}

${describePortal(portal)}`;
}

/** The portal's part. A machine may be shared, so listing.ts can also write it alone. */
function describePortal({ pages, exports, rest }: PortalSide): string {
  const times = ({ p50, p95 }: Distribution) => `${ms(p50)} / ${ms(p95)}`;
  const least = ({ count, p50, min }: PageTimes['first']) => `${ms(p50)}, at best ${ms(min)}, of ${count}`;
  return `### The portal's first pages

From the address to the first rows and figures, in a browser that shares the processors with the gateway and PostgreSQL. Median, and the
best of the visits. The target is 1 s.

| | nothing kept in the browser | opened again |
| --- | ---: | ---: |
${pages.map(({ name, first, again }) => `| ${name} | ${least(first)} | ${least(again)} |`).join('\n')}

### An export of everything

Meanwhile 50 card pay-ins a second arrive, and as many calls that need no database. The waiting time of these calls is the delay of the event loop. p50 / p95.

| | rows | file | rows a second | gateway, of one processor | resident memory before, most | card pay-ins | event loop |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| at rest | | | | | | ${times(rest.payins)} | ${times(rest.health)} |
${exports
  .map(
    (one) =>
      `| ${one.format} | ${whole(one.rows)} | ${whole(one.megabytes)} MB | ${whole(one.rows / one.seconds)} | ${(one.gatewaySeconds / one.seconds).toFixed(2)} | ${whole(one.residentMb.before)} MB, ${whole(one.residentMb.most)} MB | ${times(one.payins)} | ${times(one.health)} |`,
  )
  .join('\n')}
`;
}
