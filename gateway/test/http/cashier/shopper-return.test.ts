// /return/{token}: the address to which a provider's page sends
// a shopper back (contract 13, Return).
import assert from 'node:assert/strict';
import test from 'node:test';
import type { ReturnParameters } from '@tollgate/provider-kit';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import {
  aCardPayin,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';
import { comeBack, postToBank, pressAtBank } from '../../stage/press-at-bank.ts';
import { CARD, chooseScreen, openSession, optionOf, readState, screenOf, submit } from './shopper.ts';

const RETURN_TO = 'https://shop.example/done?cart=7';
const CHALLENGED = '4000000000003220';
const BANK = optionsOf('PAYIN').find(({ method }) => method === 'open-banking')!.suboptions[0]!.id;
const QUIET = { workers: false };

async function challenged(tollgate: TestGateway, brand: TestBrand, redirectUrl: string | null = RETURN_TO) {
  const { body } = await tollgate.call('POST', '/v3/payment', {
    apiKey: brand.apiKey,
    body: aCardPayin({ redirectUrl }, { cardNumber: CHALLENGED }),
  });
  const { transactionId, redirectUrl: page, merchantReference } = body.result;
  return { id: transactionId as string, page: page as string, merchantReference };
}

/** Presses the button at the bank. Returns the path and query of the return address. */
async function sentBack(tollgate: TestGateway, page: string, decision = 'approve') {
  const pressed = await postToBank(tollgate, page, { decision });
  const location = pressed.headers.get('location') ?? '';
  assert.ok(location.startsWith(`${tollgate.config.publicUrl}/return/`), location);
  const { pathname, search, searchParams } = new URL(location);
  return { pathname, search, result: searchParams.get('sandboxResult')! };
}

async function statusOf(tollgate: TestGateway, brand: TestBrand, id: string) {
  const { body } = await tollgate.call('GET', `/payments/${id}`, { apiKey: brand.apiKey });
  return [body.status, body.errorCode];
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

const quietGateway = sharedTestGateway(QUIET);

test('a shopper comes back by GET or by POST, and goes on to the shop', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  for (const method of ['GET', 'POST']) {
    const { id, page, merchantReference } = await challenged(tollgate, brand);
    const { pathname, search } = await sentBack(tollgate, page);
    const answer =
      method === 'GET'
        ? await tollgate.call('GET', pathname + search)
        : await tollgate.call('POST', pathname, { headers: form, body: search.slice(1) });
    assert.equal(answer.status, 303, answer.text);
    const query = `transactionId=${id}&merchantReference=${merchantReference}`;
    assert.equal(answer.headers.get('location'), `${RETURN_TO}&${query}`);
    assert.deepEqual(await statusOf(tollgate, brand, id), ['COMPLETED', null]);
    // Loading it again redirects again.
    const again = await tollgate.call('GET', pathname + search);
    assert.deepEqual([again.status, again.headers.get('location')], [303, `${RETURN_TO}&${query}`]);
  }
});

test('a token that this gateway did not make is a 404, and changes nothing', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const { id, page } = await challenged(tollgate, brand);
  const other = await challenged(tollgate, brand);
  const { pathname, search } = await sentBack(tollgate, page);
  const token = pathname.split('/').at(-1)!;
  const [reference, mark] = token.split('.');
  assert.equal(reference, id);
  for (const forged of [
    id,
    `${id}.`,
    `${id}.${'A'.repeat(22)}`,
    `${other.id}.${mark}`,
    `${id}-2.${mark}`,
    `${id}-r1.${mark}`,
    `${token}.`,
    `${token}AA`,
    `${token}.!!`,
    token.toUpperCase(),
    `0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15.${mark}`,
    page.split('/').at(-1)!,
    'nothing',
    '__proto__',
    '%00',
  ]) {
    for (const answer of [
      await tollgate.call('GET', `/return/${forged}${search}`),
      await tollgate.call('POST', `/return/${forged}`, { headers: form, body: search.slice(1) }),
    ]) {
      assert.equal(answer.status, 404, forged);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    }
  }
  assert.deepEqual(await statusOf(tollgate, brand, id), ['PROCESSING', null]);
});

