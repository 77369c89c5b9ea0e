// What the cashier shows for each method after the choice (contract 6), leaving it again, confirmations, and wrong
// answers of a provider.
import assert from 'node:assert/strict';
import test from 'node:test';
import { applyOutcome } from '../../../src/actions/submission/apply-outcome.ts';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import { barCode, boletoBarDigits } from '../../../src/http/cashier/state/bar-codes.ts';
import type { CashierState } from '../../../src/http/cashier/state/state.ts';
import { sweepDueTransactions } from '../../../src/worker/due-transactions.ts';
import {
  eventually,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';
import { CARD, type Link, openSession, optionOf, post, readState, screenOf, submit } from './shopper.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const suboption = (method: string, name: string) =>
  optionOf(method).suboptions.find((one) => one.method === name || one.name === name)!.id;

/** The state right after the choice of the method, in a new session. */
async function chosen(
  tollgate: TestGateway,
  brand: TestBrand,
  fields: Record<string, unknown>,
  optionId: string,
  paymentData: Record<string, string> = {},
  more: Record<string, unknown> = {},
): Promise<{ link: Link; state: CashierState }> {
  const link = await openSession(tollgate, brand, fields);
  const answer = await submit(tollgate, link, optionId, paymentData, more);
  assert.equal(answer.status, 200, answer.text);
  return { link, state: answer.body };
}

/** Nothing settles by itself while a test looks, however slow the machine is. */
const NOBODY_PAYS = { workers: false, env: { SANDBOX_DELAY_MS: '600000' } };
const INDIA = { country: 'IN', currency: 'INR' };
const KENYA = { country: 'KE', currency: 'KES' };
const BRAZIL = { country: 'BR', currency: 'BRL' };
const document = { type: 'CPF', number: '52998224725' };

const quietGateway = sharedTestGateway(NOBODY_PAYS);

test("a code to scan has a picture and its text, and only an app's code has a link that opens the app", async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const pix = await chosen(tollgate, brand, BRAZIL, optionOf('pix').id, {}, { customer: { document } });
  const code = screenOf(pix.state, 'qr');
  assert.match(code.image, /^data:image\/png;base64,iVBOR/);
  assert.match(code.code, /^000201/);
  assert.deepEqual([code.method, code.appLink, code.mayLeave], ['pix', null, true]);
  assert.equal(Date.parse(pix.state.expiresAt!) - Date.parse(pix.state.now) > 1_700_000, true);

  const upi = await chosen(tollgate, brand, INDIA, suboption('upi', 'upi-qr'));
  assert.match(screenOf(upi.state, 'qr').appLink!, /^upi:\/\/pay\?/);
  const bitcoin = { country: null, currency: 'BTC', amount: 0.001 };
  const btc = await chosen(tollgate, brand, bitcoin, optionOf('crypto').id, { network: 'bitcoin' });
  assert.match(screenOf(btc.state, 'qr').appLink!, /^bitcoin:/);
});

test('a voucher shows its number as a bar code', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const boleto = screenOf((await chosen(tollgate, brand, BRAZIL, optionOf('boleto').id)).state, 'voucher');
  assert.match(boleto.number, /^\d{47}$/);
  assert.match(boleto.barcode!, /^data:image\/svg\+xml;base64,/);
  const svg = Buffer.from(boleto.barcode!.split(',')[1]!, 'base64').toString();
  assert.match(svg, /^<svg [^>]*viewBox/);
  assert.doesNotMatch(svg, /script|style=|<text/);
  const oxxo = await chosen(tollgate, brand, { country: 'MX', currency: 'MXN' }, optionOf('oxxo').id);
  assert.match(screenOf(oxxo.state, 'voucher').barcode!, /^data:image\/svg/);
  const fawry = await chosen(tollgate, brand, { country: 'EG', currency: 'EGP' }, optionOf('fawry').id);
  assert.match(screenOf(fawry.state, 'fawry').referenceNumber, /^9\d{8}$/);
});

test('the bar code of a boleto has the 44 digits of FEBRABAN, and other numbers have none', () => {
  // The example of the Brazilian banks' own description.
  const line = '00190500954014481606906809350314337370000000100';
  assert.equal(boletoBarDigits(line), '00193373700000001000500940144816060680935031');
  assert.equal(
    boletoBarDigits('00190.50095 40144.816069 06809.350314 3 37370000000100'),
    boletoBarDigits(line),
  );
  for (const wrong of ['', '1', line.slice(1), `${line}0`, line.replace('9', 'x')]) {
    assert.equal(boletoBarDigits(wrong), null);
    assert.equal(barCode('boleto', wrong), null);
  }
  assert.equal(barCode('oxxo', 'abc"><script>'), null);
  assert.equal(barCode('pix', line), null);
});

