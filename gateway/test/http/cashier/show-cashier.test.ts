import assert from 'node:assert/strict';
import test from 'node:test';
import { applyOutcome } from '../../../src/actions/apply-outcome.ts';
import { cashierUrl } from '../../../src/actions/cashier-link.ts';
import type { Outcome } from '../../../src/domain/outcome.ts';
import { pageToken } from '../../../src/domain/page-token.ts';
import { optionsOf } from '../../../src/domain/payment-option.ts';
import { aCardPayin, startTestGateway, type TestBrand, type TestGateway } from '../../harness.ts';

const RETURN_TO = 'https://shop.example/done?cart=7';
const optionOf = (method: string) => optionsOf('PAYIN').find((option) => option.method === method)!;

/** A pay-in of the shop; answers its id and the path of its cashier page. */
async function pay(tollgate: TestGateway, brand: TestBrand, fields: Record<string, unknown>) {
  const answer = await tollgate.call('POST', '/v3/payment', {
    apiKey: brand.apiKey,
    body: { currency: 'EUR', amount: 25, country: 'DE', redirectUrl: RETURN_TO, ...fields },
  });
  assert.equal(answer.status, 201, answer.text);
  const { result } = answer.body;
  const path = new URL(cashierUrl(tollgate.gateway.context, result.transactionId)).pathname;
  return { id: result.transactionId as string, path, result };
}

/** An event handler of an element, and not of the text within a quoted value. */
const ATTRIBUTE_THAT_RUNS = /<[a-z][^>"]*(?:"[^"]*"[^>"]*)*\son[a-z]+=/;

const withoutIban = { paymentOptionId: optionOf('sepa-direct-debit').id };

/** What a provider might say next. */
async function become(tollgate: TestGateway, brand: TestBrand, id: string, outcome: Outcome) {
  const { context } = tollgate.gateway;
  const transaction = (await context.transactions.find(brand.merchantId, id))!;
  await applyOutcome(context, transaction, outcome, 'provider');
}

function assertShows(text: string, shown: string[], hidden: string[] = []) {
  for (const one of shown) assert.ok(text.includes(one), `${one} is not on the page: ${text}`);
  for (const one of hidden) assert.ok(!text.includes(one), `${one} is on the page: ${text}`);
}

test('who was sent here for missing details reads which, for whom and how much, and finds back', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const brand = await tollgate.createBrand({ name: 'Demo Shop' });
  const { id, path, result } = await pay(tollgate, brand, { ...withoutIban, amount: 1249.5 });
  assert.equal(new URL(result.redirectUrl).pathname, path);
  const page = await tollgate.call('GET', path);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  assertShows(page.text, [
    'Payment to Demo Shop',
    '€1,249.50',
    '<li>IBAN</li>',
    'Back to Demo Shop',
    `href="${RETURN_TO}&amp;transactionId=${id}`,
    'Test mode</strong> – no money moves',
  ]);
});

test('each kind of missing detail is asked for in words, and only what is missing', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const brand = await tollgate.createBrand({ name: 'Demo Shop' });
  const inBrazil = { paymentOptionId: optionOf('pix').id, country: 'BR', currency: 'BRL' };
  const cases: [Record<string, unknown>, string[], string[]][] = [
    [
      { paymentOptionId: optionOf('open-banking').id },
      ['<li>Your bank: Hansetal Bank, Isarblick Bank'],
      ['Grachtbank', 'country', 'IBAN'],
    ],
    [{ paymentOptionId: optionOf('wallet').id }, ['<li>Your wallet: Pocketwell, Finchpay</li>'], ['country']],
    [inBrazil, ['<li>Document type: CPF or CNPJ</li>', '<li>Document number</li>'], ['country']],
    [
      { ...withoutIban, country: null, paymentData: { iban: 'DE89370400440532013000' } },
      ['<li>Your country</li>'],
      ['IBAN', 'DE89'],
    ],
    [
      { paymentOptionId: optionOf('crypto').id, country: null, currency: 'USDT', amount: 12.5 },
      ['<li>Network: tron or ethereum</li>', '12.500000 USDT'],
      ['bitcoin', 'country'],
    ],
  ];
  for (const [fields, shown, hidden] of cases) {
    const { path } = await pay(tollgate, brand, fields);
    const page = await tollgate.call('GET', path);
    assert.equal(page.status, 200);
    assertShows(page.text, shown, hidden);
  }
});

test('how it ended is said in a sentence, with the way back and without a code', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const brand = await tollgate.createBrand({ name: 'Demo Shop' });
  const ends: [string, string[]][] = [
    ['4242424242424242', ['Paid', 'Demo Shop has received your payment.']],
    ['4000000000009995', ['Not paid', 'There is not enough money in this account.']],
    ['4000000000009979', ['Not paid', 'This payment is declined. Try another card']],
    ['4000000000000259', ['Your payment is on its way']],
    ['4000000000000341', ['The result is not known yet. Do not pay again']],
  ];
  for (const [cardNumber, shown] of ends) {
    const { path } = await pay(tollgate, brand, aCardPayin({ redirectUrl: RETURN_TO }, { cardNumber }));
    const page = await tollgate.call('GET', path);
    assert.equal(page.status, 200);
    assertShows(
      page.text,
      [...shown, 'Back to Demo Shop'],
      ['stolen', '2001', '2007', '9001', '4242', '0341'],
    );
  }
});

