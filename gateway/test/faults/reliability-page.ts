// Writes docs/RELIABILITY.md: each fault, its promise, and the measurement. It replaces the rows of the faults that
// were played; the other rows keep their earlier measurements.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { JUDGED, judgementOf } from './fault-alerts.ts';
import type { Verdict } from './play.ts';
import { SCENARIOS } from './scenarios.ts';

export const PAGE = join(import.meta.dirname, '../../../docs/RELIABILITY.md');
export const HEADER = `# Faults that were played, and their results

The suite plays each fault against whole gateway processes under load: cards, 3-D Secure, payouts with approval,
refunds, cashier sessions. PostgreSQL server, bank and webhook receivers belong to the test. A fault *holds* if all of
this is true afterwards:

- every answer that a client got is true;
- the bank made one charge for each reference, and no charge of the bank is recorded as a failure;
- every event arrived in order with the same bytes;
- the ledger is right, and nothing is stuck.

In the rows \`…-providers\` one merchant's pay-ins go to Adyen and the other's to Stripe, through the adapters and the
providers' SDKs, to stand-ins in a process of their own. A payment that a provider may have received and did not charge
stays unknown for longer than a fault is played: Stripe is asked again after minutes, and Adyen cannot be asked.
\`gateway/test/http/providers/lost-answers.test.ts\` shows how such a payment ends.

In the rows \`provider-process-…\` one merchant's cards go to dLocal through Prism, to a stand-in too. The library beside
each gateway is a small one in place of hyperswitch-prism: it knows dLocal, and fails on command. A payment whose answer
it could not read completes with dLocal's notification. dLocal sends none about refunds, so a refund whose answer was
lost stays pending until a person looks at dLocal.

A provider that answers late may ask for a 3-D Secure challenge after the merchant got its answer. Nobody sees that
challenge, and the payment is declined as expired after 15 minutes. The suite does not wait for that: its check that
nothing is stuck leaves out these payments at its own bank, and no others.

*Back*: from the end of the fault until every gateway is ready, takes a payment of each merchant and delivers its
webhook, without help. *Quiet*: from the end of the load until every payment, refund and event has ended. The gateway
asks about an unknown outcome after 10 s. It takes over the work of a dead process after 20 s, and work that the process
had claimed after 30 s. *Measured*: the date, and the machine's load average over the last minute.

With \`promtool\` installed the suite also checks whether an operator would have been alerted. It reads the metrics of
every gateway once a second, and evaluates \`deploy/alerts.yml\` over them. A second counts as the 15 s between two
scrapes of Prometheus, so a fault of ten seconds is judged like a fault of two and a half minutes; times that a gateway
measures itself are not stretched. *Told*: the alerts that fired, by their names in [RUNBOOKS](RUNBOOKS.md) without
\`Tollgate\`. \`gateway/test/faults/fault-alerts.ts\` says for each fault which alerts must fire, or why none is needed; a
fault whose alert stays silent does not hold. Other alerts may fire too: the suite's machine is busy, and a process that
takes 20 s to start counts as down for five minutes. Another test, with made-up series, shows that alerts stay quiet on
an ordinary day.

\`npm run test:faults\` plays all faults and writes this page; with names it plays only those and writes their rows.

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
    `${HEADER}${known.join('\n')}\n\nThe machine of the last run: ${machine}; other work went on beside it.\n\n${faultsWithoutAlert()}`,
  );
}

/** The faults that need no alert, and why. */
export function faultsWithoutAlert(): string {
  const lines = JUDGED.flatMap((name) => {
    const judgement = judgementOf(name);
    return judgement !== undefined && 'nobody' in judgement ? [`- \`${name}\`: ${judgement.nobody}`] : [];
  });
  return `## Faults that need no alert\n\n${lines.join('\n')}\n`;
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
