// `tollgate mcp` as an assistant uses it: the protocol's own client starts the program and talks to it over stdin and
// stdout. No answer contains a secret of the environment or a card number, and only a test key can make a payment.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { PAYIN_OPTION_ID as SEPA_TRANSFER } from '../../gateway/test/http/bank/stage.ts';
import { sharedTestGateway, startTestGateway, type TestBrand } from '../../gateway/test/stage/harness.ts';
import { PRODUCTION } from '../../gateway/test/stage/production.ts';
import { webhooks } from '../src/tollgate.ts';

const PROGRAM = join(import.meta.dirname, '../src/cli/main.ts');
const READING = ['debug_signature', 'explain_error', 'find_payments', 'get_payment', 'read_guide'];
const MAKING = ['rehearse', 'trigger_scenario'];
/** Fields that may name a person. */
const OF_PERSONS = 'customer recipient userId extra1 extra2 extra3 redirectUrl'.split(' ');
const CARD = '4242424242424242';
const PASSWORD = 'hunter2-of-the-merchants-database';

interface Assistant {
  client: Client;
  tools: string[];
  /** The text of each answer. */
  texts: string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
  ask(name: string, given?: Record<string, unknown>): Promise<any>;
  refused(name: string, given?: Record<string, unknown>): Promise<string>;
}

async function assistant(
  t: test.TestContext,
  environment: Record<string, string>,
  ...options: string[]
): Promise<Assistant> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-mcp-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', ...options],
    env: { PATH: process.env.PATH!, ...environment },
    cwd: folder,
    stderr: 'pipe',
  });
  const client = new Client({ name: 'a test', version: '1' });
  await client.connect(transport);
  t.after(() => client.close());
  const texts: string[] = [];
  const call = async (name: string, given: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: given }, undefined, {
      timeout: 300_000,
    });
    const [{ text }] = content as [{ text: string }];
    texts.push(text);
    return { text, isError };
  };
  return {
    client,
    texts,
    tools: (await client.listTools()).tools.map(({ name }) => name).sort(),
    async ask(name, given = {}) {
      const { text, isError } = await call(name, given);
      assert.ok(!isError, text);
      return text.startsWith('{') ? JSON.parse(text) : text;
    },
    async refused(name, given = {}) {
      const { text, isError } = await call(name, given);
      assert.equal(isError, true, text);
      return text;
    },
  };
}

const keysOf = (url: string, brand: TestBrand) => ({
  TOLLGATE_URL: url,
  TOLLGATE_API_KEY: brand.apiKey,
  TOLLGATE_SIGNING_SECRET: brand.signingSecret,
  DATABASE_PASSWORD: PASSWORD,
});

