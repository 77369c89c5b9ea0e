// The streams of GET /events (contract 5) with a clock that the test moves: the comment of a quiet stream, readers that
// take slowly or nothing, their memory, the limits. Real connections and a real database; the test calls only the
// class, without its route.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  createServer,
  request as httpRequest,
  IncomingMessage,
  type IncomingMessage as Received,
  ServerResponse,
} from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import test, { type TestContext } from 'node:test';
import { EventStreams, MOST_OF_A_BRAND } from '../../../src/http/payments/event-streams.ts';
import {
  foldChanges,
  openFoldingPipeline,
  waitingChanges,
} from '../../../src/storage/listing/fold-changes.ts';
import { logResends } from '../../../src/storage/webhooks/log-resends.ts';
import { aCardPayin, eventually, startTestGateway } from '../../stage/harness.ts';

const SECOND_MS = 1_000;
const EVENTS = 400;
const BODY_BYTES = 100_000;
/** Polls of `eventually`, 25 ms apart. */
const LOOKS = 20;

interface Reader {
  /** The reader's side of the connection. */
  received: Received;
  /** Reads a little more and then stops. */
  take(bytes?: number): Promise<void>;
  text: string;
  ids(): number;
  ended: boolean;
  /** The gateway's side. */
  response: ServerResponse;
}

const isBigInt = (value: unknown) => typeof value === 'bigint';

async function open(t: TestContext) {
  const gate = await startTestGateway(t, { workers: false });
  const { context } = gate.gateway;
  const brand = await gate.createBrand();
  let nowMs = 1_000_000;
  /** The positions after which events were read. */
  const positionsAsked: bigint[] = [];
  const sql = new Proxy(context.sql, {
    apply(target, self, [words, ...values]) {
      if (String(words).includes('from event_log')) positionsAsked.push(values.find(isBigInt) as bigint);
      return Reflect.apply(target, self, [words, ...values]);
    },
  });
  const streams = new EventStreams({ ...context, sql }, () => nowMs);
  const positionOf = { next: 0n };
  const start = () => ({
    brand,
    position: positionOf.next,
    resends: false,
    since: new Date(0),
    isAllowed: () => true,
  });
  const responses: ServerResponse[] = [];
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });
    responses.push(response);
    streams.add(response, start());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    streams.stop();
    server.close();
  });

  async function listen(isPaused = false): Promise<Reader> {
    const { port } = server.address() as AddressInfo;
    const call = httpRequest({ port, host: '127.0.0.1' });
    t.after(() => call.destroy());
    call.on('error', () => {});
    const received = await new Promise<Received>((resolve) => call.on('response', resolve).end());
    let goal = Number.POSITIVE_INFINITY;
    let reached = () => {};
    const reader: Reader = {
      received,
      take: (bytes = 5 * BODY_BYTES) =>
        new Promise((resolve) => {
          reached = resolve;
          goal = reader.text.length + bytes;
          received.resume();
        }),
      text: '',
      ids: () => reader.text.split('\nid: ').length - 1,
      ended: false,
      response: responses.at(-1)!,
    };
    received.setEncoding('utf8').on('error', () => {});
    received.on('close', () => {
      reader.ended = true;
    });
    received.on('data', (text) => {
      reader.text += text;
      if (reader.text.length < goal) return;
      received.pause();
      reached();
    });
    if (isPaused) received.pause();
    // A stream counts from its first line, which comes after the headers.
    else await eventually(() => reader.text !== '' || reader.ended);
    return reader;
  }
  /** Far more than the buffers between the two ends of a connection. */
  async function fill(events = EVENTS): Promise<void> {
    const body = JSON.stringify({ padding: 'x'.repeat(BODY_BYTES) });
    const answer = await gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body: aCardPayin() });
    const id = answer.body.result.transactionId;
    await context.sql`insert into events (merchant_id, transaction_id, sequence, event_id, brand_id, body, x_signature,
        signing_secret_id, created_at)
      select merchant_id, transaction_id, n, gen_random_uuid(), brand_id, ${body}, x_signature, signing_secret_id,
        created_at
      from events cross join generate_series(2, ${events}::int) n where transaction_id = ${id}`;
    await context.sql`insert into transaction_changes (merchant_id, id, transaction_ids)
      values (${brand.merchantId}, ${randomUUID()}, ${[id]}::uuid[])`;
    const pipeline = openFoldingPipeline(context.sql);
    for (let waiting = await waitingChanges(context.sql); waiting.length > 0; ) {
      assert.deepEqual(await foldChanges(pipeline, waiting), []);
      waiting = await waitingChanges(context.sql);
    }
    await pipeline.end();
  }
  return {
    sql: context.sql,
    brand,
    streams,
    positionsAsked,
    start,
    listen,
    fill,
    /** New streams get nothing that happened before this call. */
    async skipWhatHappened() {
      const [head] = await context.sql`
        select last_position as position from listing_heads where merchant_id = ${brand.merchantId}`;
      positionOf.next = head!.position;
    },
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
}