test('foreign, forged or repeated parameters change nothing, and the shopper still returns to the shop', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const { id, page } = await challenged(tollgate, brand);
  const other = await challenged(tollgate, brand);
  const { pathname, result } = await sentBack(tollgate, page);
  const foreign = await sentBack(tollgate, other.page);
  for (const query of [
    '',
    'redirectResult=x',
    'sandboxResult=approve',
    `sandboxResult=${foreign.result}`,
    `sandboxResult=${result.replace('approve', 'decline')}`,
    `sandboxResult=${result}&sandboxResult=${result}`,
    `sandboxResult=${foreign.result}&sandboxResult=${result}`,
    '__proto__=x&constructor=y&sandboxResult[]=z',
  ]) {
    for (const answer of [
      await tollgate.call('GET', `${pathname}?${query}`),
      await tollgate.call('POST', pathname, { headers: form, body: query }),
      await tollgate.call('POST', `${pathname}?${query}`, { headers: form, body: query }),
    ]) {
      assert.equal(answer.status, 303, query);
      assert.ok(answer.headers.get('location')!.startsWith(RETURN_TO));
    }
    assert.deepEqual(await statusOf(tollgate, brand, id), ['PROCESSING', null], query);
  }
  // The same value once in the query and once in the form is a repetition, too.
  const twice = `${pathname}?sandboxResult=${result}`;
  await tollgate.call('POST', twice, { headers: form, body: `sandboxResult=${result}` });
  assert.deepEqual(await statusOf(tollgate, brand, id), ['PROCESSING', null]);
  const large = await tollgate.call('POST', pathname, { headers: form, body: `x=${'y'.repeat(100_000)}` });
  assert.equal(large.status, 413);
  // A body that is no form has no effect.
  const json = await tollgate.call('POST', pathname, { body: { sandboxResult: result } });
  assert.equal(json.status, 303, json.text);
  const list = await tollgate.call('POST', pathname, { body: [['sandboxResult', result]] });
  assert.equal(list.status, 400, list.text);
  assert.deepEqual(await statusOf(tollgate, brand, id), ['PROCESSING', null]);
  await tollgate.call('GET', `${pathname}?sandboxResult=${result}`);
  assert.deepEqual(await statusOf(tollgate, brand, id), ['COMPLETED', null]);
});

test('if the shop named no redirectUrl, the shopper reads the state of the payment', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false, env: { SANDBOX_DELAY_MS: '600000' } });
  const brand = await tollgate.createBrand();
  const paid = await challenged(tollgate, brand, null);
  const unpaid = await challenged(tollgate, brand, null);
  const bank = await tollgate.call('POST', '/v3/payment', {
    apiKey: brand.apiKey,
    body: { paymentOptionId: BANK, currency: 'EUR', amount: 25, country: 'DE' },
  });
  const underWay = bank.body.result.redirectUrl;
  for (const [page, decision, title] of [
    [paid.page, 'approve', 'Payment complete'],
    [unpaid.page, 'decline', 'Payment not made'],
    [underWay, 'approve', 'Your payment is on its way'],
  ] as const) {
    const answer = await pressAtBank(tollgate, page, decision);
    assert.equal(answer.status, 200);
    assert.match(answer.text, new RegExp(`<h1>${title}</h1>`));
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.doesNotMatch(answer.text, /<script|3220/);
  }
  // In the browser's language.
  const { page } = await challenged(tollgate, brand, null);
  const { pathname, search } = await sentBack(tollgate, page, 'decline');
  const german = await tollgate.call('GET', pathname + search, { headers: { 'accept-language': 'de' } });
  assert.match(german.text, /<html lang="de"/);
});

