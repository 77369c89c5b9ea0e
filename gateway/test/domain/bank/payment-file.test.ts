// A payment file of any size and with any names is valid by
// its schema, and its sums are right.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import { paymentFileXml } from '../../../src/domain/bank/payment-file.ts';
import { hasLatinName } from '../../../src/domain/payment-data/latin-text.ts';
import { assertValid, WITHOUT_SCHEMAS } from '../../http/bank/schema.ts';

const account = { iban: 'DE89370400440532013000', holder: 'Müller & Söhne', bic: 'COBADEFFXXX' };
const about = {
  id: randomUUIDv7(),
  createdAt: new Date('2026-03-01T10:00:00Z'),
  executionDate: '2026-03-02',
  isInstant: false,
};
const payout = (amountMinor: bigint, name: string, text: string, bic: string | null = null) => ({
  transactionId: randomUUIDv7(),
  amountMinor,
  name,
  text,
  bic,
  iban: 'FR1420041010050500013M02606',
});

test('a payment file holds ten thousand payouts', async (t) => {
  const payouts = Array.from({ length: 10_000 }, (_, i) => payout(BigInt(i + 1), 'Zoë', `order ${i}`));
  const xml = paymentFileXml({ ...about, batches: [{ account, payouts }] });
  assert.equal(xml.match(/<EndToEndId>/g)!.length, 10_000);
  // 0.01 to 100.00.
  assert.equal(xml.match(/<NbOfTxs>10000<\/NbOfTxs><CtrlSum>500050\.00<\/CtrlSum>/g)!.length, 2);
  if (WITHOUT_SCHEMAS) t.skip(WITHOUT_SCHEMAS);
  else await assertValid(xml, 'pain.001.001.09');
});

test('names and texts in any script are valid', { skip: WITHOUT_SCHEMAS }, async () => {
  const texts = fc.sample(fc.string({ unit: 'grapheme', maxLength: 200 }), { numRuns: 200, seed: 7 });
  const payouts = texts.map((text) =>
    payout(99_999_999_999n, hasLatinName(text) ? text : 'Ada', text, 'NOLADE21XXX'),
  );
  await assertValid(paymentFileXml({ ...about, batches: [{ account, payouts }] }), 'pain.001.001.09');
});

test('an instant file names its instrument in each batch and is valid', async (t) => {
  const batches = [1, 2].map((count) => ({
    account,
    payouts: Array.from({ length: count }, () => payout(100n, 'Ada', 'order 1')),
  }));
  const instant = paymentFileXml({ ...about, isInstant: true, batches });
  const type = '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>INST</Cd></LclInstrm></PmtTpInf>';
  assert.equal(instant.split(type).length, 3);
  assert.ok(!paymentFileXml({ ...about, batches }).includes('LclInstrm'));
  if (WITHOUT_SCHEMAS) t.skip(WITHOUT_SCHEMAS);
  else await assertValid(instant, 'pain.001.001.09');
});
