// How a form is read (spec 2.11, contract 3): the use of its parts, and that no form causes a 5xx or ends the process.
// Over real HTTP on the test's own route, which returns the parts it read.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import test from 'node:test';
import { takeForms } from '../../../src/http/request-body/multipart.ts';
import { UploadGate } from '../../../src/http/request-body/upload-gate.ts';
import { bareApp } from '../bare-app.ts';

const BOUNDARY = 'a-boundary';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const MB = 1024 * 1024;

const app = await bareApp({
  addRoutes: (routes) =>
    routes.register(async (scope) => {
      takeForms(scope, { fileName: 'document', gate: new UploadGate(), sourceOf: ({ ip }) => ip });
      scope.post('/form', { schema: { body: { type: 'object' } } }, async ({ body, form }) => ({
        body,
        texts: form?.texts ?? null,
        file: form?.file?.length ?? null,
      }));
    }),
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
test.after(() => app.close());
const crashes: unknown[] = [];
process.on('uncaughtException', (error) => crashes.push(error));
process.on('unhandledRejection', (error) => crashes.push(error));
test.afterEach(() => assert.deepEqual(crashes, []));

const text = (name: string, value: string, more = '') =>
  `Content-Disposition: form-data; name="${name}"\r\n${more}\r\n${value}`;
const file = (content: string, name = 'document', filename = 'r.pdf') =>
  `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: application/pdf\r\n\r\n${content}`;
const whole = (parts: string[]) =>
  `${parts.map((one) => `--${BOUNDARY}\r\n${one}\r\n`).join('')}--${BOUNDARY}--\r\n`;

async function send(body: string | Buffer, type: string | null = FORM, more: Record<string, string> = {}) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const headers = { ...(type !== null && { 'content-type': type }), ...more };
  const answer = await fetch(`http://127.0.0.1:${port}/form`, { method: 'POST', headers, body: bytes });
  // biome-ignore lint/suspicious/noExplicitAny: read freely
  const read: any = await answer.json();
  return { status: answer.status, body: read, message: [read.message].flat().join('; ') };
}

/** Sends raw bytes over a new socket. Returns everything received until the other side closed. */
function exchange(head: string, body: string, { hangUp = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`POST /form HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${head}\r\n\r\n${body}`, () => {
        if (hangUp) setTimeout(() => socket.destroy(), 50);
      });
    });
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

// proves 4.6 request
test('text fields are strings in submitted order, whatever their names, with the file beside them', async () => {
  const parts = [
    text('b', '1'),
    file('%PDF'),
    text('10', '2'),
    text('a', ''),
    text('2', 'Zoë 😀'),
    text('b', '3'),
  ];
  const { status, body } = await send(whole(parts));
  assert.equal(status, 200);
  assert.deepEqual(body.texts, [
    ['b', '1'],
    ['10', '2'],
    ['a', ''],
    ['2', 'Zoë 😀'],
    ['b', '3'],
  ]);
  assert.deepEqual(body.body, { b: '3', 10: '2', a: '', 2: 'Zoë 😀' });
  assert.equal(body.file, 4);
});

test('JSON is still accepted, and every other type is 415 with both types named', async () => {
  assert.deepEqual((await send('{"a":1}', 'application/json')).body, {
    body: { a: 1 },
    texts: null,
    file: null,
  });
  assert.equal((await send(`{"a":"${'x'.repeat(256 * 1024)}"}`, 'application/json')).status, 413);
  for (const type of [
    'text/plain',
    'multipart/mixed; boundary=x',
    'application/x-www-form-urlencoded',
    null,
  ]) {
    const { status, message } = await send('a=1', type);
    assert.equal(status, 415, String(type));
    assert.match(message, /application\/json or multipart\/form-data/);
  }
  assert.equal((await send(whole([text('a', '1')]), FORM, { 'content-encoding': 'gzip' })).status, 415);
});

