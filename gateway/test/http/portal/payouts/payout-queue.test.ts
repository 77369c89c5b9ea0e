// The approval queue and the list of payouts: what an approver sees of each, the results of many decisions at once, and
// the order of the list.
import assert from 'node:assert/strict';
import test from 'node:test';
import { eventually } from '../../../stage/harness.ts';
import { openPayoutStage, type PayoutStage, sharedPayoutStage } from './payout-stage.ts';

const HOUR_MS = 3_600_000;
const OTHER_IBAN = 'FR1420041010050500013M02606';
const other = { paymentData: { iban: OTHER_IBAN, accountHolder: 'Ada Lovelace' } };

async function queueOf(
  stage: PayoutStage,
  role: 'finance-approver' | 'finance-maker' | 'owner' = 'finance-approver',
) {
  const call = await stage.as(role);
  const { status, body, text } = await call('GET', '/brands/:brand/payouts/waiting');
  assert.equal(status, 200, text);
  // biome-ignore lint/suspicious/noExplicitAny: items are read freely
  const item = (id: string): any => body.items.find((one: any) => one.transactionId === id);
  return { body, item };
}

async function approve(stage: PayoutStage, transactionIds: string[]) {
  const call = await stage.as('finance-approver');
  const body = { action: 'APPROVE', transactionIds };
  return (await call('POST', '/brands/:brand/payouts/settle', body)).body.results;
}

test('an approver sees whether an account is known or changed, and whether a similar payout exists', async (t) => {
  const stage = await openPayoutStage(t);
  await stage.fund(1_000);
  const first = await stage.order({ userId: 'ada', amount: 30 });
  assert.deepEqual((await queueOf(stage)).item(first).background, {
    paidBefore: 0,
    lastPaidAt: null,
    formerAccount: null,
    otherNames: 0,
    otherAccounts: 0,
    nameAccount: null,
    duplicates: [],
  });
  await approve(stage, [first]);
  await eventually(async () => (await stage.statusOf(first)) === 'COMPLETED');

  stage.advance(25 * HOUR_MS);
  const known = await stage.order({ userId: 'ada', amount: 30 });
  const changed = await stage.order({ userId: 'ada', amount: 40, ...other });
  const twin = await stage.order({ userId: 'ada', amount: 40, ...other });
  // The owner signs in again, because the sessions of the day before have ended.
  const { body, item } = await queueOf(stage, 'owner');
  assert.equal(item(known).background.paidBefore, 1);
  assert.ok(item(known).background.lastPaidAt);
  // Yesterday's payout is no duplicate any more.
  assert.deepEqual(item(known).background.duplicates, []);
  assert.equal(item(known).background.formerAccount, null);
  assert.equal(item(changed).background.paidBefore, 0);
  assert.equal(item(changed).background.formerAccount.account, '***3000');
  assert.equal(item(changed).recipient.account, '***2606');
  const ids = (id: string) =>
    item(id).background.duplicates.map((one: { transactionId: string }) => one.transactionId);
  assert.deepEqual(ids(changed), [twin]);
  assert.deepEqual(ids(twin), [changed]);
  // Each balance is the rest after this payout and the payouts before it in the queue.
  assert.deepEqual([item(known).balanceAfter, item(changed).balanceAfter], [940, 900]);
  assert.equal(item(twin).balanceAfter, 860);
  assert.deepEqual(
    body.items.map((one: { transactionId: string }) => one.transactionId),
    [known, changed, twin],
  );
  const { oldestAt: _, ...total } = body.totals[0];
  assert.deepEqual(total, { currency: 'EUR', count: 3, amount: 110, available: 970 });
  assert.doesNotMatch(JSON.stringify(body), /(recipient|name)_?[kK]ey|"key"/);
});

test('only users who may approve payouts see the whole account', async (t) => {
  const stage = await sharedPayoutStage(t);
  const id = await stage.order(other);
  assert.equal((await queueOf(stage)).item(id).account, OTHER_IBAN);
  const { body, item } = await queueOf(stage, 'finance-maker');
  assert.deepEqual([item(id).account, item(id).recipient.account], [null, '***2606']);
  assert.doesNotMatch(JSON.stringify(body), /FR142004/);
});

test('an approver sees whether an account has a new name, or a name has a new account', async (t) => {
  const stage = await sharedPayoutStage(t);
  await stage.fund(1_000);
  const named = (accountHolder: string, iban: string) => ({ paymentData: { iban, accountHolder } });
  const first = await stage.order({ userId: 'ada', ...named('Ada Lovelace', OTHER_IBAN) });
  await approve(stage, [first]);
  await eventually(async () => (await stage.statusOf(first)) === 'COMPLETED');
  // Case, accents and signs do not make a different name.
  const same = await stage.order({ userId: 'ada', ...named('ADA LOVELÁCE', OTHER_IBAN) });
  const renamed = await stage.order({ userId: 'eve', ...named('Eve Moneypenny', OTHER_IBAN) });
  const moved = await stage.order({
    userId: 'bea',
    ...named('Ada Lovelace', 'DE89370400440532013000'),
  });
  const { item } = await queueOf(stage);
  const seen = (id: string) => {
    const { otherNames, otherAccounts, nameAccount } = item(id).background;
    return [otherNames, otherAccounts, nameAccount?.account];
  };
  assert.deepEqual(seen(same), [1, 1, undefined]);
  assert.deepEqual(seen(renamed), [1, 0, undefined]);
  assert.deepEqual(seen(moved), [0, 1, '***2606']);
});

