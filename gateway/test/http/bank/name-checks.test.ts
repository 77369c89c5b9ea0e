// The bank's name check (verification of payee, docs/decisions/0128): its results beside each payout of a file, and the
// decision of a person about a mismatch. A result alone never moves money.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { type Entry, type Status, statusReport } from './messages.ts';
import { type Json, OTHER_IBAN, openBank, openProviderStage, PAYOUT_OPTION_ID } from './stage.ts';
import { all, deskOf } from './statement-desk.ts';

const stage = await openProviderStage();
const compact = (id: string) => id.replaceAll('-', '');
const FR = 'FR1420041010050500013M02606';
const says = (id: string, status: string, more: Partial<Status> = {}): Status => ({
  endToEndId: compact(id),
  status,
  ...more,
});

async function openDesk(t: TestContext) {
  const desk = deskOf(stage, await openBank(t, stage));
  const { shop } = desk;
  const payouts = async (fileId: string): Promise<Json[]> => {
    const answer = await shop.operator('GET', `bank-files/${fileId}/payouts?limit=100`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  return {
    ...desk,
    payouts,
    results: async (fileId: string) =>
      (await payouts(fileId)).map(({ nameCheck }: Json) => nameCheck?.result ?? null),
    checks: async (fileId: string) => (await shop.operator('GET', `bank-files/${fileId}`)).body.nameChecks,
    decide: (fileId: string, id: string, what: 'keep' | 'withdraw') =>
      shop.operator('POST', `bank-files/${fileId}/payouts/${id}/${what}`, { reason: 'asked them' }),
    balance: async () => (await shop.operator('GET', 'balances')).body[0],
  };
}

test('a report of a name check stands beside each payout, and changes no payout', async (t) => {
  const { counts, file, payouts, checks, standing, balance, entries } = await openDesk(t);
  const { fileId, ids } = await file([1, 2, 3, 4]);
  const before = await balance();
  const report = statusReport(fileId, {
    group: 'RVCM',
    matches: 1,
    of: [
      says(ids[1]!, 'RVMC', {
        words: 'Zoe Mueller-Meyer',
        amount: '2.00',
        recipient: { name: 'x', iban: FR },
      }),
      says(ids[2]!, 'RVNM'),
      says(ids[3]!, 'RVNA', { reason: 'NR01', words: 'not reachable' }),
    ],
  });
  assert.deepEqual(await counts(report), all({ entries: 4, applied: 4 }));
  const shown = (await payouts(fileId)).map(({ answer, nameCheck }: Json) => {
    const { result, bankName, text, needsDecision, mayWithdraw, decision, reportedAt } = nameCheck;
    assert.equal(reportedAt, '2026-03-02T06:00:00.000Z');
    return [answer, result, bankName, text, needsDecision, mayWithdraw, decision];
  });
  assert.deepEqual(shown, [
    ['open', 'match', null, null, false, false, null],
    ['open', 'close-match', 'Zoe Mueller-Meyer', null, true, true, null],
    ['open', 'no-match', null, null, true, true, null],
    ['open', 'not-possible', null, 'NR01 not reachable', false, false, null],
  ]);
  assert.deepEqual(await checks(fileId), {
    match: 1,
    closeMatch: 1,
    noMatch: 1,
    notPossible: 1,
    toDecide: 2,
  });
  for (const id of ids) assert.equal((await standing(id))[0], 'PROCESSING');
  assert.deepEqual(await balance(), before);
  const reasons = (await entries('?state=applied')).map(({ reason }) => reason);
  assert.ok(reasons.includes('name check: the name almost matches; a person decides'), String(reasons));
});

test('names that a report does not list match only if the bank counts exactly so many', async (t) => {
  const { counts, file, results } = await openDesk(t);
  const some = async (count: number, report: (made: { fileId: string; ids: string[] }) => string) => {
    const made = await file(Array.from({ length: count }, (_, i) => i + 1));
    assert.equal((await counts(report(made))).conflicts, 0);
    return await results(made.fileId);
  };
  const listed = ({ ids }: { ids: string[] }) => [says(ids[0]!, 'RVNM')];
  const of = (fields: object) => (made: { fileId: string; ids: string[] }) =>
    statusReport(made.fileId, { group: 'RVCM', of: listed(made), ...fields });
  assert.deepEqual(await some(3, of({ matches: 2 })), ['no-match', 'match', 'match']);
  assert.deepEqual(await some(3, of({ matches: 1 })), ['no-match', null, null]);
  assert.deepEqual(await some(3, of({})), ['no-match', null, null]);
  assert.deepEqual(await some(2, ({ fileId }) => statusReport(fileId, { group: 'RCVC' })), [
    'match',
    'match',
  ]);
  assert.deepEqual(await some(2, ({ fileId }) => statusReport(fileId, { batchStatus: 'RVNA' })), [
    'not-possible',
    'not-possible',
  ]);
  // Some banks give only the status of the batch.
  assert.deepEqual(await some(1, ({ fileId }) => statusReport(fileId, { batchStatus: 'RVMC' })), [
    'close-match',
  ]);
  assert.deepEqual(await some(1, ({ fileId }) => statusReport(fileId, { group: 'RVCM' })), ['no-match']);
  assert.deepEqual(await some(1, ({ fileId }) => statusReport(fileId, { group: 'RVNC' })), [null]);
  // The payout that is listed keeps its own result.
  assert.deepEqual(await some(2, (made) => statusReport(made.fileId, { group: 'RCVC', of: listed(made) })), [
    'no-match',
    'match',
  ]);
});

test('a name check about another payout, amount or account is a conflict', async (t) => {
  const { counts, file, results } = await openDesk(t);
  const { fileId, ids } = await file([5]);
  const other = await file([6]);
  for (const of of [
    says(other.ids[0]!, 'RVNM'),
    says(ids[0]!, 'RVNM', { amount: '5.01' }),
    says(ids[0]!, 'RVNM', { recipient: { name: 'Zoë', iban: OTHER_IBAN } }),
  ])
    assert.deepEqual(await counts(statusReport(fileId, { of: [of] })), all({ conflicts: 1 }));
  const unknown = statusReport(fileId, { of: [says('of somebody else', 'RVNM')] });
  assert.deepEqual(await counts(unknown), all({ unmatched: 1 }));
  assert.deepEqual([await results(fileId), await results(other.fileId)], [[null], [null]]);
});

test('the later report counts in whatever order reports come, and a new result needs a new decision', async (t) => {
  const { counts, file, payouts, decide } = await openDesk(t);
  const { fileId, ids } = await file([7]);
  const [id] = ids as [string];
  const report = async (status: string, at: string) => {
    assert.equal((await counts(statusReport(fileId, { of: [says(id, status)], at }))).applied, 1);
    const [{ nameCheck }] = await payouts(fileId);
    return [nameCheck.result, nameCheck.decision, nameCheck.needsDecision];
  };
  assert.deepEqual(await report('RVMC', '2026-03-02T08:00:00+01:00'), ['close-match', null, true]);
  assert.equal((await decide(fileId, id, 'keep')).status, 200);
  assert.deepEqual(await report('RCVC', '2026-03-02T06:00:00Z'), ['close-match', 'kept', false]);
  assert.deepEqual(await report('RVMC', '2026-03-02T09:00:00Z'), ['close-match', 'kept', false]);
  assert.deepEqual(await report('RVNM', '2026-03-02T10:00:00Z'), ['no-match', null, true]);
});

test('a kept payout stays in its file, and the decision is made once and audited', async (t) => {
  const { counts, file, checks, decide, standing, shop } = await openDesk(t);
  const { fileId, ids } = await file([8, 9]);
  const [id, matching] = ids as [string, string];
  assert.equal((await decide(fileId, id, 'keep')).status, 409);
  const of = [says(id, 'RVNM'), says(matching, 'RCVC')];
  await counts(statusReport(fileId, { group: 'RVCM', of }));
  assert.equal((await decide(fileId, matching, 'keep')).status, 409);
  assert.equal((await decide(fileId, matching, 'withdraw')).status, 409);
  assert.equal((await decide(fileId, shop.brand.brandId, 'keep')).status, 404);
  const kept = await decide(fileId, id, 'keep');
  assert.equal(kept.status, 200, kept.text);
  const { decision, decidedBy, needsDecision, mayWithdraw } = kept.body.nameCheck;
  assert.deepEqual([decision, decidedBy, needsDecision, mayWithdraw], ['kept', 'root', false, true]);
  assert.equal((await decide(fileId, id, 'keep')).status, 409);
  assert.equal((await checks(fileId)).toDecide, 0);
  assert.equal((await standing(id))[0], 'PROCESSING');
  const { body: rows } = await stage.gateway.operator(
    'GET',
    `/operator/audit?merchantId=${shop.brand.merchantId}&target=${id}`,
  );
  const row = rows.find(({ action }: Json) => action === 'bank-payout.kept');
  assert.equal(row.after.nameCheck, 'no-match');
  const debit: Entry = { amount: '8.00', direction: 'DBIT', details: [{ endToEndId: compact(id) }] };
  assert.deepEqual(await counts([debit]), all({ applied: 1 }));
  assert.equal((await decide(fileId, id, 'withdraw')).status, 409);
});

test('a withdrawn payout is declined with 4003 and its money is released once', async (t) => {
  const { counts, file, checks, decide, standing, balance, shop } = await openDesk(t);
  const before = await balance();
  const { fileId, ids } = await file([10, 11]);
  const [id] = ids as [string];
  await counts(statusReport(fileId, { of: [says(id, 'RVMC', { words: 'Somebody Else' })] }));
  const answers = await Promise.all([1, 2, 3].map(() => decide(fileId, id, 'withdraw')));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409], answers[0]!.text);
  const { answer, reason, nameCheck } = answers.find(({ status }) => status === 200)!.body;
  assert.deepEqual([answer, reason.slice(0, 4)], ['rejected', '4003']);
  assert.deepEqual(
    [nameCheck.decision, nameCheck.decidedBy, nameCheck.mayWithdraw],
    ['withdrawn', 'root', false],
  );
  assert.deepEqual(await standing(id), ['DECLINED', '4003', null]);
  assert.deepEqual(await balance(), {
    ...before,
    available: before.available - 11,
    reserved: before.reserved + 11,
  });
  assert.equal((await checks(fileId)).toDecide, 0);
  assert.equal((await shop.operator('POST', 'bank-files', {})).status, 409);
  const { body: rows } = await stage.gateway.operator(
    'GET',
    `/operator/audit?merchantId=${shop.brand.merchantId}&target=${id}`,
  );
  assert.equal(rows.filter(({ action }: Json) => action === 'bank-payout.withdrawn').length, 1);
  // The bank has paid it anyway: a person looks at it.
  const debit: Entry = { amount: '10.00', direction: 'DBIT', details: [{ endToEndId: compact(id) }] };
  assert.deepEqual(await counts([debit]), all({ conflicts: 1 }));
});

