// npm run bench:statement: how long a bank statement takes if each of its credits pays a payment (contract 15), while
// the gateway takes up to twenty card payments a second. The gateway runs in a separate process, on a database with the
// product's settings. Prints what it finds.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { copyPayin, statementOf } from '../gateway/test/http/bank/many-payins.ts';
import { HOLDER, IBAN, PAYIN_OPTION_ID } from '../gateway/test/http/bank/stage.ts';
import { aCardPayin } from '../gateway/test/stage/harness.ts';
import { killChildren, startChild } from './children.ts';
import { startCluster } from './cluster.ts';
import { distribution, ms, whole } from './distribution.ts';
import type { GatewayPlan } from './gateway-process.ts';
import { cpuSeconds } from './probes/machine.ts';
import { say } from './report/progress.ts';

const { values: given } = parseArgs({
  options: {
    entries: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    parent: { type: 'string' },
  },
});
const entries = Number(given.entries);
const AMOUNT = 10;
/** Twenty payments a second; fewer if each takes longer. */
const PAY_EVERY_MS = 50;

// biome-ignore lint/suspicious/noExplicitAny: answers are read freely, and a wrong one ends the measurement
type Json = any;

const cluster = await startCluster(given.parent);
try {
  const { sql, url } = await cluster.database('statement');
  const operatorToken = `tgo_${randomBytes(16).toString('hex')}`;
  const masterKey = randomBytes(32).toString('base64');
  const plan: GatewayPlan = { databaseUrl: url, masterKey, operatorToken, httpOnly: false };
  const gateway = await startChild('gateway-process.ts');
  const { port } = await gateway.ask<{ port: number }>('begin', plan);
  const asOperator = { authorization: `Bearer ${operatorToken}` };

  async function call(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: unknown,
  ): Promise<Json> {
    const isText = typeof body === 'string';
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': isText ? 'application/xml' : 'application/json', ...headers },
      body: isText ? body : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  }

  async function brandOf(name: string): Promise<Json> {
    const { merchantId } = await call('POST', '/operator/merchants', asOperator, { name });
    return {
      merchantId,
      ...(await call('POST', `/operator/merchants/${merchantId}/brands`, asOperator, { name })),
    };
  }

  const payer = await brandOf('Card payments');
  for (let round = 1; round <= Number(given.rounds); round++) {
    const { merchantId, brandId, apiKey } = await brandOf(`Statement ${round}`);
    const credentials = { iban: IBAN, holder: HOLDER };
    await call('PUT', `/operator/brands/${brandId}/providers/bank`, asOperator, {
      environment: 'test',
      credentials,
    });
    const wanted = { paymentOptionId: PAYIN_OPTION_ID, country: 'DE', currency: 'EUR', amount: AMOUNT };
    const { result } = await call('POST', '/v3/payment', { 'x-api-key': apiKey }, wanted);
    const ids = await copyPayin(sql, { merchantId, id: result.transactionId }, entries);
    // A database that has had these rows for a while has analyzed them too.
    await sql`analyze openings, steps, open_work`;
    await cluster.settle();

    let isTaken = false;
    const [began, processor] = [performance.now(), cpuSeconds(gateway.pid)];
    const message = statementOf(ids, AMOUNT);
    const taken = call('POST', `/operator/brands/${brandId}/bank-statements`, asOperator, message).finally(
      () => {
        isTaken = true;
      },
    );
    // The promise is awaited below.
    taken.catch(() => {});
    const waits: number[] = [];
    do {
      const at = performance.now();
      await call('POST', '/v3/payment', { 'x-api-key': payer.apiKey }, aCardPayin());
      const tookMs = performance.now() - at;
      waits.push(tookMs);
      await sleep(Math.max(0, PAY_EVERY_MS - tookMs));
    } while (!isTaken);
    const { applied } = await taken;
    const seconds = (performance.now() - began) / 1_000;
    if (applied !== entries) throw new Error(`${applied} of ${entries} entries were applied`);
    const { p95, p99 } = distribution(waits);
    say(
      `${whole(entries)} entries in ${seconds.toFixed(1)} s, ${(cpuSeconds(gateway.pid) - processor).toFixed(1)} s of processor ` +
        `time of the gateway; meanwhile ${whole(waits.length)} card payments, p95 ${ms(p95)}, p99 ${ms(p99)}`,
    );
  }
} finally {
  killChildren();
  await cluster.remove();
}
