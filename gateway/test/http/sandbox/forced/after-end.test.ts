// Events after the end of a payment, as a merchant sees them (contract 5, 13): disputes, returns, and refunds that fail
// after all. Each with its record, webhooks and money, and a ledger proof over all.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { resolveDisputeResponse } from '../../../../src/actions/after-end/resolve-dispute-response.ts';
import { verifyLedger } from '../../../../src/actions/ledger/verify-ledger.ts';
import { optionsOf } from '../../../../src/domain/options/payment-option.ts';
import { findDispute } from '../../../../src/storage/after-end/evidence-store.ts';
import { aCardPayin, eventually, startTestGateway } from '../../../stage/harness.ts';
import { openDesk } from '../../../stage/payouts.ts';
import { startWebhookReceiver } from '../../../stage/webhook-receiver.ts';

const SOON = new Date(Date.now() + 7 * 86_400_000).toISOString();
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
const DEBIT = optionsOf('PAYIN').find(({ method }) => method === 'sepa-direct-debit')!.id;

async function openShop(t: TestContext) {
  const gate = await startTestGateway(t);
  const receiver = await startWebhookReceiver(t);
  const desk = await openDesk(gate, { notificationUrl: receiver.url });
  receiver.secrets.push(desk.brand.signingSecret);
  const { apiKey } = desk.brand;
  let orders = 0;
  const force = (path: string, body: unknown, key = apiKey) =>
    gate.call('POST', `/sandbox/${path}`, { apiKey: key, body });
  return {
    ...desk,
    /** A completed card pay-in; returns its id. */
    async pay(amount = 25): Promise<string> {
      const body = aCardPayin({ merchantReference: `order-${++orders}`, amount });
      const answer = await gate.call('POST', '/v3/payment', { apiKey, body });
      assert.equal(answer.body.result.status, 'COMPLETED', answer.text);
      return answer.body.result.transactionId;
    },
    async debit(amount = 25): Promise<string> {
      const body = {
        ...aCardPayin({ amount, paymentOptionId: DEBIT, merchantReference: `order-${++orders}` }),
        paymentData: { iban: 'DE89370400440532013000' },
      };
      const { body: made } = await gate.call('POST', '/v3/payment', { apiKey, body });
      const { transactionId } = made.result;
      const paid = await force(`transactions/${transactionId}/outcome`, { outcome: 'COMPLETED' });
      assert.equal(paid.body.status, 'COMPLETED', paid.text);
      return transactionId;
    },
    async refund(transactionId: string, amount: number, more: object = {}) {
      const { merchantReference } = await desk.record(transactionId);
      const body = { merchantReference, amount, ...more };
      return await gate.call('POST', '/refund/by-reference', { apiKey, body });
    },
    force,
    dispute: (id: string, body: unknown) => force(`transactions/${id}/dispute`, body),
    /** A paid and disputed pay-in, and the operator's calls about its dispute. */
    async disputed(fields: object = {}, amount = 25) {
      const id = await this.pay(amount);
      const opened = await force(`transactions/${id}/dispute`, { status: 'OPEN', deadline: SOON, ...fields });
      const { disputeId } = opened.body.disputes[0];
      const path = `/operator/brands/${desk.brand.brandId}/disputes/${disputeId}`;
      const evidence = (body: unknown = { texts: { explanation: 'It was delivered.' } }) =>
        gate.operator('POST', `${path}/evidence`, body);
      const accept = () => gate.operator('POST', `${path}/accept`, {});
      const show = async () => (await gate.operator('GET', path)).body;
      return { id, disputeId, path, evidence, accept, show };
    },
    comeBack: (id: string, body: unknown = {}) => force(`transactions/${id}/return`, body),
    /** The transaction's events in order, once the last of them has come. */
    async events(id: string, last: string) {
      return await eventually(() => {
        const own = receiver.received
          .map(({ body }) => body)
          .filter(({ transactionId }) => transactionId === id)
          .sort((a, b) => a.sequence - b.sequence);
        return own.at(-1)?.eventType === last && own;
      });
    },
    async proven() {
      const { ok, faults } = await verifyLedger(gate.gateway.context.sql);
      assert.deepEqual([ok, faults], [true, []]);
    },
  };
}

