// A bank account as a provider (contract 15): how it is connected, what
// a payer sees, and what happens to a payout.
import assert from 'node:assert/strict';
import test from 'node:test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { creditorReference } from '../../../src/domain/bank/creditor-reference.ts';
import {
  HOLDER,
  IBAN,
  OTHER_IBAN,
  openBank,
  openProviderStage,
  PAYIN_OPTION_ID,
  PAYOUT_OPTION_ID,
} from './stage.ts';

const stage = await openProviderStage();

/** The text that a camera reads from a picture in Base64. */
function read(picture: string): string | undefined {
  const { data, width, height } = PNG.sync.read(Buffer.from(picture, 'base64'));
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data;
}

test('an account needs a valid IBAN and a holder, and another IBAN makes another account', async (t) => {
  const shop = await stage.shop(t);
  const put = (credentials: object) =>
    shop.operator('PUT', 'providers/bank', { environment: 'test', credentials });
  for (const [credentials, field] of [
    [{ iban: 'DE89370400440532013001', holder: HOLDER }, 'credentials.iban'],
    [{ iban: 'BR1800360305000010009795493C1', holder: HOLDER }, 'credentials.iban'],
    [{ iban: IBAN }, 'credentials.holder'],
    [{ iban: IBAN, holder: '123' }, 'credentials.holder'],
    [{ iban: IBAN, holder: HOLDER, bic: 'NO' }, 'credentials.bic'],
  ] as const) {
    const answer = await put(credentials);
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.text, new RegExp(field.replace('.', '\\.')));
  }
  const first = (await put({ iban: 'de89 3704 0044 0532 0130 00', holder: HOLDER })).body;
  assert.deepEqual([first.merchantAccount, first.checkResult], [IBAN, { ok: true, reason: null }]);
  assert.equal((await put({ holder: 'Harbour Coffee Ltd' })).body.accountId, first.accountId);
  assert.notEqual((await put({ iban: OTHER_IBAN })).body.accountId, first.accountId);
});

test('a pay-in shows the account, a reference and a QR code that fills in the transfer', async (t) => {
  const { payIn } = await openBank(t, stage);
  const { statusCode, resultType, result } = await payIn(49.9);
  const { transactionId } = result;
  assert.deepEqual([statusCode, resultType], [84, 'info']);
  const reference = creditorReference(transactionId);
  const { expiresAt, ...details } = result.paymentDetails;
  assert.deepEqual(details, { beneficiary: HOLDER, iban: IBAN, reference, amount: 49.9, currency: 'EUR' });
  const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000;
  assert.ok(hours > 71 && hours < 73, String(hours));
  assert.equal(read(result.base64QRCode), result.qrCodeString);
  const lines = result.qrCodeString.split('\n');
  assert.deepEqual(lines.slice(0, 4), ['BCD', '002', '1', 'SCT']);
  assert.deepEqual(lines.slice(5), [HOLDER, IBAN, 'EUR49.90', '', reference]);
});

test('the cashier shows the same QR code as the API', async (t) => {
  const { shop } = await openBank(t, stage);
  const made = await shop.call('POST', '/payment-session', { country: 'DE', currency: 'EUR', amount: 12 });
  const page = new URL(made.body.cashierUrl).pathname;
  const headers = { origin: new URL(stage.gateway.config.publicUrl).origin };
  const submitted = await stage.gateway.call('POST', `${page}/submit`, {
    headers,
    body: { attempt: 0, optionId: PAYIN_OPTION_ID, country: 'DE', paymentData: {} },
  });
  const { screen } = submitted.body;
  assert.equal(screen?.name, 'transfer', submitted.text);
  const [head, picture] = screen.qrCode.split(',');
  assert.equal(head, 'data:image/png;base64');
  const details = Object.fromEntries(
    screen.details.map(({ name, value }: { name: string; value: string }) => [name, value]),
  );
  const lines = read(picture)?.split('\n');
  assert.deepEqual(lines?.slice(5), [details.beneficiary, details.iban, 'EUR12.00', '', details.reference]);
  assert.deepEqual(
    screen.details.map(({ name }: { name: string }) => name),
    ['beneficiary', 'iban', 'reference'],
  );
});

test('an approved payout stays PROCESSING, with its money set aside', async (t) => {
  const { payOut, shop } = await openBank(t, stage);
  const transactionId = await payOut(12.34);
  const record = await shop.record(transactionId);
  assert.deepEqual([record.status, record.errorCode], ['PROCESSING', null]);
  assert.deepEqual(await shop.balance(), { available: 1_000_000 - 12.34, reserved: 12.34 });
});

test('a payout that does not fit in a payment file is refused when it is made, whatever the limits of its brand', async (t) => {
  const { shop, payOut } = await openBank(t, stage);
  const raised = await shop.operator('PUT', `options/${PAYOUT_OPTION_ID}`, {
    enabled: true,
    minAmount: 0,
    maxAmount: 999_999_999_999,
  });
  assert.equal(raised.status, 200, raised.text);
  await shop.operator('POST', 'funding', { currency: 'EUR', amount: 2_000_000_000, reference: 'more' });
  const made = (fields: object) =>
    shop.call('POST', '/v3/payout', {
      paymentOptionId: PAYOUT_OPTION_ID,
      country: 'DE',
      currency: 'EUR',
      amount: 1,
      paymentData: { iban: IBAN, accountHolder: 'Ada' },
      ...fields,
    });
  const tooLarge = await made({ amount: 1_000_000_000 });
  assert.equal(tooLarge.status, 400, tooLarge.text);
  assert.match(tooLarge.text, /amount: must be at most 999999999\.99 for a SEPA transfer/);
  const session = { country: 'DE', currency: 'EUR', amount: 1_000_000_000 };
  assert.equal((await shop.call('POST', '/payout-session', session)).status, 400);
  const declined = [await made({ amount: 0 }), await made({ currency: 'USD' })];
  assert.deepEqual(
    declined.map(({ status, body }) => [status, body.resultType, body.result.errorCode]),
    [
      [201, 'declined', '1001'],
      [201, 'declined', '1003'],
    ],
  );
  await payOut(999_999_999.99);
  const file = await shop.operator('POST', 'bank-files', {});
  assert.deepEqual([file.status, file.body.payouts, file.body.total], [201, 1, 999_999_999.99], file.text);
});

test('a payout to a name without a letter is refused', async (t) => {
  const { shop } = await openBank(t, stage);
  const answer = await shop.call('POST', '/v3/payout', {
    paymentOptionId: PAYOUT_OPTION_ID,
    country: 'DE',
    currency: 'EUR',
    amount: 1,
    paymentData: { iban: IBAN, accountHolder: '★ 123' },
  });
  assert.equal(answer.status, 400, answer.text);
  assert.match(answer.text, /accountHolder: must have a letter/);
});
