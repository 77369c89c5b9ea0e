// A large statement beside payments (contract 15): every credit in it pays its payment, and payments are taken meanwhile. `npm test` takes a
// small one. BANK_ENTRIES=100000 says how large it is; what it cost is told, and judged by nobody but the reader.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { creditorReference } from '../../../src/domain/bank/creditor-reference.ts';
import { timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import { openDatabase, type Sql } from '../../../src/storage/database/database.ts';
import { aCardPayin, OPERATOR_TOKEN, startTestGateway } from '../../stage/harness.ts';
import { Shop } from '../providers/stage.ts';
import { IBAN, openBank } from './stage.ts';

const ENTRIES = Number(process.env.BANK_ENTRIES ?? 300);
const AT_ONCE = 2_000;
const AMOUNT = 10;
/** Twenty card payments a second, meanwhile; fewer where each takes longer. */
const PAY_EVERY_MS = 50;

const ends: (() => unknown)[] = [];
after(async () => {
  for (const end of ends) await end();
});

/** Open pay-ins by copies of one that the gateway made: calls for each of them would take longer than the statement. */
async function copies(sql: Sql, { merchantId, id }: { merchantId: string; id: string }): Promise<string[]> {
  const ids = Array.from({ length: ENTRIES }, () => timeOrderedId(new Date()));
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    await sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      await tx`
      insert into openings select r.* from openings o, unnest(${some}::uuid[]) c (id),
          lateral jsonb_populate_record(o,
            jsonb_build_object('id', c.id, 'merchant_reference', c.id, 'session_id', gen_random_uuid())) r
        where o.merchant_id = ${merchantId} and o.id = ${id}`;
      for (const table of ['steps', 'open_work'])
        await tx.unsafe(
          `insert into ${table} select r.* from ${table} o, unnest($1::uuid[]) c (id),
             lateral jsonb_populate_record(o, jsonb_build_object('transaction_id', c.id)) r
           where o.merchant_id = $2 and o.transaction_id = $3`,
          [some, merchantId, id],
        );
    });
  }
  // As a database that has them for a while would.
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`analyze openings, steps, open_work`;
  });
  return ids;
}

/** As short as a bank can write it: 100,000 entries have to fit into 20 MB. */
const messageOf = (ids: readonly string[]) =>
  '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>' +
  `<Id>1</Id><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct>` +
  ids
    .map(
      (id) =>
        `<Ntry><Amt Ccy="EUR">${AMOUNT}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
        `<NtryDtls><TxDtls><RmtInf><Ustrd>${creditorReference(id)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    )
    .join('') +
  '</Stmt></BkToCstmrStmt></Document>';

test('every entry of a large statement is applied, and payments are taken meanwhile', async (t) => {
  const gateway = await startTestGateway({ after: (end: () => unknown) => ends.unshift(end) } as never);
  const sql = openDatabase(gateway.databaseUrl, { maxConnections: 1 });
  ends.unshift(() => sql.end({ timeout: 1 }));
  const shop = new Shop({} as never, gateway, await gateway.createBrand());
  const desk = await openBank(t, { gateway, shop: async () => shop });
  const { merchantId, brandId } = shop.brand;
  const { result } = await desk.payIn(AMOUNT);
  const ids = await copies(sql, { merchantId, id: result.transactionId });
  const before = await shop.balance();

  let isTaken = false;
  const began = performance.now();
  const processor = process.cpuUsage();
  const taken = gateway
    .call('POST', `/operator/brands/${brandId}/bank-statements`, {
      headers: { 'content-type': 'application/xml', authorization: `Bearer ${OPERATOR_TOKEN}` },
      body: messageOf(ids),
    })
    .finally(() => {
      isTaken = true;
    });
  // A brand of its own, so that the balance of the other one is that of the statement.
  const other = await gateway.createBrand();
  const waits: number[] = [];
  do {
    const at = performance.now();
    const paid = await gateway.call('POST', '/v3/payment', { apiKey: other.apiKey, body: aCardPayin() });
    assert.equal(paid.status, 201, paid.text);
    const tookMs = performance.now() - at;
    waits.push(tookMs);
    await sleep(Math.max(0, PAY_EVERY_MS - tookMs));
  } while (!isTaken);
  const answer = await taken;
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(processor);
  assert.equal(answer.status, 201, answer.text);
  const { entries, applied, known, unmatched, conflicts } = answer.body;
  assert.deepEqual(
    { entries, applied, known, unmatched, conflicts },
    { entries: ENTRIES, applied: ENTRIES, known: 0, unmatched: 0, conflicts: 0 },
  );
  assert.equal((await shop.balance()).available, before.available + ENTRIES * AMOUNT);
  const sorted = waits.toSorted((a, b) => a - b);
  const slowestOf = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!.toFixed(0);
  t.diagnostic(
    `${ENTRIES} entries in ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of processor time of the gateway; meanwhile ` +
      `${waits.length} card payments, the slowest of 95 % ${slowestOf(0.95)} ms, of 99 % ${slowestOf(0.99)} ms`,
  );
});
