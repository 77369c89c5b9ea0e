// The rehearsal: a merchant who does everything right passes each chapter, and each mistake fails the chapter that is about it.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { startTestGateway } from '../../gateway/test/stage/harness.ts';
import { CHAPTERS } from '../src/cli/rehearsal/chapters.ts';
import { webhooks } from '../src/tollgate.ts';
import { desk } from './desk.ts';

// biome-ignore lint/suspicious/noExplicitAny: events of every kind, read freely
type Event = any;

/** What a merchant believes of a reference, from all of its events in any order. */
function balanceOf(events: Event[]): number {
  const inOrder = [...events].sort((a, b) => a.sequence - b.sequence);
  const last = inOrder
    .filter(({ eventType }) => /^(payin|payout)\.(processing|completed|declined)$/.test(eventType))
    .at(-1);
  const refunds = new Map(inOrder.flatMap(({ refund }) => (refund ? [[refund.refundId, refund]] : [])));
  const disputes = new Map(inOrder.flatMap(({ dispute }) => (dispute ? [[dispute.disputeId, dispute]] : [])));
  const paid = last?.status === 'COMPLETED' ? (last.type === 'PAYIN' ? last.amount : -last.amount) : 0;
  const back = [...refunds.values()].reduce(
    (sum, one) => sum + (one.status === 'COMPLETED' ? one.amount : 0),
    0,
  );
  const withheld = [...disputes.values()].reduce(
    (sum, one) => sum + (one.status !== 'WON' && one.fundsWithheld ? one.amount : 0),
    0,
  );
  const isReturned = inOrder.some(({ eventType }) => eventType === 'payout.returned');
  return paid - back - withheld + (isReturned ? last.amount : 0);
}

