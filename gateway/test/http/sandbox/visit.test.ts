import assert from 'node:assert/strict';
import test from 'node:test';
import { applyOutcome } from '../../../src/actions/submission/apply-outcome.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { pageToken } from '../../../src/domain/transactions/page-token.ts';
import {
  aCardPayin,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';
import { postToBank, pressAtBank } from '../../stage/press-at-bank.ts';
import { PRODUCTION } from '../../stage/production.ts';

const RETURN_TO = 'https://shop.example/done?cart=7';
const optionOf = (method: string) => optionsOf('PAYIN').find((option) => option.method === method)!;
const bankCalled = (name: string) => optionOf('open-banking').suboptions.find((one) => one.name === name)!.id;

const BANK = { paymentOptionId: bankCalled('Hansetal Bank') };
const WALLET = {
  paymentOptionId: optionOf('wallet').suboptions.find((one) => one.name === 'Pocketwell')!.id,
};
const MANDATE = {
  paymentOptionId: optionOf('sepa-direct-debit').id,
  paymentData: { iban: 'DE89370400440532013000' },
};

/** A pay-in whose payer is expected at the simulated bank. Returns the path of its page. */
async function visit(tollgate: TestGateway, brand: TestBrand, fields: Record<string, unknown> = {}) {
  const answer = await tollgate.call('POST', '/v3/payment', {
    apiKey: brand.apiKey,
    body: { currency: 'EUR', amount: 25, country: 'DE', redirectUrl: RETURN_TO, ...BANK, ...fields },
  });
  assert.equal(answer.status, 201, answer.text);
  const { result } = answer.body;
  assert.equal(result.status, 'PROCESSING', answer.text);
  return {
    id: result.transactionId as string,
    reference: result.merchantReference as string,
    path: new URL(result.formData?.url ?? result.redirectUrl).pathname,
    formData: result.formData,
  };
}

async function recordOf(tollgate: TestGateway, brand: TestBrand, id: string) {
  return (await tollgate.call('GET', `/payments/${id}`, { apiKey: brand.apiKey })).body;
}

function assertShows(text: string, shown: string[], hidden: string[] = []) {
  for (const one of shown) assert.ok(text.includes(one), `${one} is not on the page: ${text}`);
  for (const one of hidden) assert.ok(!text.includes(one), `${one} is on the page`);
}

const quietGateway = sharedTestGateway({ workers: false });

test('the bank page shows the chosen bank, the shop, the amount and the reference', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand({ name: 'Demo Shop' });
  const { path } = await visit(tollgate, brand, { amount: 1249.5, merchantReference: 'order-7' });
  assert.match(path, /^\/sandbox\/bank\//);
  const page = await tollgate.call('GET', path);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  assertShows(page.text, [
    'Hansetal Bank',
    'bank-hansetal-bank.svg',
    'Log in to pay Demo Shop',
    '€1,249.50',
    'order-7',
    'value="approve"',
    'value="decline"',
    'value="cancel"',
    'Test mode</strong> – no money moves',
  ]);
});

test('names of shops, banks and references are shown as text, whatever they contain', async () => {
  const tollgate = await quietGateway();
  const name = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
  const brand = await tollgate.createBrand({ name });
  const bank = await visit(tollgate, brand, {
    paymentOptionId: bankCalled('Thistle & Oak Bank'),
    country: 'GB',
    currency: 'GBP',
    merchantReference: `'"</dd><svg onload=alert(3)>`,
  });
  const mandate = await visit(tollgate, brand, MANDATE);
  const wallet = await visit(tollgate, brand, WALLET);
  const hidden = ['<script', '<img src=x', '<svg onload', 'Thistle & Oak'];
  const bankPage = await tollgate.call('GET', bank.path);
  assertShows(bankPage.text, ['Thistle &amp; Oak Bank', '&lt;svg onload=alert(3)&gt;'], hidden);
  for (const { path } of [bank, mandate, wallet]) {
    const open = await tollgate.call('GET', path);
    assert.equal(open.status, 200);
    assertShows(open.text, ['&lt;script&gt;alert(1)&lt;/script&gt;'], hidden);
    await pressAtBank(tollgate, path, 'decline');
    const closed = await tollgate.call('GET', path);
    assert.equal(closed.status, 410);
    assertShows(closed.text, ['&lt;script&gt;alert(1)&lt;/script&gt;'], hidden);
  }
});

test('the wallet page shows the chosen wallet', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand({ name: 'Demo Shop' });
  const { path } = await visit(tollgate, brand, WALLET);
  const page = await tollgate.call('GET', path);
  assert.equal(page.status, 200);
  assertShows(
    page.text,
    ['Pocketwell', 'wallet-pocketwell.svg', 'Pay Demo Shop', '€25.00'],
    ['Log in to pay'],
  );
});

