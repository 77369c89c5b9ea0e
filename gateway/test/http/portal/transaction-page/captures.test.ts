// Authorise and capture in the portal, over HTTP (contract 14, 16): a person captures or voids an authorised payment,
// the page tells one story, and the list, the export and the overview show what is held and until when.
import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from 'csv-parse/sync';
import { aCardPayin, eventually } from '../../../stage/harness.ts';
import { sharedPortalStage } from '../portal-stage.ts';

const stage = await sharedPortalStage({ after: (end) => test.after(end as () => void) });
const support = await stage.as('support');

async function authorize(amount = 25, fields: Record<string, unknown> = {}): Promise<string> {
  const body = aCardPayin({ amount, captureMode: 'manual', ...fields });
  const answer = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
  assert.equal(answer.body.result?.authorized, true, answer.text);
  return answer.body.result.transactionId;
}

/** As if it had been authorised days ago. */
async function lapseAt(id: string, captureBefore: Date): Promise<void> {
  const text = captureBefore.toISOString();
  await stage.sql`update steps set authorized = jsonb_set(authorized, '{captureBefore}', to_jsonb(${text}::text))
    where transaction_id = ${id} and authorized is not null`;
  await stage.sql`update open_work set due_at = ${captureBefore}, capture_before = ${captureBefore}
    where transaction_id = ${id}`;
}

const path = (id: string, rest = '') => `/brands/:brand/transactions/${id}${rest}`;
const capture = (id: string, body: Record<string, unknown> = {}) =>
  support('POST', path(id, '/captures'), body);
type Page = { timeline: { what: string; actor: unknown; status: string | null }[] };
const stepsOf = ({ timeline }: Page) => timeline.map(({ what }) => what);
const HOUR_MS = 3_600_000;

test('the page of an authorised payment says what is held, until when, and offers capture and void', async () => {
  const id = await authorize();
  const { body: page } = await support('GET', path(id));
  assert.equal(page.sentence.what, '25.00 EUR is held on the card •••• 4242. Nothing is charged yet.');
  assert.deepEqual(page.actions.slice(0, 2), ['capture', 'void']);
  const { captureBefore, ...held } = page.authorization;
  const amounts = { amount: 25, captured: 0, pending: 0, capturable: 25, released: 0 };
  assert.deepEqual(held, { ...amounts, several: true, open: true });
  assert.equal(page.transaction.captureBefore, captureBefore);
  assert.deepEqual(stepsOf(page), ['Pay-in created', 'Authorised: 25.00 EUR is held']);
  assert.deepEqual([page.refundable, page.captures], [0, []]);
});

test('two clicks make one capture, and a further capture completes the payment under the name of the user', async () => {
  const id = await authorize();
  const part = { amount: 10, final: false, captureReference: 'click-1' };
  const [first, second] = await Promise.all([capture(id, part), capture(id, part)]);
  assert.deepEqual([first!.status, second!.status], [201, 201], first!.text);
  const { body: page } = await support('GET', path(id));
  assert.equal(page.captures.length, 1);
  const { status, amount, final, madeBy } = page.captures[0];
  assert.deepEqual(
    { status, amount, final, madeBy },
    { status: 'COMPLETED', amount: 10, final: false, madeBy: { kind: 'user', name: 'support' } },
  );
  assert.equal(
    page.sentence.what,
    '10.00 EUR was captured, and 15.00 EUR is still held on the card •••• 4242.',
  );
  const last = await capture(id, { amount: 5, captureReference: 'click-2' });
  assert.deepEqual(stepsOf(last.body).slice(1), [
    'Authorised: 25.00 EUR is held',
    'Capture of 10.00 EUR created',
    'Capture of 10.00 EUR completed',
    'Capture of 5.00 EUR created, the last one',
    'Capture of 5.00 EUR completed',
    'Completed',
  ]);
  const completed = last.body.timeline.at(-1);
  assert.deepEqual([completed.actor, completed.reason], [{ kind: 'user', name: 'support' }, null]);
  assert.deepEqual([last.body.refundable, last.body.authorization.released], [15, 10]);
  assert.ok(last.body.actions.includes('refund') && !last.body.actions.includes('capture'));
  const refund = { amount: 15, reason: 'OTHER', refundReference: 'back' };
  const refunded = await support('POST', path(id, '/refunds'), refund);
  assert.equal(refunded.body.transaction.refunded, 'all', refunded.text);
  const owner = await stage.as('owner');
  const audit = await owner('GET', `/audit?target=${id}`);
  const made = audit.body.items.filter(({ action }: { action: string }) => action === 'capture.made');
  assert.equal(made.length, 2, audit.text);
});

test('a capture over the rest, of nothing, or after the last one is refused with its code', async () => {
  const id = await authorize();
  const over = await capture(id, { amount: 25.01 });
  assert.deepEqual([over.status, over.body.errorCode], [400, '5101']);
  for (const amount of [0, -1, 1.234]) assert.equal((await capture(id, { amount })).status, 400);
  assert.equal((await capture(id)).status, 201);
  const late = await capture(id);
  assert.deepEqual([late.status, late.body.errorCode], [400, '5102']);
});