test('a chargeback over the balance makes it negative, and a won dispute gives the money back', async (t) => {
  const shop = await openShop(t);
  const id = await shop.pay(100);
  const other = await shop.pay(10);
  await shop.fund(-90);
  const deadline = '2026-04-01T00:00:00.000Z';
  const opened = await shop.dispute(id, { status: 'OPEN', reason: 'fraudulent', deadline });
  assert.equal(opened.status, 200, opened.text);
  assert.deepEqual(opened.body, await shop.record(id));
  const [dispute] = opened.body.disputes;
  assert.deepEqual(Object.keys(dispute), [
    ...['disputeId', 'providerReference', 'status', 'amount', 'currency', 'reason', 'deadline'],
    ...['fundsWithheld', 'createdAt', 'updatedAt', 'response'],
  ]);
  assert.deepEqual(
    [
      dispute.status,
      dispute.amount,
      dispute.currency,
      dispute.reason,
      dispute.deadline,
      dispute.fundsWithheld,
    ],
    ['OPEN', 100, 'EUR', 'fraudulent', deadline, true],
  );
  assert.equal(opened.body.status, 'COMPLETED');
  assert.deepEqual(await shop.balance(), [-80, 0]);

  const refused = await shop.refund(other, 10);
  assert.deepEqual([refused.status, refused.body.errorCode], [400, '5006'], refused.text);
  const payout = await shop.pending({ amount: 5 });
  const settled = await shop.settle(payout);
  assert.deepEqual([settled.body.status, settled.body.errorCode], ['PENDING', '4001'], settled.text);
  await shop.fund(30);
  assert.deepEqual(await shop.balance(), [-50, 0], 'what is missing may be funded step by step');

  const disputed = await shop.refund(id, 10);
  assert.deepEqual([disputed.status, disputed.body.errorCode], [400, '5003'], disputed.text);
  const meant = await shop.refund(id, 10, { despiteDispute: true });
  assert.deepEqual([meant.status, meant.body.errorCode], [400, '5006'], meant.text);
  assert.equal((await shop.refund(id, 10, { despiteDispute: 'yes' })).status, 400);

  const again = await shop.dispute(id, { status: 'OPEN', reason: 'fraudulent', deadline });
  assert.deepEqual(again.body, opened.body, 'the same again changes nothing');
  await shop.dispute(id, { status: 'OPEN', deadline: '2026-04-08T00:00:00.000Z' });
  const won = await shop.dispute(id, { status: 'WON' });
  assert.deepEqual([won.body.disputes[0].status, won.body.disputes[0].fundsWithheld], ['WON', false]);
  assert.deepEqual(await shop.balance(), [50, 0]);
  const lost = await shop.dispute(id, { status: 'LOST' });
  assert.deepEqual([lost.body.disputes.length, lost.body.disputes[0].status], [1, 'LOST']);
  assert.deepEqual(await shop.balance(), [-50, 0], 'a second chargeback');

  const events = await shop.events(id, 'dispute.lost');
  assert.deepEqual(
    events.slice(-4).map(({ eventType }) => eventType),
    ['dispute.opened', 'dispute.updated', 'dispute.won', 'dispute.lost'],
  );
  for (const event of events) {
    assert.ok(!('disputes' in event) && !('refunds' in event));
    assert.equal(event.returned, null);
  }
  assert.deepEqual(events.at(-4).dispute, dispute);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, i) => i + 1),
  );
  await shop.proven();
});

