// A customer who uses every way into a brand, for the tests of their erasure: card, saved card, mandate, another
// method, session with a receipt, payout, refund, dispute, declines, notes, blocks, a link, a view, a failing receiver,
// notifications, a bank's file and statement.
import assert from 'node:assert/strict';
import { type Answer, aCardPayin, CARD_OPTION_ID, eventually, OPERATOR_TOKEN } from '../../stage/harness.ts';
import { aPayout } from '../../stage/payouts.ts';
import { ASKING, askForReceipts } from '../../stage/receipt-provider.ts';
import { statement } from '../bank/messages.ts';
import { HOLDER, OTHER_IBAN } from '../bank/stage.ts';
import type { ProvidersStage } from '../portal/providers/providers-stage.ts';

export interface Person {
  userId: string;
  email: string;
  /** Every value that names the person, as given. */
  values: string[];
  customer: Record<string, unknown>;
  /** Request fields about the person. */
  fields: Record<string, unknown>;
  card: Record<string, unknown>;
  iban: string;
  name: string;
}

/** By the last digit of a person. */
const TAX_IDS: Record<string, string> = { 7: '52998224725', 8: '11144477735' };

export function aPerson(first: string, last: string, digits: string, iban: string): Person {
  const [userId, email] = [`${first}-${digits}`.toLowerCase(), `${first}.${last}@mail.example`.toLowerCase()];
  const [phone, ip, street, taxId] = [
    `+4930${digits}`,
    `198.51.100.${digits.slice(-2)}`,
    `${last} Street`,
    TAX_IDS[digits.at(-1)!] ?? '12345678909',
  ];
  const customer = {
    firstName: first,
    lastName: last,
    email,
    phone,
    ip,
    userAgent: `Browser of ${first}`,
    address: { street, streetNumber: '12', zipCode: '10115', city: `${last}stadt`, country: 'DE' },
    document: { number: taxId, type: 'CPF' },
  };
  const [extra1, product] = [`member ${first}`, `Letters of ${first}`];
  const fields = {
    userId,
    customer,
    extra1,
    redirectUrl: `https://shop.example/back?customer=${userId}`,
    orderDetails: [{ productName: product, quantity: 1 }],
    shippingAddress: { street, streetNumber: '12', zipCode: '10115', city: `${last}stadt`, country: 'DE' },
  };
  const name = `${first} ${last}`;
  return {
    userId,
    email,
    customer,
    fields,
    iban,
    name,
    card: { cardHolder: name, cardNumber: digits.endsWith('7') ? '4242424242424242' : '5555555555554444' },
    values: [
      userId,
      email,
      first,
      last,
      phone,
      phone.slice(1),
      ip,
      street,
      iban,
      taxId,
      // As JSON writes it.
      `"last4":"${digits.endsWith('7') ? '4242' : '4444'}"`,
    ],
  };
}

/** Uses each way in. Returns the references of the transactions that have ended. */
export async function comeEverywhere(stage: ProvidersStage, person: Person, receiver: string) {
  const { brand, call } = stage;
  const { fields, card, userId, name, iban } = person;
  const mark = userId.slice(-3);
  const post = async (path: string, body: unknown) => {
    const answer = await call('POST', path, { apiKey: brand.apiKey, body });
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body;
  };
  const pay = async (reference: string, more: Record<string, unknown> = {}, other: object = {}) =>
    (
      await post(
        '/v3/payment',
        aCardPayin({ ...fields, merchantReference: `${reference}-${mark}`, ...more }, { ...card, ...other }),
      )
    ).result.transactionId as string;

  const first = await pay('card', { notificationUrl: `${receiver}?user=${userId}` });
  const saved = (await call('GET', `/payments/${first}`, { apiKey: brand.apiKey })).body.card.token;
  assert.ok(saved, 'the card was saved');
  // It is refused, and the request log has its message.
  const twice = aCardPayin({ ...fields, merchantReference: `card-${mark}` }, card);
  assert.equal((await call('POST', '/v3/payment', { apiKey: brand.apiKey, body: twice })).status, 409);
  await pay('mandate', { mandate: { reason: 'RECURRING', description: `Letters for ${name}` } });
  await pay('declined', {}, { cardNumber: '4000000000009995' });
  await pay('refunded', { notificationUrl: `${receiver}/of/${userId}` });
  await post('/refund/by-reference', { merchantReference: `refunded-${mark}`, amount: 5, reason: 'RETURN' });
  const disputed = await pay('disputed');
  const { disputes } = await post(`/sandbox/transactions/${disputed}/dispute`, {
    status: 'OPEN',
    reason: `${name} says no`,
  });
  const given = await stage.operator(
    'POST',
    `/operator/brands/${brand.brandId}/disputes/${disputes[0].disputeId}/evidence`,
    { texts: { explanation: `${name} signed for it` } },
  );
  assert.equal(given.status, 200, given.text);
  const payout = await post(
    '/v3/payout',
    aPayout({ ...fields, merchantReference: `payout-${mark}`, paymentData: { iban, accountHolder: name } }),
  );
  const approval = { action: 'APPROVE', transactionId: payout.result.transactionId };
  await post('/settle-payout', approval);

  const waiting = await post(
    '/v3/payout',
    aPayout({ ...fields, merchantReference: `waiting-${mark}`, paymentData: { iban, accountHolder: name } }),
  );

  await write(stage, person, first);
  const session = await confirmByReceipt(stage, person);
  await call('POST', '/v3/payment', {
    apiKey: brand.apiKey,
    body: aCardPayin({ ...fields, merchantReference: `bad-${mark}`, amount: -1 }),
  });
  await eventually(
    async () =>
      (await stage.sql`select 1 from webhook_tries where answer_excerpt like ${`%${userId}%`}`).length > 0,
  );
  return { first, session, waiting: waiting.result.transactionId as string };
}