test('a payout that the bank has accepted or debited cannot be withdrawn', async (t) => {
  const { counts, file, payouts, decide, standing } = await openDesk(t);
  const accept: ((made: { fileId: string; ids: string[] }) => readonly Entry[] | string)[] = [
    ({ fileId, ids }) => statusReport(fileId, { of: [says(ids[0]!, 'ACSP')] }),
    ({ fileId }) => statusReport(fileId, { group: 'ACSP' }),
    ({ fileId }) => statusReport(fileId, { batchStatus: 'ACWC' }),
    ({ ids }) => [{ amount: '11.00', direction: 'DBIT', details: [{ endToEndId: compact(ids[0]!) }] }],
  ];
  for (const accepts of accept) {
    const made = await file([12]);
    const [id] = made.ids as [string];
    await counts(statusReport(made.fileId, { of: [says(id, 'RVNM')] }));
    await counts(accepts(made));
    const refused = await decide(made.fileId, id, 'withdraw');
    assert.equal(refused.status, 409, refused.text);
    assert.match(refused.text, /accepted or executed/);
    const [{ nameCheck }] = await payouts(made.fileId);
    assert.deepEqual([nameCheck.mayWithdraw, nameCheck.needsDecision], [false, true], String(accepts));
    assert.equal((await standing(id))[0], 'PROCESSING');
    assert.equal((await decide(made.fileId, id, 'keep')).status, 200);
  }
});

