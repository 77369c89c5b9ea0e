// Writes docs/RELIABILITY.md: each fault, its promise, and the measurement. It replaces the rows of the faults that
// were played; the other rows keep their earlier measurements.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { JUDGED, judgementOf } from './fault-alerts.ts';
import type { Verdict } from './play.ts';
import { SCENARIOS } from './scenarios.ts';

export const PAGE = join(import.meta.dirname, '../../../docs/RELIABILITY.md');
const HEADER = `# Faults that were played, and their results

Each row is a fault that was played against whole gateway processes under load (cards, 3-D Secure, payouts with approval, refunds, sessions
in the cashier), on a PostgreSQL server of its own, with a bank and receivers of webhooks that the test controls. It *holds* if
afterwards every answer that a client saw is true, the bank made one charge for each reference, no charge that it made is recorded as a failure,
every event has arrived in order with the same bytes, the ledger is right, and nothing is stuck.

In the rows \`…-providers\` one merchant's pay-ins go to Adyen and the other's to Stripe, through the adapters and the providers' SDKs, to stand-ins
in a process of their own. What a provider may have received and did not charge stays unknown for longer than a fault is played: Stripe is asked again after
minutes, Adyen cannot be asked. \`gateway/test/http/providers/lost-answers.test.ts\` shows its end.

A provider that answers late may ask for a 3-D Secure challenge after the merchant had its answer. Nobody is shown that challenge, and after its 15 minutes the
payment is declined as expired. The suite does not wait for that: such payments, and no others of its own bank, are left out when it says that nothing is stuck.

*Back*: from the end of the fault until every gateway is ready, takes a payment of each merchant and delivers its webhook, without help.
*Quiet*: from the end of the load until every payment, refund and event has ended. The gateway asks about an unknown outcome after 10 s; it takes over what a
dead process left after 20 s, and what one had claimed after 30 s. *Measured*: when, and how many processes wanted a processor of the machine in the last minute (its load).

Where \`promtool\` is installed, the suite also judges whether an operator would have been told: it reads the metrics of every gateway once a second, and evaluates
\`deploy/alerts.yml\` over them. A second counts as the 15 s between two readings of Prometheus, so a fault of ten seconds is judged like one of two and a half minutes; what
a gateway itself measures in seconds is not stretched. *Told*: the alerts that fired, by their names in [RUNBOOKS](RUNBOOKS.md) without \`Tollgate\`. \`gateway/test/faults/fault-alerts.ts\` says for each fault which of them must fire, or why
nobody has to be told; a fault whose alert stays silent does not hold. What fires besides is not judged: the machine of the suite is busy, and a process that needs 20 s for a start
counts as one that is away for five minutes. So a fault of which nobody need be told may show alerts. That alerts stay quiet on an ordinary day is tested with made-up series.

\`npm run test:faults\` plays all of them and writes this page; with names it plays only those and writes their rows.

| fault | promise | holds | told | back | quiet | seen | measured |
|---|---|---|---|---|---|---|---|
`;

export function writeRow(verdict: Verdict): void {
  const rows = formerRows();
  rows.set(verdict.scenario.name, rowOf(verdict));
  // Each run names its releases. Measurements with other releases stay.
  const names = new Set([...SCENARIOS.map(({ name }) => name), ...[...rows.keys()].filter(isRelease)]);
  const known = [...names].map((name) => rows.get(name)).filter((row) => row !== undefined);
  const processor = cpus()[0]?.model.replaceAll(/\s+/g, ' ') ?? 'unknown';
  const machine = `${cpus().length} cores (${processor}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, Node.js ${process.version}`;
  writeFileSync(
    PAGE,
    `${HEADER}${known.join('\n')}\n\nThe machine of the last run: ${machine}; other work went on beside it.\n\n${whoNeedNotBeTold()}`,
  );
}

/** The faults that need no alert, and why. */
export function whoNeedNotBeTold(): string {
  const lines = JUDGED.flatMap((name) => {
    const judgement = judgementOf(name);
    return judgement !== undefined && 'nobody' in judgement ? [`- \`${name}\`: ${judgement.nobody}`] : [];
  });
  return `## Faults of which nobody need be told\n\n${lines.join('\n')}\n`;
}

const isRelease = (name: string) => name.startsWith('release-');

function formerRows(): Map<string, string> {
  const text = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  return new Map([...text.matchAll(/^\| `([a-z0-9-]+)` .*$/gm)].map(([row, name]) => [name!, row]));
}

function rowOf({ scenario, complaints, recoveredMs, quietMs, note, fired }: Verdict): string {
  const kinds = [...new Set(complaints.map(({ kind }) => kind))];
  const cells = [
    `\`${scenario.name}\``,
    scenario.promise,
    kinds.length === 0 ? 'yes' : `**no**: ${kinds.join(', ')}`,
    fired === null
      ? 'not judged'
      : fired.map((alert) => alert.replace('Tollgate', '')).join(', ') || 'nobody',
    seconds(recoveredMs),
    seconds(quietMs),
    note,
    `${new Date().toISOString().slice(0, 10)}, load ${Math.round(loadavg()[0]!)}`,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

export const seconds = (ms: number | null) => (ms === null ? 'no' : `${(ms / 1_000).toFixed(1)} s`);