test('the assistant with a test key', async (t) => {
  const gate = await sharedTestGateway({ env: { SANDBOX_DELAY_MS: '50' } })();
  const brand = await gate.createBrand({ enforceSignatures: true });
  const books = `sh -c 'echo no password "$DATABASE_PASSWORD" >&2; exit 1'`;
  const { ask, refused, texts, tools, client } = await assistant(
    t,
    keysOf(gate.url, brand),
    '--books',
    books,
    '--patience',
    '0',
  );
  assert.deepEqual(tools, [...READING, ...MAKING].sort());
  assert.match(client.getInstructions()!, /test environment/);

  await t.test('the assistant plays scenarios, and finds payments by id, reference and filter', async () => {
    const declined = await ask('trigger_scenario', {
      scenario: 'declined',
      reference: 'of-a-model',
      amount: 7,
    });
    assert.deepEqual([declined.status, declined.errorCode, declined.amount], ['DECLINED', '2001', 7]);
    const { transactionId } = declined;
    const one = await ask('get_payment', { transactionId });
    assert.equal(one.timeline.at(-1).to, 'DECLINED');
    for (const absent of OF_PERSONS)
      for (const answer of [declined, one]) assert.ok(!Object.hasOwn(answer, absent), absent);
    await ask('trigger_scenario', { scenario: 'card' });
    const found = await ask('find_payments', { merchantReference: 'of-a-model', country: 'DE' });
    assert.deepEqual(
      found.payments.map((payment: { transactionId: string }) => payment.transactionId),
      [transactionId],
    );
    const listed = await ask('find_payments', { status: 'DECLINED', type: 'PAYIN' });
    assert.deepEqual([listed.payments.length, listed.more], [1, false]);
    const first = await ask('find_payments', { limit: 1 });
    assert.deepEqual([first.payments.length, first.more], [1, true]);
    assert.equal(first.payments[0].card.last4, '4242');
    assert.ok(!Object.hasOwn(first.payments[0].card, 'token'), 'a token charges a card');
  });

  await t.test('the tools refuse unknown values and fields without effect', async () => {
    assert.match(
      await refused('trigger_scenario', { scenario: 'payout', currency: 'USD' }),
      /no effect on payout/,
    );
    assert.match(await refused('trigger_scenario', { scenario: 'theft' }), /scenario/);
    assert.match(
      await refused('find_payments', { merchantReference: 'of-a-model', status: 'DECLINED' }),
      /only country/,
    );
    assert.match(await refused('get_payment', { transactionId: 'nothing' }), /request /);
  });

  await t.test('the assistant explains error codes and reads pages from the documentation', async () => {
    const { reason, retryAdvice, whatToDo } = await ask('explain_error', { errorCode: '2001' });
    assert.deepEqual([reason, retryAdvice], ['Insufficient funds', 'OTHER_METHOD']);
    assert.match(whatToDo, /another way to pay/);
    assert.match(await refused('explain_error', { errorCode: '7777' }), /no such code/);
    assert.match(await ask('read_guide'), /\(http:\/\/\S+\/docs\/unknown-outcome\.md\)/);
    assert.match(await ask('read_guide', { page: 'webhooks' }), /^# /);
    assert.match(await refused('read_guide', { page: 'nothing' }), /no such page/);
  });

  await t.test(
    'the assistant explains a wrong signature without showing the secret or the card number',
    async () => {
      const body = `{"amount": 50.00, "paymentData": {"cardNumber": "${CARD}", "cardCvv": "123"}}`;
      const { headers } = await webhooks.sign(body, brand.signingSecret);
      const told = await ask('debug_signature', {
        signed: 'request',
        body,
        signature: headers['x-signature'],
      });
      assert.equal(told.verdict, 'explained');
      assert.match(told.mistakes[0], /as it is written/);
      assert.match(
        told.stringToSign,
        /^\{"amount":50,"paymentData":\{"cardNumber":"•{16}","cardCvv":"•••"\}\}$/,
      );
      assert.deepEqual(told.difference.at, 10);
      const pasted = `${brand.signingSecret} and ${brand.apiKey} and 4242 4242 4242 4242`;
      await ask('debug_signature', { signed: 'webhook', body: pasted, signature: 'x', signedText: PASSWORD });
    },
  );

  await t.test('the assistant plays the rehearsal only to a receiver on this machine', async (t) => {
    const server = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close().closeAllConnections());
    const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const unplayed = await ask('rehearse', { receiver, only: ['restart'] });
    assert.deepEqual([unplayed.passed, unplayed.notPlayed], [false, ['restart']]);
    const { passed, notPlayed, findings } = await ask('rehearse', { receiver, only: ['endpoint'] });
    assert.deepEqual([passed, notPlayed], [false, []]);
    // The --books command fails, and its output is shown without its secret.
    assert.match(findings[0].found, /no password \[secret\]/);
    assert.match(findings[0].mend, /\.$/);
    assert.match(await refused('rehearse', { receiver: 'https://shop.example/' }), /on this machine/);
    assert.match(await refused('rehearse'), /receiver: is missing/);
    assert.match(await refused('rehearse', { receiver, only: ['nothing'] }), /only/);
  });

  for (const secret of [brand.apiKey, brand.signingSecret, PASSWORD, CARD, '4242 4242 4242 4242'])
    assert.ok(!texts.join('\n').includes(secret), 'an answer holds a secret or a card');
  assert.ok(texts.length > 15);
});

