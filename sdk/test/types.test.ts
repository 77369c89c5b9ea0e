// The types of the package, as a merchant's compiler sees them: a misspelt event type does not compile, and each known
// type tells the fields of its event. This test uses the project's own TypeScript; `npm run sdk:runtimes` sets TSC to
// the lowest version that the README names.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { onlyInProof } from '../../gateway/test/stage/how-much.ts';
import { LOWEST_TYPESCRIPT } from '../test-runtimes.ts';

const SDK = join(import.meta.dirname, '..');
const OURS = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

for (const [module, resolution] of [
  ['node16', 'node16'],
  ['esnext', 'bundler'],
] as const)
  test(`a shop compiles against the package, and misspelt names do not, ${resolution}`, {
    skip: resolution === 'bundler' && onlyInProof,
  }, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-types-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, 'node_modules/@tollgate'), { recursive: true });
    symlinkSync(SDK, join(folder, 'node_modules/@tollgate/sdk'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    copyFileSync(join(import.meta.dirname, 'types/shop.ts'), join(folder, 'shop.ts'));
    const options = ['--strict', '--exactOptionalPropertyTypes', '--preserveSymlinks', '--noEmit'];
    // Without the types of Node.js, to show that the package needs none.
    const libraries = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'];
    const how = ['--module', module, '--moduleResolution', resolution];
    const words = [process.env.TSC ?? OURS, ...options, ...libraries, ...how, 'shop.ts'];
    try {
      execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
    } catch (error) {
      assert.fail((error as { stdout: string }).stdout);
    }
  });

test('the README names the lowest TypeScript version that the tests use', () => {
  const [, named] = /TypeScript (\d+\.\d+) (?:and|or) later/.exec(
    readFileSync(join(SDK, 'README.md'), 'utf8'),
  )!;
  assert.ok(LOWEST_TYPESCRIPT.startsWith(`${named}.`), `${named} is named, ${LOWEST_TYPESCRIPT} is tried`);
});

test('webhook-event.ts lists the same fields of an event as the OpenAPI document', () => {
  const { components } = JSON.parse(readFileSync(join(SDK, '../openapi/openapi.json'), 'utf8'));
  const fields = (name: string) => Object.keys(components.schemas[name].properties);
  const source = readFileSync(join(SDK, 'src/client/webhook-event.ts'), 'utf8');
  const [, omitted] = /Omit<\s*Schemas\['Transaction'\],([^>]+)>/.exec(source)!;
  const inEvery = fields('Transaction')
    .filter((name) => !omitted!.includes(`'${name}'`))
    .concat('eventId', 'eventType', 'sequence', 'occurredAt');
  assert.deepEqual(fields('TransactionEvent').sort(), inEvery.sort());
  assert.deepEqual(fields('CaptureEvent').sort(), [...inEvery, 'capture'].sort());
  assert.deepEqual(fields('RefundEvent').sort(), [...inEvery, 'refund'].sort());
  assert.deepEqual(fields('DisputeEvent').sort(), [...inEvery, 'dispute'].sort());
});
