// The sentences of the audit log, row by row: names instead of ids, one
// change as a whole, amounts with their decimals.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { AuditAction, AuditRow } from '../../../src/domain/audit/audit.ts';
import { CARD_OPTION_ID } from '../../../src/http/examples/example-transaction.ts';
import { changesOf, sentenceOf } from '../../../src/http/portal/settings/audit-words.ts';

const NAMES: Record<string, string> = {
  b: 'Harbour Coffee',
  u: 'Ana Ruiz',
  t: 'order-7',
  'adyen.hmacKeys': 'Signing keys',
};
const nameOf = ({ id }: { id: string }) => NAMES[id] ?? null;

function said(
  action: AuditAction,
  target: { kind: string; id: string },
  before: unknown,
  after: unknown,
  actorId = 'u',
): string {
  const actor = { kind: 'user' as const, id: actorId, name: 'Ana Ruiz' };
  const row = { action, target, before, after, actor } as AuditRow;
  return sentenceOf(row, nameOf);
}

const brand = { kind: 'brand', id: 'b' };
const transaction = { kind: 'transaction', id: 't' };

test('a change of a setting is shown with its old and new value', () => {
  const url = (before: string | null, after: string | null) =>
    said('brand.changed', brand, { notificationUrl: before }, { notificationUrl: after });
  const of = 'the notification address of Harbour Coffee';
  assert.equal(
    url('https://a.example', 'https://b.example'),
    `changed ${of} from https://a.example to https://b.example`,
  );
  assert.equal(url(null, 'https://b.example'), `set ${of} to https://b.example`);
  assert.equal(url('https://a.example', null), `removed ${of}, which was https://a.example`);
  assert.equal(
    said('brand.changed', brand, { fourEyes: true }, { fourEyes: false }),
    'turned off four eyes for Harbour Coffee',
  );
  assert.equal(
    said('brand.changed', brand, { name: 'A', timeZone: 'UTC' }, { name: 'B', timeZone: 'Asia/Tokyo' }),
    'changed settings of Harbour Coffee: name, time zone',
  );
});

test('values that people wrote are shown unchanged, and values of a list are translated', () => {
  const renamed = (before: string, after: string) =>
    said('brand.changed', brand, { name: before }, { name: after });
  const of = 'the name of Harbour Coffee';
  assert.equal(renamed('Harbour', 'OTHER'), `changed ${of} from Harbour to OTHER`);
  assert.equal(renamed('Harbour', 'none'), `changed ${of} from Harbour to none`);
  assert.equal(renamed('none', 'on'), `changed ${of} from none to on`);
  assert.equal(renamed('off', 'COMPLETED'), `changed ${of} from off to COMPLETED`);
  assert.equal(
    said('user.changed', { kind: 'user', id: 'x' }, { role: 'support' }, { role: 'finance-maker' }),
    'changed the role of x from support to finance, creates payouts',
  );
});

test('a typed reason is shown unchanged even if it equals a list value', () => {
  const typed = (action: AuditAction) => changesOf({ action, before: null, after: { reason: 'OTHER' } });
  for (const action of ['block.created', 'outcome.decided', 'refund.decided', 'payout.declined'] as const)
    assert.deepEqual(typed(action), [{ field: 'reason', before: null, after: 'OTHER' }], action);
  assert.equal(typed('refund.made')[0]?.after, 'goodwill or other');
});

test('the name “none” is distinguished from no name', () => {
  const renamed = (before: string | null, after: string | null) =>
    changesOf({ action: 'brand.changed', before: { displayName: before }, after: { displayName: after } });
  assert.deepEqual(renamed(null, 'none'), [{ field: 'display name', before: null, after: 'none' }]);
  assert.deepEqual(renamed('none', null), [{ field: 'display name', before: 'none', after: null }]);
});

test('a failed confirmation and a failed sign-in have different texts', () => {
  const user = { kind: 'user', id: 'u' };
  const reason = 'wrong password';
  assert.equal(
    said('user.sign-in-failed', user, null, { reason, during: 'confirmation' }),
    'failed to confirm the identity of Ana Ruiz',
  );
  assert.equal(said('user.sign-in-failed', user, null, { reason }), 'failed to sign in as Ana Ruiz');
});

test('a row about a payment names its reference and the amount', () => {
  const facts = { amount: 20.9, currency: 'EUR' };
  assert.equal(
    said(
      'refund.made',
      transaction,
      { amountRefunded: 0 },
      { ...facts, amountRefunded: 20.9, reason: 'DUPLICATE' },
    ),
    'refunded 20.90 EUR of the transaction order-7: paid twice',
  );
  assert.equal(
    said('payout.approved', transaction, { status: 'PENDING' }, { ...facts, currency: 'JPY', amount: 900 }),
    'approved the payout order-7 of 900 JPY',
  );
  assert.equal(said('payout.approved', transaction, null, {}), 'approved the payout order-7');
  assert.equal(
    said('note.added', { kind: 'transaction', id: 'gone' }, null, {}),
    'added a note to the transaction gone',
  );
});

test('people are called by their names, and users who change themselves are named once', () => {
  const user = { kind: 'user', id: 'u' };
  assert.equal(
    said('user.changed', user, { name: 'Ana' }, { name: 'Ana Ruiz' }),
    'changed their name from Ana to Ana Ruiz',
  );
  assert.equal(
    said('user.changed', user, { role: 'support' }, { role: 'finance-maker' }, 'other'),
    'changed the role of Ana Ruiz from support to finance, creates payouts',
  );
});

test('a new value has no “before” value', () => {
  const facts = {
    action: 'refund.made',
    before: { amountRefunded: 0 },
    after: { amountRefunded: 5, reason: 'RETURN', refundReference: null },
  };
  assert.deepEqual(changesOf(facts), [
    { field: 'amount refunded', before: '0', after: '5' },
    { field: 'reason', before: null, after: 'goods came back' },
  ]);
});

test('rows about providers name the provider, the account and what changed', () => {
  const of = { provider: 'adyen', accountId: 'a' };
  assert.equal(
    said('provider-account.connected', brand, null, {
      ...of,
      environment: 'live',
      merchantAccount: 'HarbourECOM',
      optionIds: null,
      credentials: { apiKey: 'set' },
    }),
    'connected Harbour Coffee to adyen: HarbourECOM, live',
  );
  assert.equal(
    said('provider-account.connected', brand, null, { ...of, environment: 'live', acceptUntried: true }),
    'connected Harbour Coffee to adyen: live, although it was not tried',
  );
  const [before, after] = [
    { ...of, priority: 100, optionIds: null },
    { ...of, priority: 10, optionIds: [CARD_OPTION_ID], credentials: { hmacKeys: 'changed' } },
  ];
  assert.equal(
    said('provider-account.changed', brand, before, after),
    'changed the account of Harbour Coffee at adyen: priority, methods, Signing keys',
  );
  assert.deepEqual(changesOf({ action: 'provider-account.changed', before, after }, nameOf), [
    { field: 'priority', before: '100', after: '10' },
    { field: 'methods', before: 'all methods of the provider', after: 'Card' },
    { field: 'credentials – Signing keys', before: null, after: 'changed' },
  ]);
  assert.equal(
    said('provider-account.retired', brand, { ...of, retiredAt: null }, { ...of, retiredAt: '2026-03-01' }),
    'retired the account of Harbour Coffee at adyen',
  );
  const told = { notificationId: 'n', state: 'conflict', kind: 'AUTHORISATION', reference: null };
  assert.equal(
    said('provider-notification.dismissed', brand, null, told),
    'dismissed a provider notification of Harbour Coffee: AUTHORISATION',
  );
});
