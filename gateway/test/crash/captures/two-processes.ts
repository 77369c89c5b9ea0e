// Two gateway processes on one database, with a brand in the sandbox: each takes a capture of the same payment at the
// same moment. The test holds back the writes of both until both have read, so their order needs no luck.
import type { TestContext } from 'node:test';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { openDatabase } from '../../../src/storage/database/database.ts';
import { aCardPayin, eventually, MASTER_KEY, OPERATOR_TOKEN } from '../../stage/harness.ts';
import { createTestDatabase } from '../../stage/harness-database.ts';
import { GatewayChild, type Reply } from '../gateway-child.ts';
import type { Change } from '../mutants.ts';

/** Only one of these fits into the 25.00 that are held. */
const PART = 15;

export interface Crossed {
  /** The HTTP statuses, in order. */
  answers: number[];
  amountCaptured: number;
  ledgerFaults: string[];
}

/** Captures from both processes at once. */
export async function captureTwice(t: TestContext, change?: Change): Promise<Crossed> {
  const { gateways, sql, asMerchant } = await openTwo(t, change);
  const payin = aCardPayin({ merchantReference: 'held', captureMode: 'manual' });
  const paid = await asMerchant(gateways[0], 'POST', '/v3/payment', payin);
  if (paid?.status !== 201) throw new Error(`POST /v3/payment: ${paid?.status} ${paid?.text}`);
  let taken: Promise<(Reply | null)[]> | undefined;
  await sql.begin(async (tx) => {
    await tx`lock table steps in share mode`;
    const body = { merchantReference: 'held', amount: PART, final: false };
    taken = Promise.all(gateways.map((one) => asMerchant(one, 'POST', '/capture-payment', body)));
    // Both have read: each waits for the other's lock of the payment, or for this lock.
    await eventually(async () => {
      const [row] = await sql`select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return row!.waiting >= 2;
    });
  });
  const answers = (await taken!).map((reply) => reply?.status ?? 0).sort((a, b) => a - b);
  const found = await asMerchant(gateways[0], 'GET', '/payments?merchantReference=held');
  const [{ captures }] = JSON.parse(found!.text);
  const made = captures.filter(({ status }: { status: string }) => status !== 'FAILED');
  return {
    answers,
    amountCaptured: made.length * PART,
    ledgerFaults: (await verifyLedger(sql)).faults,
  };
}

/** Captures more than was authorised from one process. Answers the HTTP status and what was captured. */
export async function captureTooMuch(t: TestContext, change?: Change): Promise<[number, number]> {
  const { gateways, asMerchant } = await openTwo(t, change);
  const [gateway] = gateways;
  const payin = aCardPayin({ merchantReference: 'held', captureMode: 'manual' });
  await asMerchant(gateway, 'POST', '/v3/payment', payin);
  const reply = await asMerchant(gateway, 'POST', '/capture-payment', {
    merchantReference: 'held',
    amount: 26,
  });
  const found = await asMerchant(gateway, 'GET', '/payments?merchantReference=held');
  return [reply!.status, JSON.parse(found!.text)[0].amountCaptured];
}

async function openTwo(t: TestContext, change: Change | undefined) {
  const database = await createTestDatabase();
  const sql = openDatabase(database.databaseUrl, { maxConnections: 2 });
  const newChild = () =>
    new GatewayChild({
      ...(change && { change }),
      databaseUrl: database.databaseUrl,
      env: { PORT: '0', PUBLIC_URL: 'http://localhost', LOG_LEVEL: 'error' },
      secrets: { masterKey: MASTER_KEY.toString('base64'), operatorToken: OPERATOR_TOKEN },
      clockOffsetMs: 0,
    });
  const gateways = [newChild(), newChild()] as const;
  t.after(async () => {
    await Promise.all(gateways.map((one) => one.kill()));
    await sql.end({ timeout: 1 });
    await database.drop();
  });
  await Promise.all(gateways.map((one) => one.start()));
  const asOperator = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const reply = await gateways[0].call('POST', path, { headers, body: JSON.stringify(body) });
    if (reply?.status !== 201) throw new Error(`POST ${path}: ${reply?.status} ${reply?.text}`);
    return JSON.parse(reply.text);
  };
  const { merchantId } = await asOperator('/operator/merchants', { name: 'Held' });
  const { apiKey } = await asOperator(`/operator/merchants/${merchantId}/brands`, { name: 'Held shop' });
  const asMerchant = (gateway: GatewayChild, method: 'GET' | 'POST', path: string, body?: object) =>
    gateway.call(method, path, {
      headers: { 'x-api-key': apiKey },
      ...(body && { body: JSON.stringify(body) }),
    });
  // Each process learns the new key.
  for (const gateway of gateways)
    await eventually(
      async () => (await asMerchant(gateway, 'GET', '/payments?merchantReference=x'))?.status === 200,
    );
  return { gateways, sql, asMerchant };
}
