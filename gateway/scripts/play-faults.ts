// npm run test:faults: plays every fault of test/faults, or the named ones, against gateways of its own, prints the
// measurements, and writes the rows of docs/RELIABILITY.md. --list prints their names, --dry writes nothing, --gateways
// N uses N gateways. --without-guards removes a guard from each gateway; the fault must reveal that.
// FORMER_RELEASE=REF,… plays these releases beside this one, instead of the newest published release
// (scenarios/release-faults.ts).
import { parseArgs } from 'node:util';
import { playAlone, type Verdict } from '../test/faults/play.ts';
import { seconds, writeRow } from '../test/faults/reliability-page.ts';
import { playWithoutGuard, REMOVED_GUARDS } from '../test/faults/removed-guards.ts';
import { SCENARIOS } from '../test/faults/scenarios.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    'without-guards': { type: 'boolean', default: false },
    dry: { type: 'boolean', default: false },
    gateways: { type: 'string' },
  },
});
if (values.list) {
  for (const { name, promise } of SCENARIOS) console.log(`${name.padEnd(28)} ${promise}`);
  process.exit(0);
}
if (values['without-guards']) {
  let holes = 0;
  for (const guard of REMOVED_GUARDS) {
    if (positionals.length > 0 && !positionals.includes(guard.scenario)) continue;
    const { caught, said } = await playWithoutGuard(guard);
    if (!caught) holes += 1;
    console.log(
      `${caught ? 'caught' : 'NOT CAUGHT'}  ${guard.name} (${guard.scenario}): ${said.slice(0, 300)}`,
    );
  }
  process.exit(holes > 0 ? 1 : 0);
}
const unknown = positionals.filter((name) => !SCENARIOS.some((one) => one.name === name));
if (unknown.length > 0) {
  console.error(`there is no fault ${unknown.join(', ')}; --list shows all of them`);
  process.exit(2);
}

const verdicts: Verdict[] = [];
const wanted = positionals.map((name) => SCENARIOS.find((one) => one.name === name)!);
for (const scenario of wanted.length > 0 ? wanted : SCENARIOS) {
  const reason = scenario.cannot?.() ?? null;
  if (reason !== null) {
    console.log(`${scenario.name.padEnd(28)} skipped: ${reason}`);
    continue;
  }
  const count = values.gateways === undefined ? undefined : { gateways: Number(values.gateways) };
  const verdict = await playAlone({ ...scenario, ...count }).catch((error: Error) => {
    console.log(`${scenario.name.padEnd(28)} could not be played: ${error.message.slice(0, 3_000)}`);
    process.exitCode = 1;
    return null;
  });
  if (verdict === null) continue;
  verdicts.push(verdict);
  if (!values.dry) writeRow(verdict);
  const { complaints, recoveredMs, quietMs, orders, completed, note, fired } = verdict;
  const held = complaints.length === 0 ? 'holds' : `BROKEN (${complaints.length})`;
  console.log(
    `${scenario.name.padEnd(28)} ${held.padEnd(12)} back ${seconds(recoveredMs)}, quiet ${seconds(quietMs)}, ` +
      `${completed} of ${orders} paid${note && `; ${note}`}`,
  );
  console.log(
    `    alerts: ${fired === null ? 'not checked, because promtool is missing' : fired.join(', ') || 'none'}`,
  );
  for (const [kind, all] of Map.groupBy(complaints, (one) => one.kind))
    for (const { text } of all!.slice(0, 3))
      console.log(`    ${kind} (of ${all!.length}): ${text.slice(0, 500)}`);
  if (values.verbose || complaints.length > 0) {
    console.log(`    ${JSON.stringify(verdict.statuses)}`);
    for (const line of verdict.troubles.slice(0, 25)) console.log(`    | ${line.slice(0, 300)}`);
  }
}
process.exit(process.exitCode ?? (verdicts.some(({ complaints }) => complaints.length > 0) ? 1 : 0));
