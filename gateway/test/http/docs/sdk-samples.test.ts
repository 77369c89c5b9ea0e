// The guide shows each call of the SDK with the SDK, and the sample sends that very call: same method, same address,
// same body. The page on the rehearsal names the commands of the command line.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { CHAPTERS } from '../../../../sdk/src/cli/rehearsal/chapters.ts';
import { SCENARIOS } from '../../../../sdk/src/cli/scenarios.ts';
import type { OpenApi } from '../../../src/http/docs/openapi-types.ts';
import { sampleCallOfGuide } from '../../../src/http/docs/samples/call-of.ts';
import { sdkSample } from '../../../src/http/docs/samples/sdk.ts';
import { Site } from '../../../src/http/docs/site.ts';
import { loadConfig } from '../../../src/process/config.ts';
import { bareApp } from '../bare-app.ts';

const app = await bareApp();
test.after(() => app.close());
const site = new Site(loadConfig({}), app.openApi('everyone') as unknown as OpenApi);
const SDK = new URL('../../../../sdk/dist/tollgate.js', import.meta.url).href;
/** Its path looks like the path of a call. */
const AT = 'https://pay.example/payments/v3/our-gateway';

/** The one request that the program makes; it gets an empty answer. */
async function sentBy(code: string): Promise<{ method: string; address: string; body: unknown }> {
  const { fetch, console: own } = globalThis;
  const sent: { method: string; address: string; body: unknown }[] = [];
  globalThis.fetch = (async (address: string, { method, body }: { method: string; body?: string }) => {
    sent.push({ method, address, body: body === undefined ? null : JSON.parse(body) });
    return new Response(method === 'GET' ? '[]' : '{}', { status: 200 });
  }) as unknown as typeof fetch;
  globalThis.console = { ...own, log() {} };
  try {
    const program = code
      .replace("'@tollgate/sdk'", `'${SDK}'`)
      .replace('process.env.TOLLGATE_API_KEY', "'tg_test_k'")
      .replace('process.env.TOLLGATE_SIGNING_SECRET', 'undefined');
    await import(
      `data:text/javascript,${encodeURIComponent(`${program}\n// ${sent.length} ${Math.random()}`)}`
    );
  } finally {
    Object.assign(globalThis, { fetch, console: own });
  }
  assert.equal(sent.length, 1, code);
  return sent[0]!;
}

test('the samples of the SDK send what the guide shows', async () => {
  const without = new Set<string>();
  let compared = 0;
  for (const [name, { blocks }] of site.sources())
    for (const block of blocks) {
      if (block.kind !== 'call') continue;
      const code = sdkSample(sampleCallOfGuide(block, AT));
      if (code === null) {
        without.add(block.path);
        continue;
      }
      const { method, address, body } = await sentBy(code);
      const which = `${name}: ${block.title}`;
      assert.equal(method, block.method, which);
      const [asked, shown] = [new URL(address), new URL(AT + block.path)];
      assert.equal(asked.origin + asked.pathname, shown.origin + shown.pathname, which);
      assert.deepEqual(Object.fromEntries(asked.searchParams), Object.fromEntries(shown.searchParams), which);
      // The SDK adds a reference if there is none.
      assert.partialDeepStrictEqual(body, block.body, which);
      compared++;
    }
  assert.deepEqual([...without].sort(), [
    '/v2/hybrid-payment',
    '/v2/payment-options',
    '/v2/payment-suboptions',
  ]);
  assert.ok(compared > 20, String(compared));
});

test("the rehearsal page and the SDK's README name exactly the existing chapters and scenarios", () => {
  const page = site.markdown('rehearse')!;
  const readme = readFileSync(new URL('../../../../sdk/README.md', import.meta.url), 'utf8');
  const rowsOf = (text: string, heading: string) => {
    const part = text.slice(text.indexOf(`## ${heading}\n`) + 3).split('\n## ')[0]!;
    const cells = [...part.matchAll(/^\| ((?:`[\w-]+`(?:, )?)+) \|/gm)].map(([, cell]) => cell!);
    return cells.flatMap((cell) => cell.replaceAll('`', '').split(', '));
  };
  assert.deepEqual(rowsOf(page, 'What is played'), Object.keys(CHAPTERS));
  assert.deepEqual(rowsOf(readme, 'The rehearsal').toSorted(), Object.keys(CHAPTERS).toSorted());
  const scenarios = /`trigger SCENARIO` \| .*?: (.*?)\. /.exec(readme)![1]!;
  assert.deepEqual(scenarios.replaceAll('`', '').split(', '), Object.keys(SCENARIOS));
});
