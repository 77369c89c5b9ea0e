// A gateway must do exactly what it answers (contract 3), in a whole process: bodies that end after the answer,
// requests refused before they were read, and bytes behind both on the same connection. The law: the stored
// transactions are exactly those that were answered.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { describe } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { aCardPayin } from '../stage/harness.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { aPayout } from '../stage/payouts.ts';
import { programDataDir, runProgram } from '../stage/program.ts';
import { openWire, statusesIn } from '../stage/raw-http.ts';
import { ASKING } from '../stage/receipt-provider.ts';

const OPERATOR_TOKEN = 'operator-token-of-late-bodies';
const EACH = 4;

const after = { after: (hook: () => Promise<void> | void) => test.after(hook) } as never;
const database = await createTestDatabase();
test.after(() => database.drop());
const sql = connectPostgres(database.databaseUrl, { max: 1 });
test.after(() => sql.end());
const program = runProgram(after, {
  DATABASE_URL: database.databaseUrl,
  DATA_DIR: programDataDir(after),
  MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
  OPERATOR_TOKEN,
});
const url = await program.ready();
const port = Number(new URL(url).port);

async function call(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const answer = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}
const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
interface Order {
  path: string;
  type?: string;
  body: string;
  chunked?: boolean;
}

const json = (path: string, body: unknown, chunked = false): Order => ({
  path,
  body: JSON.stringify(body),
  chunked,
});

const bodyOf = ({ body, chunked }: Order) =>
  chunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
const payment = () => json('/v3/payment', aCardPayin());
const formOrder = (body: string): Order => ({
  path: '/confirm-payment',
  type: 'multipart/form-data; boundary=x',
  body,
});

/** One for each test, so that waiting tests can run in parallel. */
async function aMerchant() {
  const { merchantId } = (
    await call('POST', '/operator/merchants', operator, { name: `Late ${randomUUID()}` })
  ).body;
  const brand = await call('POST', `/operator/merchants/${merchantId}/brands`, operator, {
    name: `Late ${randomUUID()}`,
  });
  const { apiKey } = brand.body;
  const api = (method: string, path: string, body?: unknown) =>
    call(method, path, { 'x-api-key': apiKey }, body);

  async function stored(): Promise<string[]> {
    const rows = await sql<{ id: string }[]>`
      select id::text from transactions where merchant_id = ${merchantId} order by 1`;
    return rows.map(({ id }) => id);
  }

  async function documents(): Promise<number> {
    const rows = await sql`select count(*) as count from confirmations where merchant_id = ${merchantId}`;
    return Number(rows[0]!.count);
  }

  function headOf({ path, type = 'application/json', body, chunked }: Order, more = ''): string {
    const framing = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${Buffer.byteLength(body)}`;
    return `POST ${path} HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${apiKey}\r\nContent-Type: ${type}\r\n${more}${framing}\r\n\r\n`;
  }
  const whole = (order: Order) => headOf(order) + bodyOf(order);

  /** A pay-in that asks for a document, and the form that brings it. */
  async function receipt() {
    const { body } = await api('POST', '/v3/payment', { ...ASKING.p2p, amount: 100, paymentData: {} });
    const { sessionId, transactionId } = body.result;
    const part = (name: string, more = '') =>
      `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
    const png = '\x89PNG\r\n\x1a\nIHDR and so on';
    const form = `${part('sessionId')}${sessionId}\r\n${part('document', '; filename="a.png"')}${png}\r\n--x--\r\n`;
    return { sessionId, transactionId, form };
  }

  /** Each payment stored since then was answered on one of these connections; no other exists. */
  async function assertAnswered(texts: string[], before: string[]): Promise<void> {
    await wait(500);
    const answered = texts.flatMap((text) =>
      [...text.matchAll(/"transactionId":"([^"]+)"/g)].map(([, id]) => id!),
    );
    const fresh = (await stored()).filter((id) => !before.includes(id));
    assert.deepEqual(fresh.sort(), [...new Set(answered)].sort());
  }

  return { api, apiKey, stored, documents, headOf, whole, receipt, assertAnswered };
}

