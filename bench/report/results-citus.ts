// The part of bench/RESULTS.md that bench/citus.ts writes, below its heading.
import { median, ms, whole } from '../distribution.ts';
import type { ScreenTime } from '../portal-screens.ts';
import type { Machine } from '../probes/machine.ts';
import { CITUS_HEADING, writePart } from './parts.ts';

export type Side = 'plain' | 'citus';

const NAMES: Record<Side, string> = { plain: 'PostgreSQL', citus: 'Citus' };

/** The cost in one round. */
export interface CostOfPayment {
  /** The time of all server processes of the side. */
  processorUs: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Processors that the servers keep busy while the gateway has nothing to do. */
  idle: number;
}

export interface CitusResults {
  machine: Machine | null;
  versions: Record<Side, string> | null;
  costs: (CostOfPayment & { side: Side; merchants: number })[];
  screens: (ScreenTime & { side: Side; merchants: number })[];
}

/** The most that a payment may cost the database on the cluster, as a multiple of its cost on PostgreSQL. */
const MOST = 2.5;

export function writeCitusResults(results: CitusResults, { write }: { write: boolean }): string {
  const markdown = describe(results);
  if (write) writePart(CITUS_HEADING, markdown);
  return markdown;
}

function describe({ machine, versions, costs, screens }: CitusResults): string {
  const counts = [...new Set(costs.map(({ merchants }) => merchants))];
  const rows = counts.flatMap((count) => rowsOf(costs.filter(({ merchants }) => merchants === count)));
  return `${CITUS_HEADING}

Written by \`npm run bench -- --citus\` on ${machine?.date}, on ${machine?.processors}, Node.js ${machine?.node}: ${versions?.citus} beside ${versions?.plain}, all on
this machine, in alternating rounds. The load, the gateway and the receiver share the processors with the servers. The processor time is that of all processes of the
servers, from the first payment until every webhook is delivered and every listing folded; medians, and the range of the rounds. The target is at most ${MOST} times
PostgreSQL's with 20 merchants.

| merchants | | database's processor time a payment | times PostgreSQL | payments a second | p50 | p99 | processors, idle |
| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

What the portal's screens ask for, of one merchant among them, one request after another while nothing else happens: p50 and p95 over HTTP. The merchant has its share of the
rounds' payments, so with 2,000 merchants it has fewer.

${tableOfScreens(screens, counts)}
`;
}

function tableOfScreens(screens: CitusResults['screens'], counts: number[]): string {
  const columns = counts.flatMap((count) => (['plain', 'citus'] as const).map((side) => ({ count, side })));
  const cellOf = (screen: string, { count, side }: (typeof columns)[number]) => {
    const time = screens.find((one) => one.screen === screen && one.merchants === count && one.side === side);
    return time ? `${ms(time.p50)}, ${ms(time.p95)}` : '';
  };
  const titles = columns.map(({ count, side }) => `${NAMES[side]}, ${whole(count)} merchants`);
  const names = [...new Set(screens.map(({ screen }) => screen))];
  const rows = names.map((screen) => [screen, ...columns.map((column) => cellOf(screen, column))]);
  return [['', ...titles], ['---', ...titles.map(() => '---:')], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function rowsOf(costs: CitusResults['costs']): string[] {
  const of = (side: Side, read: (cost: CostOfPayment) => number) =>
    costs.filter((cost) => cost.side === side).map(read);
  const time = (cost: CostOfPayment) => cost.processorUs;
  const ratio = median(of('citus', time)) / median(of('plain', time));
  return (['plain', 'citus'] as const).map((side) => {
    const times = of(side, time);
    const middle = (read: (cost: CostOfPayment) => number) => median(of(side, read));
    const cells = [
      whole(costs[0]!.merchants),
      NAMES[side],
      `${whole(median(times))} µs (${whole(Math.min(...times))} to ${whole(Math.max(...times))})`,
      side === 'plain' ? '1' : ratio.toFixed(2),
      whole(middle((cost) => cost.perSecond)),
      ms(middle((cost) => cost.p50)),
      ms(middle((cost) => cost.p99)),
      middle((cost) => cost.idle).toFixed(3),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}