test('what a method shows is shown here too', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const brand = await tollgate.createBrand({ name: 'Demo Shop' });
  const upiQr = optionOf('upi').suboptions.find((one) => one.method === 'upi-qr')!.id;
  const upi = await pay(tollgate, brand, { paymentOptionId: upiQr, country: 'IN', currency: 'INR' });
  const scan = await tollgate.call('GET', upi.path);
  assertShows(scan.text, [
    'Scan to pay',
    `src="data:image/png;base64,${upi.result.base64QRCode.slice(0, 40)}`,
  ]);
  assert.match(scan.text, /href="upi:\/\/pay\?/);
  assert.match(scan.headers.get('content-security-policy') ?? '', /img-src 'self' data:;/);

  const sepa = await pay(tollgate, brand, { paymentOptionId: optionOf('sepa-transfer').id });
  const { iban, reference } = sepa.result.paymentDetails;
  assertShows((await tollgate.call('GET', sepa.path)).text, ['Send the money', iban, reference]);

  const boleto = await pay(tollgate, brand, {
    paymentOptionId: optionOf('boleto').id,
    country: 'BR',
    currency: 'BRL',
  });
  assertShows((await tollgate.call('GET', boleto.path)).text, [boleto.result.barcodeData, 'counter']);

  const fawry = await pay(tollgate, brand, {
    paymentOptionId: optionOf('fawry').id,
    country: 'EG',
    currency: 'EGP',
  });
  assertShows((await tollgate.call('GET', fawry.path)).text, [fawry.result.referenceNumber]);

  const agents = await pay(tollgate, brand, {
    paymentOptionId: optionOf('cash-agents').id,
    country: 'PE',
    currency: 'PEN',
  });
  const [agent] = agents.result.paymentLocations;
  assertShows((await tollgate.call('GET', agents.path)).text, ['Pay in cash', agent.name, agent.city]);

  const mobile = await pay(tollgate, brand, {
    paymentOptionId: optionOf('m-pesa').id,
    country: 'KE',
    currency: 'KES',
    paymentData: { phoneNumber: '+254712345678' },
  });
  assertShows((await tollgate.call('GET', mobile.path)).text, [
    mobile.result.sendTo,
    'give Demo Shop the transaction number',
  ]);

  for (const [method, proof] of [
    ['upi-transfer', 'the UTR'],
    ['p2p', 'the receipt of your transfer'],
  ] as const) {
    const choices = optionsOf('PAYIN').flatMap((option) => option.suboptions);
    const { id: paymentOptionId } = choices.findLast((one) => one.method === method)!;
    const transfer = await pay(tollgate, brand, { paymentOptionId, country: 'IN', currency: 'INR' });
    const { accountNumber } = transfer.result.paymentDetails;
    assertShows((await tollgate.call('GET', transfer.path)).text, [accountNumber, `give Demo Shop ${proof}`]);
  }

  const bank = optionOf('open-banking').suboptions[0]!.id;
  const redirect = await pay(tollgate, brand, { paymentOptionId: bank });
  const elsewhere = await tollgate.call('GET', redirect.path);
  assertShows(elsewhere.text, [`href="${redirect.result.redirectUrl}"`, 'Continue', 'Back to Demo Shop']);

  const mandate = await pay(tollgate, brand, {
    ...withoutIban,
    paymentData: { iban: 'DE89370400440532013000' },
  });
  const form = await tollgate.call('GET', mandate.path);
  const { formData } = mandate.result;
  assertShows(form.text, [`action="${formData.url}"`, 'method="post"', formData.fields[0].value]);
});

