// The shopper's receipt by mail, at a real SMTP server: who gets it, what it says, and that it goes out once.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sweepDueMails } from '../../../src/worker/due-mails.ts';
import { startTestGateway, type TestBrand, type TestGateway } from '../../stage/harness.ts';
import { startSmtpServer, type TestSmtpServer } from '../../stage/smtp-server.ts';
import { CARD, openSession, optionOf, post, readState, screenOf, submit } from './shopper.ts';

const ends: (() => unknown)[] = [];
let gateway: TestGateway;
let smtp: TestSmtpServer;
let brand: TestBrand;

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  smtp = await startSmtpServer(t);
  const env = { SMTP_URL: smtp.url, SANDBOX_DELAY_MS: '0' };
  gateway = await startTestGateway(t, { env, workers: false });
  brand = await gateway.createBrand({ name: 'Demo Shop' });
});

after(async () => {
  for (const end of ends) await end();
});

/** A pay-in that was paid with a card in the cashier. */
async function paid(customer?: Record<string, unknown>) {
  const merchantReference = `order-${randomUUIDv7()}`;
  const link = await openSession(gateway, brand, {
    language: 'de',
    merchantReference,
    customer,
  });
  assert.equal((await submit(gateway, link, optionOf('card').id, CARD)).status, 200);
  return {
    link,
    merchantReference,
    offer: async () => screenOf(await readState(gateway, link), 'end').mail,
    async waiting() {
      return (await gateway.gateway.context.sql`select 1 from mails where transaction_id = ${link.id}`)
        .length;
    },
  };
}

/** The mails that are sent now. */
async function sent() {
  smtp.mails.length = 0;
  while ((await sweepDueMails(gateway.gateway.context)) === 'more');
  return smtp.mails.splice(0);
}

test("a shopper gets the receipt at the payment's own address, once, in the language of the page", async () => {
  const customer = { firstName: 'Ada', lastName: 'Lovelace', email: 'grace@mail.example' };
  const { link, merchantReference, offer, waiting } = await paid(customer);
  assert.deepEqual(await offer(), { to: 'g•••@mail.example', isSent: false });
  // The page cannot name another address.
  const body = { to: 'stranger@mail.example', email: 'stranger@mail.example' };
  const pressed = await Promise.all([1, 2, 3].map(() => post(gateway, link, 'receipt', body)));
  assert.deepEqual(pressed.map(({ status }) => status).sort(), [200, 409, 409]);
  assert.equal(await waiting(), 1);
  const [mail, ...more] = await sent();
  assert.deepEqual([mail?.to, more.length], ['grace@mail.example', 0]);
  assert.equal(mail!.headers.subject, 'Ihr Beleg von Demo Shop');
  assert.match(mail!.html, /<html lang="de"/);
  for (const part of [mail!.text, mail!.html]) {
    for (const word of ['Betrag', '25,00', 'Demo Shop', 'Visa •••• 4242', merchantReference])
      assert.ok(part.includes(word), `${word}: ${part}`);
    // The reference is random.
    assert.doesNotMatch(part.replaceAll(merchantReference, ''), /Ada|Lovelace|grace|424242/);
  }
  assert.equal((await post(gateway, link, 'receipt')).status, 409, 'also once it is sent');
  assert.deepEqual([await sent(), await offer()], [[], { to: 'g•••@mail.example', isSent: true }]);
});

test('a receipt goes only to the address of a completed pay-in, and an erased customer gets none', async () => {
  const email = 'erased@mail.example';
  const open = await openSession(gateway, brand, { customer: { email: 'open@mail.example' } });
  assert.equal((await post(gateway, open, 'receipt')).status, 409, 'not paid yet');
  const nameless = await paid();
  assert.equal(await nameless.offer(), null);
  assert.equal((await post(gateway, nameless.link, 'receipt')).status, 409, 'no address');
  const { link, offer, waiting } = await paid({ email });
  assert.equal((await post(gateway, link, 'receipt')).status, 200);
  assert.equal(await waiting(), 1);
  const path = `/operator/brands/${brand.brandId}/customers/erase`;
  assert.equal((await gateway.operator('POST', path, { email })).status, 200);
  assert.deepEqual([await waiting(), await offer(), await sent()], [0, null, []]);
});
