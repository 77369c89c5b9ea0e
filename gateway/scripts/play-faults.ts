// npm run test:faults: plays every fault of test/faults against gateways of its own, or those that are named, prints what it
// measured, and after a whole run writes docs/RELIABILITY.md. --list names them.
import { parseArgs } from 'node:util';
import { playAlone, type Verdict } from '../test/faults/play.ts';
import { SCENARIOS } from '../test/faults/scenarios.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false }, verbose: { type: 'boolean', default: false } },
});
if (values.list) {
  for (const { name, promise } of SCENARIOS) console.log(`${name.padEnd(28)} ${promise}`);
  process.exit(0);
}
const unknown = positionals.filter((name) => !SCENARIOS.some((one) => one.name === name));
if (unknown.length > 0) {
  console.error(`there is no fault ${unknown.join(', ')}; --list names them`);
  process.exit(2);
}

const seconds = (ms: number | null) => (ms === null ? 'no' : `${(ms / 1_000).toFixed(1)} s`);
const verdicts: Verdict[] = [];
for (const scenario of SCENARIOS) {
  if (positionals.length > 0 && !positionals.includes(scenario.name)) continue;
  const reason = scenario.cannot?.() ?? null;
  if (reason !== null) {
    console.log(`${scenario.name.padEnd(28)} skipped: ${reason}`);
    continue;
  }
  const verdict = await playAlone(scenario);
  verdicts.push(verdict);
  const { complaints, recoveredMs, quietMs, orders, completed, note } = verdict;
  const held = complaints.length === 0 ? 'holds' : `BROKEN (${complaints.length})`;
  console.log(
    `${scenario.name.padEnd(28)} ${held.padEnd(12)} back ${seconds(recoveredMs)}, quiet ${seconds(quietMs)}, ` +
      `${completed} of ${orders} paid${note && `; ${note}`}`,
  );
  for (const { kind, text } of complaints.slice(0, 12)) console.log(`    ${kind}: ${text}`);
  if (values.verbose || complaints.length > 0) {
    console.log(`    ${JSON.stringify(verdict.statuses)}`);
    for (const line of verdict.troubles.slice(0, 25)) console.log(`    | ${line.slice(0, 300)}`);
  }
}
process.exit(verdicts.some(({ complaints }) => complaints.length > 0) ? 1 : 0);