test('a waiting payout shows other waiting payouts with its account or its name', async (t) => {
  const stage = await sharedPayoutStage(t);
  await stage.fund(1_000);
  const made = async (accountHolder: string, iban: string) =>
    await stage.order({ paymentData: { iban, accountHolder } });
  const anna = await made('Anna Arendt', OTHER_IBAN);
  const bob = await made('Bob Brecht', OTHER_IBAN);
  const again = await made('Anna Arendt', 'DE89370400440532013000');
  const { item } = await queueOf(stage);
  const seen = (id: string) => [item(id).background.otherNames, item(id).background.otherAccounts];
  assert.deepEqual([anna, bob, again].map(seen), [
    [1, 1],
    [1, 0],
    [0, 1],
  ]);
});

test('the balance after a payout includes all earlier payouts of the queue, also those on earlier pages', async (t) => {
  const stage = await sharedPayoutStage(t);
  await stage.fund(100);
  for (let i = 0; i < 3; i++) await stage.order({ amount: 40 });
  const approver = await stage.as('finance-approver');
  const left: number[] = [];
  let next: string | null = '';
  while (next !== null) {
    const { body, text } = await approver(
      'GET',
      `/brands/:brand/payouts/waiting?limit=2${next ? `&cursor=${next}` : ''}`,
    );
    assert.ok(body.items, text);
    left.push(...body.items.map((one: { balanceAfter: number }) => one.balanceAfter));
    next = body.next;
  }
  assert.deepEqual(left, [60, 20, -20]);
});

test('the payouts of a file are one entry of the queue, in the order of its lines, and each is decided by itself', async (t) => {
  const stage = await sharedPayoutStage(t, { fourEyes: true });
  await stage.fund(100);
  const header = 'method,amount,currency,country,merchantReference,iban,accountHolder';
  const csv = [
    header,
    ...[30, 20, 60].map((amount, i) => `SEPA,${amount},EUR,DE,pay-${i},${OTHER_IBAN},Ada`),
  ];
  const file = { csv: csv.join('\n'), fileName: 'pay.csv' };
  const owner = await stage.as('owner');
  const part = async (from: number, count: number) =>
    (await owner('POST', '/brands/:brand/payouts/file/send', { ...file, from, count })).body.lines;
  const made = [...(await part(2, 1)), ...(await part(0, 2))];
  const alone = await stage.order({ amount: 5 });
  // The same name, but another file.
  const other = { ...file, csv: file.csv.replaceAll('pay-', 'other-') };
  await owner('POST', '/brands/:brand/payouts/file/send', { ...other, from: 0, count: 1 });

  const approver = await stage.as('finance-approver');
  const files = async () => (await approver('GET', '/brands/:brand/payouts/waiting/files')).body;
  const { items, more } = await files();
  assert.equal(more, false);
  const shown = items.map(({ fileId: _, createdAt: __, ...one }: Record<string, unknown>) => one);
  const own = { name: 'pay.csv', maker: 'owner', mayApprove: true, whyNot: null };
  assert.deepEqual(shown, [
    { ...own, totals: [{ currency: 'EUR', count: 3, amount: 110 }] },
    { ...own, totals: [{ currency: 'EUR', count: 1, amount: 30 }] },
  ]);
  const { body } = await owner('GET', '/brands/:brand/payouts/waiting/files');
  assert.deepEqual([body.items[0].mayApprove, body.items[0].whyNot], [false, 'made']);

  const list = async (query: string) =>
    (await approver('GET', `/brands/:brand/payouts/waiting?${query}`)).body;
  const { fileId } = items[0];
  const first = await list(`file=${fileId}&limit=2`);
  const rest = await list(`file=${fileId}&limit=2&cursor=${first.next}`);
  assert.equal(rest.next, null);
  const seen = [...first.items, ...rest.items].map((one) => [
    one.line,
    one.merchantReference,
    one.balanceAfter,
  ]);
  assert.deepEqual(seen, [
    [2, 'pay-0', 70],
    [3, 'pay-1', 50],
    [4, 'pay-2', -10],
  ]);
  const single = await list('file=none');
  assert.deepEqual(
    single.items.map((one: Record<string, unknown>) => [one.transactionId, one.balanceAfter, one.line]),
    [[alone, 95, null]],
  );
  assert.equal((await approver('GET', '/brands/:brand/payouts/waiting?file=x')).status, 400);

  // The balance covers two of them; the third waits on.
  const ids = [1, 2, 0].map((i) => made[i].transactionId);
  const results = await approve(stage, ids);
  assert.deepEqual(results.map(({ outcome }: { outcome: string }) => outcome).sort(), [
    'approved',
    'approved',
    'short',
  ]);
  for (const id of ids.slice(0, 2))
    assert.match((await stage.audited(id)).join(), /payout\.approved user finance-app/);
  assert.deepEqual((await files()).items[0].totals, [{ currency: 'EUR', count: 1, amount: 60 }]);
});

