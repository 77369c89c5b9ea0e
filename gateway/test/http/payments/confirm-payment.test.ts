// POST /confirm-payment (spec 2.11, 4.6; contract 3, 8)
// over HTTP, as JSON and as a form.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import type { Answer, TestBrand } from '../../stage/harness.ts';
import { aCardPayin, eventually, startTestGateway } from '../../stage/harness.ts';
import { ASKING, askForReceipts, aUtr } from '../../stage/receipt-provider.ts';

const UTR = aUtr();
const TWO_MB = 2 * 1024 * 1024;
const PNG = Buffer.from('\x89PNG\r\n\x1a\nIHDR and so on', 'latin1');
const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64');

type Field = [name: string, value: string | Buffer, filename?: string];

test('POST /confirm-payment', async (t) => {
  const gate = await startTestGateway(t);
  const provider = askForReceipts(gate.gateway.context);
  const brand = await gate.createBrand();
  const strict = await gate.createBrand({ enforceSignatures: true });

  /** A pay-in that asks for its confirmation. Returns the result in its envelope. */
  async function open(method: keyof typeof ASKING = 'upiTransfer', by: TestBrand = brand) {
    const paymentData = method === 'mPesa' ? { phoneNumber: '+254712345678' } : {};
    const body = { ...ASKING[method], amount: 100, paymentData };
    const answer = await gate.call('POST', '/v3/payment', { apiKey: by.apiKey, body });
    assert.equal(answer.body.resultType, method === 'mPesa' ? 'mobile' : 'receipt', answer.text);
    return answer.body.result;
  }
  const confirm = (body: unknown, by: TestBrand = brand, headers: Record<string, string> = {}) =>
    gate.call('POST', '/confirm-payment', { apiKey: by.apiKey, body, headers });

  async function sendForm(fields: Field[], by: TestBrand = brand, headers: Record<string, string> = {}) {
    const form = new FormData();
    for (const [name, value, filename] of fields) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([new Uint8Array(value)], { type: 'text/html' }), filename ?? 'r.html');
    }
    const response = await fetch(`${gate.url}/confirm-payment`, {
      method: 'POST',
      headers: { 'x-api-key': by.apiKey, ...headers },
      body: form,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) } as Answer;
  }
  const statusOf = async (transactionId: string, by: TestBrand = brand) =>
    (await gate.call('GET', `/payments/${transactionId}`, { apiKey: by.apiKey })).body;
  const stored = async (transactionId: string) =>
    await gate.gateway.context.sql`select * from confirmations where transaction_id = ${transactionId}`;

  function assertRefused(answer: Answer, status: number, ...messages: RegExp[]) {
    assert.equal(answer.status, status, answer.text);
    const said = [answer.body.message].flat();
    for (const message of messages)
      assert.ok(
        said.some((one) => message.test(one)),
        answer.text,
      );
    assert.equal(answer.headers.get('x-signature'), null);
    assert.equal(answer.body.requestId, answer.headers.get('x-request-id'));
  }

  // proves 2.11 response; 4.6 request; 4.6 response; 9.4
  await t.test('the answer is a signed message without an outcome', async () => {
    for (const send of [
      (sessionId: string) => confirm({ sessionId, additionalEssentialKey: UTR }),
      (sessionId: string) =>
        sendForm([
          ['sessionId', sessionId],
          ['document', PNG],
        ]),
    ]) {
      const { sessionId, transactionId } = await open();
      const answer = await send(sessionId);
      assert.equal(answer.status, 201, answer.text);
      assert.deepEqual(Object.keys(answer.body), ['message']);
      assert.match(answer.body.message, /submitted/);
      assert.equal(answer.headers.get('x-signature'), sign(brand.signingSecret, answer.text));
      const record = await statusOf(transactionId);
      assert.deepEqual([record.status, record.resultType], ['PROCESSING', 'success']);
      assertRefused(await send(sessionId), 400, /^sessionId: .*already has one/);
    }
  });

  // proves 2.1 sessionId, use; 2.11 additionalEssentialKey; 8 UTR/RRN
  await t.test(
    'a UPI transfer is confirmed by a UTR of 12 digits in either field, or by a receipt',
    async () => {
      const { sessionId, transactionId } = await open();
      for (const utr of [
        '41234567890',
        '4123456789012',
        '41234567890a',
        ' 41234567890',
        '４１２３４５６７８９０１',
        `${UTR}\n`,
      ]) {
        const field = /^additionalEssentialKey: .*(12 digits|control)/;
        assertRefused(await confirm({ sessionId, additionalEssentialKey: utr }), 400, field);
        assertRefused(
          await confirm({ sessionId, essentialKey: utr }),
          400,
          /^essentialKey: .*(12 digits|control)/,
        );
        assertRefused(
          await confirm({ sessionId, essentialKey: UTR, additionalEssentialKey: utr }),
          400,
          field,
        );
      }
      for (const none of [{}, { essentialKey: null }, { essentialKey: '', additionalEssentialKey: '' }]) {
        assertRefused(await confirm({ sessionId, ...none }), 400, /^additionalEssentialKey: .*required/);
      }
      assert.equal((await stored(transactionId)).length, 0);
      // The UTR that confirmed a payment above confirms no other.
      const used = await confirm({ sessionId, essentialKey: UTR });
      assertRefused(
        used,
        400,
        /^essentialKey: this UTR or transaction id has already confirmed another payment/,
      );
      assert.equal(used.body.errorCode, '3004');
      assert.equal((await stored(transactionId)).length, 0);
      const utr = aUtr();
      assert.equal((await confirm({ sessionId, essentialKey: utr })).status, 201);
      assert.equal(provider.heard.at(-1)!.essentialKey, utr);
      const other = await open();
      const receipt: Field[] = [
        ['document', PNG],
        ['sessionId', other.sessionId],
        ['additionalEssentialKey', 'no utr'],
      ];
      assert.equal((await sendForm(receipt)).status, 201);
      assert.equal(provider.heard.at(-1)!.documentType, 'image/png');
    },
  );

  // proves 2.11 essentialKey; 2.11 document
  await t.test('a P2P transfer needs a document, M-Pesa its transaction id', async () => {
    const p2p = await open('p2p');
    assertRefused(
      await confirm({ sessionId: p2p.sessionId, essentialKey: 'me' }),
      400,
      /^document: .*required/,
    );
    const empty: Field[] = [
      ['sessionId', p2p.sessionId],
      ['document', Buffer.alloc(0), ''],
    ];
    assertRefused(await sendForm(empty), 400, /^document: /);
    assert.equal(
      (
        await sendForm([
          ['sessionId', p2p.sessionId],
          ['document', PNG],
        ])
      ).status,
      201,
    );

    const { sessionId } = await open('mPesa');
    assertRefused(await confirm({ sessionId }), 400, /^essentialKey: .*required/);
    for (const essentialKey of ['abc', 'a'.repeat(41), 'QK81-ZX9P', 'QK81 ZX9P', 'é234']) {
      assertRefused(
        await confirm({ sessionId, essentialKey }),
        400,
        /^essentialKey: .*4 to 40 letters and digits/,
      );
    }
    assert.equal((await confirm({ sessionId, essentialKey: 'QK81ZX9P2M' })).status, 201);
  });

  // proves 2.11 document; 8 document upload
  await t.test("the bytes decide the document's type; it is kept sealed, and smaller than 2 MB", async () => {
    const { context } = gate.gateway;
    for (const [bytes, type] of [
      [PNG, 'image/png'],
      [Buffer.from('\xff\xd8\xff\xe0 a photo', 'latin1'), 'image/jpeg'],
      [Buffer.from('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
      [Buffer.from('%PDF-1.7\n'), 'application/pdf'],
      [Buffer.concat([PNG, Buffer.alloc(TWO_MB - 1 - PNG.length, 7)]), 'image/png'],
    ] as const) {
      const { sessionId, transactionId } = await open('p2p');
      assert.equal(
        (
          await sendForm([
            ['document', bytes],
            ['sessionId', sessionId],
          ])
        ).status,
        201,
      );
      const [row] = await stored(transactionId);
      assert.equal(row!.document_type, type);
      const opened = await context.vault.open(row!.document_sealed, `confirmation:${brand.merchantId}`);
      assert.ok(opened.equals(bytes) && !row!.document_sealed.includes(bytes.subarray(0, 16)));
    }
    const { sessionId, transactionId } = await open('p2p');
    const text: Field = ['sessionId', sessionId];
    for (const wrong of ['', 'x', '<svg/>', 'GIF89a', ' %PDF-1.7', 'RIFF\0\0\0\0WAVE', 'PNG', 'MZ']) {
      const answer = await sendForm([text, ['document', Buffer.from(wrong), 'r.png']]);
      assertRefused(answer, 400, /^document: must be a PNG, JPEG, WebP or PDF file/);
    }
    const large = await sendForm([
      text,
      ['document', Buffer.concat([PNG, Buffer.alloc(TWO_MB - PNG.length)])],
    ]);
    assertRefused(large, 413, /^document: must be smaller than 2 MB/);
    for (const send of [confirm({ sessionId, document: 'aGk=' }), sendForm([text, ['document', 'aGk=']])]) {
      assertRefused(await send, 400, /^document: must be sent as a file/);
    }
    assert.equal((await stored(transactionId)).length, 0);
  });

  await t.test('one of twelve simultaneous documents for a payment is kept, and eleven are 409', async () => {
    const { sessionId, transactionId } = await open('p2p');
    const bytes = Buffer.concat([PNG, Buffer.alloc(TWO_MB - 1 - PNG.length, 7)]);
    const form: Field[] = [
      ['sessionId', sessionId],
      ['document', bytes],
    ];
    const answers = await Promise.all(Array.from({ length: 12 }, () => sendForm(form)));
    const refused = answers.filter(({ status }) => status !== 201);
    assert.equal(refused.length, 11);
    // A call after the provider's first answer hears that nothing is asked any more.
    for (const answer of refused) assert.ok([409, 400].includes(answer.status), answer.text);
    const [row, ...more] = await stored(transactionId);
    assert.equal(more.length, 0);
    assert.ok(row!.document_sealed.length > bytes.length);
  });

  // proves 2.11 sessionId; 2.11 essentialKey; 8 essentialKey
  await t.test('every fault is listed at once, each naming its field', async () => {
    const long = 'x'.repeat(256);
    assertRefused(await confirm({}), 400, /^sessionId: is required/);
    for (const sessionId of ['x', '', null, 7, '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d1']) {
      assertRefused(
        await confirm({ sessionId, essentialKey: long }),
        400,
        /^sessionId: /,
        /^essentialKey: .*255/,
      );
    }
    const form: Field[] = [
      ['sessionId', 'x'],
      ['additionalEssentialKey', `${long}\u0007`],
      ['document', Buffer.from('x')],
    ];
    assertRefused(await sendForm(form), 400, /^sessionId: /, /^additionalEssentialKey: .*255/, /^document: /);
    assertRefused(
      await confirm({ sessionId: 'x', essentialKey: 12, additionalEssentialKey: [] }),
      400,
      /^essentialKey: .*string/,
    );
    // 255 code points, which are more UTF-16 units.
    const { sessionId } = await open('p2p');
    const keys: Field[] = [
      ['essentialKey', '😀'.repeat(255)],
      ['unknown', 'is ignored'],
      ['toBe', '1'],
    ];
    assert.equal((await sendForm([['sessionId', sessionId], ...keys, ['document', PNG]])).status, 201);
  });

  // proves 2.11 sessionId; 4.6 purpose
  await t.test(
    'only a waiting payment that asks for a confirmation can be confirmed, by its brand and in time',
    async () => {
      assertRefused(
        await confirm({ sessionId: '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15', essentialKey: UTR }),
        404,
        /^sessionId: /,
      );
      const { sessionId, transactionId } = await open();
      const sister = await gate.createBrand({}, brand.merchantId);
      assertRefused(
        await confirm({ sessionId, essentialKey: UTR }, sister),
        404,
        /^sessionId: no such session/,
      );
      assertRefused(await confirm({ sessionId: transactionId, essentialKey: UTR }), 404);
      const card = await gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body: aCardPayin() });
      const cardSession = { sessionId: card.body.result.sessionId, essentialKey: UTR };
      assertRefused(await confirm(cardSession), 400, /^sessionId: this payment needs no confirmation/);
      const force = `/sandbox/transactions/${transactionId}/outcome`;
      await gate.call('POST', force, { apiKey: brand.apiKey, body: { outcome: 'COMPLETED' } });
      assertRefused(
        await confirm({ sessionId, essentialKey: UTR }),
        400,
        /^sessionId: this payment is COMPLETED/,
      );
      const late = await open();
      gate.advance(31 * 60_000);
      assertRefused(
        await confirm({ sessionId: late.sessionId, essentialKey: UTR }),
        400,
        /^sessionId: .*expired/,
      );
    },
  );

  // proves 4.6 signature; 5 rule 3
  await t.test('with enforced signatures JSON signs its text, and a form its fields in order', async () => {
    const { sessionId, transactionId } = await open('upiTransfer', strict);
    const json = `{"additionalEssentialKey" : "${UTR}", "7":50.00,"sessionId":"${sessionId}"}`;
    const jsonText = `{"7":50,"additionalEssentialKey":"${UTR}","sessionId":"${sessionId}"}`;
    const fields: Field[] = [
      ['note', ''],
      ['sessionId', sessionId],
      ['document', PNG],
      ['7', 'Zoë 😀 "x"\\'],
      ['note', 'again'],
      ['1', '50.00'],
    ];
    const formText = `{"note":"again","sessionId":"${sessionId}","7":"Zoë 😀 \\"x\\"\\\\","1":"50.00"}`;
    const signed = (text: string) => ({ 'x-signature': sign(strict.signingSecret, text) });

    for (const headers of [
      {},
      signed(json),
      signed('{}'),
      { 'x-signature': sign(brand.signingSecret, jsonText) },
    ]) {
      const refused = await confirm(json, strict, headers as Record<string, string>);
      assertRefused(refused, 403, /^X-Signature: /);
      assert.equal(refused.body.stringToSign, jsonText);
    }
    const sorted = JSON.stringify(Object.fromEntries(fields.filter(([name]) => name !== 'document')));
    for (const headers of [{}, signed(sorted), signed(jsonText)]) {
      const refused = await sendForm(fields, strict, headers as Record<string, string>);
      assertRefused(refused, 403, /^X-Signature: .*text fields/);
      assert.equal(refused.body.stringToSign, formText);
    }
    // An invalid form is refused before its signature. A valid one says nothing about its fields without a signature.
    assertRefused(await confirm('{', strict), 400, /^body: /);
    assertRefused(
      await sendForm(
        [
          ['sessionId', 'x'],
          ['document', Buffer.from('x')],
        ],
        strict,
      ),
      403,
    );
    assert.equal((await stored(transactionId)).length, 0);

    const right = await sendForm(fields, strict, signed(formText));
    assert.equal(right.status, 201, right.text);
    assert.equal(right.headers.get('x-signature'), sign(strict.signingSecret, right.text));
    const second = await open('upiTransfer', strict);
    const swap = (text: string) => text.replace(sessionId, second.sessionId);
    assert.equal((await confirm(swap(json), strict, signed(swap(jsonText)))).status, 201);
  });

  await t.test('the key is checked first, then the body, and a wrong type is 415', async () => {
    const unknown = { ...brand, apiKey: 'tg_test_none' };
    assertRefused(await sendForm([['sessionId', 'x']], unknown), 401);
    assertRefused(await confirm('{', unknown), 401);
    const answer = await gate.call('POST', '/confirm-payment', {
      apiKey: brand.apiKey,
      body: 'sessionId=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assertRefused(answer, 415, /application\/json or multipart\/form-data/);
    const form = { 'content-type': 'multipart/form-data; boundary=b' };
    const elsewhere = await gate.call('POST', '/v3/payment', {
      apiKey: brand.apiKey,
      body: '--b--',
      headers: form,
    });
    assertRefused(elsewhere, 415, /must be application\/json$/);
    const large = await confirm({ essentialKey: 'x'.repeat(256 * 1024) });
    assertRefused(large, 413, /256 KB/);
  });
});