test('whatever a shop or a provider calls things, it stays text, and no link runs anything', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const evil = `"><script>alert(1)</script>'<img src=x onerror=alert(2)>`;
  const brand = await tollgate.createBrand({ name: evil });
  const js = 'javascript:alert(3)';
  const expiresAt = new Date(tollgate.now().getTime() + 60_000);
  const shown = (
    resultType: 'info' | 'form' | 'qrcode' | 'barcode',
    fields: Record<string, unknown>,
  ): Outcome => ({
    kind: 'instructions',
    resultType,
    statusCode: 300,
    fields,
    expiresAt,
  });
  const field = { name: evil, label: evil, type: 'text', required: true, values: [], value: evil };
  const outcomes: Outcome[] = [
    { kind: 'redirect', redirectUrl: js, expiresAt },
    { kind: 'redirect', redirectUrl: `https://bank.example/${evil}`, expiresAt },
    shown('info', {
      bankName: evil,
      paymentDetails: { beneficiary: evil, iban: { nested: evil }, reference: evil },
      paymentLocations: [{ name: evil, address: evil, mapUrl: js }, null, evil],
      htmlInstructions: evil,
      confirmBy: evil,
    }),
    shown('form', { formData: { url: js, method: evil, fields: [field] } }),
    shown('form', { formData: { url: 'https://bank.example/', method: evil, fields: [field, null, 7] } }),
    shown('form', { formData: evil }),
    shown('qrcode', { base64QRCode: `AAAA" onerror="alert(4)`, qrCodeString: js }),
    shown('qrcode', { base64QRCode: 7, qrCodeString: null }),
    shown('barcode', { barcodeData: evil }),
    shown('info', { paymentDetails: null, paymentLocations: 'x' }),
  ];
  for (const outcome of outcomes) {
    const { id, path } = await pay(tollgate, brand, {
      ...withoutIban,
      redirectUrl: 'https://shop.example/"><b>',
    });
    await become(tollgate, brand, id, outcome);
    const page = await tollgate.call('GET', path);
    assert.equal(page.status, 200);
    assertShows(
      page.text,
      ['&lt;script&gt;'],
      ['<script', '<img src=x', '<b>', '="javascript:', 'AAAA" onerror', '[object'],
    );
    assert.doesNotMatch(page.text, ATTRIBUTE_THAT_RUNS);
  }
});

test('an address that was not given out is a friendly 404', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const brand = await tollgate.createBrand();
  const { id, path } = await pay(tollgate, brand, withoutIban);
  const fingerprint = (text: string) => tollgate.gateway.context.vault.fingerprint(text);
  const token = path.split('/').at(-1)!;
  const strangers = [
    id,
    `${token.slice(0, -4)}AAAA`,
    token.toUpperCase(),
    `${token}A`,
    pageToken('bank-page', id, fingerprint),
    pageToken('3ds-page', id, fingerprint),
    '__proto__',
    "'%20or%201=1--",
    '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '%00',
    '..%2f..%2fetc%2fpasswd',
    'x'.repeat(500),
  ];
  for (const stranger of strangers) {
    const answer = await tollgate.call('GET', `/cashier/${stranger}`);
    assert.equal(answer.status, 404, stranger);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    assertShows(answer.text, ['There is no payment here'], ['<script', 'Test Brand', 'passwd']);
  }
});