// proves 4.10 step 4
test('instructions have fields to copy for a transfer, places to pay for cash, and a form for a mandate', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const sepa = screenOf((await chosen(tollgate, brand, {}, optionOf('sepa-transfer').id)).state, 'transfer');
  assert.deepEqual(
    sepa.details.map(({ name }) => name),
    ['beneficiary', 'iban', 'bic', 'bankCode', 'reference'].filter((name) =>
      sepa.details.some((one) => one.name === name),
    ),
  );
  assert.ok(sepa.details.some(({ name, value }) => name === 'iban' && /^[A-Z]{2}\d/.test(value)));
  assert.deepEqual([sepa.confirm, sepa.locations], [null, []]);

  const cash = await chosen(tollgate, brand, { country: 'PE', currency: 'PEN' }, optionOf('cash-agents').id);
  const { locations } = screenOf(cash.state, 'transfer');
  assert.ok(locations.length > 0);
  for (const { name, address, city, mapUrl } of locations) {
    assert.ok(name && address && city);
    assert.match(mapUrl!, /^https:\/\//);
  }

  const mandate = await chosen(tollgate, brand, {}, optionOf('sepa-direct-debit').id, {
    iban: 'DE89370400440532013000',
  });
  const form = screenOf(mandate.state, 'form');
  assert.match(form.url, /\/sandbox\/bank\//);
  assert.ok(form.fields.some(({ hidden }) => hidden));
  assert.deepEqual(
    form.fields.filter(({ hidden }) => !hidden).map(({ name }) => name),
    ['accountHolder'],
  );
  const named = await chosen(tollgate, brand, {}, optionOf('sepa-direct-debit').id, {
    iban: 'DE89370400440532013000',
    accountHolder: 'Ada Lovelace',
  });
  const whole = screenOf(named.state, 'form').fields;
  assert.ok(whole.every(({ hidden }) => hidden));
  assert.equal(whole.find(({ name }) => name === 'accountHolder')?.value, 'Ada Lovelace');
  const wallet = await chosen(tollgate, brand, {}, suboption('wallet', 'Finchpay'));
  const go = screenOf(wallet.state, 'go');
  assert.deepEqual([go.to, go.bankName], ['wallet', 'Finchpay']);
});

// proves 3 rule 2, hosted
test('a UPI transfer is confirmed by its UTR, and a wrong UTR is refused with the reason', async (t) => {
  const tollgate = await startTestGateway(t);
  const brand = await tollgate.createBrand();
  const { link, state } = await chosen(tollgate, brand, INDIA, suboption('upi', 'upi-transfer'));
  assert.deepEqual(screenOf(state, 'transfer').confirm, { by: 'utr' });
  const wrong = await post(tollgate, link, 'confirm', { additionalEssentialKey: '1234' });
  assert.deepEqual([wrong.status, wrong.body.message.length], [400, 1]);
  assert.match(wrong.body.message[0], /^additionalEssentialKey: /);
  const taken = await post(tollgate, link, 'confirm', { additionalEssentialKey: '412345678901' });
  assert.equal(taken.status, 200, taken.text);
  assert.deepEqual(taken.body.screen, { name: 'wait', for: 'confirmed' });
  const twice = await post(tollgate, link, 'confirm', { additionalEssentialKey: '412345678901' });
  assert.equal(twice.status, 409);
  const end = await eventually(async () => {
    const { screen } = await readState(tollgate, link);
    return screen.name === 'end' && screen;
  });
  assert.deepEqual([end.outcome, end.paidWith], ['completed', 'UPI']);
});

test('one of twelve simultaneous receipts for a page is kept; the others get the current state', async (t) => {
  const tollgate = await startTestGateway(t, NOBODY_PAYS);
  const brand = await tollgate.createBrand();
  const turkish = { country: 'TR', currency: 'TRY' };
  const { link } = await chosen(tollgate, brand, turkish, suboption('p2p', 'Lodos Bank'));
  const receipt = new Blob([Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(1_500_000, 7)])]);
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const form = new FormData();
      form.set('document', receipt, 'r.pdf');
      const answer = await fetch(`${tollgate.url}${link.path}/confirm`, { method: 'POST', body: form });
      // biome-ignore lint/suspicious/noExplicitAny: read freely
      return { status: answer.status, body: (await answer.json()) as any };
    }),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(11).fill(409)]);
  for (const { body } of answers) assert.ok(body.version > 0 && body.screen, JSON.stringify(body));
  const [kept] = await tollgate.gateway.context.sql`select count(*)::int as documents from confirmations`;
  assert.equal(kept!.documents, 1);
});