// proves 4.6 response
test('in the sandbox a confirmed payment completes after the delay, and a UTR of zeros is declined with 3004', async (t) => {
  const gate = await startTestGateway(t);
  const { apiKey } = await gate.createBrand();
  for (const [method, field, value, amount, end] of [
    ['upiTransfer', 'additionalEssentialKey', UTR, 100, 'COMPLETED'],
    ['mPesa', 'essentialKey', 'QK81ZX9P2M', 100, 'COMPLETED'],
    ['p2p', 'document', PNG, 100, 'COMPLETED'],
    ['upiTransfer', 'additionalEssentialKey', '000000000000', 100, 'DECLINED'],
  ] as const) {
    const paymentData = method === 'mPesa' ? { phoneNumber: '+254712345678' } : {};
    const body = { ...ASKING[method], amount, paymentData };
    const { result } = (await gate.call('POST', '/v3/payment', { apiKey, body })).body;
    assert.equal(result.status, 'PROCESSING', JSON.stringify(result));
    const form = new FormData();
    form.append('sessionId', result.sessionId);
    form.append(field, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]));
    const init = { method: 'POST', headers: { 'x-api-key': apiKey }, body: form };
    const answer = await fetch(`${gate.url}/confirm-payment`, init);
    assert.equal(answer.status, 201, await answer.text());
    const record = await eventually(async () => {
      const found = await gate.call('GET', `/payments/${result.transactionId}`, { apiKey });
      return found.body.status !== 'PROCESSING' && found.body;
    });
    assert.deepEqual([record.status, record.errorCode], [end, end === 'DECLINED' ? '3004' : null]);
  }
});