test('a second capture is refused with 5103 where the provider takes one, and the page says so', async () => {
  const id = await authorize();
  await stage.sql`update steps set authorized = jsonb_set(authorized, '{takesSeveral}', 'false')
    where transaction_id = ${id} and authorized is not null`;
  const { body: page } = await support('GET', path(id));
  assert.equal(page.authorization.several, false);
  const refused = await capture(id, { amount: 10, final: false });
  assert.deepEqual([refused.status, refused.body.errorCode], [400, '5103'], refused.text);
});

test('a capture that fails is shown with its reason, and its amount can be captured again', async () => {
  const id = await authorize();
  const { body: page } = await capture(id, { amount: 10.02, captureReference: 'fails' });
  assert.deepEqual([page.captures[0].status, page.captures[0].errorCode], ['FAILED', '5105']);
  assert.deepEqual(stepsOf(page).slice(2), [
    'Capture of 10.02 EUR created, the last one',
    'Capture of 10.02 EUR failed',
  ]);
  assert.equal(page.authorization.capturable, 25);
  assert.ok(page.actions.includes('capture'));
});

test('a void gives the money back under the name of the user, and roles without refunds may do neither', async () => {
  const id = await authorize();
  for (const role of ['read-only', 'finance-approver', 'developer'] as const) {
    const other = await stage.as(role);
    assert.equal((await other('POST', path(id, '/captures'), {})).status, 403, role);
    assert.equal((await other('POST', path(id, '/cancel'), {})).status, 403, role);
    const { actions } = (await other('GET', path(id))).body;
    assert.ok(!actions.includes('capture') && !actions.includes('void'), role);
  }
  const { body: page } = await support('POST', path(id, '/cancel'), { reason: 'sold out' });
  assert.equal(
    page.sentence.what,
    'Voided by the merchant. The customer gets the held 25.00 EUR back; nothing was charged.',
  );
  const ended = page.timeline.find(({ status }: { status: string }) => status === 'DECLINED');
  assert.deepEqual(ended.actor, { kind: 'user', name: 'support' });
  assert.deepEqual([page.authorization.open, page.authorization.released], [false, 25]);
});

test('the list of authorised payments is ordered by the time left, and the overview counts those on their last day', async (t) => {
  const other = await sharedPortalStage(t);
  const call = await other.as('read-only');
  const ids: string[] = [];
  for (const [amount, captureMode] of [
    [11, 'manual'],
    [12, 'manual'],
    [13, 'automatic'],
    [14, 'manual'],
  ] as const) {
    const body = aCardPayin({ amount, captureMode, userId: 'held' });
    ids.push(
      (await other.call('POST', '/v3/payment', { apiKey: other.brand.apiKey, body })).body.result
        .transactionId,
    );
  }
  const amounts = async (query: string) => {
    const answer = await call('GET', `/brands/:brand/transactions?${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.items.map(({ amount }: { amount: number }) => amount);
  };
  const lapsing = async () => {
    const { groups } = (await call('GET', '/brands/:brand/inbox')).body;
    return groups.find(({ kind }: { kind: string }) => kind === 'authorization');
  };
  assert.deepEqual(await amounts('authorized=all'), [11, 12, 14]);
  assert.deepEqual(await amounts('authorized=day'), []);
  assert.equal(await lapsing(), undefined);
  const soon = new Date(Date.now() + 5 * HOUR_MS);
  await lapseAt(ids[3]!, soon);
  assert.deepEqual(await amounts('authorized=all'), [14, 11, 12]);
  assert.deepEqual(await amounts('authorized=day'), [14]);
  assert.deepEqual(await amounts('authorized=all&currency=EUR&amountFrom=11.5&amountTo=13'), [12]);
  await eventually(async () => (await amounts('authorized=all&q=held')).join() === '14,12,11');
  assert.deepEqual(await amounts('authorized=day&q=held'), [14]);
  const { count, items } = await lapsing();
  assert.deepEqual([count, items[0].until], [1, soon.toISOString()]);

  const first = await call('GET', '/brands/:brand/transactions?authorized=all&limit=2');
  const next = await call(
    'GET',
    `/brands/:brand/transactions?authorized=all&limit=2&cursor=${first.body.next}`,
  );
  assert.deepEqual(
    [...first.body.items, ...next.body.items].map(({ amount }) => amount),
    [14, 11, 12],
  );
  assert.equal(next.body.next, null);

  const file = await call('GET', '/brands/:brand/transactions/export?authorized=all&format=csv');
  const rows = parse<Record<string, string>>(file.text, { columns: true, bom: true });
  const [row] = rows;
  const before = Object.keys(row!).find((name) => name.startsWith('Capture before'))!;
  assert.deepEqual(
    [row!.Status, row!['Capture mode'], row!.Authorised, row!.Captured, row!.In],
    ['Authorised', 'manual', '14.00', '0.00', ''],
  );
  assert.equal(row![before]!.slice(0, 4), String(soon.getUTCFullYear()));
  assert.equal(rows.length, 3);
  assert.equal((await call('GET', '/brands/:brand/transactions?authorized=soon')).status, 400);
});
