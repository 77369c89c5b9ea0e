// The bank in the portal: what each role may do, the people in the audit log, and the payments that an entry may belong
// to.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { USER_ROLES, type UserRole } from '../../../../src/domain/access/user-role.ts';
import {
  foldChanges,
  openFoldingPipeline,
  waitingChanges,
} from '../../../../src/storage/listing/fold-changes.ts';
import { statement } from '../../bank/messages.ts';
import { HOLDER, IBAN, type Json, PAYIN_OPTION_ID, PAYOUT_OPTION_ID } from '../../bank/stage.ts';
import { openPortalStage } from '../portal-stage.ts';

const ends: (() => unknown)[] = [];
after(async () => {
  for (const end of ends) await end();
});

const stage = await openPortalStage({ after: (end: () => unknown) => ends.unshift(end) } as never, {
  brand: { risk: 'off' },
  workers: false,
});
const { apiKey, brandId, merchantId } = stage.brand;
const credentials = { iban: IBAN, holder: HOLDER };
const bank = { environment: 'test', credentials };
assert.equal((await stage.operator('PUT', `/operator/brands/${brandId}/providers/bank`, bank)).status, 200);
const funding = { currency: 'EUR', amount: 1_000, reference: 'start' };
assert.equal((await stage.operator('POST', `/operator/brands/${brandId}/funding`, funding)).status, 201);

const BANK = '/brands/:brand/bank';

async function handIn(role: UserRole, body: string) {
  const headers = { cookie: await stage.cookieOf(role), 'content-type': 'application/xml' };
  return await stage.call('POST', `/portal/api/brands/${brandId}/bank/statements`, { headers, body });
}

const payIn = async (fields: object): Promise<string> => {
  const body = { paymentOptionId: PAYIN_OPTION_ID, country: 'DE', currency: 'EUR', ...fields };
  const made = await stage.call('POST', '/v3/payment', { apiKey, body });
  assert.equal(made.status, 201, made.text);
  return made.body.result.transactionId;
};

test('makers exchange files with the bank, approvers decide entries, and others are refused', async () => {
  const none = '0'.repeat(32);
  const entry = `${BANK}/entries/00000000-0000-7000-8000-000000000000`;
  const reason = 'because';
  const transactionId = '00000000-0000-7000-8000-000000000000';
  const calls: [path: string, body: object | null, may: readonly UserRole[]][] = [
    [BANK, null, ['owner', 'finance-maker', 'finance-approver', 'read-only']],
    [`${BANK}/entries`, null, ['owner', 'finance-maker', 'finance-approver', 'read-only']],
    [`${BANK}/files`, {}, ['owner', 'finance-maker']],
    [`${BANK}/files/${none}/content`, null, ['owner', 'finance-maker']],
    [`${BANK}/files/${none}/withdraw`, { reason }, ['owner', 'finance-approver']],
    [`${BANK}/files/${none}/payouts`, null, ['owner', 'finance-maker', 'finance-approver', 'read-only']],
    [`${BANK}/files/${none}/payouts/${transactionId}/keep`, { reason }, ['owner', 'finance-approver']],
    [`${BANK}/files/${none}/payouts/${transactionId}/withdraw`, { reason }, ['owner', 'finance-approver']],
    [`${entry}/assign`, { transactionId, reason }, ['owner', 'finance-approver']],
    [`${entry}/dismiss`, { reason }, ['owner', 'finance-approver']],
    [`${entry}/take-back`, { reason }, ['owner', 'finance-approver']],
    [`${BANK}/accounts`, null, ['owner', 'finance-maker', 'finance-approver', 'read-only']],
    [
      `${BANK}/statements/${transactionId}`,
      null,
      ['owner', 'finance-maker', 'finance-approver', 'read-only'],
    ],
    [
      `${BANK}/statements/${transactionId}/entries`,
      null,
      ['owner', 'finance-maker', 'finance-approver', 'read-only'],
    ],
  ];
  for (const role of USER_ROLES) {
    const call = await stage.as(role);
    for (const [path, body, may] of calls) {
      const { status, text } = await (body ? call('POST', path, body) : call('GET', path));
      assert.equal(status !== 403, may.includes(role), `${role} ${path}: ${status} ${text}`);
    }
    const { status } = await handIn(role, '<no/>');
    assert.equal(status, role === 'owner' || role === 'finance-maker' ? 400 : 403, role);
  }
});

