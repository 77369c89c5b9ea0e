// Runs the documentation's code unchanged against a gateway that checks signatures: each main call in each language
// with an installed interpreter, and the verification of a webhook. Also checks the guide's advice on JSON in other
// languages with the signature vectors.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import type { OpenApi } from '../../../src/http/docs/openapi-types.ts';
import { sampleCallOf } from '../../../src/http/docs/render-operation.ts';
import { SAMPLE_CALLS } from '../../../src/http/docs/samples/sample-call.ts';
import { VERIFY_WEBHOOK } from '../../../src/http/docs/samples/verify-webhook.ts';
import { type Language, writeSamples } from '../../../src/http/docs/samples/write-samples.ts';
import { sharedTestGateway } from '../../stage/harness.ts';
import { isProof } from '../../stage/how-much.ts';
import { VECTOR_GROUPS } from '../../stage/signature-vectors.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/**
 * Makes a program print the status and the body of each answer, as the others do. A refusal, which the SDK throws, is
 * then an answer too.
 */
const TELLING = `data:text/javascript,${encodeURIComponent(`
  const { fetch, console } = globalThis;
  let status = 0;
  globalThis.fetch = async (...call) => {
    const answer = await fetch(...call);
    status = answer.status;
    process.stdout.write(status + '\\n' + (await answer.clone().text()) + '\\n');
    return answer;
  };
  globalThis.console = { ...console, log() {} };
  process.on('uncaughtException', (error) => { if (status < 400) throw error; });
`)}`;

/** Each reads its program from the standard input. */
const INTERPRETERS: Readonly<Record<Language, { command: string[]; needs: string[] }>> = {
  curl: { command: ['sh', '-s'], needs: ['curl', 'openssl'] },
  // A program finds the SDK among this folder's workspaces.
  SDK: { command: [process.execPath, `--import=${TELLING}`, '--input-type=module', '-'], needs: [] },
  'Node.js': { command: [process.execPath, '--input-type=module', '-'], needs: [] },
  Python: { command: ['python3', '-'], needs: ['python3'] },
  PHP: { command: ['php'], needs: ['php'] },
};
const LANGUAGES = Object.keys(INTERPRETERS) as Language[];

/** false, or the reason why the language cannot run here. */
function missing(language: Language): string | false {
  const absent = INTERPRETERS[language].needs.filter(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
  );
  return absent.length > 0 && `not on this machine: ${absent.join(', ')}`;
}

