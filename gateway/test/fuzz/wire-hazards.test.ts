// Hazards that only raw bytes can cause, on a whole gateway: broken framing, headers that no client sends, callers that
// disconnect in the middle of a body or send it slowly. Nothing may be stored, other callers may not be affected, and
// the process must live. Slow callers that never end are in test/http/wire.test.ts.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { aCardPayin, eventually } from '../stage/harness.ts';
import { openWire, statusesIn } from '../stage/raw-http.ts';
import { tries } from './laws.ts';
import { openStage } from './stage.ts';

const stage = await openStage({ after: (hook) => test.after(hook as () => Promise<void>) });
const port = Number(new URL(stage.gate.url).port);
const body = JSON.stringify(aCardPayin());
const start = 'POST /v3/payment HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
const keyed = `${start}X-API-KEY: ${stage.brand.apiKey}\r\n`;
const head = `${keyed}Content-Type: application/json\r\n`;
const length = `Content-Length: ${body.length}\r\n`;

/** Sends the pieces with pauses, and returns everything received until the other side closed. */
function exchange(pieces: readonly (string | Buffer)[], pauseMs = 0, quietMs = 4_000): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
        if (pauseMs > 0) await wait(pauseMs);
      }
    });
    // The gateway may close while the client still writes.
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.setTimeout(quietMs, () => socket.destroy());
  });
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1] ?? 0);
const answersIn = (answer: string) => answer.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0;

async function storesNothing(work: () => Promise<void>): Promise<void> {
  const before = await stage.stored();
  await work();
  assert.equal(await stage.stored(), before);
  assert.equal((await stage.gate.call('GET', '/health/ready')).status, 200);
}

test('the unchanged request is carried out, so each other request fails because of its fault', async () => {
  assert.equal(statusOf(await exchange([`${head}${length}\r\n${body}`])), 201);
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  assert.equal(statusOf(await exchange([`${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`])), 201);
});

test('ambiguous framing is refused before anything is carried out', async () => {
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const framings = [
    '',
    `${length}Transfer-Encoding: chunked\r\n`,
    `Transfer-Encoding: chunked\r\n${length}`,
    `${length}${length}`,
    `${length}Content-Length: 0\r\n`,
    `Content-Length: ${body.length}, ${body.length}\r\n`,
    `Content-Length: +${body.length}\r\n`,
    `Content-Length: 0x${body.length.toString(16)}\r\n`,
    'Content-Length: 99999999999999999999\r\n',
    'Content-Length:\r\n',
    `Content-Length : ${body.length}\r\n`,
    `Content-Length: ${body.length}\r\n Transfer-Encoding: chunked\r\n`,
    'Transfer-Encoding: chunked, identity\r\n',
    'Transfer-Encoding: identity, chunked\r\n',
    'Transfer-Encoding: xchunked\r\n',
    'Transfer-Encoding:\u000bchunked\r\n',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n',
    `X: y\nContent-Length: ${body.length}\r\n`,
  ];
  await storesNothing(async () => {
    for (const framing of framings) {
      for (const text of [body, chunked]) {
        const answer = await exchange([`${head}${framing}\r\n${text}`]);
        assert.ok(
          [400, 413].includes(statusOf(answer)),
          `${JSON.stringify(framing)}: ${answer.slice(0, 300)}`,
        );
      }
    }
    for (const chunks of [
      'zz\r\n',
      '-1\r\n',
      '5\r\n{"a":1}\r\n',
      'ffffffffffffffffff\r\n',
      `${chunked.slice(0, -5)}\r\n`,
      '1;x="\n"\r\na\r\n',
    ]) {
      const answer = await exchange([`${head}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`]);
      assert.equal(statusOf(answer), 400, `${JSON.stringify(chunks)}: ${answer.slice(0, 300)}`);
    }
  });
});