test('an impossible dispute is 400, names the wrong field and changes nothing', async (t) => {
  const shop = await openShop(t);
  const id = await shop.pay(25);
  const payout = await shop.pending({ amount: 5 });
  const wrong: [string, unknown, RegExp][] = [
    [id, { status: 'WON' }, /^status: there is no dispute yet/],
    [id, { status: 'CLOSED' }, /^status/],
    [id, { status: 'OPEN', amount: 25.01 }, /^amount/],
    [id, { status: 'OPEN', amount: 1.001 }, /^amount/],
    [id, { status: 'OPEN', deadline: 'soon' }, /^deadline/],
    [id, { status: 'OPEN', fundsWithheld: 25 }, /^fundsWithheld/],
    [payout, { status: 'OPEN' }, /^transactionId: only a COMPLETED pay-in/],
  ];
  for (const [of, body, message] of wrong) {
    const answer = await shop.dispute(of, body);
    assert.equal(answer.status, 400, answer.text);
    assert.match([answer.body.message].flat()[0], message);
  }
  assert.deepEqual((await shop.record(id)).disputes, []);
  await shop.dispute(id, { status: 'LOST' });
  const over = await shop.dispute(id, { status: 'WON' });
  assert.match([over.body.message].flat()[0], /^status: the dispute is LOST; that is final/);
  assert.equal((await shop.dispute(id.replace(/.$/, 'x'), { status: 'OPEN' })).status, 404);
  const stranger = await shop.gate.createBrand();
  assert.equal(
    (await shop.force(`transactions/${id}/dispute`, { status: 'OPEN' }, stranger.apiKey)).status,
    404,
  );
  await shop.proven();
});

test('a returned payout gives its money back once, and a returned debit takes its money away', async (t) => {
  const shop = await openShop(t);
  await shop.fund(40);
  const payout = await shop.pending({ amount: 40 });
  const early = await shop.comeBack(payout);
  assert.match([early.body.message].flat()[0], /^transactionId: only a COMPLETED transaction/);
  await shop.settle(payout);
  await shop.force(`transactions/${payout}/outcome`, { outcome: 'COMPLETED' });
  assert.deepEqual(await shop.balance(), [0, 0]);
  const back = await shop.comeBack(payout, { reason: 'AC04 closed account' });
  assert.equal(back.status, 200, back.text);
  assert.deepEqual(
    [back.body.status, back.body.returned.amount, back.body.returned.reason],
    ['COMPLETED', 40, 'AC04 closed account'],
  );
  assert.deepEqual(await shop.balance(), [40, 0]);
  assert.deepEqual((await shop.comeBack(payout)).body, back.body, 'it comes back once');
  assert.deepEqual(await shop.balance(), [40, 0]);
  const [told] = (await shop.events(payout, 'payout.returned')).slice(-1);
  assert.deepEqual(told.returned, back.body.returned);

  const debit = await shop.debit(60);
  assert.deepEqual(await shop.balance(), [100, 0]);
  await shop.fund(-70);
  const taken = await shop.comeBack(debit);
  assert.deepEqual([taken.body.returned.amount, taken.body.returned.reason], [60, null]);
  assert.deepEqual(await shop.balance(), [-30, 0]);
  await shop.events(debit, 'payin.returned');
  const refused = await shop.refund(debit, 1);
  assert.deepEqual([refused.status, refused.body.errorCode], [400, '5002'], 'nothing is left to refund');

  const card = await shop.comeBack(await shop.pay(5));
  assert.match([card.body.message].flat()[0], /^transactionId: only a payout or a direct debit/);
  await shop.proven();
});