test('a UTR that confirmed another payment is refused with 3004, and another may be entered', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const open = async () => (await chosen(tollgate, brand, INDIA, suboption('upi', 'upi-transfer'))).link;
  const confirm = (link: Awaited<ReturnType<typeof open>>, additionalEssentialKey: string) =>
    post(tollgate, link, 'confirm', { additionalEssentialKey });
  assert.equal((await confirm(await open(), '412345678901')).status, 200);
  const second = await open();
  const used = await confirm(second, '412345678901');
  assert.deepEqual([used.status, used.body.errorCode], [400, '3004']);
  assert.match(
    used.body.message[0],
    /^additionalEssentialKey: this UTR .* has already confirmed another payment/,
  );
  assert.equal((await confirm(second, '412345678902')).status, 200);
});

test('a UTR that matches nothing counts as a declined attempt', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const { link } = await chosen(tollgate, brand, INDIA, suboption('upi', 'upi-transfer'));
  const answer = await post(tollgate, link, 'confirm', { additionalEssentialKey: '000000000000' });
  assert.match(screenOf(answer.body, 'choose').notice!, /No payment fits this reference number/);
});

test('a receipt is uploaded as a file, in the allowed types only', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const turkish = { country: 'TR', currency: 'TRY' };
  const { link, state } = await chosen(tollgate, brand, turkish, suboption('p2p', 'Lodos Bank'));
  const shown = screenOf(state, 'transfer');
  assert.deepEqual([shown.confirm, shown.bankName], [{ by: 'document' }, 'Lodos Bank']);
  const send = async (bytes: Buffer) => {
    const form = new FormData();
    form.set('document', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'receipt.png');
    const answer = await fetch(`${tollgate.url}${link.path}/confirm?lang=de`, { method: 'POST', body: form });
    return {
      status: answer.status,
      body: (await answer.json()) as never as CashierState & { message: string[] },
    };
  };
  assert.match((await send(Buffer.from('<svg/>'))).body.message[0]!, /^document: must be a PNG/);
  assert.equal((await send(Buffer.alloc(2 * 1024 * 1024))).status, 413);
  const taken = await send(PNG);
  assert.deepEqual([taken.status, taken.body.language], [200, 'de']);
  assert.deepEqual(taken.body.screen, { name: 'wait', for: 'confirmed' });
});

test('mobile money asks for the transaction id as confirmation, and a card payment asks for no confirmation', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const phone = { phoneNumber: '+254712345678' };
  const { link, state } = await chosen(tollgate, brand, KENYA, optionOf('m-pesa').id, phone);
  const shown = screenOf(state, 'transfer');
  assert.deepEqual(shown.confirm, { by: 'transaction-id' });
  assert.equal(shown.details[0]!.name, 'sendTo');
  const taken = await post(tollgate, link, 'confirm', { essentialKey: 'QK81ZX9P2M' });
  assert.deepEqual(taken.body.screen, { name: 'wait', for: 'confirmed' });
  const unasked = await openSession(tollgate, brand);
  assert.equal((await post(tollgate, unasked, 'confirm', { essentialKey: 'QK81ZX9P2M' })).status, 409);
});

test('a shopper leaves a method and chooses another, and the leave button of an older page has no effect', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const { link, state } = await chosen(tollgate, brand, {}, optionOf('sepa-transfer').id);
  assert.equal(screenOf(state, 'transfer').mayLeave, true);
  const old = await post(tollgate, link, 'leave', { version: state.version - 1 });
  assert.deepEqual([old.status, old.body.screen.name], [409, 'transfer']);
  const left = await post(tollgate, link, 'leave', { version: state.version });
  assert.equal(left.status, 200, left.text);
  const choose = screenOf(left.body, 'choose');
  assert.deepEqual([choose.attempt, choose.notice], [1, null]);
  const twice = await post(tollgate, link, 'leave', { version: state.version });
  assert.equal(twice.status, 409);
  const paid = await submit(tollgate, link, optionOf('card').id, CARD, { attempt: 1 });
  assert.equal(screenOf(paid.body, 'end').outcome, 'completed');
});

