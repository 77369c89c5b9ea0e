// A database that was restored to an older state, and the statements taken while it is held (decision 94). Payouts
// that the bank has paid, and that this copy lost or does not know as sent, are named, and no new file has them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { reportBankGap } from '../../../src/actions/bank/report-bank-gap.ts';
import { timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import { describeBankGap } from '../../../src/process/restore-report.ts';
import { OPERATOR_TOKEN } from '../../stage/harness.ts';
import { type Entry, statement, statusReport } from './messages.ts';
import { type Json, openBank, openProviderStage, PAYOUT_OPTION_ID } from './stage.ts';

const stage = await openProviderStage();
const compact = (id: string) => id.replaceAll('-', '');

test('the report of a restored copy names payouts that the bank already has, and no new file contains them', async (t) => {
  const { shop, payOut } = await openBank(t, stage);
  const { merchantId, brandId } = shop.brand;
  const { context } = stage.gateway.gateway;
  const { sql } = context;
  const take = async (xml: string): Promise<Json> => {
    const headers = { 'content-type': 'application/xml', authorization: `Bearer ${OPERATOR_TOKEN}` };
    const path = `/operator/brands/${brandId}/bank-statements`;
    const answer = await stage.gateway.call('POST', path, { headers, body: xml });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  assert.equal(await reportBankGap(context), null);

  const debited = await payOut(1);
  const accepted = await payOut(2);
  const { fileId } = (await shop.operator('POST', 'bank-files', {})).body;
  const made = await shop.call('POST', '/v3/payout', {
    paymentOptionId: PAYOUT_OPTION_ID,
    country: 'DE',
    currency: 'EUR',
    amount: 3,
    paymentData: { iban: 'FR1420041010050500013M02606', accountHolder: 'Zoë Müller' },
  });
  const unapproved: string = made.body.result.transactionId;
  const gone = timeOrderedId(new Date());
  // Like after a restore: the file was made after the backup, and so were the last approval and the last payout.
  await sql`update bank_payouts set file_id = null, batch = null where merchant_id = ${merchantId}`;
  await sql`delete from bank_files where merchant_id = ${merchantId}`;
  await sql`insert into restore_holds (id, held_since, reason) values (1, now() - interval '1 minute', 'of a test')`;
  t.after(() => sql`delete from restore_holds`);

  const debit = (id: string, amount: string): Entry => ({
    amount,
    direction: 'DBIT',
    bankReference: amount,
    details: [{ endToEndId: compact(id) }],
  });
  const fee: Entry = { amount: '9.00', direction: 'DBIT', details: [{ text: 'fee' }] };
  const sum: Entry = { amount: '5.00', direction: 'DBIT', batch: { messageId: fileId, count: 2 } };
  const entries = [debit(debited, '1.00'), debit(unapproved, '3.00'), debit(gone, '4.00'), sum, fee];
  const { conflicts, unmatched } = await take(statement(entries));
  assert.deepEqual({ conflicts, unmatched }, { conflicts: 2, unmatched: 3 });
  const of = [{ endToEndId: compact(accepted), status: 'ACSP' }];
  assert.equal((await take(statusReport(fileId, { group: 'PART', of }))).unmatched, 1);

  const gap = (await reportBankGap(context))!;
  assert.deepEqual(
    new Map(gap.map(({ id, here }) => [compact(id), here.split(':')[0]])),
    new Map([
      [compact(debited), 'approved here, but in no file'],
      [compact(unapproved), 'PENDING here'],
      [compact(gone), 'not in this copy'],
      [fileId, 'not in this copy'],
      [compact(accepted), 'approved here, but in no file'],
    ]),
  );
  assert.match(describeBankGap(gap)[0]!, /^5 payouts and files are known to banks/);
  assert.match(
    describeBankGap(gap).join(),
    new RegExp(`payout ${gone} 400 EUR \\(minor units\\) 2026-03-02T00:00:00.000Z: not in this copy`),
  );

  // Somebody approves it again after the copy was accepted. It was paid, so no file has it.
  await shop.call('POST', '/settle-payout', { transactionId: unapproved, action: 'APPROVE' });
  assert.equal((await shop.operator('POST', 'bank-files', {})).status, 409);
  await payOut(7);
  const next = await shop.operator('POST', 'bank-files', {});
  assert.deepEqual([next.status, next.body.payouts, next.body.total], [201, 1, 7], next.text);
  const listed: Json[] = (await shop.operator('GET', 'bank-entries?state=conflict')).body;
  const one = listed.find(({ transactionId }) => transactionId === debited);
  await shop.operator('POST', `bank-entries/${one.entryId}/dismiss`, { reason: 'of another account' });
  const freed = await shop.operator('POST', 'bank-files', {});
  assert.deepEqual([freed.status, freed.body.payouts, freed.body.total], [201, 1, 1], freed.text);
});
