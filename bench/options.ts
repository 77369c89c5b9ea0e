// The options of npm run bench, as given on the command line, and the parts they choose.
import { parseArgs } from 'node:util';

export const USAGE = `node bench/run.ts [options]
  --rounds N         alternating rounds (5)
  --seconds N        length of each measurement (6; of p, t, m and r half of it)
  --warmup N         seconds before each (2)
  --connections N    of the load (256)
  --only LETTERS     only these parts: a one by one, b gateway, h HTTP side, s storage side (c is h and s), d half rate,
                     n four connections, f start-up, g stored payments; p payouts, t their approvals, m pay-ins by transfer, r records
                     that are read; nothing is written to RESULTS.md then
  --skip-million     leaves (g) out
  --stored N         stored payments of (g) (1000000)
  --rate N           rate of (d) if (b) is not measured
  --set NAME=VALUE   a setting of PostgreSQL for all parts, for trying out; may be given several times
  --driver           (a) from Node.js with the postgres driver, even where pgbench is installed
  --risk SETTING     rules against card testing of the brand: standard, as in production, or off
  --against NAME     a former release: (x), measured in turns with (b). A folder that is there is a checkout with its packages
                     and pages; any other name is a tag, branch or commit, checked out and built for the time of the bench
  --citus            only this: a payment and the portal on the cluster whose coordinator CITUS_URL names, beside PostgreSQL (PLAIN_URL, a database
                     of it, or the embedded one), all on this machine; into RESULTS.md, unless --only is given
  --merchants LIST   of --citus: numbers of merchants (20,2000)
  --parent FOLDER    folder in which the database's folder is created (the system's temporary folder)`;

export const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    warmup: { type: 'string', default: '2' },
    connections: { type: 'string', default: '256' },
    only: { type: 'string' },
    'skip-million': { type: 'boolean', default: false },
    stored: { type: 'string', default: '1000000' },
    rate: { type: 'string' },
    set: { type: 'string', multiple: true, default: [] },
    driver: { type: 'boolean', default: false },
    risk: { type: 'string', default: 'standard' },
    against: { type: 'string' },
    citus: { type: 'boolean', default: false },
    merchants: { type: 'string', default: '20,2000' },
    parent: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const PARTS = ['a', 'b', 'h', 's', 'n', 'd', 'f', 'g', 'p', 't', 'm', 'r'] as const;
export type Part = (typeof PARTS)[number];
export function partsToRun(): Set<Part> {
  const letters = (given.only ?? PARTS.join('')).replaceAll('c', 'hs').replaceAll(',', '');
  const parts = new Set(letters.split('') as Part[]);
  const unknown = [...parts].find((part) => !PARTS.includes(part));
  if (unknown) throw new Error(`there is no part ${unknown}\n${USAGE}`);
  if (given['skip-million']) parts.delete('g');
  return parts;
}
