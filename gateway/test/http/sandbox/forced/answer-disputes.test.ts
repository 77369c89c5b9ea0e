// Answers to disputes over HTTP (contract 13): evidence and acceptances are sent once, durable before the provider
// hears of them, asked about while their outcome is unknown, and move no money.
import assert from 'node:assert/strict';
import test from 'node:test';
import { resolveDisputeResponse } from '../../../../src/actions/after-end/resolve-dispute-response.ts';
import { findDispute } from '../../../../src/storage/after-end/response-store.ts';
import { startTestGateway } from '../../../stage/harness.ts';
import { openShop } from './after-end-shop.ts';

const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');

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
  const deadline = new Date(Date.now() - 60_000).toISOString();
  const late = await shop.disputed({ deadline });
  for (const answer of [await late.evidence(), await late.accept()]) {
    assert.equal(answer.status, 409, answer.text);
    assert.equal(answer.body.message, `disputeId: the time to answer it ended on ${deadline}`);
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
  assert.equal((await refused.accept({})).body.response.status, 'REFUSED');
  await shop.events(refused.id, 'dispute.updated');
  await shop.proven();
});

test('a response that the provider never received is sent again, but not after its deadline', async (t) => {
  const shop = await openShop(t, await startTestGateway(t));
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
