// Settings that make no sense (contract 2): invalid domains, limits that no payment can meet, a word instead of a list
// of options. Each gets 400, names its field, and changes nothing.
import assert from 'node:assert/strict';
import test from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { newMerchant, type OperatorApp, openOperatorApp } from './operator-app.ts';

const options = optionsOf('PAYIN');
const CARD = options.find(({ type }) => type === 'CARD')!;
const CRYPTO = options.find(({ type }) => type === 'CRYPTO')!;
const PARENT = options.find(({ suboptions }) => suboptions.length > 1)!;
const [CHILD, SIBLING] = PARENT.suboptions;

async function newBrand(operator: OperatorApp, settings: Record<string, unknown> = {}): Promise<string> {
  const url = `/operator/merchants/${await newMerchant(operator)}/brands`;
  const { status, body } = await operator.call('POST', url, { name: 'Demo Shop', ...settings });
  assert.equal(status, 201, JSON.stringify(body));
  return `/operator/brands/${body.brandId}`;
}

test('each domain of a brand is a host name, listed once, spelled as given', async (t) => {
  const operator = await openOperatorApp(t);
  const domains = ['Shop.example', 'xn--mller-kva.example', 'müller.example', 'a-1.b.c.example', 'localhost'];
  const path = await newBrand(operator, { paymentFacilitator: true, domains });
  const wrong = [
    'https://shop.example',
    'shop.example/tea',
    'shop .example',
    'shop.example:8080',
    'anna@shop.example',
    'shop',
    '*.shop.example',
    'shop.example.',
    '-shop.example',
    'shop-.example',
    'shop_1.example',
    '192.0.2.7',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(124)}example`,
  ];
  const refused = await operator.call('PATCH', path, { domains: ['tea.example', ...wrong, 'TEA.example'] });
  assert.equal(refused.status, 400);
  assert.deepEqual(refused.body.message, [
    ...wrong.map((_, i) => `domains.${i + 1}: must be a host name alone, such as shop.example`),
    `domains.${wrong.length + 1}: is the same domain as domains.0`,
  ]);
  assert.deepEqual((await operator.call('GET', path)).body.domains, domains);
});

test('a payment facilitator without a domain is refused in every call that would make one', async (t) => {
  const operator = await openOperatorApp(t);
  const message = ['domains: must name at least one domain if paymentFacilitator is true'];
  const url = `/operator/merchants/${await newMerchant(operator)}/brands`;
  const born = await operator.call('POST', url, { name: 'Demo Shop', paymentFacilitator: true, domains: [] });
  assert.deepEqual([born.status, born.body.message], [400, message]);

  const path = await newBrand(operator);
  const turned = await operator.call('PATCH', path, { paymentFacilitator: true });
  assert.deepEqual([turned.status, turned.body.message], [400, message]);
  const both = { paymentFacilitator: true, domains: ['shop.example'] };
  assert.equal((await operator.call('PATCH', path, both)).status, 200);
  const emptied = await operator.call('PATCH', path, { domains: [] });
  assert.deepEqual([emptied.status, emptied.body.message], [400, message]);
  const { body } = await operator.call('GET', path);
  assert.deepEqual([body.paymentFacilitator, body.domains], [true, ['shop.example']]);
  const none = { paymentFacilitator: false, domains: [] };
  assert.equal((await operator.call('PATCH', path, none)).status, 200);
});

test('any text for the options other than "all" is refused with the accepted values', async (t) => {
  const operator = await openOperatorApp(t);
  const path = await newBrand(operator);
  for (const [given, message] of [
    ['none', 'options: must be "all" or an array of option ids'],
    ['ALL', 'options: must be "all" or an array of option ids'],
    ['', 'options: must be "all" or an array of option ids'],
    [5, 'options: must be a string or an array'],
    [['all'], 'options.0: must be a UUID, such as 0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15'],
  ] as const) {
    const { status, body } = await operator.call('PATCH', path, { options: given });
    assert.deepEqual([status, body.message], [400, [message]], JSON.stringify(given));
  }
});

test('limits that are invalid amounts for the option are 400, each with its field', async (t) => {
  const operator = await openOperatorApp(t);
  const path = await newBrand(operator);
  const put = (optionId: string, limits: unknown) =>
    operator.call('PUT', `${path}/options/${optionId}`, { enabled: true, ...(limits as object) });
  const cases: [string, unknown, RegExp][] = [
    [CARD.id, { minAmount: -0.01 }, /^minAmount: must be at least 0$/],
    [CARD.id, { maxAmount: -1 }, /^maxAmount: must be at least 0$/],
    [CARD.id, { minAmount: 1.001 }, /^minAmount: must have at most 2 decimals in [A-Z]{3}$/],
    [CARD.id, { maxAmount: 1e-7 }, /^maxAmount: must have at most 2 decimals in [A-Z]{3}$/],
    [CARD.id, { maxAmount: 1e12 }, /^maxAmount: must be at most 999999999999.99$/],
    [CARD.id, { minAmount: '5' }, /^minAmount: must be a number$/],
    [CARD.id, { minAmount: 5, maxAmount: 4.99 }, /^minAmount: must not be more than maxAmount$/],
    [CRYPTO.id, { minAmount: 1e-9 }, /^minAmount: must have at most 8 decimals in BTC$/],
  ];
  for (const [id, limits, message] of cases) {
    const { status, body } = await put(id, limits);
    assert.equal(status, 400, JSON.stringify(limits));
    assert.match(String(body.message), message);
  }
  const endless = await operator.app.inject({
    method: 'PUT',
    url: `${path}/options/${CARD.id}`,
    headers: { authorization: 'Bearer operator-token-of-this-test', 'content-type': 'application/json' },
    payload: '{"enabled":true,"maxAmount":1e400}',
  });
  assert.equal(endless.statusCode, 400);
  assert.match(String(endless.json().message), /^maxAmount: /);
  assert.deepEqual((await operator.call('GET', path)).body.optionSettings, []);

  assert.equal((await put(CARD.id, { minAmount: 5, maxAmount: 5 })).status, 200);
  assert.equal((await put(CARD.id, { minAmount: 0.01, maxAmount: 999_999_999_999.99 })).status, 200);
  assert.equal((await put(CRYPTO.id, { minAmount: 0.00000001 })).status, 200);
});

test('a limit must fit the other limit that applies to the option or suboption', async (t) => {
  const operator = await openOperatorApp(t);
  const path = await newBrand(operator);
  const put = (optionId: string, limits: object) =>
    operator.call('PUT', `${path}/options/${optionId}`, { enabled: true, ...limits });
  const refused = async (optionId: string, limits: object, message: string) => {
    const { status, body } = await put(optionId, limits);
    assert.deepEqual([status, body.message], [400, [message]]);
  };
  const accepted = async (optionId: string, limits: object) =>
    assert.equal((await put(optionId, limits)).status, 200);

  await refused(
    CARD.id,
    { minAmount: 50_001 },
    'minAmount: must not be more than 50000, the maxAmount that applies',
  );
  await refused(
    CARD.id,
    { maxAmount: 0.5 },
    'maxAmount: must not be less than 1, the minAmount that applies',
  );
  await accepted(CARD.id, { minAmount: 50_001, maxAmount: 60_000 });
  // An omitted limit returns to the catalogue's value, so the earlier 50,001 does not matter.
  await accepted(CARD.id, { maxAmount: 60 });

  await accepted(PARENT.id, { minAmount: 20 });
  await refused(
    CHILD!.id,
    { maxAmount: 10 },
    'maxAmount: must not be less than 20, the minAmount that applies',
  );
  await accepted(CHILD!.id, { minAmount: 5, maxAmount: 10 });
  await accepted(SIBLING!.id, { maxAmount: 30 });
  await refused(
    PARENT.id,
    { minAmount: 31, maxAmount: 100 },
    `minAmount: must not be more than 30, the maxAmount of its suboption ${SIBLING!.name}`,
  );
  await accepted(PARENT.id, { minAmount: 30, maxAmount: 100 });
  const stored = (await operator.call('GET', path)).body.optionSettings;
  assert.equal(stored.find((one: { optionId: string }) => one.optionId === PARENT.id).minAmount, 30);
});