test('the form of a direct debit, posted from the shop, shows the mandate, and its buttons decide', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand({ name: 'Demo Shop' });
  const { id, path, formData } = await visit(tollgate, brand, MANDATE);
  assert.equal(formData.method, 'POST');
  const fields = Object.fromEntries(
    formData.fields.map((field: { name: string; value?: unknown }) => [
      field.name,
      String(field.value ?? ''),
    ]),
  );
  for (const answer of [
    await postToBank(tollgate, path, fields),
    await postToBank(tollgate, path, {}),
    await tollgate.call('GET', path),
  ]) {
    assert.equal(answer.status, 200, answer.text);
    assertShows(
      answer.text,
      ['SEPA direct debit mandate', 'Demo Shop', '€25.00', 'Mandate reference', 'value="approve"', '8 weeks'],
      ['DE89370400440532013000', '37040044'],
    );
    const iban = formData.fields.some((field: { name: string }) => field.name === 'iban');
    if (iban) assertShows(answer.text, ['DE89 •••• 3000']);
    for (const name of ['mandateReference', 'creditor', 'creditorIdentifier'])
      assertShows(answer.text, [fields[name]!]);
  }
  assert.equal((await recordOf(tollgate, brand, id)).status, 'PROCESSING');

  const decided = await pressAtBank(tollgate, path, 'decline');
  assert.equal(decided.status, 303);
  assert.ok(decided.headers.get('location')?.startsWith(RETURN_TO));
  const record = await recordOf(tollgate, brand, id);
  assert.deepEqual([record.status, record.errorCode], ['DECLINED', '3006']);
  // The shop's form once more, from the browser's history.
  const again = await postToBank(tollgate, path, fields);
  assert.equal(again.status, 410);
  assert.match(again.text, /Payment not made/);
});

test('a large form of the shop leads to the mandate, and an endless form is refused', async () => {
  const tollgate = await quietGateway();
  const { path } = await visit(tollgate, await tollgate.createBrand(), MANDATE);
  assert.equal((await postToBank(tollgate, path, { note: 'x'.repeat(8_000) })).status, 200);
  assert.equal((await postToBank(tollgate, path, { note: 'x'.repeat(100_000) })).status, 413);
});

test('each button leads back to the shop with the transaction in the query', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const ends: [string, string, string | null][] = [
    ['approve', 'PROCESSING', null],
    ['decline', 'DECLINED', '3006'],
    ['cancel', 'DECLINED', '3001'],
  ];
  for (const method of [BANK, WALLET, MANDATE]) {
    for (const [decision, status, errorCode] of ends) {
      const { id, reference, path } = await visit(tollgate, brand, method);
      const answer = await pressAtBank(tollgate, path, decision);
      assert.equal(answer.status, 303);
      const query = `transactionId=${id}&merchantReference=${reference}`;
      assert.equal(answer.headers.get('location'), `${RETURN_TO}&${query}`);
      const record = await recordOf(tollgate, brand, id);
      assert.deepEqual([record.status, record.errorCode], [status, errorCode]);
      if (status === 'DECLINED') assert.equal(record.timeline.at(-1).actor, 'provider');
    }
  }
});

test('pressing a button again leads back to the shop and changes nothing', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const { id, path } = await visit(tollgate, brand);
  const presses = await Promise.all(Array.from({ length: 4 }, () => pressAtBank(tollgate, path, 'cancel')));
  const later = await pressAtBank(tollgate, path, 'approve');
  for (const answer of [...presses, later]) {
    assert.equal(answer.status, 303);
    assert.ok(answer.headers.get('location')?.startsWith(RETURN_TO));
  }
  const record = await recordOf(tollgate, brand, id);
  assert.deepEqual([record.status, record.errorCode], ['DECLINED', '3001']);
  assert.equal(record.timeline.filter(({ to }: { to: string }) => to === 'DECLINED').length, 1);
  const page = await tollgate.call('GET', path);
  assert.equal(page.status, 410);
  assertShows(page.text, ['Payment not made', `href="${RETURN_TO}&amp;transactionId=${id}`]);
});

test('without a redirectUrl the payer sees the state', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const yes = await visit(tollgate, brand, { redirectUrl: null });
  const approved = await pressAtBank(tollgate, yes.path, 'approve');
  assert.equal(approved.status, 200);
  assert.match(approved.text, /Your payment is on its way/);
  const no = await visit(tollgate, brand, { redirectUrl: null });
  const declined = await pressAtBank(tollgate, no.path, 'decline');
  assert.equal(declined.status, 200);
  assert.match(declined.text, /<h1>Payment not made</);
});

test('after 15 minutes the page is gone and its buttons do nothing', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const brand = await tollgate.createBrand();
  for (const method of [BANK, MANDATE]) {
    const { id, path } = await visit(tollgate, brand, method);
    tollgate.advance(15 * 60_000);
    const answers = [await tollgate.call('GET', path), await pressAtBank(tollgate, path, 'approve')];
    if (method === MANDATE) answers.push(await postToBank(tollgate, path, {}));
    for (const answer of answers) {
      assert.equal(answer.status, 410);
      assertShows(answer.text, ['Time ran out', 'Back to Test Brand']);
    }
    const record = await recordOf(tollgate, brand, id);
    assert.deepEqual(
      [record.status, record.resultType],
      ['PROCESSING', method === BANK ? 'redirect' : 'form'],
    );
  }
});