test('after its hour the page is gone, with the way back, whether the sweep was there or not', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const brand = await tollgate.createBrand({ name: 'Demo Shop' });
  const { id, path } = await pay(tollgate, brand, withoutIban);
  const atHome = await pay(tollgate, brand, { ...withoutIban, redirectUrl: null });
  tollgate.advance(3_600_000 - 5_000);
  assert.equal((await tollgate.call('GET', path)).status, 200);
  tollgate.advance(5_000);
  for (const swept of [false, true]) {
    if (swept) await become(tollgate, brand, id, { kind: 'expired' });
    const page = await tollgate.call('GET', path);
    assert.equal(page.status, 410);
    assertShows(page.text, [
      'Time ran out',
      'Nothing was paid.',
      `href="${RETURN_TO}&amp;transactionId=${id}`,
    ]);
  }
  const without = await tollgate.call('GET', atHome.path);
  assert.equal(without.status, 410);
  assertShows(without.text, ['Go back to Demo Shop'], ['<a ']);
});

test('guessing is throttled by address, and a shopper behind the same address still gets in', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false, env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  const brand = await tollgate.createBrand();
  const { path } = await pay(tollgate, brand, withoutIban);
  const guess = (from: string, at = '/cashier/guess') =>
    tollgate.call('GET', at, { headers: { 'x-forwarded-for': from } });
  for (let i = 0; i < 20; i++) assert.equal((await guess('203.0.113.9')).status, 404);
  const slow = await guess('203.0.113.9');
  assert.equal(slow.status, 429);
  assert.match(slow.headers.get('content-type') ?? '', /^text\/html/);
  assertShows(slow.text, ['Wait a minute']);
  const wait = Number(slow.headers.get('retry-after'));
  assert.ok(wait >= 1 && wait <= 60, String(wait));
  assert.equal((await guess('203.0.113.9', path)).status, 200);
  assert.equal((await guess('203.0.113.10')).status, 404);

  // An IPv6 network of one customer is one guesser.
  for (let i = 0; i < 20; i++) assert.equal((await guess(`2001:db8:1:2::${i + 1}`)).status, 404);
  assert.equal((await guess('2001:db8:1:2:ffff::1')).status, 429);
  assert.equal((await guess('2001:db8:1:3::1')).status, 404);

  tollgate.advance(61_000);
  assert.equal((await guess('203.0.113.9')).status, 404);
});

test('every page keeps the headers of the contract and loads only files that are there', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const brand = await tollgate.createBrand();
  const open = await pay(tollgate, brand, { ...withoutIban, redirectUrl: null });
  const late = await pay(tollgate, brand, withoutIban);
  await become(tollgate, brand, late.id, { kind: 'expired' });
  const pages = [];
  for (const path of [open.path, late.path, ...Array.from({ length: 21 }, () => '/cashier/guess')]) {
    pages.push(await tollgate.call('GET', path));
  }
  assert.deepEqual([...new Set(pages.map(({ status }) => status))], [200, 410, 404, 429]);
  for (const page of pages) {
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|http|\*/);
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.doesNotMatch(page.text, /<script|<style|\sstyle=|\son[a-z]+=/);
  }
  const files = [...pages[0]!.text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address!);
  assert.equal(files.length, 2);
  for (const file of files) {
    const { pathname, origin } = new URL(file, tollgate.url + open.path);
    assert.equal(origin, tollgate.url);
    assert.equal((await tollgate.call('GET', pathname)).status, 200, file);
  }
});

test('opening the page changes nothing', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const brand = await tollgate.createBrand();
  const { id, path } = await pay(tollgate, brand, withoutIban);
  const read = async () => (await tollgate.call('GET', `/payments/${id}`, { apiKey: brand.apiKey })).text;
  const before = await read();
  await Promise.all(Array.from({ length: 5 }, () => tollgate.call('GET', path)));
  assert.equal(await read(), before);
  assert.equal((await tollgate.call('POST', path)).status, 404);
});
