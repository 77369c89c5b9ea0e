// Known hazards, one by one, at every operation with a body: sizes, encodings, content types, the numbers and names
// that JSON allows, forms where none is expected, headers with a meaning, and the pages that carry a token.
import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { EVIDENCE_BODY_BYTES } from '../../src/http/schemas/dispute-schemas.ts';
import { anyText } from '../stage/any-text.ts';
import { aCardPayin } from '../stage/harness.ts';
import { formsFor } from '../stage/how-much.ts';
import type { Described } from './described.ts';
import { assertErrorBody, tries, tryOut } from './laws.ts';
import { encode, type Got, openStage } from './stage.ts';

const stage = await openStage({ after: (hook) => test.after(hook as () => Promise<void>) });
const withBody = stage.operations.filter(({ body }) => body !== null);
const LIMIT = 256 * 1024;
/** Files of evidence are in the body of this call. */
const LARGER = new Map([['giveDisputeEvidence', EVIDENCE_BODY_BYTES]]);

const pathOf = (operation: Described): string =>
  fc.sample(stage.pathOf(operation), { numRuns: 1, seed: 7 })[0]!;

async function refuse(
  operation: Described,
  body: string | Buffer,
  status: number,
  message: RegExp,
  headers: Record<string, string> = {},
): Promise<void> {
  const got = await tryOut(stage, operation, { path: pathOf(operation), body, headers });
  const messages = assertErrorBody(stage, got).join('\n');
  assert.equal(got.status, status, `${operation.path} ${messages}`);
  assert.match(messages, message, operation.path);
}

for (const [at, operation] of withBody.entries()) {
  const some = <T>(forms: readonly T[]) => formsFor(at, forms);
  const name = `${operation.method} ${operation.path}`;

  const limit = LARGER.get(operation.id) ?? LIMIT;
  const limitKb = limit / 1024;

  test(`${name} accepts a body of ${limitKb} KB, and refuses one byte more`, async () => {
    const padded = (size: number) => `{"padding":"${'x'.repeat(size - 14)}"}`;
    assert.equal(Buffer.byteLength(padded(limit)), limit);
    for (const size of some([limit, limit - 1])) {
      const got = await tryOut(stage, operation, { path: pathOf(operation), body: padded(size) });
      assert.notEqual(got.status, 413, `${size}`);
    }
    await refuse(operation, padded(limit + 1), 413, new RegExp(`^body: is larger than ${limitKb} KB$`));
    // The limit counts bytes, not characters.
    await refuse(operation, `{"padding":"${'👍'.repeat(limit / 4)}"}`, 413, new RegExp(`${limitKb} KB`));
  });

  test(`${name} accepts only UTF-8 JSON that is not compressed`, async () => {
    const json = '{"padding":1}';
    for (const type of some([
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/jsonp',
    ])) {
      await refuse(operation, json, 415, /^Content-Type: /, { 'content-type': type });
    }
    for (const type of some([
      '',
      'json',
      '/',
      ';',
      'application/',
      'application/json garbage',
      '"application/json"',
    ])) {
      const got = await tryOut(stage, operation, {
        path: pathOf(operation),
        body: json,
        headers: { 'content-type': type },
      });
      assert.ok([400, 415].includes(got.status), `${type}: ${got.text}`);
    }
    for (const charset of some(['iso-8859-1', 'utf-16', 'utf-7', '"utf-16le"', 'x'])) {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      await refuse(operation, json, 415, /^Content-Type: .*charset/, headers);
    }
    for (const [encoding, bytes] of some([
      ['gzip', gzipSync(json)],
      ['deflate', deflateSync(json)],
      ['gzip', gzipSync('x'.repeat(10_000_000))],
      ['br', Buffer.from(json)],
      ['identity, gzip', Buffer.from(json)],
    ] as const)) {
      await refuse(operation, bytes, 415, /^Content-Encoding: /, { 'content-encoding': encoding });
    }
    for (const bytes of some([
      Buffer.from('{"padding":"\xff"}', 'latin1'),
      Buffer.from('7b2261223a22c0af227d', 'hex'),
      Buffer.from('7b2261223a22eda080227d', 'hex'),
      Buffer.from(json, 'utf16le').subarray(0, 3),
      Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
    ])) {
      await refuse(operation, bytes, 400, /^body: (must be UTF-8|is not valid JSON)$/);
    }
    for (const text of some([
      `\ufeff${json}`,
      `${json}\u0000`,
      `${json}${json}`,
      json.slice(0, -1),
      "{'a':1}",
      '{"a":01}',
    ])) {
      await refuse(operation, text, 400, /^body: is not valid JSON$/);
    }
    for (const text of some(['[]', 'null', '"text"', '1e400', 'true'])) {
      await refuse(operation, text, 400, /^body: must be a JSON object$/);
    }
    await refuse(operation, '', 400, /^body: is empty/);
  });

  test(`${name} refuses an unknown form`, async () => {
    if (operation.path === '/confirm-payment') return;
    const form = '--x\r\nContent-Disposition: form-data; name="action"\r\n\r\nAPPROVE\r\n--x--\r\n';
    await refuse(operation, form, 415, /^Content-Type: /, {
      'content-type': 'multipart/form-data; boundary=x',
    });
  });
}

