// Every field of a pay-in at its limits (spec 2.1, 2.5 to 2.7, 8; contract 3): what passes, what gets a 400 that names
// the field, and that a refused request stores nothing. Card fields: payin-card-details.test.ts; addresses:
// payin-addresses.test.ts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, sharedTestGateway } from '../../stage/harness.ts';

const sharedGateway = sharedTestGateway();
/** One code point, two UTF-16 units, four bytes. */
const ASTRAL = '\u{1F980}';

/** Puts a value at a dotted path. */
function at(path: string, value: unknown): Record<string, unknown> {
  return path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Record<
    string,
    unknown
  >;
}

test('fields of a pay-in at their limits', async (t) => {
  const gate = await sharedGateway();
  const brand = await gate.createBrand();
  const send = (body: unknown) => gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body });
  const stored = async () =>
    Number((await gate.gateway.context.sql`select count(*) from transactions`)[0]!.count);

  async function accepted(fields: Record<string, unknown>) {
    const answer = await send(aCardPayin(fields));
    assert.equal(answer.status, 201, `${JSON.stringify(fields).slice(0, 200)}: ${answer.text}`);
    return answer.body;
  }

  /** 400, an error body of spec 7.1, one fault at the field and none elsewhere, nothing stored. */
  async function refused(field: string, body: unknown) {
    const before = await stored();
    const answer = await send(body);
    const what = `${typeof body === 'string' ? body : JSON.stringify(body)}`.slice(0, 300);
    assert.equal(answer.status, 400, `${what}: ${answer.text}`);
    assert.equal(answer.body.statusCode, 400);
    assert.equal('resultType' in answer.body, false);
    const faults: string[] = [answer.body.message].flat();
    assert.equal(faults.length, 1, `${what}: ${answer.text}`);
    assert.ok(faults[0]!.startsWith(`${field}: `), `${field} is not named: ${answer.text}`);
    assert.equal(await stored(), before, `${what} left a transaction`);
  }
  const refusedAt = (path: string, value: unknown) => refused(path, aCardPayin(at(path, value)));

  for (const [path, least, most] of [
    ['merchantReference', 0, 255],
    ['paymentReference', 0, 255],
    ['userId', 0, 255],
    ['extra1', 0, 255],
    ['extra2', 0, 255],
    ['extra3', 0, 255],
    ['customer.firstName', 1, 255],
    ['customer.lastName', 1, 255],
    ['customer.phone', 3, 255],
    ['customer.userAgent', 0, 512],
    ['customer.document.number', 0, 255],
    ['customer.document.type', 0, 255],
  ] as const) {
    // proves 2.1 merchantReference; 2.1 paymentReference; 2.1 userId; 2.5 firstName, lastName; 2.5 phone
    // proves 2.5 userAgent; 2.5 document; 2.7 merchantReference; 2.7 userId; 2.7 paymentReference
    // proves 2.7 extra1, extra2, extra3; 8 references, userId, extras; 8 customer.userAgent
    // proves 8 firstName, lastName; 8 customer.phone; 8 customer.document
    await t.test(`${path} has ${least} to ${most} characters, counted as code points`, async () => {
      await accepted(at(path, 'x'.repeat(most)));
      await accepted(at(path, ASTRAL.repeat(most)));
      await refusedAt(path, 'x'.repeat(most + 1));
      await refusedAt(path, `${ASTRAL.repeat(most)}x`);
      if (least === 0) return;
      await accepted(at(path, ASTRAL.repeat(least)));
      await refusedAt(path, 'x'.repeat(least - 1));
    });
    // proves 2.5 firstName, lastName
    await t.test(`${path} is a string, clean of control characters and broken pairs, or null`, async () => {
      await accepted(at(path, null));
      for (const wrong of [7, true, ['a'], { a: 'b' }]) await refusedAt(path, wrong);
      for (const unclean of ['a\u0000bc', 'a\nbc', 'a\u007fbc', 'a\u0085bc', 'abc\ud800', '\udc00abc']) {
        await refusedAt(path, unclean);
      }
    });
  }

  // proves 2.5 email; 8 customer.email
  await t.test('an e-mail address is valid and has 4 to 255 characters', async () => {
    const domain = `${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(60)}.de`;
    const longest = `${'a'.repeat(255 - domain.length - 1)}@${domain}`;
    assert.equal(longest.length, 255);
    for (const good of ['a@b.c', 'ada+shop@example.co.uk', longest, null]) {
      await accepted({ customer: { email: good } });
    }
    const bad = [
      '',
      'a',
      'a@b',
      'ada',
      'ada@',
      '@example.com',
      'a b@example.com',
      'a@b@example.com',
      'ada@exam ple.com',
    ];
    for (const email of [...bad, 'ada@example..com', 'ada@example.com\u0000', '.ada@example.com', 5]) {
      const answer = await send(aCardPayin({ customer: { email } }));
      assert.equal(answer.status, 400, `${email}: ${answer.text}`);
      for (const fault of answer.body.message) assert.match(fault, /^customer\.email: /);
    }
    await refusedAt('customer.email', `a${longest}`);
  });

  // proves 2.5 email
  await t.test('an e-mail address may be written in any script', async () => {
    for (const email of ['ü@bücher.example', '用户@例子.example']) await accepted({ customer: { email } });
  });

  // proves 2.5 ip
  await t.test('customer.ip is an IPv4 or IPv6 address', async () => {
    for (const ip of ['203.0.113.24', '2001:db8::1', '::1', '::ffff:203.0.113.24', null]) {
      await accepted({ customer: { ip } });
    }
    for (const ip of [
      '',
      'localhost',
      '256.1.1.1',
      '1.2.3',
      '1.2.3.4.5',
      '01.2.3.4',
      '2001:db8::g',
      'fe80::1%eth0',
      1,
    ]) {
      await refusedAt('customer.ip', ip);
    }
  });

  // proves 2.5 userDevice
  await t.test('customer.userDevice is MOBILE, DESKTOP or TABLET, in capitals', async () => {
    for (const userDevice of ['MOBILE', 'DESKTOP', 'TABLET', null])
      await accepted({ customer: { userDevice } });
    for (const wrong of ['mobile', 'PHONE', '', 1]) await refusedAt('customer.userDevice', wrong);
  });

  for (const path of ['country', 'customer.address.country', 'shippingAddress.country']) {
    // proves 2.6 country; 2.6 shippingAddress; 2.7 country
    await t.test(`${path} is a known two-letter code in capitals`, async () => {
      for (const good of ['DE', 'IN', null]) await accepted(at(path, good));
      for (const wrong of ['de', 'De', 'DEU', 'XX', 'ZZ', 'D', '', 'WORLDWIDE', 'ANY', 49])
        await refusedAt(path, wrong);
    });
  }

  // proves 2.7 language
  await t.test('language has two letters', async () => {
    for (const good of ['en', 'de', null]) await accepted({ language: good });
    for (const wrong of ['e', 'eng', 'en-GB', '', 'e1', 7]) await refusedAt('language', wrong);
  });

  // proves 2.7 currency
  await t.test('currency is required and a known code in capitals', async () => {
    for (const wrong of ['eur', 'Eur', 'EURO', 'XXX', 'AAA', '', 978, null])
      await refusedAt('currency', wrong);
    await refused('currency', { ...aCardPayin(), currency: undefined });
  });

  // proves 2.1 paymentOptionId; 2.7 paymentOptionId
  await t.test('paymentOptionId is required and a UUID', async () => {
    for (const wrong of ['card', '', '955677db-135d-4bd3-a241', 7, null])
      await refusedAt('paymentOptionId', wrong);
    await refused('paymentOptionId', { ...aCardPayin(), paymentOptionId: undefined });
  });

  // proves 2.1 paymentOptionId
  await t.test('paymentOptionId is only a UUID, without prefix, braces or blanks', async () => {
    const { paymentOptionId: id } = aCardPayin();
    for (const wrong of [`{${id}}`, ` ${id}`, `${id}\n`, id.replaceAll('-', ''), `urn:uuid:${id}`]) {
      await refusedAt('paymentOptionId', wrong);
    }
  });

  // proves 2.7 amount; 8 amount
  await t.test('amount is required, and a JSON number of at least 0', async () => {
    await refused('amount', { ...aCardPayin(), amount: undefined });
    for (const wrong of ['50', '', null, true, [50], {}, -1, -0.01]) await refusedAt('amount', wrong);
    // No fault of the request: the option's own minimum refuses it.
    for (const zero of ['0', '-0', '0.00', '-0.0']) {
      const raw = JSON.stringify(aCardPayin()).replace('"amount":25', `"amount":${zero}`);
      const answer = await send(raw);
      assert.equal(answer.status, 201, zero);
      assert.equal(answer.body.result.errorCode, '1001');
      assert.match(answer.text, /"amount":0[,}]/);
    }
  });

  // proves 2.7 amount, decimals; 2.10 result; 8 amount
  await t.test('fiat has at most two decimals, and no more than the currency has', async () => {
    for (const [currency, amount] of [
      ['EUR', 10.5],
      ['EUR', 10.55],
      ['JPY', 1050],
      ['KWD', 1.23],
    ] as const) {
      assert.equal((await accepted({ currency, amount })).result.amount, amount);
    }
    for (const [currency, amount] of [
      ['EUR', 10.555],
      ['EUR', 0.001],
      ['EUR', 1e-7],
      ['EUR', 0.1 + 0.2],
      ['JPY', 10.5],
      ['JPY', 10.01],
      ['KWD', 1.234],
    ] as const) {
      await refused('amount', aCardPayin({ currency, amount }));
    }
  });

  // proves 2.7 amount, decimals
  await t.test('trailing zeros do not count as decimals', async () => {
    for (const [currency, text, amount] of [
      ['EUR', '10.5000', 10.5],
      ['JPY', '1050.00', 1050],
      ['EUR', '1.05e1', 10.5],
    ] as const) {
      const raw = JSON.stringify(aCardPayin({ currency })).replace('"amount":25', `"amount":${text}`);
      const answer = await send(raw);
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.body.result.amount, amount);
    }
  });

  await t.test('the largest amount is 999,999,999,999.99', async () => {
    // Validation accepts it, and the option's own maximum refuses it.
    assert.equal((await accepted({ amount: 999_999_999_999.99 })).result.errorCode, '1002');
    assert.equal((await accepted({ amount: 999_999_999_999.99 })).result.amount, 999_999_999_999.99);
    for (const amount of ['1000000000000', '1e21', '1e400', '99999999999999999999999999', '-1e400']) {
      await refused('amount', JSON.stringify(aCardPayin()).replace('"amount":25', `"amount":${amount}`));
    }
  });

  // proves 2.5 address; 2.5 document; 2.7 customer; 2.7 orderDetails
  await t.test('objects must be objects and lists must be lists', async () => {
    for (const path of [
      'customer',
      'customer.address',
      'customer.document',
      'shippingAddress',
      'paymentData',
    ]) {
      for (const wrong of ['text', 5, [], true]) await refusedAt(path, wrong);
    }
    for (const wrong of ['text', 5, {}, true]) await refusedAt('orderDetails', wrong);
    await refused('orderDetails.1', aCardPayin({ orderDetails: [{ productName: 'Tea' }, 'Coffee'] }));
  });

  // proves 2.5 address; 2.6 street, streetNumber, zipCode, city, state; 2.6 shippingAddress
  // proves 2.7 shippingAddress; 2.7 orderDetails
  await t.test('fields of an address and of an order line are named by their path', async () => {
    const fields = ['street', 'streetNumber', 'zipCode', 'city', 'state'];
    for (const holder of ['customer.address', 'shippingAddress']) {
      for (const field of fields) {
        await accepted(at(`${holder}.${field}`, 'Å 1'));
        await accepted(at(`${holder}.${field}`, null));
        await refusedAt(`${holder}.${field}`, 12);
        await refusedAt(`${holder}.${field}`, 'a\u0007');
      }
    }
    const line = {
      productName: 'Tea',
      quantity: 2.5,
      description: 'Leaves',
      weight: 1,
      length: 2,
      width: 3,
      height: 4,
    };
    await accepted({ orderDetails: [line, {}] });
    await accepted({ orderDetails: [] });
    for (const field of ['quantity', 'weight', 'length', 'width', 'height']) {
      await refused(
        `orderDetails.1.${field}`,
        aCardPayin({ orderDetails: [line, { ...line, [field]: '2' }] }),
      );
    }
    for (const field of ['productName', 'description']) {
      await refused(`orderDetails.0.${field}`, aCardPayin({ orderDetails: [{ ...line, [field]: 2 }] }));
    }
  });

  // proves 2.7 country; 2.7 customer; 2.7 merchantReference; 2.7 userId
  await t.test('null means absent for every optional field', async () => {
    const optional = ['country', 'customer', 'merchantReference', 'userId', 'redirectUrl', 'notificationUrl'];
    const more = [
      'paymentReference',
      'language',
      'merchantDomain',
      'extra1',
      'extra2',
      'extra3',
      'shippingAddress',
    ];
    const nothing = Object.fromEntries([...optional, ...more, 'orderDetails'].map((name) => [name, null]));
    const { result } = await accepted(nothing);
    assert.ok(result.merchantReference);
    const { body } = await gate.call('GET', `/payments/${result.transactionId}`, { apiKey: brand.apiKey });
    for (const name of ['country', 'customer', 'extra1', 'redirectUrl']) assert.equal(body[name], null, name);
    assert.ok(body.userId && body.paymentReference);
  });

  await t.test('fields that are not known are ignored, at any depth', async () => {
    const { result } = await accepted({
      loyalty: { points: [1, 2] },
      customer: { shoeSize: 42 },
      amountMinor: 1,
    });
    assert.equal(result.amount, 25);
  });

  await t.test('any value of customer.name is ignored and not stored', async () => {
    const names = [
      'Ada 4539578763621486',
      'a\u0000b\u001b[31m',
      '\ud800',
      '',
      'x'.repeat(10_000),
      42,
      ['4539578763621486'],
      { cardNumber: '4539578763621486', cardCvv: '739', deeper: { name: '\u0000' } },
    ];
    for (const name of names) {
      const { result } = await accepted({ userId: 'named', customer: { firstName: 'Ada', name } });
      const { body } = await gate.call('GET', `/payments/${result.transactionId}`, {
        apiKey: brand.apiKey,
      });
      assert.deepEqual([body.customer.firstName, body.customer.name], ['Ada', null]);
    }
    const { sql } = gate.gateway.context;
    const [row] = await sql`
      select count(*) filter (where details -> 'customer' ? 'name') as named,
        count(*) filter (where details::text ~ '4539578763621486|xxxx' or (details -> 'customer')::text ~ '739') as told
      from transactions where user_id = 'named'`;
    assert.deepEqual([row!.named, row!.told], [0n, 0n]);
    const [known] = await sql`select profile from customers where user_id = 'named'`;
    assert.deepEqual(known!.profile, { firstName: 'Ada' });
  });

  // proves 4.2 HTTP errors; 7.1 400
  await t.test('every fault is listed at once, each with its field', async () => {
    const before = await stored();
    const answer = await send({
      paymentOptionId: 'card',
      currency: 'eur',
      amount: '25',
      country: 'de',
      language: 'deu',
      extra2: 'x'.repeat(256),
      customer: {
        firstName: '',
        email: 'ada',
        ip: 'here',
        userDevice: 'WATCH',
        address: { country: 'Germany' },
      },
      orderDetails: [{ quantity: 'two' }],
    });
    assert.equal(answer.status, 400);
    const faults: string[] = answer.body.message;
    const named = [...new Set(faults.map((fault) => fault.split(':')[0]))].sort();
    assert.deepEqual(named, [
      'amount',
      'country',
      'currency',
      'customer.address.country',
      'customer.email',
      'customer.firstName',
      'customer.ip',
      'customer.userDevice',
      'extra2',
      'language',
      'orderDetails.0.quantity',
      'paymentOptionId',
    ]);
    assert.equal(await stored(), before);
  });

  // proves 7.1 400
  await t.test("faults in the amount's scale and in an address are listed beside the others", async () => {
    const answer = await send(
      aCardPayin({
        amount: 10.555,
        redirectUrl: 'ftp://shop.example',
        notificationUrl: 'nowhere',
        extra1: 7,
      }),
    );
    assert.equal(answer.status, 400);
    const named = answer.body.message.map((fault: string) => fault.split(':')[0]).sort();
    assert.deepEqual(named, ['amount', 'extra1', 'notificationUrl', 'redirectUrl']);
  });

  await t.test('the empty object lists the three fields that every pay-in needs', async () => {
    const answer = await send({});
    assert.equal(answer.status, 400);
    const named = answer.body.message.map((fault: string) => fault.split(':')[0]).sort();
    assert.deepEqual(named, ['amount', 'currency', 'paymentOptionId']);
  });
});