test('a payout shows its maker, and whether the user may approve it', async (t) => {
  const stage = await sharedPayoutStage(t, { fourEyes: true });
  const own = await stage.make('owner');
  const ordered = await stage.order();
  const { body, item } = await queueOf(stage, 'owner');
  assert.equal(body.fourEyes, true);
  assert.deepEqual(
    [item(own).maker, item(own).mayApprove],
    [{ kind: 'user', name: 'owner', file: null }, false],
  );
  assert.deepEqual(
    [item(ordered).maker, item(ordered).mayApprove],
    [{ kind: 'api', name: 'Test Brand', file: null }, true],
  );
  const waits = new Date(item(own).expiresAt).getTime() - new Date(item(own).createdAt).getTime();
  assert.ok(Math.abs(waits - 30 * 24 * HOUR_MS) < 60_000);
  assert.equal((await queueOf(stage)).item(own).mayApprove, true);
});

test('if the balance is too small, only the first payouts are approved', async (t) => {
  const stage = await sharedPayoutStage(t);
  await stage.fund(100);
  const ids: string[] = [];
  for (let i = 0; i < 4; i++) ids.push(await stage.order({ amount: 40 }));
  const results = await approve(stage, ids);
  assert.deepEqual(
    results.map((one: Record<string, string>) => [one.outcome, one.errorCode, one.status]),
    [
      ['approved', null, 'PROCESSING'],
      ['approved', null, 'PROCESSING'],
      ['short', '4001', 'PENDING'],
      ['short', '4001', 'PENDING'],
    ],
  );
  assert.deepEqual(await stage.audited(ids[2]!), []);
  assert.deepEqual(await stage.audited(ids[0]!), ['payout.approved user finance-approver']);
});

test('a decline needs a reason, which is in the timeline and in the audit log', async (t) => {
  const stage = await sharedPayoutStage(t);
  const id = await stage.order();
  const approver = await stage.as('finance-approver');
  const decline = (reason?: string) =>
    approver('POST', '/brands/:brand/payouts/settle', {
      action: 'DECLINE',
      transactionIds: [id],
      ...(reason !== undefined && { reason }),
    });
  assert.match((await decline(' ')).body.message[0], /^reason: /);
  const { body } = await decline('The invoice is not ours');
  assert.deepEqual([body.results[0].outcome, body.results[0].status], ['declined', 'DECLINED']);
  const again = (await decline('Twice')).body.results[0];
  assert.deepEqual([again.outcome, again.status], ['refused', 'DECLINED']);
  const record = await stage.call('GET', `/payments/${id}`, { apiKey: stage.brand.apiKey });
  assert.equal(
    record.body.timeline.at(-1).reason,
    '4005 Payout was declined by the merchant: The invoice is not ours',
  );
  const audit = await stage.operator('GET', `/operator/audit?target=${id}`);
  assert.equal(audit.body[0].after.reason, 'The invoice is not ours');
});

test('an id that is no payout of the brand is refused without affecting the others', async (t) => {
  const stage = await sharedPayoutStage(t);
  await stage.fund(100);
  const stranger = await stage.createBrand({}, stage.brand.merchantId);
  const id = await stage.order();
  const [mine, theirs] = await approve(stage, [id, stranger.brandId]);
  assert.deepEqual([mine.outcome, theirs.outcome, theirs.status], ['approved', 'refused', null]);
});

test('the list shows waiting payouts first, page by page, and who decided the others', async (t) => {
  const stage = await sharedPayoutStage(t);
  await stage.fund(1_000);
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) ids.push(await stage.order({ merchantReference: `list-${i}` }));
  await approve(stage, [ids[1]!, ids[4]!]);
  const support = await stage.as('support');
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body, text } = await support(
      'GET',
      `/brands/:brand/payouts?limit=2${cursor ? `&cursor=${cursor}` : ''}`,
    );
    assert.ok(body.items, text);
    for (const one of body.items) seen.push(one.transactionId);
    cursor = body.next;
  }
  assert.deepEqual(seen, [ids[5], ids[3], ids[2], ids[0], ids[4], ids[1]]);
  const found = await support('GET', '/brands/:brand/payouts?search=list-4');
  assert.deepEqual(
    found.body.items.map((one: { merchantReference: string }) => one.merchantReference),
    ['list-4'],
  );
  const [item] = found.body.items;
  assert.deepEqual(
    [item.decision.action, item.decision.by],
    ['approved', { kind: 'user', name: 'finance-approver' }],
  );
  const pending = await support('GET', '/brands/:brand/payouts?status=PENDING');
  assert.equal(pending.body.items.length, 4);
  assert.equal((await support('GET', '/brands/:brand/payouts?colour=red')).status, 400);
  assert.equal((await support('GET', '/brands/:brand/payouts?cursor=nonsense')).status, 400);
});