test('bytes after the end of a body are neither part of it nor a second order', async () => {
  const kept = head.replace('Connection: close\r\n', '');
  const count = async () => Number(/^openings (\d+)$/m.exec(await stage.stored())![1]);
  const before = await count();
  const smuggled = `${kept}Content-Length: ${body.length}\r\n\r\n${body}GARBAGE ${body}\r\n\r\n`;
  const answer = await exchange([smuggled]);
  assert.equal(statusOf(answer), 201);
  // The client gets its own answer, not one to the garbage after it; then the connection ends.
  assert.equal(answersIn(answer), 1, answer);
  assert.equal(await count(), before + 1);
  // A refused body is not read as another request.
  const inner = `${head}${length}\r\n${body}`;
  for (const type of ['text/plain', 'application/json']) {
    const outer = `${keyed.replace('Connection: close\r\n', '')}Content-Type: ${type}\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`;
    const refused = await exchange([outer], 0, 400);
    assert.ok([400, 415].includes(statusOf(refused)), refused.slice(0, 300));
    assert.equal(answersIn(refused), 1, refused);
  }
  assert.equal(await count(), before + 1);
});

test('after good and bad requests in a row, cut anywhere, exactly the answered orders are stored', async () => {
  const kept = head.replace('Connection: close\r\n', '');
  const good = `${kept}${length}\r\n${body}`;
  const kinds = {
    good,
    'good in chunks': `${kept}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    'the last one': `${head}${length}\r\n${body}`,
    'of a stranger': good.replace(stage.brand.apiKey, 'tg_test_none'),
    'of no route': good.replace('/v3/payment', '/v3/none'),
    'of another type': good.replace('application/json', 'text/plain'),
    'for two hosts': good.replace('Host: a', 'Host: a\r\nHost: b'),
    'for no host': good.replace('Host: a\r\n', ''),
    'too large': `${kept}Content-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`,
    'of a broken chunk': `${kept}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    'of two lengths': `${kept}${length}${length}\r\n${body}`,
    'no request': 'GARBAGE ',
  };
  const count = async () => Number(/^openings (\d+)$/m.exec(await stage.stored())![1]);
  const sequence = fc.array(fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])), {
    minLength: 2,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(
      sequence,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
      async (names, cuts) => {
        const before = await count();
        // The last request makes the gateway close, however far it has read.
        const bytes = `${names.map((name) => kinds[name]).join('')}GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
        const ends = [
          ...cuts.map((part) => Math.floor(part * bytes.length)).sort((a, b) => a - b),
          bytes.length,
        ];
        const wire = openWire(port);
        let sent = 0;
        for (const end of ends) {
          wire.send(bytes.slice(sent, end));
          sent = end;
          await wait(5);
        }
        const { text } = await wire.closed();
        const paid = statusesIn(text).filter((status) => status === 201).length;
        assert.equal((await count()) - before, paid, text.slice(0, 2_000));
      },
    ),
    tries(3),
  );
});

test('headers and request lines that no normal client sends are refused', async () => {
  const end = `Content-Type: application/json\r\n${length}\r\n${body}`;
  const requests = [
    `${keyed}X-Long: ${'x'.repeat(20_000)}\r\n${end}`,
    `${keyed}${'a'.repeat(20_000)}: x\r\n${end}`,
    `${keyed}${Array.from({ length: 3_000 }, (_, at) => `X-${at}: y\r\n`).join('')}${end}`,
    `${keyed}X-Nul: a\u0000b\r\n${end}`,
    `${keyed}X-Bell: a\u0007b\r\n${end}`,
    `${keyed}X-Cr: a\rb\r\n${end}`,
    `${keyed}X Space: a\r\n${end}`,
    `${keyed}: a\r\n${end}`,
    `${keyed}no colon\r\n${end}`,
    `${start}X-API-KEY: ${stage.brand.apiKey}\r\nX-API-KEY: ${stage.brand.apiKey}\r\n${end}`,
    `POST /v3/payment HTTP/1.1\r\nConnection: close\r\nX-API-KEY: ${stage.brand.apiKey}\r\n${end}`,
    `${keyed}Host: a\r\n${end}`,
    `${keyed}hOsT: b\r\n${end}`,
    'POST /v3/payment HTTP/9.9\r\nHost: a\r\n\r\n',
    'POST /v3/payment\r\n\r\n',
    'POST\u0000 /v3/payment HTTP/1.1\r\nHost: a\r\n\r\n',
    'POST /v3 /payment HTTP/1.1\r\nHost: a\r\n\r\n',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    'GET \u0001 HTTP/1.1\r\nHost: a\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    '{"amount":1}\r\n\r\n',
  ];
  for (const method of ['TRACE', 'CONNECT', 'OPTIONS', 'DELETE', 'PUT', 'PROPFIND', 'post']) {
    requests.push(`${keyed.replace('POST', method)}${end}`);
  }
  await storesNothing(async () => {
    for (const request of requests) {
      const answer = await exchange([request]);
      const status = statusOf(answer);
      // A tunnel is never opened: the gateway closes the connection.
      const closed = status === 0 && request.startsWith('CONNECT');
      assert.ok(
        closed || (status >= 400 && status < 500),
        `${JSON.stringify(request.slice(0, 200))}: ${answer.slice(0, 300)}`,
      );
    }
  });
});

test('a caller that disconnects in the middle of its body leaves no order', async () => {
  await storesNothing(async () => {
    const cuts = Array.from({ length: 24 }, (_, at) => Math.floor((body.length * at) / 24));
    await Promise.all(
      cuts.map(async (cut, at) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => {});
        socket.write(`${head}${length}\r\n${body.slice(0, cut)}`);
        await wait(at * 5);
        if (at % 2 === 0) socket.resetAndDestroy();
        else socket.end();
        if (at % 2 === 1) socket.setTimeout(1_000, () => socket.destroy());
      }),
    );
    // The same as a form, in the middle of the file.
    const form = `--x\r\nContent-Disposition: form-data; name="document"; filename="a"\r\n\r\n${'y'.repeat(50_000)}`;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `${keyed.replace('/v3/payment', '/confirm-payment')}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 200000\r\n\r\n${form}`,
    );
    await wait(100);
    socket.resetAndDestroy();
    await wait(200);
  });
});

test('a request whose caller disconnects after its body is carried out once', async () => {
  const merchantReference = 'hung-up';
  const text = JSON.stringify(aCardPayin({ merchantReference }));
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`${head}Content-Length: ${text.length}\r\n\r\n${text}`, () =>
    setTimeout(() => socket.destroy(), 2),
  );
  const { apiKey } = stage.brand;
  const [found] = await eventually(async () => {
    const { body: list } = await stage.gate.call('GET', `/payments?merchantReference=${merchantReference}`, {
      apiKey,
    });
    return list[0]?.status === 'COMPLETED' && list;
  });
  assert.equal(found.amount, 25);
});

test('a slow body is read, byte by byte or in chunks of one byte', async () => {
  const text = JSON.stringify({ currency: 'EUR', amount: 7 });
  const to = head.replace('/v3/payment', '/payment-session');
  const dripped = [`${to}Content-Length: ${text.length}\r\n\r\n`, ...text];
  const chunks = [
    `${to}Transfer-Encoding: chunked\r\n\r\n`,
    ...[...text].map((one) => `1\r\n${one}\r\n`),
    '0\r\n\r\n',
  ];
  for (const answer of await Promise.all([exchange(dripped, 10), exchange(chunks, 10)])) {
    assert.equal(statusOf(answer), 201, answer.slice(0, 300));
  }
});

test('random bytes, and valid requests with some bytes changed, cause no error of ours', async () => {
  const sound = `${head}${length}\r\n${body}`;
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 400 }).map((list) => Buffer.from(list));
  const where = sound.indexOf('\r\n\r\n') + 4;
  const changed = fc
    .array(fc.tuple(fc.nat(where), fc.integer({ min: 0, max: 0xff })), { minLength: 1, maxLength: 3 })
    .map((changes) => {
      const copy = Buffer.from(sound, 'latin1');
      for (const [at, byte] of changes) copy[at] = byte;
      return copy;
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(bytes, changed, changed), async (request) => {
      // The end of the input makes the server send what it has.
      const answer = await exchangeAndEnd(request);
      assert.ok(statusOf(answer) < 500, answer.slice(0, 500));
    }),
    tries(3),
  );
  assert.equal((await stage.gate.call('GET', '/health/ready')).status, 200);
});

function exchangeAndEnd(request: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(request));
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.setTimeout(2_000, () => socket.destroy());
  });
}