test('a cashier shopper returns to the cashier, and only with their own sealed token', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const atBank = async () => {
    const link = await openSession(tollgate, brand, { redirectUrl: RETURN_TO });
    const card = { ...CARD, cardNumber: CHALLENGED };
    const { url } = screenOf((await submit(tollgate, link, optionOf('card').id, card)).body, 'go');
    return { link, url };
  };
  const { link, url } = await atBank();
  const { pathname, search } = await sentBack(tollgate, url);
  assert.ok(!pathname.includes(link.token), 'the address does not say where the cashier is');
  const back = await tollgate.call('GET', pathname + search);
  assert.equal(new URL(back.headers.get('location')!).pathname, link.path);
  assert.equal(screenOf(await readState(tollgate, link), 'end').outcome, 'completed');

  const other = await atBank();
  const [mine, theirs] = [pathname, (await sentBack(tollgate, other.url)).pathname].map((one) =>
    one.split('.'),
  );
  const mixed = [...mine!.slice(0, 3), theirs![3]].join('.');
  const elsewhere = await tollgate.call('GET', mixed);
  assert.equal(elsewhere.status, 303);
  assert.ok(
    elsewhere.headers.get('location')!.startsWith(RETURN_TO),
    'the sealed token is of another payment',
  );
});

test('the return from the page of a former attempt changes nothing, and the provider is not asked', async (t) => {
  const tollgate = await startTestGateway(t, QUIET);
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand);
  const first = screenOf((await submit(tollgate, link, BANK, {})).body, 'go');
  const { pathname, search } = await sentBack(tollgate, first.url, 'decline');
  await tollgate.call('GET', pathname + search);
  assert.equal((await chooseScreen(tollgate, link)).attempt, 1);
  const second = screenOf((await submit(tollgate, link, BANK, {}, { attempt: 1 })).body, 'go');
  assert.notEqual(second.url, first.url);

  const { context } = tollgate.gateway;
  const known = context.provider;
  const asked: ReturnParameters[] = [];
  context.provider = (...sentTo) => ({
    ...known(...sentTo)!,
    async resume(_transaction, parameters) {
      asked.push(parameters);
      return { kind: 'completed' };
    },
  });
  const late = await tollgate.call('GET', pathname + search);
  assert.equal(late.status, 303);
  assert.equal(new URL(late.headers.get('location')!).pathname, link.path);
  assert.deepEqual(asked, []);
  assert.deepEqual(screenOf(await readState(tollgate, link), 'go').url, second.url);
  context.provider = known;
  await pressAtBank(tollgate, second.url, 'decline');
  assert.equal((await chooseScreen(tollgate, link)).attempt, 2);
});

test('if the provider needs another step, the shopper is redirected to it', async (t) => {
  const tollgate = await startTestGateway(t, QUIET);
  const brand = await tollgate.createBrand();
  const { page, id } = await challenged(tollgate, brand);
  const pressed = await postToBank(tollgate, page, { decision: 'approve' });
  const { context } = tollgate.gateway;
  const known = context.provider;
  const next = 'https://bank.example/second-step';
  context.provider = (...sentTo) => ({
    ...known(...sentTo)!,
    resume: async () => ({
      kind: 'redirect',
      redirectUrl: next,
      expiresAt: new Date(context.now().getTime() + 60_000),
    }),
  });
  const answer = await comeBack(tollgate, pressed);
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, next]);
  assert.deepEqual(await statusOf(tollgate, brand, id), ['PROCESSING', null]);
  // The shopper has not done that step yet; coming back without it leads to the shop.
  const again = await comeBack(tollgate, pressed);
  assert.ok(again.headers.get('location')!.startsWith(RETURN_TO));
});

test('a provider that reports by notification is asked once about repeated returns if its answer is unknown', async (t) => {
  const tollgate = await startTestGateway(t, QUIET);
  const brand = await tollgate.createBrand();
  const { page, id } = await challenged(tollgate, brand);
  const { pathname, search } = await sentBack(tollgate, page);
  const { context } = tollgate.gateway;
  const known = context.provider;
  let asked = 0;
  context.provider = (...sentTo) => ({
    ...known(...sentTo)!,
    capabilities: { ...known(...sentTo)!.capabilities, inquiry: 'notifications-only' },
    resume: async () => {
      asked += 1;
      return { kind: 'unknown' };
    },
  });
  for (let hit = 0; hit < 6; hit++) {
    const answer = await tollgate.call('GET', pathname + search);
    assert.equal(answer.status, 303, answer.text);
  }
  assert.equal(asked, 1);
  await tollgate.call('GET', `${pathname}?another=answer`);
  assert.equal(asked, 2);
  assert.deepEqual(await statusOf(tollgate, brand, id), ['PROCESSING', '9001']);
});
