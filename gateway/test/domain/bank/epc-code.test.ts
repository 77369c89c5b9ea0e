// The text of the QR code of a SEPA transfer
// (EPC069-12).
import assert from 'node:assert/strict';
import test from 'node:test';
import { epcCode } from '../../../src/domain/bank/epc-code.ts';

const order = {
  holder: 'Müller & Söhne',
  iban: 'DE89370400440532013000',
  bic: null,
  amountMinor: 4990n,
  reference: 'RF5306ESFNSTPXXXZ9Q4',
};

test('the code has the lines of version 002, with a structured reference and no text', () => {
  assert.equal(
    epcCode(order),
    'BCD\n002\n1\nSCT\n\nMüller & Söhne\nDE89370400440532013000\nEUR49.90\n\nRF5306ESFNSTPXXXZ9Q4',
  );
  assert.match(epcCode({ ...order, bic: 'COBADEFFXXX' })!, /\nSCT\nCOBADEFFXXX\n/);
});

test('an amount that a SEPA transfer cannot have has no code', () => {
  assert.equal(epcCode({ ...order, amountMinor: 0n }), null);
  assert.equal(epcCode({ ...order, amountMinor: 100_000_000_000n }), null);
  assert.match(epcCode({ ...order, amountMinor: 99_999_999_999n })!, /\nEUR999999999\.99\n/);
});