test('an unknown address is a friendly 404, for reading and pressing', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const brand = await tollgate.createBrand();
  const { id, path } = await visit(tollgate, brand);
  const challenged = await tollgate.call('POST', '/v3/payment', {
    apiKey: brand.apiKey,
    body: aCardPayin({}, { cardNumber: '4000000000003220' }),
  });
  const { result } = challenged.body;
  const fingerprint = (text: string) => tollgate.gateway.context.vault.fingerprint(text);
  const token = path.split('/').at(-1)!;
  const strangers = [
    id,
    `${token.slice(0, -4)}AAAA`,
    token.toUpperCase(),
    token.replace(id, result.transactionId),
    pageToken('3ds-page', id, fingerprint),
    // Made by this gateway, for a page that does not exist.
    pageToken('bank-page', result.transactionId, fingerprint),
    pageToken('bank-page', '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15', fingerprint),
    new URL(result.redirectUrl).pathname.split('/').at(-1)!,
    'nothing',
    '__proto__',
    "'%20or%201=1--",
    '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '%00',
  ];
  for (const stranger of strangers) {
    const address = `/sandbox/bank/${stranger}`;
    for (const answer of [
      await tollgate.call('GET', address),
      await pressAtBank(tollgate, address, 'approve'),
    ]) {
      assert.equal(answer.status, 404, stranger);
      assertShows(answer.text, ['There is no payment here'], ['<script']);
    }
  }
  // This page's token does not open a challenge's page either.
  for (const stranger of [token, pageToken('3ds-page', id, fingerprint)]) {
    assert.equal((await tollgate.call('GET', `/sandbox/3ds/${stranger}`)).status, 404);
    assert.equal((await pressAtBank(tollgate, `/sandbox/3ds/${stranger}`, 'approve')).status, 404);
  }
  for (const one of [id, result.transactionId]) {
    const record = await recordOf(tollgate, brand, one);
    assert.deepEqual([record.status, record.resultType], ['PROCESSING', 'redirect']);
  }
});

test('a payment that has moved to another page cannot be decided on its former page', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const { context } = tollgate.gateway;
  const { id, path } = await visit(tollgate, brand);
  const transaction = (await context.transactions.find(brand.merchantId, id))!;
  const elsewhere = {
    kind: 'redirect',
    redirectUrl: 'https://other-bank.example/',
    expiresAt: transaction.expiresAt!,
  } as const;
  await applyOutcome(context, transaction, elsewhere, { actor: 'provider' });
  assert.equal((await tollgate.call('GET', path)).status, 410);
  await pressAtBank(tollgate, path, 'decline');
  const record = await recordOf(tollgate, brand, id);
  assert.deepEqual([record.status, record.resultType], ['PROCESSING', 'redirect']);
});

test('an unknown decision is 400 and leaves the page open', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const bank = await visit(tollgate, brand);
  const mandate = await visit(tollgate, brand, MANDATE);
  for (const decision of ['', 'APPROVE', 'constructor', '<b>']) {
    assert.equal((await pressAtBank(tollgate, bank.path, decision)).status, 400);
    assert.equal((await pressAtBank(tollgate, mandate.path, decision)).status, 400);
  }
  assert.equal((await postToBank(tollgate, bank.path, {})).status, 400);
  const json = await tollgate.call('POST', bank.path, { body: { decision: { toString: 'approve' } } });
  assert.equal(json.status, 400);
  for (const { path } of [bank, mandate]) assert.equal((await tollgate.call('GET', path)).status, 200);
});

test('the pages have the headers of the contract and load only existing files', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  for (const method of [BANK, WALLET, MANDATE]) {
    const { path } = await visit(tollgate, brand, method);
    const open = await tollgate.call('GET', path);
    const unknown = await tollgate.call('GET', '/sandbox/bank/nothing');
    for (const page of [open, unknown]) {
      const policy = page.headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|http/);
      assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
      assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.doesNotMatch(page.text, /<script|<style|\sstyle=|\son[a-z]+=/);
    }
    const files = [...open.text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address!);
    assert.ok(files.length >= 3);
    for (const file of files) {
      const { pathname, origin } = new URL(file, tollgate.url + path);
      assert.equal(origin, tollgate.url);
      assert.equal((await tollgate.call('GET', pathname)).status, 200, file);
    }
  }
});

test('production has no pages of the simulated bank', async (t) => {
  const tollgate = await startTestGateway(t, {
    workers: false,
    env: PRODUCTION,
  });
  for (const method of ['GET', 'POST']) {
    const answer = await tollgate.call(method, '/sandbox/bank/anything');
    assert.equal(answer.status, 404);
    assert.ok(!answer.text.includes('There is no payment here'));
  }
});