test('the rehearsal', async (t) => {
  const gate = await startTestGateway(t, { env: { SANDBOX_DELAY_MS: '50' } });
  const brand = await gate.createBrand({ enforceSignatures: true });
  await gate.operator('POST', `/operator/brands/${brand.brandId}/funding`, {
    currency: 'EUR',
    amount: 5000,
    reference: 'f',
  });
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-rehearsal-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const tollgate = desk(
    { TOLLGATE_URL: gate.url, TOLLGATE_API_KEY: brand.apiKey, TOLLGATE_SIGNING_SECRET: brand.signingSecret },
    folder,
  );

  /** A merchant with books in files. `book` tells what an event does to them. */
  async function merchant(
    t: test.TestContext,
    options: { verifies: boolean; once: boolean; book: (kept: Event[], event: Event) => number },
  ) {
    const kept = new Map<string, Event[]>();
    const take = (event: Event) => {
      if (
        !/^(payin|payout|refund|dispute)\.(pending|processing|completed|declined|failed|opened|won|returned)$/.test(
          event.eventType,
        )
      )
        return;
      const before = kept.get(event.merchantReference) ?? [];
      const balance = options.book(before, event);
      kept.set(event.merchantReference, [...before, event]);
      writeFileSync(join(folder, event.merchantReference), String(balance));
    };
    const store = options.once
      ? webhooks.memoryStore()
      : { once: (_id: string, work: () => Promise<void>) => work().then(() => true) };
    const careful = webhooks.nodeHandler({
      secrets: brand.signingSecret,
      store,
      onEvent: take,
      onError() {},
    });
    const server = createServer(async (request, response) => {
      if (options.verifies) return void careful(request as never, response);
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      take(JSON.parse(Buffer.concat(chunks).toString()));
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close().closeAllConnections());
    const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
    const books = `cat 2>/dev/null "${folder}/$1" || echo 0; true`;
    return ['rehearse', '--receiver', receiver, '--books', `sh -c '${books}' sh`, '--json'];
  }

  await t.test('a merchant who does everything right passes every chapter', async (t) => {
    const words = await merchant(t, {
      verifies: true,
      once: true,
      book: (kept, event) => balanceOf([...kept, event]),
    });
    const junit = join(folder, 'junit.xml');
    const { code, json, err } = await tollgate([...words, '--junit', junit]);
    assert.deepEqual(
      json().filter(({ ok }) => !ok),
      [],
      err,
    );
    assert.equal(code, 0, err);
    assert.deepEqual(
      json().map(({ chapter }) => chapter),
      Object.keys(CHAPTERS),
    );
    assert.match(readFileSync(junit, 'utf8'), /tests="10" failures="0"/);
  });

  const last = (_kept: Event[], event: Event) =>
    event.status === 'COMPLETED' ? (event.type === 'PAYIN' ? event.amount : -event.amount) : 0;
  const cases: [mistake: string, fails: string[], options: Parameters<typeof merchant>[1]][] = [
    [
      'no signature is checked',
      ['endpoint'],
      { verifies: false, once: true, book: (kept, event) => balanceOf([...kept, event]) },
    ],
    [
      'each completion is added',
      ['doubled', 'backlog'],
      {
        verifies: true,
        once: false,
        book: (kept, event) =>
          [...kept, event]
            .filter(({ eventType }) => eventType === 'payin.completed')
            .reduce((sum, { amount }) => sum + amount, 0),
      },
    ],
    [
      'the last event counts, and only its status',
      ['disordered', 'refund-failed', 'dispute', 'payout-returned'],
      { verifies: true, once: true, book: last },
    ],
    [
      'what is unknown has failed for good',
      ['unknown-outcome'],
      {
        verifies: true,
        once: true,
        book: (kept, event) =>
          kept.some(({ errorCode }) => errorCode === '9001') ? 0 : balanceOf([...kept, event]),
      },
    ],
    [
      'no balance is below zero',
      ['dispute'],
      { verifies: true, once: true, book: (kept, event) => Math.max(0, balanceOf([...kept, event])) },
    ],
    [
      'what was declined stays so',
      ['late'],
      {
        verifies: true,
        once: true,
        book: (kept, event) =>
          kept.some(({ status }) => status === 'DECLINED') ? 0 : balanceOf([...kept, event]),
      },
    ],
  ];
  for (const [mistake, fails, options] of cases)
    await t.test(`${mistake}: ${fails.join(', ')}`, async (t) => {
      const { code, json } = await tollgate([
        ...(await merchant(t, options)),
        '--patience',
        '0',
        '--only',
        fails.join(','),
      ]);
      assert.equal(code, 1);
      const failed = json().filter(({ ok }) => !ok);
      assert.deepEqual(
        failed.map(({ chapter }) => chapter),
        fails,
      );
      assert.ok(failed.every(({ mend, found }) => mend.endsWith('.') && found));
    });

  await t.test('a receiver that is not there, and one that refuses what it does not know', async (t) => {
    const away = await tollgate([
      'rehearse',
      '--receiver',
      'http://127.0.0.1:9/',
      '--only',
      'endpoint',
      '--json',
    ]);
    assert.deepEqual([away.code, away.json()[0].mend], [1, 'Start the receiver, and look at the address.']);
    const server = createServer(async (request, response) => {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      response
        .writeHead(JSON.parse(Buffer.concat(chunks).toString()).eventType === 'payin.completed' ? 200 : 400)
        .end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close().closeAllConnections());
    const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const words = ['rehearse', '--receiver', receiver, '--json', '--only'];
    const slow = (await tollgate([...words, 'doubled', '--within', '0'])).json();
    assert.match(slow[0].found, /answered after \d+ ms/);
    assert.match(slow[0].mend, /^Answer first and work afterwards/);
    const [unasked] = (await tollgate([...words, 'doubled', '--patience', '0', '--books', './none'])).json();
    assert.match(unasked.mend, /^Mend the command of --books/);
    // Nothing where there should be a balance: it may be the command, or the receiver that has not booked.
    const file = join(folder, 'failed.xml');
    const silent = ['doubled', '--patience', '0', '--books', 'true', '--junit', file];
    const [nothing] = (await tollgate([...words, ...silent])).json();
    assert.match(nothing.mend, /^Mend the command of --books.* mend the receiver: [A-Z]/);
    assert.match(
      readFileSync(file, 'utf8'),
      /tests="1" failures="1">\n.*<failure message="[^"<]+">Mend the /,
    );
    const { json } = await tollgate([...words, 'unknown']);
    assert.match(json()[0].found, /a type that does not exist yet: it answered 400/);
    assert.equal((await tollgate(['rehearse', '--receiver', receiver, '--only', 'nothing'])).code, 2);
  });
});