test('numbers are read as JSON defines them: forms, signs and sizes', async () => {
  const operation = withBody.find(({ path }) => path === '/v3/payment')!;
  const [before] = JSON.stringify(aCardPayin({ amount: 0 })).split('"amount":0');
  const rest = JSON.stringify(aCardPayin({ amount: 0 })).slice(before!.length + '"amount":0'.length);
  const pay = (amount: string) =>
    tryOut(stage, operation, { path: operation.path, body: `${before}"amount":${amount}${rest}` });
  for (const [text, amount] of [
    ['50.00', 50],
    ['5.0e1', 50],
    ['5000E-2', 50],
    ['0.07e3', 70],
    ['1.10', 1.1],
    ['1.1000000000000000000000000000000001', 1.1],
    ['-0', 0],
    ['0.1e-400', 0],
  ] as const) {
    const got = await pay(text);
    assert.equal(got.status, 201, `${text}: ${got.text}`);
    assert.match(got.text, new RegExp(`"amount":${amount}[,}]`), text);
  }
  for (const text of [
    ...[
      '1e21',
      '1e400',
      '-1e400',
      '1000000000000',
      '0.30000000000000004',
      '10.005',
      '-0.01',
      '-1',
      '1e-7',
      '"50"',
    ],
    ...['[50]', 'true', 'null', '{"valueOf":50}', '9007199254740993', '123456789012345678901234567890'],
  ]) {
    const got = await pay(text);
    assert.equal(got.status, 400, `${text}: ${got.text}`);
    assert.match(got.text, /"amount: /, text);
  }
});

test('if a name occurs twice, the last value is checked and used', async () => {
  const operation = withBody.find(({ path }) => path === '/payment-session')!;
  const send = (body: string) => tryOut(stage, operation, { path: operation.path, body });
  assert.equal((await send('{"currency":"EUR","amount":"x","amount":[],"amount":7}')).status, 201);
  assert.equal((await send('{"currency":"EUR","amount":7,"amount":"x"}')).status, 400);
  const inherited = await send(
    '{"currency":"EUR","constructor":{"amount":1},"toString":1,"valueOf":{},"length":9}',
  );
  assert.match(inherited.text, /"amount: is required"/);
});

test('headers with a meaning may have any value', async () => {
  const operation = withBody.find(({ path }) => path === '/v3/payment')!;
  const body = JSON.stringify(aCardPayin());
  const hostile = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      ',',
      ';',
      '=',
      '"',
      'null',
      '%00',
      'x'.repeat(8_000),
      '\xff\xfe',
      '\t',
      '../..',
      "' or 1=1",
    ),
    fc
      .array(
        fc.integer({ min: 0x20, max: 0xff }).filter((unit) => unit !== 0x7f),
        { maxLength: 40 },
      )
      .map((units) => String.fromCharCode(...units)),
  );
  const names = [
    'x-request-id',
    'idempotency-key',
    'signature',
    'x-signature',
    'x-forwarded-for',
    'accept',
    'cookie',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names, 'range', 'if-none-match', 'accept-encoding'),
      hostile,
      async (name, value) => {
        const got = await tryOut(stage, operation, {
          path: operation.path,
          body,
          headers: { [name]: value },
        });
        assert.match(String(got.headers['x-request-id']), /^[A-Za-z0-9._-]{1,128}$/);
      },
    ),
    tries(2),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('x-api-key', 'authorization'), hostile, async (name, value) => {
      for (const one of stage.operations.filter(({ access }) => access !== 'open').slice(0, 12)) {
        const got: Got = await stage.send({
          method: one.method,
          path: pathOf(one),
          headers: { [name]: value },
          ...(one.body && { body: '{}' }),
        });
        assert.equal(got.status, 401, got.text);
        assertErrorBody(stage, got);
      }
    }),
    tries(0.3),
  );
});

