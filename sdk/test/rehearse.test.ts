// The rehearsal: a merchant who does everything right passes each chapter, and each mistake fails the chapters about
// it.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { sharedTestGateway } from '../../gateway/test/stage/harness.ts';
import { partOf } from '../../gateway/test/stage/how-much.ts';
import { CHAPTERS } from '../src/cli/rehearsal/chapters.ts';
import { grade } from '../src/cli/rehearsal/grade.ts';
import { makePayments } from '../src/cli/rehearsal/rehearsal.ts';
import { Tollgate } from '../src/tollgate.ts';
import { desk } from './desk.ts';
import { RIGHT_SHOPS, type Shop } from './rehearsal-shops.ts';
import { WRONG_SHOPS } from './wrong-shops.ts';

/**
 * Opens a shop on its own port. The shop also tells a balance and can be restarted. It keeps its balances as files in
 * `folder`.
 */
async function open(t: test.TestContext, secret: string, shop: Shop, folder?: string) {
  let arrived = new Map<string, Event[]>();
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    const [, name, reference] = request.url!.split('/');
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString();
    if (name === 'restart') {
      // A shop that forgets keeps its balance, and loses everything else it knew of each event.
      arrived = shop.forgets
        ? new Map([...arrived].map(([one, events]) => [one, shop.forgets!(events)]))
        : arrived;
      if (shop.forgetsIds) seen.clear();
      return response.end();
    }
    if (name === 'balance') return response.end(String(shop.balance(arrived.get(reference!) ?? [])));
    if (!shop.isGenuine(raw, request.headers['x-signature'] as string | undefined, secret))
      return response.writeHead(403).end();
    const event = JSON.parse(raw);
    if (!shop.once || !seen.has(event.eventId)) {
      seen.add(event.eventId);
      const { merchantReference } = event;
      arrived.set(merchantReference, [...(arrived.get(merchantReference) ?? []), event]);
      if (folder !== undefined)
        writeFileSync(join(folder, merchantReference), String(shop.balance(arrived.get(merchantReference)!)));
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    receiver: `${url}/webhooks`,
    // Starting a process takes time, so only a shop that forgets something gets this command.
    restart: shop.forgets ? `"${process.execPath}" -e "fetch('${url}/restart')"` : 'true',
    ask: async (reference: string) => (await fetch(`${url}/balance/${reference}`)).text(),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: events of every kind, read freely
type Event = any;

test('the rehearsal', async (t) => {
  const gate = await sharedTestGateway({ env: { SANDBOX_DELAY_MS: '50' } })();
  const brand = await gate.createBrand({ enforceSignatures: true });
  const { apiKey, signingSecret } = brand;
  const funds = { currency: 'EUR', amount: 5000, reference: 'f' };
  await gate.operator('POST', `/operator/brands/${brand.brandId}/funding`, funds);
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-rehearsal-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const tollgate = desk(
    { TOLLGATE_URL: gate.url, TOLLGATE_API_KEY: apiKey, TOLLGATE_SIGNING_SECRET: signingSecret },
    folder,
  );
  const names = Object.keys(CHAPTERS);

  await t.test('a merchant who does everything right passes every chapter', async (t) => {
    const { receiver, restart } = await open(t, signingSecret, RIGHT_SHOPS[0]!, folder);
    const command = `sh -c 'cat 2>/dev/null "${folder}/$1" || echo 0; true' sh`;
    const junit = join(folder, 'junit.xml');
    const words = ['rehearse', '--receiver', receiver, '--books', command, '--json', '--junit', junit];
    const { code, json, err } = await tollgate([...words, '--restart', restart]);
    assert.deepEqual(
      json().filter(({ ok, skipped }) => !ok || skipped),
      [],
      err,
    );
    assert.equal(code, 0, err);
    assert.deepEqual(
      json().map(({ chapter }) => chapter),
      names,
    );
    assert.match(readFileSync(junit, 'utf8'), /tests="30" failures="0" skipped="0"/);
  });

  // The payments are made once, and their events go to each shop.
  const client = new Tollgate({ baseUrl: gate.url, apiKey, signingSecret });
  const played = await makePayments({ client, baseUrl: gate.url, restart: 'given', names });
  const graded = async (t: test.TestContext, shop: Shop) => {
    const { receiver, restart, ask } = await open(t, signingSecret, shop);
    const books = { ask, patienceMs: 0 };
    const findings = [];
    for (const one of played)
      findings.push(await grade({ receiver, secret: signingSecret, books, restart }, one));
    return findings;
  };

  for (const shop of RIGHT_SHOPS)
    await t.test(`the rehearsal passes a shop that ${shop.name}`, async (t) => {
      assert.deepEqual(
        (await graded(t, shop)).flatMap(({ faults }) => faults),
        [],
      );
    });

  const wrong = partOf('shops with a mistake that the rehearsal must find', WRONG_SHOPS);
  for (const { fails, says = [], ...shop } of wrong)
    await t.test(`the rehearsal finds a shop that ${shop.name}`, async (t) => {
      // In the backlog many events arrive at once. A shop that goes by their order fails it by chance.
      const isSure = (chapter: string) => chapter !== 'backlog' || fails === 'all' || fails.includes(chapter);
      const findings = (await graded(t, shop)).filter(({ ok, chapter }) => !ok && isSure(chapter));
      assert.deepEqual(
        findings.map(({ chapter }) => chapter),
        fails === 'all' ? names : fails,
      );
      for (const { faults, mend } of findings)
        assert.ok(mend!.endsWith('.') && faults.every(({ found, mend }) => found && mend.endsWith('.')));
      const found = findings.map((one) => one.found).join('\n');
      for (const one of says) assert.match(found, one);
    });

  await t.test(
    'the rehearsal says what to correct if the receiver is away, refuses unknown events or answers slowly',
    async (t) => {
      const away = await tollgate([
        'rehearse',
        '--receiver',
        'http://127.0.0.1:9/',
        '--only',
        'endpoint,restart',
        '--json',
      ]);
      const [endpoint, restart] = away.json();
      assert.deepEqual([away.code, endpoint.mend], [1, 'Start the receiver, and check its address.']);
      assert.deepEqual([restart.ok, restart.skipped], [true, true]);
      assert.match(restart.found, /^not played: give --restart/);
      assert.match(away.err, /1 of 2 chapters failed\n1 of 2 chapters not played: restart/);
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
      assert.match(slow[0].mend, /^Answer first, and work afterwards/);
      const [unasked] = (
        await tollgate([...words, 'doubled', '--patience', '0', '--books', './none'])
      ).json();
      assert.match(unasked.mend, /^Correct the --books command/);
      // No balance at all: the command may be at fault, or the receiver has not booked.
      const file = join(folder, 'failed.xml');
      const silent = ['doubled', '--patience', '0', '--books', 'true', '--junit', file];
      const [nothing] = (await tollgate([...words, ...silent])).json();
      assert.match(nothing.mend, /^Correct the --books command.* correct the receiver: [A-Z]/);
      assert.match(
        readFileSync(file, 'utf8'),
        /tests="1" failures="1" skipped="0">\n.*<failure message="[^"<]+">Correct the /,
      );
      // A chapter that was not played or not asked earns no full marks.
      const unplayed = await tollgate([...words, 'restart']);
      assert.equal(unplayed.code, 1);
      assert.match(unplayed.err, /only 0 of 1 chapters passed\n1 of 1 chapters not played: restart/);
      const answered = await tollgate([...words, 'doubled,restart']);
      assert.equal(answered.code, 0);
      assert.match(answered.err, /only 1 of 2 chapters passed\n1 of 2 chapters not played: restart/);
      const { err } = await tollgate([...words, 'doubled']);
      assert.match(err, /all 1 chapters were answered, but the books were not checked/);
      const { json } = await tollgate([...words, 'unknown']);
      assert.match(json()[0].found, /a type that does not exist yet: it answered 400/);
      // It refuses the first message and accepts each forged one. Neither fault hides the other.
      const [forged] = (await tollgate([...words, 'endpoint'])).json();
      assert.equal(forged.faults.length, 6);
      assert.match(forged.found, /as the portal sends it: it answered 400.* another secret: it accepted/);
      assert.equal((await tollgate(['rehearse', '--receiver', receiver, '--only', 'nothing'])).code, 2);
    },
  );
});