test('no payout is withdrawn while a statement is being read', async (t) => {
  const { counts, file, decide, shop } = await openDesk(t);
  const { fileId, ids } = await file([13]);
  await counts(statusReport(fileId, { of: [says(ids[0]!, 'RVNM')] }));
  const { sql } = stage.gateway.gateway.context;
  const lease = (until: Date | null) =>
    sql`update bank_statements set leased_until = ${until} where brand_id = ${shop.brand.brandId}`;
  await lease(new Date('9999-01-01'));
  const refused = await decide(fileId, ids[0]!, 'withdraw');
  assert.deepEqual([refused.status, /being imported/.test(refused.text)], [409, true], refused.text);
  await lease(null);
  assert.equal((await decide(fileId, ids[0]!, 'withdraw')).status, 200);
});

test('a withdrawal that was cut off before the payout ended is made again', async (t) => {
  const { counts, file, payouts, decide, standing } = await openDesk(t);
  const { fileId, ids } = await file([14]);
  await counts(statusReport(fileId, { of: [says(ids[0]!, 'RVNM')] }));
  const { sql } = stage.gateway.gateway.context;
  await sql`
    update bank_name_checks set decision = 'withdrawn', decided_by = 'root', decided_at = now() - interval '2 minutes'
    where transaction_id = ${ids[0]!}`;
  const [{ nameCheck }] = await payouts(fileId);
  assert.deepEqual([nameCheck.decision, nameCheck.needsDecision], [null, true]);
  assert.equal((await decide(fileId, ids[0]!, 'withdraw')).status, 200);
  assert.equal((await standing(ids[0]!))[0], 'DECLINED');
});