// Most of them wait for a time-out of ten seconds.
describe('while the gateway runs', { concurrency: 5 }, () => {
  test('a body that ends after the 408 is not carried out, nor are requests after it', async () => {
    const { api, stored, documents, headOf, whole, receipt } = await aMerchant();
    const receipts = await Promise.all(Array.from({ length: 2 * EACH }, receipt));
    const utr = await api('POST', '/v3/payment', { ...ASKING.upiTransfer, amount: 100, paymentData: {} });
    const session = (await api('POST', '/payment-session', { currency: 'EUR', amount: 9 })).body;
    const page = new URL(session.cashierUrl).pathname;
    const cut: [name: string, order: Order, at: number][] = [];
    for (let at = 0; at < EACH; at++) {
      cut.push(['a card payment', payment(), 40 + at]);
      cut.push(['a chunked card payment', { ...payment(), chunked: true }, 40 + at]);
      cut.push(['a payout', json('/v3/payout', aPayout()), 40 + at]);
      cut.push(['a session', json('/payment-session', { currency: 'EUR', amount: 7 }), 3 + at]);
      cut.push(['v2', json('/v2/payment-options', { currency: 'EUR', country: 'DE', amount: 7 }), 3 + at]);
      cut.push(['a form', formOrder(receipts[at]!.form), 120 + at]);
      // The whole form up to its last boundary, but not the whole body.
      const { form } = receipts[EACH + at]!;
      cut.push(['a form and what follows it', formOrder(`${form}epilogue`), form.length + at]);
    }
    const { sessionId } = utr.body.result;
    cut.push(['a UTR', json('/confirm-payment', { sessionId, additionalEssentialKey: '412345678901' }), 20]);
    cut.push(['a cancellation', json('/cancel-payment', { transactionId: session.transactionId }), 20]);
    cut.push(['a cashier call', json(`${page}/cancel`, {}), 1]);
    const before = await stored();

    await Promise.all(
      cut.map(async ([name, order, at], index) => {
        const wire = openWire(port);
        wire.send(headOf(order) + bodyOf(order).slice(0, at));
        await wire.until(/"statusCode":408[^}]*\}/);
        await wait((index % 8) * 200);
        wire.send(bodyOf(order).slice(at));
        if (index % 2 === 0) wire.send(whole(payment()));
        const { text } = await wire.closed();
        assert.deepEqual(statusesIn(text), [408], name);
        assert.match(text, /Connection: close/);
      }),
    );
    // By now anything that had begun would be there.
    await wait(1_000);
    assert.deepEqual(await stored(), before);
    assert.equal(await documents(), 0);
    for (const { transactionId } of [...receipts, utr.body.result, session]) {
      const { status } = (await api('GET', `/payments/${transactionId}`)).body;
      assert.equal(status, transactionId === session.transactionId ? 'INIT' : 'PROCESSING');
    }
    // The claims to confirm are still free.
    assert.equal(
      (await api('POST', '/confirm-payment', { sessionId, essentialKey: '412345678901' })).status,
      201,
    );
  });

  test('a complete payment is answered, and a slow payment after it is refused', async () => {
    const { stored, headOf, whole, assertAnswered } = await aMerchant();
    const before = await stored();
    const wire = openWire(port);
    const order = payment();
    wire.send(whole(payment()) + headOf(order) + order.body.slice(0, 50));
    await wire.until(/"statusCode":408[^}]*\}/);
    wire.send(order.body.slice(50) + whole(payment()));
    const { text } = await wire.closed();
    assert.deepEqual(statusesIn(text), [201, 408]);
    await assertAnswered([text], before);
  });

  test('a request that was refused at once and never ends gets no second answer', async () => {
    const { apiKey, stored, headOf, whole, assertAnswered } = await aMerchant();
    const before = await stored();
    const order = payment();
    const wire = openWire(port);
    wire.send(headOf(order).replace(apiKey, 'none') + order.body.slice(0, 50));
    await wire.until(/"statusCode":401[^}]*\}/);
    const end = new Promise((resolve) => wire.socket.once('end', resolve));
    await end;
    wire.send(order.body.slice(50) + whole(payment()));
    const { text } = await wire.closed();
    assert.deepEqual(statusesIn(text), [401]);
    await assertAnswered([], before);
  });

  test('after requests that are refused before they are read, exactly the answered orders are stored', async () => {
    const { apiKey, stored, headOf, whole, assertAnswered } = await aMerchant();
    const before = await stored();
    const order = payment();
    const large = 'x'.repeat(300_000);
    const starts: [name: string, first: number, text: string][] = [
      ['wrong key', 401, whole(order).replace(apiKey, 'tg_test_none')],
      ['no such route', 404, whole({ ...order, path: '/v3/none' })],
      ['retired', 410, whole({ ...order, path: '/direct-payment' })],
      ['media type', 415, whole({ ...order, type: 'text/plain' })],
      ['too large', 413, whole({ ...order, body: large })],
      ['too large in chunks', 413, whole({ ...order, body: large, chunked: true })],
      ['too large a form', 413, headOf(formOrder('')).replace('Length: 0', 'Length: 99999999')],
      ['no Host', 400, whole(order).replace('Host: a\r\n', '')],
      ['two Hosts', 400, whole(order).replace('Host: a', 'Host: a\r\nhost: b')],
      ['two lengths', 400, headOf(order, 'Content-Length: 3\r\n') + order.body],
      ['an odd coding', 400, headOf(order, 'Transfer-Encoding: gzip, chunked\r\n') + order.body],
      ['a broken chunk', 400, `${headOf({ ...order, chunked: true })}zz\r\n`],
      ['a body behind a GET', 401, 'GET /payments HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde'],
      ['the last one', 201, headOf(order, 'Connection: close\r\n') + order.body],
      ['HTTP/1.0', 201, whole(order).replace('HTTP/1.1', 'HTTP/1.0')],
      ['garbage behind it', 201, `${whole(order)}GARBAGE `],
    ];
    const texts = await Promise.all(
      starts.flatMap(([name, first, text]) =>
        // The following bytes come at once, or after a pause.
        [0, 300].map(async (pauseMs) => {
          const wire = openWire(port);
          wire.send(text);
          if (pauseMs > 0) await wait(pauseMs);
          wire.send(whole(payment()) + whole(payment()));
          await wire.until(/\r\n\r\n/);
          await wait(1_500);
          wire.socket.end();
          const closed = await wire.closed();
          assert.equal(statusesIn(closed.text)[0], first, `${name}: ${closed.text.slice(0, 300)}`);
          assert.equal(closed.reset, false, name);
          return closed.text;
        }),
      ),
    );
    await assertAnswered(texts, before);
  });

  test('a client that reads only after it has sent everything still gets its answer', async () => {
    const { apiKey, headOf } = await aMerchant();
    const endings = [
      [400, `${headOf({ ...payment(), chunked: true })}zz\r\n`],
      [413, headOf(formOrder('')).replace('Length: 0', 'Length: 99999999')],
      [401, headOf({ ...payment(), body: 'x'.repeat(3_000_000) }).replace(apiKey, 'none')],
    ] as const;
    await Promise.all(
      endings.map(async ([status, start]) => {
        const wire = openWire(port);
        wire.socket.pause();
        wire.send(start);
        for (let at = 0; at < 10; at++) {
          wire.send('x'.repeat(100_000));
          await wait(50);
        }
        wire.socket.resume();
        await wire.until(/"statusCode":4[^}]*\}/);
        assert.deepEqual(statusesIn(wire.text()), [status]);
        wire.socket.destroy();
      }),
    );
  });
});

test('a stopping gateway answers 503 to requests that it has not begun, and does not carry them out', async () => {
  const { stored, headOf, whole, assertAnswered } = await aMerchant();
  const before = await stored();
  const [begun, late] = [openWire(port), openWire(port)];
  const order = payment();
  // Each has sent something, so that neither counts as idle.
  begun.send(headOf(order) + order.body.slice(0, 50));
  late.send('POST /v3/payment');
  await wait(300);
  program.signal('SIGTERM');
  await wait(300);
  late.send(whole(order).slice('POST /v3/payment'.length, -20));
  await late.until(/ 503 /);
  late.send(order.body.slice(-20) + whole(payment()));
  begun.send(order.body.slice(50));
  const [good, refused] = [await begun.closed(), await late.closed()];
  assert.deepEqual([statusesIn(good.text), statusesIn(refused.text)], [[201], [503]]);
  assert.deepEqual([good.reset, refused.reset], [false, false]);
  assert.equal(await program.ended(), 0);
  await assertAnswered([good.text], before);
});