test('a refund is forced to COMPLETED or FAILED, and may fail after it was COMPLETED', async (t) => {
  const shop = await openShop(t);
  const id = await shop.pay(25);
  const made = await shop.refund(id, 10);
  const { refundId } = made.body;
  const done = await shop.force(`refunds/${refundId}/outcome`, { outcome: 'COMPLETED' });
  assert.equal(done.status, 200, done.text);
  assert.deepEqual(done.body, await shop.record(id));
  assert.deepEqual([done.body.refunds[0].status, done.body.refunds[0].origin], ['COMPLETED', 'merchant']);
  assert.deepEqual(await shop.balance(), [15, 0]);
  const failed = await shop.force(`refunds/${refundId}/outcome`, { outcome: 'FAILED' });
  assert.deepEqual([failed.body.refunds[0].status, failed.body.amountRefunded], ['FAILED', 0]);
  assert.deepEqual(await shop.balance(), [25, 0]);
  const again = await shop.force(`refunds/${refundId}/outcome`, { outcome: 'FAILED' });
  assert.deepEqual(again.body, failed.body);
  const over = await shop.force(`refunds/${refundId}/outcome`, { outcome: 'COMPLETED' });
  assert.deepEqual(
    [over.status, over.body.message],
    [400, 'refundId: the refund is FAILED, and that is final'],
  );
  assert.deepEqual(
    (await shop.events(id, 'refund.failed')).slice(-3).map(({ eventType }) => eventType),
    ['refund.pending', 'refund.completed', 'refund.failed'],
  );
  const second = await shop.refund(id, 25);
  assert.equal(second.status, 201, 'a failed amount may be refunded again');
  const unknown = await shop.force(`refunds/${id}/outcome`, { outcome: 'FAILED' });
  assert.equal(unknown.status, 404);
  await shop.proven();
});

test('simultaneous callers that force the same dispute write one step', async (t) => {
  const shop = await openShop(t);
  const id = await shop.pay(25);
  const answers = await Promise.all(Array.from({ length: 8 }, () => shop.dispute(id, { status: 'OPEN' })));
  for (const answer of answers) assert.equal(answer.status, 200, answer.text);
  const { disputes } = await shop.record(id);
  assert.equal(disputes.length, 1);
  assert.deepEqual(await shop.balance(), [0, 0]);
  await shop.proven();
});

test('each forced dispute is a row of the audit log', async (t) => {
  const shop = await openShop(t);
  const id = await shop.pay(25);
  await shop.dispute(id, { status: 'OPEN' });
  const { body } = await shop.gate.operator(
    'GET',
    `/operator/audit?merchantId=${shop.brand.merchantId}&target=${id}`,
  );
  const row = body.find(({ action }: { action: string }) => action === 'dispute.forced');
  assert.deepEqual(
    [row.actor.kind, row.before, row.after.status, row.after.amount],
    ['api', null, 'OPEN', 25],
  );
});

test('evidence is stored sealed and sent once, and the record and a webhook say so', async (t) => {
  const shop = await openShop(t);
  const { id, disputeId, evidence, show } = await shop.disputed({ reason: 'fraudulent' });
  const before = await show();
  assert.deepEqual(
    [before.possible, before.obstacle, before.response],
    [['evidence', 'acceptance'], null, null],
  );
  assert.deepEqual(
    before.form.grounds[0].files.map(({ kind }: { kind: string }) => kind),
    ['receipt', 'delivery', 'correspondence', 'other'],
  );
  const body = {
    texts: { explanation: 'Signed by Ottilie Quandtmann', carrier: null },
    files: [{ kind: 'delivery', content: PDF.toString('base64') }],
  };
  const answers = await Promise.all([1, 2, 3].map(() => evidence(body)));
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 409, 409], answers[0]!.text);
  const sent = answers.find(({ status }) => status === 200)!;
  const { response } = sent.body;
  assert.deepEqual([response.kind, response.status, response.reason], ['evidence', 'SENT', null]);
  const again = await evidence(body);
  assert.match(again.body.message, /^disputeId: evidence was sent already, and is sent once/);
  assert.deepEqual((await shop.record(id)).disputes, [sent.body]);
  const events = await shop.events(id, 'dispute.updated');
  assert.deepEqual(events.at(-1).dispute, sent.body);
  assert.equal(events.at(-1).sequence, events.length);

  const { sql, vault } = shop.gate.gateway.context;
  const [stored, ...more] = await sql`select * from dispute_evidence where dispute_id = ${disputeId}`;
  assert.equal(more.length, 0);
  assert.equal(stored!.id, response.responseId);
  assert.ok(!stored!.content_sealed.toString('latin1').includes('Ottilie'), 'it is sealed');
  const open = await vault.open(stored!.content_sealed, `evidence:${shop.brand.merchantId}`);
  assert.match(open.toString('utf8'), /Ottilie/);
  const { body: rows } = await shop.gate.operator(
    'GET',
    `/operator/audit?merchantId=${shop.brand.merchantId}&target=${id}`,
  );
  const row = rows.find(({ action }: { action: string }) => action === 'dispute.evidence-given');
  assert.deepEqual(
    [row.actor.kind, row.after.texts, row.after.files, row.after.ground],
    ['operator', ['explanation'], ['delivery'], 'general'],
  );
  assert.ok(!JSON.stringify(rows).includes('Ottilie'));
  await shop.proven();
});

