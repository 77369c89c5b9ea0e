// The command line against a gateway, in this process: what it prints, its exit codes, and that `listen` loses no
// event.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { aCardPayin, eventually, startTestGateway } from '../../gateway/test/stage/harness.ts';
import { payoutOption } from '../../gateway/test/stage/payouts.ts';
import { startWebhookReceiver } from '../../gateway/test/stage/webhook-receiver.ts';
import { COMMANDS } from '../src/cli/run.ts';
import { SCENARIOS } from '../src/cli/scenarios.ts';
import { Tollgate } from '../src/tollgate.ts';
import { desk } from './desk.ts';

const aPayout = (merchantReference: string, amount = 40) => ({
  paymentOptionId: payoutOption('sepa-transfer').id,
  currency: 'EUR',
  amount,
  country: 'DE',
  merchantReference,
  paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' },
});

test('the command line', async (t) => {
  const gate = await startTestGateway(t, { env: { SANDBOX_DELAY_MS: '50' } });
  const brand = await gate.createBrand({ enforceSignatures: true, notificationUrl: 'http://127.0.0.1:9/' });
  await gate.operator('POST', `/operator/brands/${brand.brandId}/funding`, {
    currency: 'EUR',
    amount: 5000,
    reference: 'f',
  });
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-cli-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const environment = {
    TOLLGATE_URL: gate.url,
    TOLLGATE_API_KEY: brand.apiKey,
    TOLLGATE_SIGNING_SECRET: brand.signingSecret,
    XDG_STATE_HOME: folder,
  };
  const tollgate = desk(environment, folder);
  const client = new Tollgate({
    baseUrl: gate.url,
    apiKey: brand.apiKey,
    signingSecret: brand.signingSecret,
  });

  await t.test('`trigger` plays every scenario', async () => {
    const expected: Record<string, string> = {
      declined: 'DECLINED',
      cancelled: 'DECLINED',
      lapsed: 'DECLINED',
      'mandate-declined': 'DECLINED',
      authorised: 'PROCESSING',
    };
    for (const name of Object.keys(SCENARIOS)) {
      const { code, json, err } = await tollgate([
        'trigger',
        name,
        '--json',
        '--reference',
        `of ${name}`,
        '--amount',
        '12.5',
      ]);
      assert.equal(code, 0, `${name}: ${err}`);
      const [payment] = json();
      assert.equal(payment.status, expected[name] ?? 'COMPLETED', name);
      assert.deepEqual([payment.merchantReference, payment.amount], [`of ${name}`, 12.5]);
    }
    const failed = (await client.payments.find({ merchantReference: 'of refund-failed' }))[0]!;
    assert.equal(failed.refunds[0]!.status, 'FAILED');
    assert.ok((await client.payments.find({ merchantReference: 'of payout-returned' }))[0]!.returned);
    assert.equal(
      (await client.payments.find({ merchantReference: 'of dispute-won' }))[0]!.disputes[0]!.status,
      'WON',
    );
    assert.equal((await client.payments.find({ merchantReference: 'of late' }))[0]!.lateSuccess, true);
    const [inParts] = await client.payments.find({ merchantReference: 'of captured' });
    assert.deepEqual([inParts!.captures.length, inParts!.amountCaptured], [2, 9.2]);
    const [undone] = await client.payments.find({ merchantReference: 'of capture-failed' });
    assert.deepEqual([undone!.captures[0]!.status, undone!.amountCaptured], ['FAILED', 0]);
    const [later] = await client.payments.find({ merchantReference: 'of mandate' });
    assert.deepEqual([later!.initiator, later!.mandate!.status], ['MERCHANT', 'ACTIVE']);
    const [unpaid] = await client.payments.find({ merchantReference: 'of mandate-declined' });
    assert.deepEqual([unpaid!.errorCode, unpaid!.mandate!.status], ['2102', 'ACTIVE']);
    const [first] = await client.payments.find({ merchantReference: 'of mandate-revoked' });
    assert.equal(first!.mandate!.status, 'REVOKED');
    const [settled] = await client.payments.find({ merchantReference: 'of settlement' });
    const { settlementId, gross, fee, net } = settled!.settlement!;
    assert.deepEqual([gross, fee, net], [12.5, 0.43, 12.07]);
    const inPayout: string[] = [];
    for await (const { merchantReference } of client.payments.list({ settlementId }))
      inPayout.push(merchantReference!);
    assert.ok(inPayout.includes('of settlement') && !inPayout.includes('of declined'), String(inPayout));
  });

  await t.test('the tool refuses unknown commands and options without effect with exit code 2', async () => {
    for (const [words, told] of [
      [['trigger', 'payout', '--currency', 'USD'], /--currency: has no effect on payout/],
      [['trigger', 'nonsense'], /no such scenario; there are card,/],
      [['trigger', 'card', '--colour', 'red'], /--colour/],
      [['payments', 'get'], /TRANSACTION-ID is missing/],
      [['payments', 'list', '--limit', 'many'], /--limit: must be a whole number/],
      [
        ['payments', 'list', '--reference', 'r', '--status', 'ERROR'],
        /--status: has no effect with --reference/,
      ],
      [['payments', 'refund'], /TRANSACTION-ID is missing; or give --reference/],
      [
        ['payments', 'approve', 'an-id', '--reference', 'r'],
        /--reference: has no effect with TRANSACTION-ID/,
      ],
      [['payments', 'get', 'an-id', '--country', 'DE'], /--country: has an effect only with --reference/],
      [['payments', 'refund', 'an-id', '--amount', '0'], /--amount: must be a number above 0/],
      [['links', 'create'], /--amount is missing/],
      [['links', 'create', '--amount', '5', '--expires-in', 'soon'], /--expires-in: must be a whole number/],
      [['links'], /^links: add create\n/],
      [['trigger', 'card', '--list'], /card: has no effect with --list/],
      [['listen', '--after', 'e', '--from-start'], /--from-start: has no effect with --after/],
      [['listen', '--forward-to', 'nowhere'], /must be an address/],
      [['listen', '--print-secret', '--after', 'e'], /--after: has no effect with --print-secret/],
      [['dance'], /^dance: no such command\n/],
      [['payments'], /^payments: add list, get, refund, or approve\n/],
    ] as const) {
      const { code, err } = await tollgate([...words]);
      assert.equal(code, 2, err);
      assert.match(err, told);
    }
    assert.equal((await tollgate(['payments', 'get', 'nothing'])).code, 1);
    const told = JSON.parse((await tollgate(['payments', 'get', 'nothing', '--json'])).err);
    assert.deepEqual([typeof told.error, typeof told.requestId, told.errorCode], ['string', 'string', null]);
    assert.match(JSON.parse((await tollgate(['dance', '--json'])).err).error, /no such command/);
    const live = desk(
      { ...environment, TOLLGATE_URL: 'https://pay.example', TOLLGATE_API_KEY: 'tg_live_k' },
      folder,
    );
    assert.match((await live(['trigger', 'card'])).err, /test environment/);
  });

  await t.test('`payments` prints text for people and JSON for programs', async () => {
    const { out } = await tollgate(['payments', 'list', '--status', 'DECLINED']);
    assert.match(out, /PAYIN +DECLINED +12.5 EUR +of declined/);
    const [payment] = (await tollgate(['payments', 'list', '--reference', 'of card', '--json'])).json();
    const one = await tollgate(['payments', 'get', payment.transactionId]);
    assert.match(one.out, /^PAYIN of card: COMPLETED, 12.5 EUR\n/);
  });

  await t.test(
    '`payments` finds a payment by its reference, refunds a part of it, and approves a payout',
    async () => {
      await client.payments.create(aCardPayin({ merchantReference: 'by-cli', amount: 20 }));
      const named = ['--reference', 'by-cli', '--json'];
      const [payment] = (await tollgate(['payments', 'get', ...named])).json();
      assert.equal(payment.merchantReference, 'by-cli');
      const refund = ['payments', 'refund', ...named, '--amount', '7.5', '--refund-reference', 'once'];
      const [first] = (await tollgate(refund)).json();
      assert.deepEqual([first.amount, first.amountRefundable, first.refundReference], [7.5, 12.5, 'once']);
      assert.equal((await tollgate(refund)).json()[0].refundId, first.refundId);
      const rest = await tollgate(['payments', 'refund', payment.transactionId]);
      assert.match(rest.out, /^by-cli: a refund of 12.5 EUR is PENDING; 0 EUR can still be refunded\n/);
      assert.equal((await tollgate(['payments', 'refund', '--reference', 'by-cli'])).code, 1);

      await client.payouts.create(aPayout('approve-me'));
      const approved = await tollgate(['payments', 'approve', '--reference', 'approve-me']);
      assert.match(approved.out, /^approve-me: the payout of 40 EUR is PROCESSING\n/);
      assert.equal((await tollgate(['payments', 'approve', '--reference', 'approve-me'])).code, 1);
      await client.payouts.create(aPayout('too-large', 50_000));
      const refused = await tollgate(['payments', 'approve', '--reference', 'too-large']);
      assert.deepEqual([refused.code, /is PENDING \(4001 /.test(refused.out)], [1, true], refused.out);

      await client.payments.create(aCardPayin({ merchantReference: 'by-cli', country: 'FR' }));
      const several = await tollgate(['payments', 'get', '--reference', 'by-cli']);
      assert.match(several.err, /2 payments have it; choose one with --country: .*(DE, FR|FR, DE)/);
      const french = await tollgate([
        'payments',
        'get',
        '--reference',
        'by-cli',
        '--country',
        'FR',
        '--json',
      ]);
      assert.equal(french.json()[0].country, 'FR');
      const nobody = await tollgate(['payments', 'get', '--reference', 'nobody']);
      assert.deepEqual([nobody.code, /no payment has the reference nobody/.test(nobody.err)], [1, true]);
    },
  );

  await t.test('`links create` prints the address of the payment page', async () => {
    const words = ['links', 'create', '--amount', '49.9', '--reference', 'invoice-1', '--expires-in', '7200'];
    const { code, out, err } = await tollgate([...words, '--description', 'Invoice 1']);
    assert.equal(code, 0, err);
    const { cashierUrl, amount } = (await client.payments.find({ merchantReference: 'invoice-1' }))[0]!;
    assert.deepEqual([out.split('\n')[0], amount], [cashierUrl, 49.9]);
    const scenarios = await tollgate(['trigger', '--list', '--json']);
    assert.deepEqual(
      scenarios.json().map(({ scenario }) => scenario),
      Object.keys(SCENARIOS),
    );
  });

  await t.test('`sign` signs a message, and `verify` says why a message is not genuine', async () => {
    const file = join(folder, 'body.json');
    writeFileSync(file, '{"eventType":"payin.completed"}');
    const signature = (await tollgate(['sign', file])).out.trim();
    assert.equal((await tollgate(['verify', file, '--signature', signature])).code, 0);
    const wrong = desk({ ...environment, TOLLGATE_SIGNING_SECRET: 'tgs_other' }, folder);
    const { code, json } = await wrong(['verify', file, '--signature', signature, '--json']);
    assert.deepEqual([code, json()[0].fault], [1, 'wrong_secret']);
  });

  await t.test('`doctor` names each fault of the settings and its remedy', async () => {
    const healthy = await tollgate(['doctor', '--json']);
    assert.deepEqual(
      healthy.json().filter(({ ok }) => !ok),
      [],
    );
    assert.equal(healthy.code, 0);
    assert.match((await tollgate(['doctor'])).out, /secret in use +the gateway accepts the signing secret/);
    const strict = await gate.createBrand({ enforceSignatures: true, signAllRequests: true });
    for (const [{ apiKey }, secret, found] of [
      [brand, strict.signingSecret, /another signing secret/],
      [strict, brand.signingSecret, /another signing secret/],
      [strict, strict.signingSecret, null],
    ] as const) {
      const keys = { TOLLGATE_API_KEY: apiKey, TOLLGATE_SIGNING_SECRET: secret };
      const { code, json } = await desk({ ...environment, ...keys }, folder)(['doctor', '--json']);
      const wrong = json().filter(({ ok }) => !ok);
      assert.equal(code, found ? 1 : 0);
      assert.deepEqual(
        wrong.map(({ check }) => check),
        found ? ['secret in use'] : [],
      );
      if (found) assert.match(wrong[0].message, found);
    }
    const path = `/operator/brands/${strict.brandId}/signing-secrets`;
    assert.equal((await gate.operator('POST', path, {})).status, 201);
    const former = { TOLLGATE_API_KEY: strict.apiKey, TOLLGATE_SIGNING_SECRET: strict.signingSecret };
    const told = (await desk({ ...environment, ...former }, folder)(['doctor'])).out;
    assert.match(told, /the signing secret was replaced; the gateway accepts it until \d{4}-/);
    const away = await desk(
      { TOLLGATE_URL: 'http://127.0.0.1:9', TOLLGATE_API_KEY: 'nothing' },
      folder,
    )(['doctor', '--json']);
    assert.equal(away.code, 1);
    const faults = away.json().filter(({ ok }) => !ok);
    assert.deepEqual(
      faults.map(({ check }) => check),
      ['API key', 'signing secret', 'gateway'],
    );
    assert.ok(faults.every(({ mend }) => mend));
  });

  await t.test('`completion` offers commands and scenarios in three shells', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out } = await tollgate(['completion', shell]);
      for (const { name, words } of COMMANDS) assert.match(out, new RegExp(`\\b${words.at(-1)}\\b`), name);
      for (const scenario of Object.keys(SCENARIOS))
        assert.ok(out.includes(scenario), `${shell}: ${scenario}`);
    }
    const { out: script } = await tollgate(['completion', 'bash']);
    const complete = (...words: string[]) => {
      const typed = ['tollgate', ...words].map((word) => `'${word}'`).join(' ');
      const asked = `${script}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _tollgate; echo "\${COMPREPLY[*]}"`;
      return execFileSync('bash', ['--norc', '-c', asked], { encoding: 'utf8' }).trim();
    };
    assert.equal(complete('reh'), 'rehearse');
    assert.equal(complete('payments', ''), 'list get refund approve');
    assert.equal(complete('payments', 'list', '--st'), '--status');
    assert.equal(complete('trigger', 'payout'), 'payout payout-returned');
    assert.equal(complete('listen', '--print'), '--print-secret');
    assert.equal(complete('completion', 'z'), 'zsh');
  });

  await t.test(
    'every command prints JSON lines with --json, and colours only in a terminal that has them',
    async () => {
      const { transactionId } = (await client.payments.find({ merchantReference: 'of card' }))[0]!;
      const [event] = (await tollgate(['events', 'list', '--limit', '1', '--json'])).json();
      const { result: refundable } = await client.payments.create(aCardPayin());
      const { result: waiting } = await client.payouts.create(aPayout('waits'));
      const file = join(folder, 'body-of-all.json');
      writeFileSync(file, '{"eventId":"e"}');
      const receiver = await startWebhookReceiver(t, { secrets: [brand.signingSecret] });
      // `mcp` speaks its own protocol.
      const said: Record<string, string[]> = {
        listen: ['--print-secret'],
        trigger: [],
        rehearse: ['--receiver', receiver.url, '--only', 'unknown'],
        'payments list': [],
        'payments get': [transactionId],
        'payments refund': [refundable.transactionId],
        'payments approve': [waiting.transactionId],
        'links create': ['--amount', '5'],
        'events list': [],
        'events resend': [event.eventId, '--forward-to', receiver.url],
        sign: [file],
        verify: [file, '--signature', 'wrong'],
        doctor: [],
        completion: ['bash'],
      };
      const rest = COMMANDS.map(({ name }) => name).filter((name) => name !== 'mcp');
      assert.deepEqual(Object.keys(said).sort(), rest.sort());
      for (const [name, more] of Object.entries(said)) {
        const { json, err } = await tollgate([...name.split(' '), ...more, '--json']);
        assert.ok(json().length > 0, `${name}: ${err}`);
        assert.ok(
          json().every((line) => typeof line === 'object'),
          name,
        );
      }
      const escapeCode = String.fromCharCode(27);
      const coloured = await desk(environment, folder, true)(['doctor']);
      assert.ok(coloured.out.includes(`${escapeCode}[32m`));
      assert.ok(!(await tollgate(['doctor'])).out.includes(escapeCode));
    },
  );

  await t.test(
    '`listen` delivers every event in order until the receiver accepts it, also after a restart',
    async () => {
      // A brand of its own, because events of the scenarios above may still appear.
      const brand = await gate.createBrand();
      const keys = { TOLLGATE_API_KEY: brand.apiKey, TOLLGATE_SIGNING_SECRET: brand.signingSecret };
      const tollgate = desk({ ...environment, ...keys }, folder);
      const client = new Tollgate({ baseUrl: gate.url, apiKey: brand.apiKey });
      const receiver = await startWebhookReceiver(t, { secrets: [brand.signingSecret] });
      const words = ['listen', '--forward-to', receiver.url, '--json'];
      const listenFor = async (work: () => Promise<void>, count: number) => {
        const stop = new AbortController();
        const listening = tollgate(words, stop.signal);
        await eventually(() => listening.printed.err.includes('listening'));
        await work();
        await eventually(
          () =>
            receiver.received.length >= count ||
            (listening.printed.err.includes('given up') && assert.fail(listening.printed.err)),
        );
        await eventually(
          () =>
            listening.printed.out
              .trim()
              .split('\n')
              .filter((line) => line.includes('"status":200')).length > 0,
        );
        stop.abort();
        assert.equal((await listening).code, 0);
      };
      const makeOne = async (merchantReference: string) => {
        const link = await client.links.create({ currency: 'EUR', amount: 3, merchantReference });
        await client.links.cancel(link.transactionId);
      };
      const answers = [{ status: 500 }, { hang: 'reset' as const }, { status: 500 }];
      receiver.answer = () => answers.shift() ?? 200;
      await listenFor(() => makeOne('first'), 4);
      assert.equal(receiver.received.length, 4, 'taken at the fourth try');
      // Nobody listens for eight hours of a sleeping machine, so the events wait.
      for (let i = 0; i < 8; i++) {
        await makeOne(`asleep-${i}`);
        gate.advance(3_600_000);
      }
      const before = receiver.received.length;
      await listenFor(async () => {
        await eventually(() => receiver.received.length >= before + 8);
        await makeOne('last');
      }, before + 9);
      const taken = receiver.received.slice(before).map(({ body }) => body.merchantReference);
      assert.deepEqual(taken, [...Array.from({ length: 8 }, (_, i) => `asleep-${i}`), 'last']);
      assert.ok(receiver.received.every(({ signatureValid }) => signatureValid));

      const { eventId } = receiver.received.at(-1)!.body;
      const again = await tollgate(['events', 'resend', eventId, '--forward-to', receiver.url]);
      assert.equal(again.code, 0, again.err);
      const [one, two] = receiver.received.slice(-2);
      assert.equal(two!.rawBody, one!.rawBody);
      assert.equal((await tollgate(['listen', '--print-secret'])).out.trim(), brand.signingSecret);
    },
  );

  await t.test('`listen` ends with an exit code other than 0 if it cannot continue', async () => {
    const stranger = desk({ ...environment, TOLLGATE_API_KEY: 'tg_test_unknown' }, folder);
    const { code, err } = await stranger(['listen']);
    assert.equal(code, 1);
    assert.match(err, /401/);
    const lost = await tollgate(['listen', '--after', crypto.randomUUID()]);
    assert.deepEqual([lost.code, /no such event in the last 90 days/.test(lost.err)], [1, true], lost.err);
    const nobody = desk({ ...environment, TOLLGATE_URL: 'http://127.0.0.1:9' }, folder);
    const away = await nobody(['listen', '--cursor', join(folder, 'none.json')]);
    assert.deepEqual([away.code, /To check the gateway:/.test(away.err)], [1, true], away.err);
  });
});
