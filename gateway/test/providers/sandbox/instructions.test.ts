// Instructions for a payer (contract 6), read back as a bank's, a wallet's or a counter's software would read them. The
// test computes every check digit again in another way, and checks its own way against a published number first.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { isValidBIC, isValidIBAN } from 'ibantools';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { boletoLine } from '../../../src/providers/sandbox/vouchers.ts';
import { ask, at, CASES, HOUR, METHOD_CASES, PUBLIC_URL, payinBy, START, sandboxAt, shown } from './stage.ts';

const caseOf = (method: string, currency?: string) =>
  CASES.find((one) => one.method === method && (!currency || one.currency === currency))!;

// biome-ignore lint/suspicious/noExplicitAny: tests read results freely and assert what they find
async function resultOf(method: string, currency?: string): Promise<{ payin: Transaction; result: any }> {
  const payin = await shown(caseOf(method, currency));
  return { payin, result: payin.result };
}

test('the same pay-in gets the same instructions again, and another pay-in gets others', async () => {
  for (const one of METHOD_CASES) {
    const payin = payinBy(one);
    const [first, again] = [await ask(one, payin, 1_000), await ask(one, payin, 1_000)];
    assert.deepEqual(again, first, one.method);
    assert.notDeepEqual(
      (await shown(one, 0n, 1_000)).result,
      (await shown(one, 0n, 1_000)).result,
      one.method,
    );
  }
});

// proves 2.10 info
test('a SEPA transfer has an account with valid check digits and all details that a payer needs', async () => {
  const { result } = await resultOf('sepa-transfer');
  assert.deepEqual(Object.keys(result), ['bankName', 'paymentDetails']);
  const { beneficiary, iban, bic, reference, amount, currency, expiresAt, ...more } = result.paymentDetails;
  assert.deepEqual(more, {});
  assert.deepEqual([result.bankName, beneficiary], ['Tollgate Sandbox Bank', 'Tollgate Sandbox']);
  assert.ok(isValidIBAN(iban), iban);
  assert.ok(isValidBIC(bic), bic);
  assert.match(reference, /^TG[0-9A-Z]{10}$/);
  assert.deepEqual([amount, currency], [100, 'EUR']);
  assert.equal(expiresAt, at(72 * HOUR).toISOString());
});

// proves 2.10 receipt
test('a transfer between people names the chosen bank, and an account there', async () => {
  for (const one of CASES.filter(({ method }) => method === 'p2p')) {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const { bankName, paymentDetails: to } = (await shown(one)).result as any;
    assert.match(bankName, /^(Kervan|Çınaraltı|Lodos|Neem Valley|Lotus Ghat|Monsoon) Bank$/);
    if (one.currency === 'TRY') {
      assert.ok(to.iban.startsWith('TR') && isValidIBAN(to.iban), to.iban);
    } else {
      assert.match(to.accountNumber, /^\d{12}$/);
      assert.match(to.bankCode, /^[A-Z]{4}0\d{6}$/);
      assert.equal(to.bankCode.slice(0, 4), bankName.replaceAll(' ', '').slice(0, 4).toUpperCase());
    }
    assert.deepEqual([to.amount, to.currency], [100, one.currency]);
  }
});

// proves 2.10 receipt
test('a UPI transfer goes to an account with an IFSC', async () => {
  const { result } = await resultOf('upi-transfer');
  assert.deepEqual(Object.keys(result), ['bankName', 'paymentDetails']);
  assert.match(result.paymentDetails.accountNumber, /^\d{12}$/);
  assert.match(result.paymentDetails.bankCode, /^[A-Z]{4}0[A-Z0-9]{6}$/);
});