test('accepting a dispute moves no money, and the provider’s news of it does', async (t) => {
  const shop = await openShop(t);
  const { id, accept, evidence, show } = await shop.disputed({ fundsWithheld: false });
  assert.deepEqual(await shop.balance(), [25, 0]);
  const accepted = await accept();
  assert.equal(accepted.status, 200, accepted.text);
  const { response, status } = accepted.body;
  assert.deepEqual([response.kind, response.status, status], ['acceptance', 'SENT', 'OPEN']);
  assert.deepEqual(await shop.balance(), [25, 0]);
  for (const second of [await accept(), await evidence()])
    assert.deepEqual(
      [second.status, second.body.message],
      [409, 'disputeId: the dispute was accepted already'],
    );
  assert.deepEqual((await show()).possible, []);
  await shop.dispute(id, { status: 'LOST' });
  assert.deepEqual(await shop.balance(), [0, 0]);
  assert.deepEqual((await shop.events(id, 'dispute.lost')).at(-1).dispute.response, response);
  await shop.proven();
});

test('a dispute that is over, past its deadline, or of another brand takes no response', async (t) => {
  const shop = await openShop(t);
  const late = await shop.disputed({ deadline: '2026-04-01T00:00:00.000Z' });
  for (const answer of [await late.evidence(), await late.accept()]) {
    assert.equal(answer.status, 409, answer.text);
    assert.equal(answer.body.message, 'disputeId: the time to answer it ended on 2026-04-01T00:00:00.000Z');
  }
  assert.match((await late.show()).obstacle, /^the time to answer it ended/);
  const won = await shop.disputed();
  await shop.dispute(won.id, { status: 'WON' });
  assert.equal((await won.evidence()).body.message, 'disputeId: the dispute is WON, so it is over');
  const inquiry = await shop.disputed({ status: 'INQUIRY' });
  assert.deepEqual((await inquiry.show()).possible, ['evidence']);
  assert.match((await inquiry.accept()).body.message, /only a chargeback \(OPEN\) can be accepted/);
  assert.equal((await inquiry.evidence()).body.response.status, 'SENT');
  await shop.dispute(inquiry.id, { status: 'OPEN' });
  assert.deepEqual(
    (await inquiry.show()).possible,
    ['evidence', 'acceptance'],
    'a chargeback is another question',
  );
  const stranger = await shop.gate.createBrand();
  for (const rest of ['', '/evidence', '/accept']) {
    const path = `/operator/brands/${stranger.brandId}/disputes/${inquiry.disputeId}${rest}`;
    const answer = await shop.gate.operator(rest ? 'POST' : 'GET', path, rest ? {} : undefined);
    assert.equal(answer.status, 404, answer.text);
  }
});

