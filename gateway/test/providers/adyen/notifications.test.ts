// The signature of Adyen's notifications, which notifications
// are refused, and what is kept of an item.
import assert from 'node:assert/strict';
import crypto, { randomBytes } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import test, { after, type TestContext } from 'node:test';
import type { NotificationHeaders } from '@tollgate/provider-kit';
import type { NotificationReading } from '../../../src/domain/notifications/news.ts';
import { NOW, openAdyen } from './stage.ts';
import type { Event } from './stand-in/books.ts';
import { notificationOf, sign } from './stand-in/notifier.ts';
import { HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in/stand-in.ts';

const { provider } = await openAdyen({ after });
const REFERENCE = '0190a6a0-0000-7000-8000-000000000001';
const REFUSED = { kind: 'refused' };

function anEvent(fields: Partial<Event> = {}): Event {
  return {
    eventCode: 'AUTHORISATION',
    pspReference: 'QFQTPCQ8HXSKGK82',
    originalReference: '',
    merchantReference: REFERENCE,
    merchantAccountCode: MERCHANT_ACCOUNT,
    amount: { value: 2500, currency: 'EUR' },
    success: 'true',
    reason: '033899:1111:03/2030',
    paymentMethod: 'visa',
    eventDate: '2026-03-01T13:00:00+01:00',
    ...fields,
  };
}

const read = (body: unknown, headers: NotificationHeaders = {}, by = provider): NotificationReading =>
  by.readNotification(
    headers,
    Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    NOW,
  ) as NotificationReading;

function itemsOf(reading: NotificationReading) {
  assert.ok(reading.kind === 'authentic', reading.kind);
  return reading.items;
}

test('the published vector is authentic', () => {
  const event = anEvent({
    pspReference: '7914073381342284',
    merchantAccountCode: 'TestMerchant',
    merchantReference: 'TestPayment-1407325143704',
    amount: { value: 1130, currency: 'EUR' },
  });
  assert.equal(sign(event, HMAC_KEY), 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=');
  const [item] = itemsOf(read(notificationOf([event], HMAC_KEY)));
  assert.equal(item!.reference, null, 'not a reference of ours');
  assert.equal(item!.isForeignAccount, true, 'not our merchant account');
});

test('an item is split into its fields', () => {
  const [item] = itemsOf(read(notificationOf([anEvent()], HMAC_KEY)));
  const { body, ...rest } = item!;
  assert.deepEqual(rest, {
    key: 'QFQTPCQ8HXSKGK82:AUTHORISATION:true',
    kind: 'AUTHORISATION',
    reference: REFERENCE,
    providerReference: 'QFQTPCQ8HXSKGK82',
    amountMinor: 2500n,
    currency: 'EUR',
    occurredAt: NOW,
    isForeignAccount: false,
  });
  assert.ok(!body.includes('1111'), 'nothing of the card is kept');
});

test('amounts are stored in our minor units', () => {
  const amountOf = (value: number, currency: string) =>
    itemsOf(read(notificationOf([anEvent({ amount: { value, currency } })], HMAC_KEY)))[0]!.amountMinor;
  assert.equal(amountOf(100_200, 'CLP'), 1002n);
  assert.equal(amountOf(12, 'CVE'), 1200n);
  assert.equal(amountOf(100_201, 'CLP'), null);
  assert.equal(amountOf(1, 'XTS'), null);
});

test('the signature covers each signed field', () => {
  const changes: Partial<Event>[] = [
    { pspReference: 'QFQTPCQ8HXSKGK83' },
    { originalReference: 'QFQTPCQ8HXSKGK83' },
    { merchantAccountCode: 'AnotherAccount' },
    { merchantReference: '0190a6a0-0000-7000-8000-000000000002' },
    { amount: { value: 2501, currency: 'EUR' } },
    { amount: { value: 2500, currency: 'USD' } },
    { eventCode: 'CAPTURE' },
    { success: 'false' },
  ];
  for (const change of changes) {
    const body = notificationOf([anEvent()], HMAC_KEY);
    Object.assign(body.notificationItems[0]!.NotificationRequestItem, change);
    assert.deepEqual(read(body), REFUSED, JSON.stringify(change));
  }
});

test('a notification without a valid signature is refused', () => {
  const other = randomBytes(32).toString('hex');
  assert.deepEqual(read(notificationOf([anEvent()], other)), REFUSED);
  for (const hmacSignature of [
    undefined,
    '',
    null,
    7,
    {},
    ['x'],
    'not base64',
    sign(anEvent(), HMAC_KEY).slice(0, -1),
  ]) {
    const body = notificationOf([anEvent()], HMAC_KEY);
    Object.assign(body.notificationItems[0]!.NotificationRequestItem.additionalData, { hmacSignature });
    assert.deepEqual(read(body), REFUSED, JSON.stringify(hmacSignature));
  }
  const odd = [
    '',
    'null',
    '[]',
    '7',
    '{}',
    '{"notificationItems":[]}',
    '{"notificationItems":{}}',
    '{"notificationItems":[null]}',
  ];
  for (const body of [...odd, '{"notificationItems":[{"NotificationRequestItem":[]}]}', '\u0000', '{'])
    assert.deepEqual(read(body), REFUSED, body);
  assert.deepEqual(read('{"__proto__":{"notificationItems":[]},"constructor":1}'), REFUSED);
});

test('one bad item refuses the whole notification', () => {
  const events = [anEvent(), anEvent({ pspReference: 'QFQTPCQ8HXSKGK83' })];
  assert.equal(itemsOf(read(notificationOf(events, HMAC_KEY))).length, 2);
  const body = notificationOf(events, HMAC_KEY);
  body.notificationItems[1]!.NotificationRequestItem.amount = { value: 1, currency: 'EUR' };
  assert.deepEqual(read(body), REFUSED);
});

test('either of two keys is accepted, and no third key', async (t) => {
  const [first, second, third] = [1, 2, 3].map(() => randomBytes(32).toString('hex')) as [
    string,
    string,
    string,
  ];
  const credentials = { apiKey: 'k', merchantAccount: MERCHANT_ACCOUNT, hmacKeys: [first, second] };
  const both = (await openAdyen(t, { credentials })).provider;
  for (const key of [first, second, first.toUpperCase()])
    assert.equal(read(notificationOf([anEvent()], key), {}, both).kind, 'authentic');
  assert.deepEqual(read(notificationOf([anEvent()], third), {}, both), REFUSED);
  const mixed = notificationOf([anEvent()], first);
  mixed.notificationItems.push(...notificationOf([anEvent()], second).notificationItems);
  assert.equal(read(mixed, {}, both).kind, 'authentic');
});

test('no field can pose as a part of another field', () => {
  // The signed text stays the same when a colon moves, but the fields differ.
  const event = anEvent({ merchantReference: `${REFERENCE}:2500:EUR:AUTHORISATION:true` });
  const body = notificationOf([event], HMAC_KEY);
  assert.equal(itemsOf(read(body))[0]!.reference, null);
  Object.assign(body.notificationItems[0]!.NotificationRequestItem, {
    merchantReference: REFERENCE,
    success: 'true:2500:EUR:AUTHORISATION:true',
  });
  assert.deepEqual(read(body), REFUSED);
});

test('a report, whose name has colons, is accepted among other items, signed plain or escaped', () => {
  const names = [
    'settlement_detail_report_2022-11-01T00:00:00_2022-11-30T23:59:59.csv',
    'a\\b:c',
    `${'x'.repeat(250)}:00.csv`,
    '',
  ];
  for (const pspReference of names) {
    const of = {
      pspReference,
      originalReference: 'batch:12',
      merchantReference: '',
      amount: { value: 0, currency: 'EUR' },
    };
    const report = anEvent({ eventCode: 'REPORT_AVAILABLE', ...of });
    const body = notificationOf([anEvent(), report, anEvent({ pspReference: 'QFQTPCQ8HXSKGK83' })], HMAC_KEY);
    const items = itemsOf(read(body));
    assert.deepEqual(
      items.map(({ kind }) => kind),
      ['AUTHORISATION', 'REPORT_AVAILABLE', 'AUTHORISATION'],
    );
    assert.equal(items[1]!.providerReference, pspReference.slice(0, 200) || null);
    assert.ok(items[1]!.key.length <= 200);
    const withBackslashes = (text: string) => text.replace(/[\\:]/g, (sign) => `\\${sign}`);
    const escaped = {
      ...report,
      pspReference: withBackslashes(pspReference),
      originalReference: withBackslashes(of.originalReference),
    };
    const additionalData = { hmacSignature: sign(escaped, HMAC_KEY) };
    Object.assign(body.notificationItems[1]!.NotificationRequestItem, { additionalData });
    assert.equal(read(body).kind, 'authentic');
    Object.assign(body.notificationItems[1]!.NotificationRequestItem, { success: 'false' });
    assert.deepEqual(read(body), REFUSED);
  }
});

test('a report cannot pose as a payment, and a payment cannot have colons in an id', () => {
  const report = anEvent({
    eventCode: 'REPORT_AVAILABLE',
    pspReference: 'a:b:CAPTURE',
    merchantReference: '',
  });
  const other = {
    pspReference: 'a:b',
    originalReference: 'CAPTURE',
    merchantAccountCode: '',
    merchantReference: MERCHANT_ACCOUNT,
    amount: { value: '', currency: '2500' },
    eventCode: 'EUR',
    success: 'REPORT_AVAILABLE:true',
  };
  const body = notificationOf([report], HMAC_KEY);
  assert.equal(
    sign({ ...report, ...other } as unknown as Event, HMAC_KEY),
    sign(report, HMAC_KEY),
    'the same text',
  );
  Object.assign(body.notificationItems[0]!.NotificationRequestItem, other);
  assert.deepEqual(read(body), REFUSED);
  for (const fields of [
    { pspReference: 'a:b' },
    { originalReference: 'a\\b' },
    { merchantAccountCode: 'a:b' },
  ])
    assert.deepEqual(read(notificationOf([anEvent(fields)], HMAC_KEY)), REFUSED, JSON.stringify(fields));
});

test('a reference of another system may have colons, signed plain or escaped', () => {
  const event = anEvent({ merchantReference: 'shop:7\\8' });
  assert.equal(read(notificationOf([event], HMAC_KEY)).kind, 'authentic');
  const escaped = notificationOf([event], HMAC_KEY);
  const hmacSignature = sign({ ...event, merchantReference: 'shop\\:7\\\\8' }, HMAC_KEY);
  Object.assign(escaped.notificationItems[0]!.NotificationRequestItem.additionalData, { hmacSignature });
  assert.equal(read(escaped).kind, 'authentic');
});

test('basic authentication is required if it is configured', async (t) => {
  const credentials = {
    apiKey: 'k',
    merchantAccount: MERCHANT_ACCOUNT,
    hmacKeys: [HMAC_KEY],
    notificationUser: 'adyen',
    notificationPassword: 'pass:wörd',
  };
  const guarded = (await openAdyen(t, { credentials })).provider;
  const body = notificationOf([anEvent()], HMAC_KEY);
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  assert.equal(read(body, basic('adyen:pass:wörd'), guarded).kind, 'authentic');
  for (const headers of [
    {},
    basic('adyen:pass'),
    basic('adyen:pass:wördx'),
    basic(''),
    { authorization: 'Bearer x' },
  ])
    assert.deepEqual(read(body, headers, guarded), REFUSED);
  assert.equal(read(body, basic('anybody:x')).kind, 'authentic', 'not asked for where it was not set');
});

test('another merchant account and the other environment are recognised', () => {
  const isForeign = (event: Event, live?: string) =>
    itemsOf(read(notificationOf([event], HMAC_KEY, live)))[0]!.isForeignAccount;
  assert.equal(isForeign(anEvent()), false);
  assert.equal(isForeign(anEvent({ merchantAccountCode: 'AnotherAccount' })), true);
  assert.equal(isForeign(anEvent(), 'true'), true);
});

test('a signed item that cannot be read is unreadable', () => {
  for (const fields of [
    { pspReference: '' },
    { eventCode: '' },
    { pspReference: 'x'.repeat(250) },
    { pspReference: 'x\0' },
  ])
    assert.deepEqual(read(notificationOf([anEvent(fields)], HMAC_KEY)), { kind: 'unreadable' });
});

/** Counts the HMACs computed while a body is read. */
function hmacsOf(t: TestContext, readIt: () => NotificationReading) {
  const counted = t.mock.method(crypto, 'createHmac');
  syncBuiltinESMExports();
  try {
    return { reading: readIt(), hmacs: counted.mock.callCount() };
  } finally {
    counted.mock.restore();
    syncBuiltinESMExports();
  }
}

test('an unsigned notification costs little, because reading stops at the first bad item', (t) => {
  const many = (count: number, key = HMAC_KEY) => {
    const events = Array.from({ length: count }, (_, i) => anEvent({ pspReference: `P${i}` }));
    return JSON.stringify(notificationOf(events, key));
  };
  const genuine = many(100);
  const { reading, hmacs } = hmacsOf(t, () => read(genuine));
  assert.equal(itemsOf(reading).length, 100);
  assert.equal(hmacs, 100, 'one for each item and key');
  const forged = many(100, '00'.repeat(32));
  assert.deepEqual(
    hmacsOf(t, () => read(forged)),
    { reading: REFUSED, hmacs: 1 },
  );
  const tooMany = many(101);
  assert.deepEqual(
    hmacsOf(t, () => read(tooMany)),
    { reading: REFUSED, hmacs: 0 },
  );
  const unsigned = many(100).replaceAll(/"hmacSignature":"[^"]*"/g, '"hmacSignature":"x"');
  assert.deepEqual(
    hmacsOf(t, () => read(unsigned)),
    { reading: REFUSED, hmacs: 0 },
  );
});