test('any form for /confirm-payment is answered without an error of ours', async () => {
  const operation = withBody.find(({ path }) => path === '/confirm-payment')!;
  const part = (name: string, value: string, more = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const piece = fc.oneof(
    fc.constantFrom(
      part('sessionId', '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15'),
      part('essentialKey', 'QK81ZX9P2M'),
      part('__proto__', 'x'),
      part('constructor', 'x'),
      part('', 'x'),
      part('', '\xff'),
      part('sessionId', '{}', '; filename="a.json"'),
      part('document', '%PDF-1.7', '; filename="../../a.pdf"'),
      part('document', '\x89PNG\r\n\x1a\n', "; filename*=utf-8''%ff"),
      part('document', 'MZ', '; filename="\u0000"'),
      part('a'.repeat(5_000), 'x'),
      part('essentialKey', 'y'.repeat(5_000)),
      '--x\r\n\r\n\r\n',
      '--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n',
      '--x--\r\n',
      '--x',
      '\r\n',
    ),
    anyText(20),
  );
  const types = [
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/mixed; boundary=x',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 30 }),
      fc.constantFrom(types[0]!, types[0]!, types[0]!, ...types),
      async (pieces, type) => {
        const got = await tryOut(stage, operation, {
          path: operation.path,
          body: Buffer.from(pieces.join(''), 'latin1'),
          headers: { 'content-type': type },
        });
        assert.ok(got.status >= 400, got.text);
      },
    ),
    tries(2),
  );
});

test('addresses with a token are answered with a page, whatever the token, and never with an error of ours', async () => {
  const token = fc.oneof(
    anyText(60).map(encode),
    fc.constantFrom(
      '%00',
      '%zz',
      '..%2f..%2fetc',
      'x'.repeat(400),
      '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15.',
      '.',
      '%ff',
    ),
    fc.tuple(fc.uuid(), fc.base64String({ maxLength: 40 })).map(([id, mac]) => `${id}.${encode(mac)}`),
  );
  const where = fc.constantFrom(
    '/cashier/',
    '/sandbox/3ds/',
    '/sandbox/bank/',
    '/return/',
    '/assets/logos/',
    '/assets/docs/',
  );
  const form = fc.oneof(
    fc.constantFrom(
      'decision=succeed',
      'decision=succeed&decision=fail',
      'decision[]=x',
      '',
      '&&&',
      'decision=%ff',
      '__proto__=1',
    ),
    anyText(40),
    fc.constant('x'.repeat(300_000)),
  );
  const before = await stage.stored();
  await fc.assert(
    fc.asyncProperty(where, token, fc.boolean(), form, async (path, end, posts, body) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const got = await stage.send(
        posts ? { method: 'POST', path: path + end, headers, body } : { method: 'GET', path: path + end },
      );
      assert.ok(
        got.status >= 400 && got.status < 500,
        `${path}${end} ${got.status} ${got.text.slice(0, 300)}`,
      );
    }),
    tries(3),
  );
  assert.equal(await stage.stored(), before);
});