test('evidence that the provider does not take is 400, names the wrong field, and is not stored', async (t) => {
  const shop = await openShop(t);
  const { disputeId, evidence } = await shop.disputed();
  const file = (kind: string, bytes: Buffer) => ({ kind, content: bytes.toString('base64') });
  const large = (size: number) => Buffer.concat([PDF, Buffer.alloc(size)]);
  const wrong: [unknown, RegExp][] = [
    [{}, /^texts: send at least one text or file/],
    [{ ground: 'other', texts: { product: 'x' } }, /^ground: must be one of general/],
    [{ files: [file('selfie', PDF)] }, /^files: selfie is not taken/],
    [{ files: [file('receipt', PDF), file('receipt', PDF)] }, /^files: receipt is there 2 times/],
    [{ files: [file('receipt', Buffer.from('GIF89a'))] }, /^files\/0\/content: must be a PDF, JPEG or PNG/],
    [{ files: [{ kind: 'receipt', content: 'no base64!' }] }, /^files\/0\/content: must be base64/],
    [{ texts: { explanation: 'x'.repeat(5_001) } }, /^texts/],
    [{ texts: { apology: 'x' } }, /apology/],
    [
      { files: ['receipt', 'delivery', 'other'].map((kind) => file(kind, large(1_420_000))) },
      /^files: are together larger than 4 MB/,
    ],
  ];
  for (const [body, message] of wrong) {
    const answer = await evidence(body);
    assert.equal(answer.status, 400, answer.text);
    assert.match([answer.body.message].flat()[0], message);
  }
  const { sql } = shop.gate.gateway.context;
  assert.equal((await sql`select 1 from dispute_evidence where dispute_id = ${disputeId}`).length, 0);
  assert.equal((await evidence()).status, 200);
});

test('a response without an answer is asked about, and a refused one may be followed by another', async (t) => {
  const shop = await openShop(t);
  const silent = await shop.disputed({ amount: 10.05 });
  const pending = await silent.evidence();
  assert.equal(pending.body.response.status, 'PENDING', pending.text);
  assert.match((await silent.accept()).body.message, /a response is being sent already/);
  const { context } = shop.gate.gateway;
  const stored = (await findDispute(context.sql, shop.brand, silent.disputeId))!;
  await Promise.all([1, 2].map(() => resolveDisputeResponse(context, stored)));
  assert.equal((await silent.show()).response.status, 'SENT');
  const events = await shop.events(silent.id, 'dispute.updated');
  assert.equal(events.filter(({ eventType }) => eventType === 'dispute.updated').length, 1);

  const refused = await shop.disputed({ amount: 10.02 });
  const { response } = (await refused.evidence()).body;
  assert.equal(response.status, 'REFUSED');
  assert.match(response.reason, /ends in 02/);
  assert.deepEqual((await refused.show()).possible, ['evidence', 'acceptance']);
  assert.equal((await refused.accept()).body.response.status, 'REFUSED');
  await shop.events(refused.id, 'dispute.updated');
  await shop.proven();
});

test('a response that the provider never received is sent again, but not after its deadline', async (t) => {
  const shop = await openShop(t);
  const { context } = shop.gate.gateway;
  const { provider } = context;
  const heard: string[] = [];
  t.after(() => Object.assign(context, { provider }));
  const unheard = (id: string, account: string | null) => ({
    ...provider(id, account)!,
    defendDispute: async (_payin: unknown, response: { id: string }) => {
      heard.push(response.id);
      return { kind: heard.length === 1 ? 'unknown' : 'sent' } as const;
    },
    inquireResponse: async () => ({ kind: 'unheard' }) as const,
  });
  Object.assign(context, { provider: unheard });
  const { disputeId, evidence, show } = await shop.disputed();
  assert.equal((await evidence()).body.response.status, 'PENDING');
  const stored = (await findDispute(context.sql, shop.brand, disputeId))!;
  const late = { ...stored, deadline: new Date(0) };
  await resolveDisputeResponse(context, stored);
  assert.deepEqual(heard, [stored.response!.id, stored.response!.id], 'under the same id');
  assert.equal((await show()).response.status, 'SENT');

  heard.length = 0;
  const second = await shop.disputed();
  await second.evidence();
  const other = (await findDispute(context.sql, shop.brand, second.disputeId))!;
  await resolveDisputeResponse(context, { ...other, deadline: late.deadline });
  assert.equal(heard.length, 1, 'it was not sent again');
  assert.match((await second.show()).response.reason, /^the provider never received it, and the time/);
});