// proves 2.11 document; 8 document upload
test('a form has one file in its own field, smaller than 2 MB', async () => {
  for (const size of [2 * MB - 1, 65_536, 1, 0]) {
    const answer = await send(whole([text('a', '1'), file('x'.repeat(size))]));
    assert.deepEqual([answer.status, answer.body.file], [200, size]);
  }
  for (const size of [2 * MB, 2 * MB + 1, 3 * MB, 20 * MB]) {
    for (const parts of [[file('x'.repeat(size))], [file('x'.repeat(size)), text('a', '1')]]) {
      const { status, message } = await send(whole(parts));
      assert.deepEqual([status, message], [413, 'document: must be smaller than 2 MB'], String(size));
    }
  }
  const two = await send(whole([file('a'), file('b')]));
  assert.deepEqual([two.status, two.message], [400, 'body: may contain only one file, document']);
  for (const parts of [
    [file('a'), file('b', 'other')],
    [file('b', 'other'), text('a', '1')],
    [file('b', '')],
  ]) {
    const { status, message } = await send(whole(parts));
    assert.equal(status, 400);
    assert.match(message, /^body: .*only.* file.*document/);
  }
  // A page's form with no file chosen.
  assert.equal((await send(whole([file('', 'document', ''), text('a', '1')]))).body.file, null);
});

test('there are at most 20 text fields of 4 KB, in plain UTF-8', async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, i) => text(`f${i}`, 'x'));
  assert.equal((await send(whole([...fields(20), file('a')]))).status, 200);
  for (const count of [21, 50, 3_000]) {
    const { status, message } = await send(whole(fields(count)));
    assert.deepEqual([status, message], [400, 'body: may contain at most 20 text fields'], String(count));
  }
  assert.equal((await send(whole([text('a', 'x'.repeat(4096))]))).body.body.a.length, 4096);
  for (const size of [4097, MB]) {
    const { status, message } = await send(whole([text('a', 'x'.repeat(size)), text('b', '1')]));
    assert.deepEqual([status, message], [413, 'a: is larger than 4 KB']);
  }
  const broken = Buffer.from(whole([text('a', 'caf\xe9')]), 'latin1');
  assert.deepEqual([(await send(broken)).status, (await send(broken)).message], [400, 'a: must be UTF-8']);
  for (const value of ['"x"', '{"a":1}', '1', '{']) {
    const { status, message } = await send(whole([text('a', value, 'Content-Type: application/json\r\n')]));
    assert.equal(status, 400, value);
    assert.match(message, /must be plain text; leave the Content-Type/);
  }
  assert.equal(
    (await send(whole([text('a', '1', 'Content-Type: text/plain; charset=utf-8\r\n')]))).status,
    200,
  );
});

test('names that reach a prototype are refused, and no prototype changes', async () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    for (const part of [text(name, 'x'), file('x', name)]) {
      assert.equal((await send(whole([part, text('a', '1')]))).status, 400, name);
    }
  }
  assert.equal(({} as { x?: string }).x, undefined);
});

test('malformed forms are 400, wherever the fault is', async () => {
  const good = whole([text('sessionId', 'x'), file('%PDF-1.7 and so on'), text('a', '1')]);
  assert.equal((await send(good)).status, 200);
  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
  ]) {
    assert.equal((await send(good, type)).status, 400, type);
  }
  assert.equal((await send(good, 'multipart/form-data; boundary=another')).status, 400);
  // Before the closing line no form is complete.
  for (let cut = 1; cut < good.length - 4; cut += 3) {
    const { status } = await send(good.slice(0, cut));
    assert.equal(status, 400, JSON.stringify(good.slice(0, cut).slice(-40)));
  }
  for (const part of [
    'Content-Disposition: form-data\r\n\r\nno name',
    'Content-Disposition: form-data; filename="x"\r\n\r\nno name',
  ]) {
    assert.equal((await send(whole([part, text('a', '1')]))).status, 400, part);
  }
});