test('the audit log names who handled each payment file, statement and entry', async () => {
  const made = await stage.call('POST', '/v3/payout', {
    apiKey,
    body: {
      paymentOptionId: PAYOUT_OPTION_ID,
      country: 'DE',
      currency: 'EUR',
      amount: 12,
      paymentData: { iban: 'FR1420041010050500013M02606', accountHolder: 'Ada' },
    },
  });
  const [maker, approver] = [await stage.as('finance-maker'), await stage.as('finance-approver')];
  const transactionIds = [made.body.result.transactionId];
  const settled = await approver('POST', '/brands/:brand/payouts/settle', {
    action: 'APPROVE',
    transactionIds,
  });
  assert.equal(settled.status, 200, settled.text);
  const { fileId } = (await maker('POST', `${BANK}/files`, {})).body;
  assert.equal((await maker('GET', `${BANK}/files/${fileId}/content`)).status, 200);
  const withdrawn = await approver('POST', `${BANK}/files/${fileId}/withdraw`, { reason: 'wrong day' });
  assert.equal(withdrawn.status, 200, withdrawn.text);
  const pays = await payIn({ amount: 31 });
  const entries = ['31.00', '32.00'].map((amount) => ({ amount, details: [{ text: 'hello' }] }));
  assert.equal((await handIn('finance-maker', statement(entries))).body.forPeople, 2);
  const { items } = (await approver('GET', `${BANK}/entries`)).body;
  const at = (amount: number) => items.find((one: Json) => one.amount === amount).entryId;
  const reason = 'seen in the mail';
  for (const [path, body] of [
    [`${at(31)}/assign`, { transactionId: pays, reason }],
    [`${at(32)}/dismiss`, { reason }],
  ] as const) {
    const decided = await approver('POST', `${BANK}/entries/${path}`, body);
    assert.equal(decided.status, 200, decided.text);
  }
  const rows = await stage.sql`
    select action, actor_kind, actor_name from audit_log
    where merchant_id = ${merchantId} and starts_with(action, 'bank-') order by sequence`;
  assert.deepEqual(
    rows.map((row) => `${row.action} ${row.actor_kind} ${row.actor_name}`),
    [
      'bank-file.made user finance-maker',
      'bank-file.downloaded user finance-maker',
      'bank-file.withdrawn user finance-approver',
      'bank-statement.taken user finance-maker',
      'bank-entry.assigned user finance-approver',
      'bank-entry.dismissed user finance-approver',
    ],
  );
});

test('an entry without a matching payment shows the three likeliest payments with reasons', async () => {
  const amount = 75;
  const [any, other] = [await payIn({ amount }), await payIn({ amount })];
  const byCustomer = await payIn({ amount, userId: 'customer-4711' });
  const byReference = await payIn({ amount, merchantReference: 'order-7501' });
  await payIn({ amount: 76, merchantReference: 'order-75' });
  const pipeline = openFoldingPipeline(stage.sql);
  assert.deepEqual(await foldChanges(pipeline, await waitingChanges(stage.sql)), []);
  await pipeline.end();
  const details = [{ text: 'Order 7501, customer 4711', party: { name: 'Ada Lovelace' } }];
  const day = new Date().toISOString().slice(0, 10);
  const taken = await handIn('finance-maker', statement([{ amount: '75.00', details }], { day }));
  assert.equal(taken.body.forPeople, 1, taken.text);
  const { items } = (await (await stage.as('finance-approver'))('GET', `${BANK}/entries`)).body;
  const suggested = items.find((one: Json) => one.amount === amount).suggestions;
  const usual = ['it was created in the days before', 'it is still open', 'the same amount'];
  assert.deepEqual(
    suggested.slice(0, 2).map((one: Json) => [one.transactionId, one.reasons]),
    [
      [byReference, ['the text contains its reference', ...usual]],
      [byCustomer, ['the text contains its customer', ...usual]],
    ],
  );
  assert.equal(suggested.length, 3);
  assert.ok([any, other].includes(suggested[2].transactionId));
  assert.deepEqual(suggested[2].reasons, usual);
});

test('a statement in an unknown currency is shown, and its entries wait for a person who dismisses them', async () => {
  const [maker, approver] = [await stage.as('finance-maker'), await stage.as('finance-approver')];
  const { paymentDetails } = (
    await stage.call('POST', '/v3/payment', {
      apiKey,
      body: { paymentOptionId: PAYIN_OPTION_ID, country: 'DE', currency: 'EUR', amount: 77 },
    })
  ).body.result;
  const details = [{ reference: paymentDetails.reference }];
  const unknown = statement([{ amount: '77.00', details }]).replaceAll('Ccy="EUR"', 'Ccy="XXX"');
  const taken = await handIn('finance-maker', unknown);
  assert.equal(taken.status, 200, taken.text);
  const { items } = (await approver('GET', `${BANK}/entries`)).body;
  const entry = items.find((one: Json) => one.currency === 'XXX');
  assert.deepEqual([entry.state, entry.reason], ['conflict', '77.00 XXX received, 77.00 EUR expected']);
  const bank = await maker('GET', BANK);
  assert.equal(bank.body.statements[0].checks[0].entered, 77, bank.text);
  const accounts = await maker('GET', `${BANK}/accounts`);
  assert.equal(accounts.body.items.find((one: Json) => one.currency === 'XXX').closing, 100, accounts.text);
  const inbox = await approver('GET', '/brands/:brand/inbox');
  assert.equal(inbox.status, 200, inbox.text);
  const dismissed = await approver('POST', `${BANK}/entries/${entry.entryId}/dismiss`, {
    reason: 'not ours',
  });
  assert.equal(dismissed.status, 200, dismissed.text);
});
