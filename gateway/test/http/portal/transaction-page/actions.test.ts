// A person's actions on a transaction in the portal, over HTTP: refund, cancel, confirm, block, notes, tags and saved
// views; the timeline names the person.
import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from 'csv-parse/sync';
import { findOption, optionsOf } from '../../../../src/domain/options/payment-option.ts';
import { aCardPayin } from '../../../stage/harness.ts';
import { sharedPortalStage } from '../portal-stage.ts';

const stage = await sharedPortalStage({ after: (end) => test.after(end as () => void) });
const support = await stage.as('support');
const owner = await stage.as('owner');

async function pay(fields: Record<string, unknown> = {}, card = {}): Promise<string> {
  const answer = await stage.call('POST', '/v3/payment', {
    apiKey: stage.brand.apiKey,
    body: aCardPayin(fields, card),
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.result.transactionId;
}

const path = (id: string, rest = '') => `/brands/:brand/transactions/${id}${rest}`;
const stepOf = (page: { timeline: { what: string }[] }, what: string) =>
  page.timeline.find((one) => one.what === what) as Record<string, unknown> | undefined;

test('a partial refund is made once despite several clicks, and the answer shows how much is left', async () => {
  const id = await pay();
  const body = { amount: 10, reason: 'OTHER', refundReference: 'click-1', note: 'goodwill: late parcel' };
  const [first, second] = await Promise.all([1, 2].map(() => support('POST', path(id, '/refunds'), body)));
  assert.deepEqual([first!.status, second!.status], [201, 201], first!.text);
  const { body: page } = await support('GET', path(id));
  assert.equal(page.refunds.length, 1);
  assert.deepEqual(
    page.notes.map(({ note }: { note: string }) => note),
    ['goodwill: late parcel'],
  );
  assert.equal(page.timeline.filter(({ what }: { what: string }) => what === 'Note added').length, 1);
  assert.equal(page.refundable, 15);
  assert.equal(page.transaction.refunded, 'part');
  // The sandbox completes a refund after a moment, so its state may be either.
  assert.match(page.sentence.what, /4242\. 10\.00 EUR of it (is being|was) refunded, 15\.00 EUR remains\.$/);
  assert.deepEqual(page.refunds[0].madeBy, { kind: 'user', name: 'support' });
  assert.deepEqual(stepOf(page, 'Refund of 10.00 EUR created')?.actor, { kind: 'user', name: 'support' });
  const rest = { amount: 15, reason: 'OTHER', refundReference: 'click-2' };
  const whole = await support('POST', path(id, '/refunds'), rest);
  assert.equal(whole.body.transaction.refunded, 'all');
  assert.match(whole.body.sentence.what, /refunded/);
  assert.ok(!whole.body.sentence.what.includes('remains'), whole.body.sentence.what);
  assert.ok(!whole.body.actions.includes('refund'));
  const again = await support('POST', path(id, '/refunds'), { ...rest, amount: 1, refundReference: 'x' });
  assert.deepEqual([again.status, again.body.errorCode], [400, '5001']);
});

test('a refund of nothing, of more than is left, or with too many decimals is refused', async () => {
  const id = await pay();
  for (const amount of [0, -1, 25.01, 1.234]) {
    const body = { amount, reason: 'OTHER', refundReference: `odd-${amount}` };
    assert.equal((await support('POST', path(id, '/refunds'), body)).status, 400, String(amount));
  }
});

test('money that a dispute has withheld is refunded only with an explicit despiteDispute', async () => {
  const id = await pay();
  const opened = await stage.call('POST', `/sandbox/transactions/${id}/dispute`, {
    apiKey: stage.brand.apiKey,
    body: { status: 'OPEN', amount: 5 },
  });
  assert.equal(opened.status, 200, opened.text);
  const body = { amount: 10, reason: 'OTHER', refundReference: 'disputed-1' };
  const refused = await support('POST', path(id, '/refunds'), body);
  assert.deepEqual([refused.status, refused.body.errorCode], [400, '5003'], refused.text);
  const made = await support('POST', path(id, '/refunds'), { ...body, despiteDispute: true });
  assert.equal(made.status, 201, made.text);
});

const sandbox = async (path: string, body: Record<string, unknown>) => {
  const answer = await stage.call('POST', `/sandbox${path}`, { apiKey: stage.brand.apiKey, body });
  assert.equal(answer.status, 200, answer.text);
};
const listed = async (query: string) => {
  const { body, text } = await support('GET', `/brands/:brand/transactions?${query}`);
  assert.ok(body.items, text);
  return body.items.map(({ id }: { id: string }) => id) as string[];
};

test('a payment with a lost dispute has nothing to refund, and list, filter and file say so', async () => {
  const id = await pay({ merchantReference: 'lost-1' });
  await sandbox(`/transactions/${id}/dispute`, { status: 'LOST' });
  const { body: page } = await support('GET', path(id));
  assert.deepEqual([page.refundable, page.unrefunded], [0, 25]);
  assert.ok(!page.actions.includes('refund') && page.actions.includes('refund-disputed'));
  assert.equal(page.sentence.tone, 'bad');
  const { moneyBack, amountDisputed, amountRefundable } = page.transaction;
  assert.deepEqual([moneyBack, amountDisputed, amountRefundable], ['dispute-lost', 25, 0]);
  assert.deepEqual(await listed('moneyBack=dispute-lost'), [id]);
  assert.deepEqual(await listed('moneyBack=dispute-lost,returned&q=lost-1'), [id]);
  assert.deepEqual(await listed('moneyBack=inquiry'), []);
  assert.deepEqual(await listed('moneyBack=partly-refunded'), await listed('refunded=part'));
  assert.deepEqual(
    await listed('moneyBack=dispute-lost,partly-refunded'),
    [id, ...(await listed('refunded=part'))].sort().reverse(),
  );
  const file = await support('GET', '/brands/:brand/transactions/export?format=csv&q=lost-1');
  const [head, line] = parse(file.text, { bom: true }) as string[][];
  const cell = (title: string) => line![head!.indexOf(title)];
  assert.deepEqual([cell('Status'), cell('In'), cell('Disputed')], ['Dispute lost', '25.00', '25.00']);
});

test('a lost dispute that withheld nothing changes no amount in list, file and overview', async () => {
  // Yesterday to tomorrow, so that midnight changes nothing.
  const [from, to] = [-1, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const taken = async () => {
    const { body } = await support('GET', `/brands/:brand/overview?from=${from}&to=${to}`);
    const eur = body.currencies.find(({ currency }: { currency: string }) => currency === 'EUR');
    return eur?.own.disputed ?? 0;
  };
  const id = await pay({ merchantReference: 'lost-2' });
  const before = await taken();
  await sandbox(`/transactions/${id}/dispute`, { status: 'LOST', fundsWithheld: false });
  const { body: page } = await support('GET', path(id));
  const { moneyBack, amountDisputed, amountRefundable } = page.transaction;
  assert.deepEqual([moneyBack, amountDisputed, amountRefundable], ['dispute-lost', 0, 0]);
  assert.equal(page.sentence.next, 'Nothing is left to refund.');
  const file = await support('GET', '/brands/:brand/transactions/export?format=csv&q=lost-2');
  const [head, line] = parse(file.text, { bom: true }) as string[][];
  const cell = (title: string) => line![head!.indexOf(title)];
  assert.deepEqual([cell('Status'), cell('In'), cell('Disputed')], ['Dispute lost', '25.00', '']);
  assert.equal(await taken(), before);
});

test('a payment shows the payment of the same customer and amount within a day, and what happened to that', async () => {
  const [first, other, dearer] = [
    await pay({ amount: 44, userId: 'twin', merchantReference: 'twin-1' }),
    await pay({ amount: 44, userId: 'twin', merchantReference: 'twin-2' }),
    await pay({ amount: 45, userId: 'twin', merchantReference: 'twin-3' }),
  ];
  await sandbox(`/transactions/${other}/dispute`, { status: 'OPEN', reason: 'duplicate' });
  const twinsOf = async (id: string) =>
    (await support('GET', path(id))).body.twins.map((one: Record<string, unknown>) => [
      one.id,
      one.moneyBack,
    ]);
  assert.deepEqual(await twinsOf(first), [[other, 'disputed']]);
  assert.deepEqual(await twinsOf(other), [[first, null]]);
  assert.deepEqual(await twinsOf(dearer), []);
});

test('a debit that came back is found as returned, and its amount is in the file', async () => {
  const debit = optionsOf('PAYIN').find(({ method }) => method === 'sepa-direct-debit')!;
  const body = {
    ...aCardPayin({ paymentOptionId: debit.id }),
    paymentData: { iban: 'DE89370400440532013000' },
  };
  const made = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
  const id = made.body.result.transactionId;
  await sandbox(`/transactions/${id}/outcome`, { outcome: 'COMPLETED' });
  await sandbox(`/transactions/${id}/return`, { reason: 'account closed' });
  const { body: page } = await support('GET', path(id));
  assert.deepEqual([page.transaction.moneyBack, page.refundable], ['returned', 0]);
  assert.deepEqual(await listed('moneyBack=returned'), [id]);
});

test('a failed refund waits in the inbox and among what is stuck until another refund is made', async () => {
  const id = await pay();
  const refund = (refundReference: string) =>
    support('POST', path(id, '/refunds'), { amount: 25, reason: 'OTHER', refundReference });
  const { body: made } = await refund('fails-1');
  await sandbox(`/refunds/${made.refunds[0].id}/outcome`, { outcome: 'COMPLETED' });
  const done = (await support('GET', path(id))).body;
  assert.deepEqual([done.transaction.moneyBack, done.sentence.tone], ['refunded', 'quiet']);
  await sandbox(`/refunds/${made.refunds[0].id}/outcome`, { outcome: 'FAILED' });
  const { body: page } = await support('GET', path(id));
  assert.deepEqual([page.transaction.moneyBack, page.sentence.tone], ['refund-failed', 'attention']);
  assert.deepEqual(
    page.timeline.flatMap(({ kind, status }: Record<string, string>) => (kind === 'refund' ? [status] : [])),
    ['PENDING', null, 'FAILED'],
    'no step looks completed',
  );
  const waiting = async () => {
    const { body: stuck } = await support('GET', '/brands/:brand/stuck');
    const { groups } = (await support('GET', '/brands/:brand/inbox')).body;
    const failed = groups.find(({ kind }: { kind: string }) => kind === 'failed-refund');
    return [stuck.items.map(({ kind }: { kind: string }) => kind), failed?.count ?? 0];
  };
  assert.deepEqual(await waiting(), [['failed-refund'], 1]);
  assert.deepEqual(await listed('moneyBack=refund-failed'), [id]);
  assert.equal((await refund('fails-2')).status, 201);
  assert.deepEqual(await waiting(), [[], 0]);
  assert.deepEqual(await listed('moneyBack=refund-failed'), []);
});

test("a waiting payment is cancelled with the user's name, and a final payment is not", async () => {
  const session = await stage.call('POST', '/payment-session', {
    apiKey: stage.brand.apiKey,
    body: { currency: 'EUR', amount: 5, country: 'DE' },
  });
  const id = session.body.transactionId;
  const { status, body: page, text } = await support('POST', path(id, '/cancel'), { reason: 'wrong price' });
  assert.equal(status, 200, text);
  assert.equal(page.transaction.status, 'DECLINED');
  assert.equal(page.sentence.what, 'Cancelled by the merchant. Nothing was paid.');
  const declined = stepOf(page, 'Declined')!;
  assert.deepEqual(
    [declined.actor, declined.reason],
    [{ kind: 'user', name: 'support' }, 'Cancelled: wrong price'],
  );
  assert.equal((await support('POST', path(id, '/cancel'), {})).status, 400);
  assert.equal((await support('POST', path(await pay(), '/cancel'), {})).status, 400);
});

test("a user submits a UTR for a shopper under the user's own name", async () => {
  const option = optionsOf('PAYIN').flatMap(({ suboptions }) => suboptions);
  const transfer = option.find(({ id }) => findOption(id)?.suboption?.method === 'upi-transfer')!;
  const id = await pay({
    paymentOptionId: transfer.id,
    currency: 'INR',
    country: 'IN',
    paymentData: undefined,
  });
  const { body: before } = await support('GET', path(id));
  assert.ok(before.actions.includes('confirm'));
  assert.equal(before.facts.confirmBy, 'UTR');
  const wrong = await support('POST', path(id, '/confirmation'), { additionalEssentialKey: '12' });
  assert.equal(wrong.status, 400);
  const handed = await support('POST', path(id, '/confirmation'), {
    additionalEssentialKey: '412345678901',
  });
  assert.equal(handed.status, 200, handed.text);
  const { body: page } = await support('GET', path(id));
  assert.ok(!page.actions.includes('confirm'));
  assert.deepEqual(stepOf(page, 'Confirmation handed in')?.actor, { kind: 'user', name: 'support' });
});

test('a card is blocked from one of its payments, and its next payment is declined', async () => {
  const card = { cardNumber: '5555555555554444' };
  const id = await pay({}, card);
  const { status, body, text } = await support('POST', path(id, '/blocks'), {
    kind: 'card',
    reason: 'card testing',
  });
  assert.equal(status, 201, text);
  assert.deepEqual(
    body.risk.blocks.map(({ kind, value }: Record<string, unknown>) => [kind, value]),
    [['card', '555555…4444']],
  );
  const { body: refused } = await support('GET', path(await pay({}, card)));
  assert.match(refused.sentence.what, /^Declined by the brand's block list/);
  const nobody = await support('POST', path(id, '/blocks'), { kind: 'email', reason: 'x' });
  assert.equal(nobody.status, 400);
});

test('colleagues write notes and tags, and only the writer can remove a note', async () => {
  const id = await pay();
  const made = await support('POST', path(id, '/notes'), { note: 'called the shopper' });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual((await support('PUT', path(id, '/tags'), { tags: ['vip', 'vip', 'late'] })).body.tags, [
    'late',
    'vip',
  ]);
  const { body: page } = await owner('GET', path(id));
  assert.deepEqual(page.tags, ['late', 'vip']);
  assert.deepEqual([page.notes[0].by, page.notes[0].own], ['support', false]);
  assert.equal(stepOf(page, 'Tags changed')?.reason, 'late, vip');
  assert.equal((await owner('DELETE', path(id, `/notes/${made.body.id}`))).status, 404);
  assert.equal((await support('DELETE', path(id, `/notes/${made.body.id}`))).status, 204);
  assert.deepEqual((await owner('GET', path(id))).body.notes, []);
});

test('a card number in a note is refused', async () => {
  const note = { note: 'the card is 4242 4242 4242 4242' };
  assert.equal((await support('POST', path(await pay(), '/notes'), note)).status, 400);
});

test('a saved view belongs to its owner, and colleagues see it if it is shared', async () => {
  const views = '/brands/:brand/views';
  const own = await support('POST', views, { name: 'Mine', query: 'status=DECLINED', shared: false });
  const shared = await support('POST', views, { name: 'Ours', query: 'q=4242', shared: true });
  assert.deepEqual([own.status, shared.status], [201, 201], own.text);
  const names = async (call: typeof owner) =>
    (await call('GET', views)).body.items.map((one: { name: string; own: boolean }) => [one.name, one.own]);
  assert.deepEqual(await names(support), [
    ['Mine', true],
    ['Ours', true],
  ]);
  assert.deepEqual(await names(owner), [['Ours', false]]);
  assert.equal((await owner('DELETE', `${views}/${shared.body.id}`)).status, 404);
  assert.equal((await support('DELETE', `${views}/${shared.body.id}`)).status, 204);
});