const comments = ({ text }: Reader) => text.split('\n\n').filter((part) => part === ':').length;
/**
 * Every write of a large event needs a drain for a moment. A reader is stuck when no byte has left for half a second.
 */
async function untilStuck({ response }: Reader): Promise<void> {
  let written = -1;
  let looks = 0;
  await eventually(() => {
    const { bytesWritten } = response.socket!;
    looks = response.writableNeedDrain && bytesWritten === written ? looks + 1 : 0;
    written = bytesWritten;
    return looks === LOOKS;
  });
}

test('an idle stream sends a comment every fifteen seconds and ends after an hour', async (t) => {
  const { listen, advance } = await open(t);
  const early = await listen();
  await eventually(() => early.text === 'retry: 2000\n\n');
  advance(8 * SECOND_MS);
  const late = await listen();
  advance(8 * SECOND_MS);
  await eventually(() => comments(early) === 1);
  assert.equal(comments(late), 0, 'eight seconds are not fifteen');
  advance(8 * SECOND_MS);
  await eventually(() => comments(late) === 1);
  assert.equal(comments(early), 1, 'its own last comment is eight seconds old');
  advance(8 * SECOND_MS);
  await eventually(() => comments(early) === 2);
  assert.equal(early.ended, false);
  advance(3_600 * SECOND_MS);
  await eventually(() => early.ended && late.ended);
});

test('a client that reads nothing for thirty seconds is disconnected, and its place is free again', async (t) => {
  const { brand, streams, listen, fill, advance, skipWhatHappened } = await open(t);
  await fill();
  const stuck = await listen(true);
  await untilStuck(stuck);
  await skipWhatHappened();
  assert.ok(stuck.response.writableLength < 4 * BODY_BYTES, `${stuck.response.writableLength} bytes wait`);
  for (let i = 2; i < MOST_OF_A_BRAND; i++) await listen();
  advance(13 * SECOND_MS);
  const witness = await listen();
  assert.equal(streams.hasRoomFor(brand.brandId), false);
  advance(16 * SECOND_MS);
  // The comment shows that the gateway has looked at the streams by then.
  await eventually(() => comments(witness) === 1);
  assert.equal(stuck.response.destroyed, false, 'twenty-nine seconds');
  advance(2 * SECOND_MS);
  await eventually(() => stuck.response.destroyed && streams.hasRoomFor(brand.brandId));
  assert.equal(witness.ended, false);
});

test('a slow client keeps its stream and gets every event once', async (t) => {
  const { listen, fill, advance } = await open(t);
  await fill();
  const slow = await listen(true);
  for (let round = 0; round < 4; round++) {
    await untilStuck(slow);
    advance(20 * SECOND_MS);
    const written = slow.response.socket!.bytesWritten;
    while (slow.response.socket!.bytesWritten === written) await slow.take();
    assert.ok(slow.ids() < EVENTS, 'it has not caught up');
  }
  // Eighty seconds in all, and never thirty without reading anything.
  void slow.take(Number.POSITIVE_INFINITY);
  await eventually(() => slow.ids() === EVENTS);
  const ids = [...slow.text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id);
  assert.equal(new Set(ids).size, EVENTS);
  assert.equal(slow.ended, false);
});

test('a stream without resends skips each resent event once', async (t) => {
  const { sql, brand, listen, fill, positionsAsked } = await open(t);
  await fill(1);
  const reader = await listen();
  // At the start, and when the head is known.
  await eventually(() => reader.ids() === 1 && positionsAsked.length === 2);
  const [first] = await sql`select transaction_id, sequence from event_log`;
  const one = { transactionId: first!.transaction_id, sequence: first!.sequence };
  await sql.begin((tx) => logResends(tx, brand, Array(50).fill(one), new Date()));
  await eventually(() => positionsAsked.length === 3);
  await fill(1);
  await eventually(() => reader.ids() === 2 && positionsAsked.length > 3);
  assert.deepEqual(positionsAsked.slice(0, 3), [0n, 1n, 1n]);
  assert.ok(
    positionsAsked.slice(3).every((position) => position > 50n),
    String(positionsAsked),
  );
});

test('a process has at most a thousand streams', async (t) => {
  const { streams, start } = await open(t);
  const merchantId = randomUUID();
  for (let i = 0; i < 1_000; i++) {
    const brandId = randomUUID();
    assert.ok(streams.hasRoomFor(brandId), `${i} are open`);
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    streams.add(response, { ...start(), brand: { merchantId, brandId } });
  }
  assert.equal(streams.hasRoomFor(randomUUID()), false);
});