test('a shopper ends the payment before or after the choice of a method', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const fresh = await openSession(tollgate, brand);
  const shown = await chosen(tollgate, brand, {}, optionOf('sepa-transfer').id);
  const payout = await openSession(tollgate, brand, {}, 'payout');
  for (const link of [fresh, shown.link, payout]) {
    const answer = await post(tollgate, link, 'cancel');
    assert.equal(answer.status, 200, answer.text);
    assert.equal(screenOf(answer.body, 'end').outcome, 'cancelled');
    const record = await tollgate.call('GET', `/payments/${link.id}`, { apiKey: brand.apiKey });
    assert.deepEqual([record.body.status, record.body.errorCode], ['DECLINED', '3001']);
  }
  const paid = await openSession(tollgate, brand);
  await submit(tollgate, paid, optionOf('card').id, CARD);
  const late = await post(tollgate, paid, 'cancel');
  assert.deepEqual([late.status, late.body.screen.outcome], [409, 'completed']);
});

test('texts of a provider are escaped, and its addresses cannot run scripts', async (t) => {
  const tollgate = await startTestGateway(t, NOBODY_PAYS);
  const evil = `"></script><script>alert(1)</script>'<img src=x onerror=alert(2)><!--`;
  const brand = await tollgate.createBrand({ name: evil.slice(0, 60) });
  const js = 'javascript:alert(3)';
  const expiresAt = new Date(tollgate.now().getTime() + 60_000);
  const shown = (
    resultType: 'info' | 'form' | 'qrcode' | 'barcode' | 'fawry',
    fields: Record<string, unknown>,
  ): Outcome => ({ kind: 'instructions', resultType, statusCode: 84, fields, expiresAt });
  const field = { name: evil, label: evil, type: 'text', required: true, values: [], value: evil };
  const cases: [Outcome, string][] = [
    [{ kind: 'redirect', redirectUrl: js, expiresAt }, 'wait'],
    [{ kind: 'redirect', redirectUrl: 'https://', expiresAt }, 'wait'],
    [
      shown('info', {
        bankName: evil,
        paymentDetails: { beneficiary: evil, iban: { nested: evil }, reference: evil },
        paymentLocations: [{ name: evil, address: evil, mapUrl: js }, null, evil],
        htmlInstructions: evil,
        confirmBy: evil,
      }),
      'transfer',
    ],
    [shown('info', { paymentDetails: null, paymentLocations: 'x' }), 'transfer'],
    [shown('form', { formData: { url: js, method: evil, fields: [field] } }), 'wait'],
    [
      shown('form', { formData: { url: 'https://bank.example/', method: evil, fields: [field, null] } }),
      'form',
    ],
    [shown('form', { formData: evil }), 'wait'],
    [shown('qrcode', { base64QRCode: `AAAA" onerror="alert(4)`, qrCodeString: js }), 'qr'],
    [shown('qrcode', { base64QRCode: 7, qrCodeString: null }), 'wait'],
    [shown('barcode', { barcodeData: evil }), 'voucher'],
    [shown('barcode', {}), 'wait'],
    [shown('fawry', { referenceNumber: { a: 1 } }), 'wait'],
  ];
  for (const [outcome, name] of cases) {
    const { link } = await chosen(tollgate, brand, {}, optionOf('sepa-transfer').id);
    const { context } = tollgate.gateway;
    const transaction = (await context.transactions.find(brand.merchantId, link.id))!;
    await applyOutcome(context, transaction, outcome, { actor: 'provider' });
    const state = await readState(tollgate, link);
    assert.equal(state.screen.name, name, JSON.stringify(outcome));
    for (const url of JSON.stringify(state.screen).matchAll(
      /"(?:url|mapUrl|appLink|image|barcode)":"([^"]*)/g,
    )) {
      assert.match(url[1]!, /^(https:|data:image\/(png|svg\+xml);base64,[A-Za-z0-9+/=]+$)/);
    }
    const page = await tollgate.call('GET', link.path);
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, /alert\(1\)<|<img src=x|<!--/);
    assert.equal(page.text.match(/<\/script>/g)?.length, 2);
  }
});

test('a shopper who paid at the last moment is never shown the expiry', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false, env: { SANDBOX_DELAY_MS: '1700000' } });
  const brand = await tollgate.createBrand();
  const { link } = await chosen(tollgate, brand, { ...BRAZIL, customer: { document } }, optionOf('pix').id);
  tollgate.advance(1_800_001);
  assert.equal(screenOf(await readState(tollgate, link), 'wait').for, 'unknown');
  await sweepDueTransactions(tollgate.gateway.context);
  assert.equal(screenOf(await readState(tollgate, link), 'end').outcome, 'completed');
});