test('several payouts may skip the name check, and a single payout may not', async (t) => {
  const { payOut, shop } = await openDesk(t);
  await payOut(15);
  const single = await shop.operator('POST', 'bank-files', { skipNameCheck: true });
  assert.deepEqual([single.status, /single payout/.test(single.text)], [409, true], single.text);
  await payOut(16);
  const made = await shop.operator('POST', 'bank-files', { skipNameCheck: true });
  assert.deepEqual([made.status, made.body.payouts, made.body.skipNameCheck], [201, 2, true], made.text);
  const { body: rows } = await stage.gateway.operator(
    'GET',
    `/operator/audit?merchantId=${shop.brand.merchantId}&limit=100`,
  );
  const row = rows.find(({ action }: Json) => action === 'bank-file.made');
  assert.deepEqual([row.after.instant, row.after.skipNameCheck], [false, true]);
});

test('a file cannot be withdrawn after a name check, because the bank has it', async (t) => {
  const { counts, file, shop } = await openDesk(t);
  const { fileId, ids } = await file([17]);
  await counts(statusReport(fileId, { of: [says(ids[0]!, 'RVNM')] }));
  const refused = await shop.operator('POST', `bank-files/${fileId}/withdraw`, { reason: 'x' });
  assert.deepEqual([refused.status, /cancel it at the bank/.test(refused.text)], [409, true], refused.text);
});

test('erasing a customer empties the name that the bank gave', async (t) => {
  const { counts, payouts, shop } = await openDesk(t);
  const userId = 'customer-1';
  const made = await shop.call('POST', '/v3/payout', {
    paymentOptionId: PAYOUT_OPTION_ID,
    country: 'DE',
    currency: 'EUR',
    amount: 18,
    userId,
    paymentData: { iban: FR, accountHolder: 'Zoë Müller' },
  });
  const { transactionId } = made.body.result;
  await shop.call('POST', '/settle-payout', { transactionId, action: 'APPROVE' });
  const { fileId } = (await shop.operator('POST', 'bank-files', {})).body;
  await counts(statusReport(fileId, { of: [says(transactionId, 'RVMC', { words: 'Zoe Meyer' })] }));
  await counts(statusReport(fileId, { of: [says(transactionId, 'RJCT', { reason: 'AC04' })] }));
  assert.equal((await payouts(fileId))[0].nameCheck.bankName, 'Zoe Meyer');
  const erased = await shop.operator('POST', 'customers/erase', { userId });
  assert.equal(erased.status, 200, erased.text);
  const [{ nameCheck }] = await payouts(fileId);
  assert.deepEqual([nameCheck.result, nameCheck.bankName], ['close-match', null]);
});
