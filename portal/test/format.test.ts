// How the portal writes amounts and times: days of a zone where clocks go forward and back, ages, currencies Intl does
// not know.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  addDays,
  clockOf,
  dayOf,
  durationText,
  englishOf,
  exactTime,
  instantOf,
  moneyText,
  relativeTime,
  sentences,
  startOfDay,
  withAmounts,
} from '../src/parts/format.ts';

test('a day begins at midnight of the zone, even if it has 23 or 25 hours', () => {
  assert.equal(startOfDay('2026-11-22', 'UTC'), '2026-11-22T00:00:00.000Z');
  assert.equal(startOfDay('2026-11-22', 'Europe/Berlin'), '2026-11-21T23:00:00.000Z');
  // Clocks go forward on 29 March and back on 25 October 2026.
  assert.equal(startOfDay('2026-03-29', 'Europe/Berlin'), '2026-03-28T23:00:00.000Z');
  assert.equal(startOfDay('2026-03-30', 'Europe/Berlin'), '2026-03-29T22:00:00.000Z');
  assert.equal(startOfDay('2026-10-25', 'Europe/Berlin'), '2026-10-24T22:00:00.000Z');
  assert.equal(startOfDay('2026-10-26', 'Europe/Berlin'), '2026-10-25T23:00:00.000Z');
  assert.equal(startOfDay('2026-11-22', 'Asia/Kolkata'), '2026-11-21T18:30:00.000Z');
  assert.equal(startOfDay('2026-11-22', 'Pacific/Kiritimati'), '2026-11-21T10:00:00.000Z');
  for (const zone of ['America/Sao_Paulo', 'America/New_York', 'Asia/Tokyo', 'Pacific/Auckland'])
    assert.equal(dayOf(startOfDay('2026-07-01', zone), zone), '2026-07-01', zone);
  assert.equal(addDays('2026-02-28', 1), '2026-03-01');
});

test('a local time of a zone converts to the right instant, even near a change of clocks', () => {
  assert.equal(instantOf('2026-11-22T17:04', 'Europe/Berlin'), '2026-11-22T16:04:00.000Z');
  assert.equal(instantOf('2026-03-29T01:59', 'Europe/Berlin'), '2026-03-29T00:59:00.000Z');
  assert.equal(instantOf('2026-03-29T03:00', 'Europe/Berlin'), '2026-03-29T01:00:00.000Z');
  assert.equal(instantOf('2026-10-25T04:00', 'Europe/Berlin'), '2026-10-25T03:00:00.000Z');
  assert.equal(instantOf('2026-11-22T17:04', 'Asia/Kolkata'), '2026-11-22T11:34:00.000Z');
  for (const zone of ['America/Sao_Paulo', 'Pacific/Auckland', 'UTC'])
    assert.equal(clockOf(instantOf('2026-07-01T23:59', zone), zone), '2026-07-01T23:59', zone);
});

test("the screen is in English, with the date and number format of the reader's region", () => {
  const cases = {
    'en-US': 'en-US',
    'de-DE': 'en-GB',
    de: 'en-GB',
    en: 'en-US',
    'en-IN': 'en-IN',
    hi: 'en-IN',
  };
  for (const [own, english] of Object.entries(cases)) assert.equal(englishOf(own), english, own);
  assert.equal(englishOf('pt-BR'), 'en-GB');
});

test("an exact time is shown in the brand's time zone, with the zone's name", () => {
  const text = exactTime('2026-11-22T16:04:09Z', 'Europe/Berlin');
  assert.match(text, /(17|0?5):04:09/);
  assert.match(text, /CET|GMT\+1/);
});

test('an age is shown in a few words, and only for less than a week', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  assert.equal(relativeTime('2026-11-22T11:59:40Z', now), 'just now');
  assert.match(relativeTime('2026-11-22T11:57:00Z', now)!, /^3 min/);
  assert.match(relativeTime('2026-11-22T09:00:00Z', now)!, /^3 h/);
  assert.equal(relativeTime('2026-11-10T09:00:00Z', now), null);
  assert.match(durationText(250), /250 ?ms/);
  assert.match(durationText(3 * 86_400_000), /3 days/);
});

test('amounts in sentences of the gateway are formatted as everywhere else', () => {
  assert.equal(
    withAmounts('1234.50 EUR was paid. 7.00 EUR of it was refunded, 0.0025 BTC remains.'),
    '€1,234.50 was paid. €7.00 of it was refunded, 0.0025 BTC remains.',
  );
  assert.equal(withAmounts('Paid with the card •••• 4242.'), 'Paid with the card •••• 4242.');
  assert.notEqual(moneyText(1, 'USD'), moneyText(1, 'CAD'));
});

test('amounts have the decimals of their currency', () => {
  assert.equal(moneyText(25, 'EUR'), '€25.00');
  assert.equal(moneyText(1234, 'JPY'), '¥1,234');
  assert.equal(moneyText(0.0025, 'BTC'), '0.0025 BTC');
  assert.equal(moneyText(12.5, 'USDT'), '12.50 USDT');
  assert.equal(moneyText(5, 'EUR', { sign: true }), '+€5.00');
});

test('errors of the gateway are shown as sentences', () => {
  assert.equal(sentences('is too short; add a word'), 'Is too short. Add a word.');
  assert.equal(sentences('Is it yours?'), 'Is it yours?');
});