/** Texts that people write in the portal, and blocks. */
async function write(stage: ProvidersStage, { name, email, userId, customer }: Person, first: string) {
  const support = await stage.as('support');
  const owner = await stage.as('owner');
  const done = async (call: typeof support, method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body);
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body;
  };
  const onFirst = `/brands/:brand/transactions/${first}`;
  await done(support, 'POST', `${onFirst}/notes`, { note: `${name} called` });
  await done(support, 'PUT', `${onFirst}/tags`, { tags: [userId] });
  for (const block of [
    { kind: 'email', value: email, reason: `${name} was rude` },
    { kind: 'card', transactionId: first, reason: `the card of ${name}` },
    { kind: 'ip', value: customer.ip, reason: `at home with ${name}` },
  ]) {
    const made = await done(owner, 'POST', '/brands/:brand/blocks', block);
    // After its removal a block is only in the audit log.
    await done(owner, 'DELETE', `/brands/:brand/blocks/${made.blockId}`);
  }
  await done(support, 'POST', '/brands/:brand/views', {
    name: `About ${userId}`,
    query: `search=${encodeURIComponent(email)}`,
    shared: true,
  });
  const link = { currency: 'EUR', amount: 25, description: `For ${name}`, expiresInHours: 48, email };
  const { transactionId } = await done(support, 'POST', '/brands/:brand/links', link);
  await done(support, 'POST', `/brands/:brand/links/${transactionId}/cancel`, {
    reason: `${name} paid in cash`,
  });
}

/** A pay-in that asks for a receipt; it stays open. */
async function confirmByReceipt(stage: ProvidersStage, { fields, name, userId }: Person) {
  const { brand, call } = stage;
  const { context } = stage.gateway;
  const { provider, providersFor } = context;
  const receipts = askForReceipts(context);
  const receiptsById = context.provider;
  const opened = await call('POST', '/v3/payment', {
    apiKey: brand.apiKey,
    body: {
      ...fields,
      ...ASKING.p2p,
      amount: 100,
      merchantReference: `receipt-${userId.slice(-3)}`,
      paymentData: {},
    },
  });
  assert.equal(opened.status, 201, opened.text);
  const form = new FormData();
  form.append('sessionId', opened.body.result.sessionId);
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(`receipt of ${name}`)]);
  form.append('document', new Blob([new Uint8Array(png)]), 'receipt.png');
  const sent = await fetch(`${stage.url}/confirm-payment`, {
    method: 'POST',
    headers: { 'x-api-key': brand.apiKey },
    body: form,
  });
  assert.equal(sent.status, 201, await sent.text());
  // That provider checks the receipts; everything else goes where it went before.
  const byId = (id: string, account: string | null) => receiptsById(id, null) ?? provider(id, account);
  Object.assign(context, { provider: byId, providersFor });
  return { id: opened.body.result.transactionId as string, receipts };
}

/** The brand has `OTHER_IBAN` connected as its bank account. */
export async function payByBank(
  { brand, call, operator }: ProvidersStage,
  { fields, userId, name, iban }: Person,
): Promise<void> {
  const ofBrand = `/operator/brands/${brand.brandId}`;
  const done = async (answer: Promise<Answer>) => {
    const { status, text, body } = await answer;
    assert.ok(status < 300, text);
    return body;
  };
  const credentials = { iban: OTHER_IBAN, holder: HOLDER };
  await done(operator('PUT', `${ofBrand}/providers/bank`, { environment: 'test', credentials }));
  const body = aPayout({
    ...fields,
    merchantReference: `bank-${userId.slice(-3)}`,
    paymentData: { iban, accountHolder: name },
  });
  const { apiKey } = brand;
  const { transactionId } = (await done(call('POST', '/v3/payout', { apiKey, body }))).result;
  await done(call('POST', '/settle-payout', { apiKey, body: { action: 'APPROVE', transactionId } }));
  await done(operator('POST', `${ofBrand}/bank-files`, {}));
  const endToEndId = transactionId.replaceAll('-', '');
  const details = [{ endToEndId, text: `to ${name}`, party: { name, iban } }];
  const taken = await done(
    call('POST', `${ofBrand}/bank-statements`, {
      headers: { 'content-type': 'application/xml', authorization: `Bearer ${OPERATOR_TOKEN}` },
      body: statement([{ amount: '40.00', direction: 'DBIT', details }], { iban: OTHER_IBAN }),
    }),
  );
  assert.equal(taken.applied, 1);
}

/**
 * Then the customer pays at a connected provider, whose notification has an e-mail address. Returns a function that
 * sends it once more.
 */
export async function tellByProvider(
  stage: ProvidersStage,
  { fields, email, userId, card }: Person,
): Promise<() => Promise<unknown>> {
  const { brand, call } = stage;
  const account = await stage.connect();
  const mark = userId.slice(-3);
  const body = aCardPayin(
    { ...fields, merchantReference: `told-${mark}`, paymentOptionId: CARD_OPTION_ID },
    card,
  );
  const paid = await call('POST', '/v3/payment', { apiKey: brand.apiKey, body });
  assert.equal(paid.status, 201, paid.text);
  const told = {
    key: `told-${mark}`,
    kind: 'payment',
    news: 'charge',
    reference: paid.body.result.transactionId,
    amountMinor: 2500,
    outcome: { kind: 'completed' },
    email,
  } as const;
  await stage.tell(account.accountId, told as never);
  return () => stage.tell(account.accountId, { ...told, key: `later-${mark}` } as never);
}