// proves 2.10 info
test('cash agents: amount, place and reference are given', async () => {
  const { result } = await resultOf('cash-agents');
  assert.deepEqual(Object.keys(result), [
    'bankName',
    'paymentDetails',
    'paymentLocations',
    'htmlInstructions',
  ]);
  const { reference } = result.paymentDetails;
  assert.ok(result.htmlInstructions.includes(reference) && result.htmlInstructions.includes('PEN 100.00'));
  assert.ok(result.paymentLocations.length > 0);
  for (const location of result.paymentLocations) {
    assert.deepEqual(Object.keys(location), ['name', 'address', 'city', 'mapUrl']);
    assert.equal(new URL(location.mapUrl).protocol, 'https:');
  }
});

// proves 2.10 form
test('a direct debit is a form to the bank’s page that does not contain the IBAN', async () => {
  const { payin, result } = await resultOf('sepa-direct-debit');
  const { url, method, fields } = result.formData;
  assert.ok(url.startsWith(`${PUBLIC_URL}/sandbox/bank/${payin.id}.`));
  assert.equal(method, 'POST');
  for (const field of fields) {
    assert.deepEqual(Object.keys(field), ['name', 'label', 'type', 'required', 'values', 'value']);
  }
  const fieldValue = (name: string) => fields.find((field: { name: string }) => field.name === name).value;
  assert.equal(fieldValue('accountHolder'), 'Ada Lovelace');
  assert.equal(fieldValue('iban'), 'DE89 •••• 3000');
  assert.ok(!JSON.stringify(result).includes('0532013'));
});

test('banks and wallets are a redirect to the simulated page', async () => {
  for (const method of ['open-banking', 'wallet']) {
    const { payin, result } = await resultOf(method);
    assert.deepEqual(Object.keys(result), ['redirectUrl']);
    assert.match(
      result.redirectUrl,
      new RegExp(`^${PUBLIC_URL}/sandbox/bank/${payin.id}\\.[A-Za-z0-9_-]{22}$`),
    );
  }
});

// proves 2.10 fawry; 2.10 mobile
test('M-Pesa and Fawry have numbers in the form of their apps', async () => {
  const { result: mobile } = await resultOf('m-pesa');
  assert.deepEqual(Object.keys(mobile), ['sendTo', 'confirmBy']);
  assert.match(mobile.sendTo, /^\d{7}$/);
  assert.equal(mobile.confirmBy, 'TRANSACTION_ID');
  assert.match((await resultOf('fawry')).result.referenceNumber, /^\d{9}$/);
});

// proves 2.10 barcode
test('an OXXO reference has 14 digits that pass Luhn', async () => {
  const { result } = await resultOf('oxxo');
  assert.match(result.barcodeData, /^98\d{12}$/);
  assert.ok(passesLuhn('79927398713') && !passesLuhn('79927398710'));
  assert.ok(passesLuhn(result.barcodeData), result.barcodeData);
  assert.equal(result.expirationDate, at(72 * HOUR).toISOString());
});

// proves 2.10 barcode
test('a boleto line has the check digits of its fields and of the whole, its due date and its amount', async () => {
  assert.ok(isBoleto('23793381286000782713695000063305975520000370000'), 'the published one');
  assert.ok(!isBoleto('23793381286000782713695000063305975520000370001'));
  const { result } = await resultOf('boleto');
  assert.match(result.barcodeData, /^\d{47}$/);
  assert.ok(isBoleto(result.barcodeData), result.barcodeData);
  // 4 March 2026 is 375 days after 22 February 2025, when the count restarted at 1000.
  assert.equal(result.barcodeData.slice(33), '1375' + '0000010000');
  assert.equal(result.expirationDate, at(72 * HOUR).toISOString());
});

test('a boleto’s due date is right after the restart of its numbers, and large amounts use its digits', () => {
  const line = (due: string, amountMinor = 1n) => boletoLine({ id: 'x', amountMinor }, new Date(due));
  assert.equal(line('2025-02-21T12:00:00Z').slice(33, 37), '9999');
  assert.equal(line('2025-02-22T12:00:00Z').slice(33, 37), '1000');
  const large = line('2026-03-04T12:00:00Z', 12_345_678_901n);
  assert.equal(large.slice(33), '00012345678901');
  assert.ok(isBoleto(large));
  for (let i = 0; i < 500; i++) assert.ok(isBoleto(boletoLine({ id: String(i), amountMinor: 1n }, START)));
});