/** The gateway of a test has no TLS, and the client sends a production key only over TLS. */
async function startTls(t: test.TestContext, url: string) {
  const file = (name: string) => join(import.meta.dirname, '../../gateway/test/storage/tls', name);
  const certificate = file('localhost.crt');
  const asked: string[] = [];
  const tls = { key: readFileSync(file('localhost.key')), cert: readFileSync(certificate) };
  const server = createTlsServer(tls, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { method, headers } = request;
    const onward = httpRequest(url + request.url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, certificate, asked };
}

test('with a production gateway the assistant reads payments and changes nothing', async (t) => {
  const gate = await startTestGateway(t, { env: PRODUCTION });
  const brand = await gate.createBrand();
  assert.match(brand.apiKey, /^tg_live_/);
  const account = await gate.operator('PUT', `/operator/brands/${brand.brandId}/providers/bank`, {
    environment: 'live',
    credentials: { iban: 'DE89370400440532013000', holder: 'Ada Shop' },
  });
  assert.equal(account.status, 200, account.text);
  const made = await gate.call('POST', '/v3/payment', {
    apiKey: brand.apiKey,
    body: {
      paymentOptionId: SEPA_TRANSFER,
      currency: 'EUR',
      amount: 25,
      country: 'DE',
      merchantReference: 'of-a-customer',
      userId: 'ada',
    },
  });
  assert.equal(made.status, 201, made.text);
  const { transactionId } = made.body.result;
  const stored = async () => (await gate.call('GET', '/payments', { apiKey: brand.apiKey })).text;
  const before = await stored();
  const tls = await startTls(t, gate.url);
  const keys = { ...keysOf(tls.url, brand), NODE_EXTRA_CA_CERTS: tls.certificate };
  const live = await assistant(t, keys);
  assert.deepEqual(live.tools, READING);
  assert.match(live.client.getInstructions()!, /nothing can be changed/);

  const one = await live.ask('get_payment', { transactionId });
  assert.deepEqual([one.status, one.amount, one.merchantReference], ['PROCESSING', 25, 'of-a-customer']);
  for (const absent of OF_PERSONS) assert.ok(!Object.hasOwn(one, absent), absent);
  const found = await live.ask('find_payments', { merchantReference: 'of-a-customer', country: 'DE' });
  const listed = await live.ask('find_payments', { status: 'PROCESSING' });
  for (const { payments } of [found, listed]) assert.equal(payments[0].transactionId, transactionId);
  assert.equal((await live.ask('explain_error', { errorCode: '9001' })).retryAdvice, 'RECONCILE');
  assert.match(await live.ask('read_guide', { page: 'webhooks' }), /^# /);
  const body = '{"amount":25}';
  const { headers } = await webhooks.sign(body, brand.signingSecret);
  const signature = headers['x-signature'];
  const told = await live.ask('debug_signature', { signed: 'webhook', body, signature });
  assert.equal(told.verdict, 'matches');

  for (const name of MAKING) assert.match(await live.refused(name, {}), /not found/);
  // A key that only looks like a test key.
  const posing = await assistant(t, { ...keys, TOLLGATE_API_KEY: 'tg_test_invented' });
  for (const scenario of ['card', 'payout'])
    assert.match(await posing.refused('trigger_scenario', { scenario }), /401/);
  const receiver = 'http://127.0.0.1:9/';
  assert.match(await posing.refused('rehearse', { receiver, only: ['doubled'] }), /401/);
  // Not even through a tool that reads: the id that it gets does not become part of a path.
  await live.refused('get_payment', { transactionId: '../settle-payout' });
  const plain = await assistant(t, keysOf(gate.url, brand));
  assert.match(await plain.refused('find_payments'), /must be https/);

  assert.deepEqual(
    tls.asked.filter((asked) => !asked.startsWith('GET ')),
    [],
    'nothing was asked that changes something',
  );
  assert.equal(await stored(), before);
  const texts = [live, posing, plain].flatMap((assistant) => assistant.texts).join('\n');
  for (const secret of [brand.apiKey, brand.signingSecret, PASSWORD, 'tg_test_invented'])
    assert.ok(!texts.includes(secret), 'an answer holds a secret');
});