test('no headers of a part cause a 5xx', async () => {
  for (const part of [
    '\r\nno header at all',
    'no colon\r\n\r\nx',
    ': no name\r\n\r\nx',
    'Content-Disposition\r\n\r\nx',
    'Content-Disposition: attachment; name="a"\r\n\r\nx',
    'Content-Disposition: form-data; name="a\r\nb"\r\n\r\nx',
    `Content-Disposition: form-data; name="${'n'.repeat(100_000)}"\r\n\r\nx`,
    `${'X: y\r\n'.repeat(5_000)}\r\nx`,
    "Content-Disposition: form-data; name*=UTF-8''%ff%zz\r\n\r\nx",
    'Content-Disposition: form-data; name="\0"\r\n\r\nx',
    `Content-Disposition: form-data; name="document"; filename="../../\0${'x'.repeat(9_000)}"\r\n\r\nx`,
    `${text('a', 'x', 'Content-Type: text/plain; charset=utf-99\r\n')}`,
    `${text('a', 'x', 'Content-Type: \u00e9;;;=\r\n')}`,
    `${text('a', 'x', 'Content-Type: multipart/mixed; boundary=b\r\n')}`,
    `${text('a', 'eHg=', 'Content-Transfer-Encoding: base64\r\n')}`,
  ]) {
    const { status } = await send(whole([part, file('x'), text('b', '1')]));
    assert.ok(
      status === 200 || status === 400 || status === 413,
      `${status} ${JSON.stringify(part.slice(0, 60))}`,
    );
  }
  for (const body of [
    '',
    '\r\n',
    '--',
    `--${BOUNDARY}`,
    `--${BOUNDARY}--`,
    `--${BOUNDARY}--\r\n`,
    'x'.repeat(MB),
  ]) {
    const { status } = await send(body);
    assert.ok(status < 500, `${status} ${body.slice(0, 40)}`);
  }
});

test('random damage to a form never causes a 5xx', async () => {
  const good = Buffer.from(whole([text('sessionId', 'x'), file('%PDF-1.7'), text('10', 'Zoë 😀')]));
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  for (let round = 0; round < 300; round++) {
    let body = Buffer.from(good);
    for (let hits = random(4); hits >= 0; hits--) {
      const at = random(body.length);
      if (random(2)) body[at] = random(256);
      else
        body = Buffer.concat([body.subarray(0, at), body.subarray(Math.min(body.length, at + random(30)))]);
      if (body.length === 0) break;
    }
    const { status } = await send(body);
    assert.ok(status < 500, `${status} round ${round}`);
  }
});

test('a body with a far too large Content-Length is not read, and a body of unknown length is cut off', async () => {
  const declared = await exchange(`Content-Type: ${FORM}\r\nContent-Length: 999999999`, '');
  assert.match(declared, /^HTTP\/1\.1 413 /);
  assert.match(declared, /smaller than 2 MB/);
  const none = await exchange(`Content-Type: ${FORM}`, '');
  assert.match(none, /^HTTP\/1\.1 400 /);
  const chunks = `400000\r\n${'x'.repeat(4 * MB)}\r\n`.repeat(2);
  const opening = `--${BOUNDARY}\r\n${file('')}`;
  const chunked = `${opening.length.toString(16)}\r\n${opening}\r\n${chunks}0\r\n\r\n`;
  assert.match(
    await exchange(`Content-Type: ${FORM}\r\nTransfer-Encoding: chunked`, chunked),
    /^HTTP\/1\.1 4(00|13) /,
  );
});

test('callers who disconnect in the middle do not stop the server', async () => {
  const good = whole([text('a', '1'), file('x'.repeat(MB)), text('b', '1')]);
  const head = `Content-Type: ${FORM}\r\nContent-Length: ${good.length}`;
  const cuts = [1, 40, 90, 160, 200, 70_000, 600_000, good.length - 5];
  await Promise.all(
    cuts.map((cut) => exchange(head, good.slice(0, cut), { hangUp: true }).catch(() => 'reset')),
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal((await send(good)).body.file, MB);
});
