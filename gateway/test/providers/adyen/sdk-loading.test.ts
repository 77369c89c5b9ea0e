// When and how much of Adyen's SDK is loaded: not before an account is connected, because a process without one must
// not pay for it, and never the whole package.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const SOURCES = join(import.meta.dirname, '../../../src');

const PROGRAM = `
  import Module from 'node:module';
  const loaded = () => Object.keys(Module._cache).filter((path) => path.includes('@adyen'));
  const { ADYEN } = await import('${pathToFileURL(join(SOURCES, 'providers/adyen/adyen.ts'))}');
  const before = loaded().length;
  const credentials = { apiKey: 'k', merchantAccount: 'Shop', hmacKeys: ['00'] };
  const account = { id: 'a', environment: 'test', cardEntry: 'tollgate', endpoint: 'http://127.0.0.1:9', credentials };
  const parts = { now: () => new Date(), log: { warn() {} }, allowPrivateEndpoints: true, unknownValue() {} };
  const { ok } = await ADYEN.connect(account, parts).check(AbortSignal.timeout(10_000));
  const after = loaded();
  const isWhole = after.some((path) => path.endsWith('api-library/lib/src/index.js'));
  console.log(JSON.stringify({ before, ok, isLoaded: after.length > 0, isWhole }));
`;

test('the SDK is loaded with the first account, and only the parts that are needed', async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', PROGRAM]);
  assert.deepEqual(JSON.parse(stdout), { before: 0, ok: false, isLoaded: true, isWhole: false });
});
