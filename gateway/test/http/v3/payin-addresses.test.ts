// redirectUrl and notificationUrl of a pay-in (spec 2.7, 8; contract 3): length, scheme, credentials, and private
// addresses in any notation, on a gateway that sends webhooks only to the public internet.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, startTestGateway } from '../../stage/harness.ts';

/** An https address of exactly this many characters. */
const addressOf = (length: number) => 'https://shop.example/'.padEnd(length, 'p');

test('addresses in a pay-in', async (t) => {
  const guarded = await startTestGateway(t, { env: { ALLOW_INSECURE_WEBHOOKS: 'false' } });
  const open = await startTestGateway(t, { env: { ALLOW_INSECURE_WEBHOOKS: 'true' } });
  const brands = new Map([
    [guarded, await guarded.createBrand()],
    [open, await open.createBrand()],
  ]);
  const pay = (gate: typeof guarded, fields: Record<string, unknown>) =>
    gate.call('POST', '/v3/payment', { apiKey: brands.get(gate)!.apiKey, body: aCardPayin(fields) });

  async function refused(gate: typeof guarded, field: string, value: unknown) {
    const answer = await pay(gate, { [field]: value, merchantReference: 'never' });
    assert.equal(answer.status, 400, `${value}: ${answer.text}`);
    const faults: string[] = [answer.body.message].flat();
    assert.ok(
      faults.every((fault) => fault.startsWith(`${field}: `)),
      answer.text,
    );
    const found = await gate.gateway.context
      .sql`select 1 from transactions where merchant_reference = 'never'`;
    assert.equal(found.length, 0, 'a refused request left a transaction');
  }
  async function accepted(gate: typeof guarded, field: string, value: unknown) {
    const answer = await pay(gate, { [field]: value });
    assert.equal(answer.status, 201, `${value}: ${answer.text}`);
  }

  for (const field of ['redirectUrl', 'notificationUrl']) {
    // proves 2.7 redirectUrl; 2.7 notificationUrl; 8 redirectUrl, notificationUrl
    await t.test(`${field} has up to 500 characters`, async () => {
      await accepted(guarded, field, addressOf(500));
      await refused(guarded, field, addressOf(501));
      await accepted(guarded, field, `https://shop.example/${'\u{1F980}'.repeat(479)}`);
      await refused(guarded, field, `https://shop.example/${'\u{1F980}'.repeat(480)}`);
    });
    // proves 2.7 redirectUrl
    await t.test(`${field} is an absolute web address without credentials`, async () => {
      for (const wrong of [
        '',
        'shop.example/return',
        '/return',
        '//shop.example/return',
        'javascript:alert(1)',
        'data:text/html,hello',
        'ftp://shop.example/',
        'file:///etc/passwd',
        'https://',
        'https:///path',
        'https://user:secret@shop.example/',
        'https://user@shop.example/',
        'https://shop.example/a b',
        ' https://shop.example/',
        'https:\\\\shop.example\\',
        'https://shop.example/\u0000',
        'https://shop.example:99999/',
        42,
        {},
      ]) {
        await refused(guarded, field, wrong);
      }
    });
  }

  // proves 2.7 redirectUrl
  await t.test('redirectUrl may be plain http and lead anywhere', async () => {
    for (const fine of [
      'http://localhost:8080/return?cart=7#top',
      'http://10.0.0.1/',
      'HTTPS://SHOP.EXAMPLE',
    ]) {
      await accepted(guarded, 'redirectUrl', fine);
    }
  });

  // proves 2.7 notificationUrl; 6.1
  await t.test('notificationUrl is https, unless insecure webhooks are allowed', async () => {
    await refused(guarded, 'notificationUrl', 'http://shop.example/webhooks');
    await accepted(open, 'notificationUrl', 'http://shop.example/webhooks');
    await accepted(open, 'notificationUrl', 'http://127.0.0.1:9/webhooks');
    await refused(open, 'notificationUrl', 'ftp://shop.example/webhooks');
    await refused(open, 'notificationUrl', 'http://user:secret@shop.example/webhooks');
  });

  // proves 2.7 notificationUrl
  await t.test('notificationUrl must not be a private or reserved address, in any notation', async () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '0x7f000001',
      '0177.0.0.1',
      '017700000001',
      '①②⑦.0.0.1',
      '127。0。0。1',
      '%31%32%37.0.0.1',
      '127.0.0.1.',
      '0.0.0.0',
      '0',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '198.18.0.1',
      '192.0.2.1',
      '224.0.0.1',
      '255.255.255.255',
      'localhost',
      'LOCALHOST',
      'localhost.',
      'shop.localhost',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:0:0:1]',
      '[fe80::1]',
      '[fd00::1]',
      '[fec0::1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[2001:db8::1]',
      '[ff02::1]',
    ]) {
      await refused(guarded, 'notificationUrl', `https://${host}/webhooks`);
    }
    for (const host of [
      '8.8.8.8',
      '[2606:4700::1111]',
      'shop.example:8443',
      'xn--bcher-kva.example',
      'bücher.example',
    ]) {
      await accepted(guarded, 'notificationUrl', `https://${host}/webhooks`);
    }
  });
});