function run(language: Language, code: string, env: Record<string, string>): Promise<string> {
  const [file, ...args] = INTERPRETERS[language].command as [string, ...string[]];
  return new Promise((resolve, reject) => {
    const child = execFile(
      file,
      args,
      { cwd: ROOT, env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${language}: ${stderr}\n${code}`, { cause: error }));
        else resolve(stdout);
      },
    );
    child.stdin!.end(code);
  });
}

interface Sent {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read freely
  body: any;
}

/** The program prints the status in one line and the body in another; curl's settings make it do the same. */
function read(output: string): Sent {
  const lines = output.trim().split('\n');
  const status = lines.find((line) => /^(HTTP\/[\d.]+ )?\d{3}\b/.test(line));
  const body = lines.find((line) => /^[[{]/.test(line));
  assert.ok(status && body, output);
  return {
    status: Number(/\d{3}\b(?!\.)/.exec(status.replace(/^HTTP\/\S+/, ''))![0]),
    body: JSON.parse(body),
  };
}

const EXAMPLE_ID = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';

for (const language of LANGUAGES) {
  test(`the main calls work in ${language} as the page shows them`, {
    skip: missing(language),
  }, async (t) => {
    const gate = await sharedTestGateway({ workers: false })();
    const brand = await gate.createBrand({ enforceSignatures: true });
    const funding = { currency: 'EUR', amount: 500, reference: 'start' };
    await gate.operator('POST', `/operator/brands/${brand.brandId}/funding`, funding);
    const home = mkdtempSync(join(tmpdir(), 'tollgate-curl-'));
    t.after(() => rmSync(home, { recursive: true, force: true }));
    writeFileSync(join(home, '.curlrc'), 'silent\nwrite-out = "\\n%{http_code}\\n"\n');
    const document = gate.gateway.app.openApi('merchant') as unknown as OpenApi;
    const called = new Set<string>();

    async function send(
      operationId: string,
      instead: Record<string, string> = {},
      secret = brand.signingSecret,
    ): Promise<Sent> {
      called.add(operationId);
      const [, code] = writeSamples(callOf(document, operationId, gate.url)).find(
        ([one]) => one === language,
      )!;
      const own = Object.entries(instead).reduce((text, [from, to]) => text.replaceAll(from, to), code);
      return read(
        await run(language, own, {
          TOLLGATE_API_KEY: brand.apiKey,
          TOLLGATE_SIGNING_SECRET: secret,
          CURL_HOME: home,
        }),
      );
    }

    const options = await send('listPaymentOptions');
    assert.deepEqual([options.status, Array.isArray(options.body)], [200, true]);
    const paid = await send('createPayin');
    assert.deepEqual([paid.status, paid.body.result?.status], [201, 'COMPLETED'], JSON.stringify(paid.body));
    const refund = await send('refundByReference');
    assert.deepEqual([refund.status, refund.body.status], [201, 'PENDING'], JSON.stringify(refund.body));
    // So far it has read, and has signed in both ways. `npm test` makes the other calls in the first language.
    if (!isProof() && language !== LANGUAGES[0]) return;
    const found = await send('getPayment', { [EXAMPLE_ID]: paid.body.result.transactionId });
    assert.deepEqual([found.status, found.body.status], [200, 'COMPLETED']);
    const listed = await send('listPayments');
    assert.deepEqual([listed.status, listed.body.length], [200, 1]);

    const link = await send('openPaymentSession', { 'order-10021': randomUUID() });
    assert.deepEqual([link.status, typeof link.body.cashierUrl], [201, 'string'], JSON.stringify(link.body));
    const cancelled = await send('cancelPayment', { [EXAMPLE_ID]: link.body.transactionId });
    assert.deepEqual([cancelled.status, cancelled.body.status], [201, 'DECLINED']);

    const payout = await send('createPayout');
    assert.deepEqual([payout.status, payout.body.result?.status], [201, 'PENDING']);
    const settled = await send('settlePayout', { [EXAMPLE_ID]: payout.body.result.transactionId });
    assert.deepEqual([settled.status, settled.body.statusCode], [201, '000'], JSON.stringify(settled.body));

    assert.deepEqual([...called].sort(), Object.keys(SAMPLE_CALLS).sort());
    // Proves that the gateway checked the signatures.
    for (const operationId of Object.keys(SAMPLE_CALLS).filter((id) => SAMPLE_CALLS[id]!.signature)) {
      const refused = await send(operationId, { 'order-10021': randomUUID() }, 'tgs_another_secret');
      assert.equal(refused.status, 403, operationId);
    }
  });
}

function callOf(document: OpenApi, operationId: string, publicUrl: string) {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === operationId)
        return sampleCallOf({ method, path, operation }, { document, publicUrl })!;
    }
  }
  throw new Error(`there is no operation ${operationId}`);
}

const SECRET = 'tgs_a secret of the tests';
const DELIVERY = '{"eventId":"1","extra1":"Zoë 😀"}';
const SIGNATURE = createHmac('sha256', SECRET).update(DELIVERY).digest('base64');
const BASE64 = Buffer.from(DELIVERY).toString('base64');
/** The program prints yes or no for each header, in one line. */
const ASKED = [SIGNATURE, SIGNATURE.replace('=', ''), `A${SIGNATURE.slice(1)}`, ''];

/** Code that calls the page's function. */
const CALLS: Readonly<Record<string, string>> = {
  SDK: `const genuine = async (one) => eventOf(Buffer.from('${BASE64}', 'base64'), { 'x-signature': one }, '${SECRET}').then(() => 'yes', () => 'no');
process.stdout.write((await Promise.all(${JSON.stringify(ASKED)}.map(genuine))).join(' ') + '\\n' + (await genuine()) + '\\n');`,
  'Node.js': `const body = Buffer.from('${BASE64}', 'base64');
console.log(${JSON.stringify(ASKED)}.map((one) => isGenuine(body, one, '${SECRET}') ? 'yes' : 'no').join(' '));
console.log(isGenuine(body, undefined, '${SECRET}') ? 'yes' : 'no');`,
  Python: `body = base64.b64decode("${BASE64}")
print(*["yes" if is_genuine(body, one, "${SECRET}") else "no" for one in ${JSON.stringify(ASKED)}])
print("yes" if is_genuine(body, None, "${SECRET}") else "no")`,
  PHP: `$body = base64_decode('${BASE64}');
echo implode(' ', array_map(fn ($one) => isGenuine($body, $one, '${SECRET}') ? 'yes' : 'no', ${JSON.stringify(ASKED)})), "\\n";
echo isGenuine($body, null, '${SECRET}') ? 'yes' : 'no', "\\n";`,
};

for (const language of Object.keys(VERIFY_WEBHOOK) as Language[]) {
  test(`a webhook is verified in ${language} as the page shows it`, { skip: missing(language) }, async () => {
    const output = await run(language, `${VERIFY_WEBHOOK[language]}\n${CALLS[language]}\n`, {});
    assert.deepEqual(output.trim().split('\n'), ['yes no no no', 'no']);
  });
}

/** Names that are whole numbers, and numbers that are no amount in any fiat currency. */
const ODD_NUMBERS = [
  'names that are integers come first, ascending',
  'exponents as JavaScript writes them',
  'the largest number without an exponent',
  'small numbers',
  'minus zero is zero',
  'integers beyond 2^53 become the nearest double',
  'the edges of a double',
  'a number too large for a double becomes null',
];

/** The guide's list of what each language writes differently; everything else is the same, byte for byte. */
const WRITES_OTHERWISE: Readonly<Record<string, { code: string; vectors: string[] }>> = {
  Python: {
    code: `import json, sys
for text in json.loads(sys.argv[1]):
    print(json.dumps(json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False)))`,
    vectors: [
      'a v3 payout of a brand that signs all requests',
      'trailing zeros of a number go',
      ...ODD_NUMBERS,
    ],
  },
  PHP: {
    code: `foreach (json_decode($argv[1]) as $text)
    echo json_encode(json_encode(json_decode($text), JSON_UNESCAPED_SLASHES
        | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS)), "\\n";`,
    vectors: ODD_NUMBERS,
  },
};
const COMMANDS: Readonly<Record<string, string[]>> = { Python: ['python3', '-c'], PHP: ['php', '-r'] };

for (const [language, { code, vectors: otherwise }] of Object.entries(WRITES_OTHERWISE)) {
  test(`${language} writes the text to sign as described in the guide`, {
    skip: missing(language as Language),
  }, () => {
    const vectors = VECTOR_GROUPS.body!.vectors;
    const [command, ...args] = COMMANDS[language] as [string, ...string[]];
    const inputs = JSON.stringify(vectors.map(({ input }) => input));
    const { stdout, stderr } = spawnSync(command, [...args, code, inputs], { encoding: 'utf8' });
    const written = stdout.trim().split('\n');
    assert.equal(written.length, vectors.length, stderr);
    const differing = vectors.filter(({ stringToSign }, at) => JSON.parse(written[at]!) !== stringToSign);
    assert.deepEqual(differing.map(({ name }) => name).sort(), otherwise.toSorted());
  });
}