test('the ending of the amount changes only the amount in the instructions', async () => {
  const one = caseOf('sepa-transfer');
  const payin = payinBy(one);
  const unpaid = { ...payin, amountMinor: payin.amountMinor + 3n };
  const fieldsOf = async (asked: Transaction) => {
    const outcome = await sandboxAt(0).payIn(asked, { kind: 'method', method: one.method, data: {} });
    assert.ok(outcome.kind === 'instructions');
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return outcome.fields.paymentDetails as any;
  };
  const [paid, never] = [await fieldsOf(payin), await fieldsOf(unpaid)];
  assert.deepEqual({ ...never, amount: paid.amount }, paid);
  assert.equal(never.amount, 100.03);
});

/** Luhn's sum: from the right, every second digit doubled. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return sum % 10 === 0;
}

/** FEBRABAN: each of the first three fields passes modulo 10, and the barcode that they make passes modulo 11. */
function isBoleto(line: string): boolean {
  const fields = [line.slice(0, 10), line.slice(10, 21), line.slice(21, 32)];
  if (!fields.every(passesLuhn)) return false;
  const free = line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);
  const barcode = line.slice(0, 4) + line.slice(33) + free;
  const weights = [4, 3, 2, 9, 8, 7, 6, 5];
  const sum = [...barcode].reduce((total, digit, i) => total + Number(digit) * weights[i % 8]!, 0);
  const rest = 11 - (sum % 11);
  return line[32] === String(rest === 0 || rest === 10 || rest === 11 ? 1 : rest);
}

test('every one of many accounts and vouchers is valid, whatever the id', async () => {
  for (let i = 0; i < 200; i++) {
    const sepa = (await shown(caseOf('sepa-transfer'))).result?.paymentDetails as { iban: string };
    const turkish = (await shown(caseOf('p2p', 'TRY'))).result?.paymentDetails as { iban: string };
    assert.ok(isValidIBAN(sepa.iban) && isValidIBAN(turkish.iban));
    assert.ok(passesLuhn(String((await shown(caseOf('oxxo'))).result?.barcodeData)));
  }
});

test('crypto addresses have valid checksums', async () => {
  for (const one of CASES.filter(({ method }) => method === 'crypto')) {
    const uri = String((await shown(one)).result?.qrCodeString);
    const { network } = one.data;
    if (network === 'ethereum') {
      // All lower case carries no checksum (ERC-55).
      assert.match(
        uri,
        /^ethereum:0x[0-9a-fA-F]{40}@11155111\/transfer\?address=0x[0-9a-f]{40}&uint256=10000$/,
      );
      continue;
    }
    const { protocol, pathname, searchParams } = new URL(uri);
    assert.equal(protocol, `${network}:`);
    assert.equal(base58Version(pathname), network === 'bitcoin' ? 0x6f : 0x41);
    const token = searchParams.get('token');
    assert.equal(token === null ? null : base58Version(token), network === 'tron' ? 0x41 : null);
    assert.equal(searchParams.get('amount'), network === 'bitcoin' ? '0.00010000' : '0.010000');
  }
});

/** Checks the checksum and returns the version byte; Bitcoin's own documentation publishes it. */
function base58Version(address: string): number {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let number = 0n;
  for (const letter of address) {
    const value = alphabet.indexOf(letter);
    assert.ok(value >= 0, address);
    number = number * 58n + BigInt(value);
  }
  const bytes = Buffer.from(number.toString(16).padStart(50, '0'), 'hex');
  assert.equal(bytes.length, 25, address);
  const sha256 = (content: Buffer) => createHash('sha256').update(content).digest();
  assert.deepEqual(bytes.subarray(21), sha256(sha256(bytes.subarray(0, 21))).subarray(0, 4), address);
  return bytes[0]!;
}

test('the checksum functions accept the published examples', () => {
  assert.equal(base58Version('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'), 0);
});
