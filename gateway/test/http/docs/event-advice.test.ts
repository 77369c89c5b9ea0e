// The pages tell a merchant what to do with events: for every type, by the type and not by a status, and correct for
// money in any order of events. They also name every chapter of the rehearsal.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { CHAPTERS } from '../../../../sdk/src/cli/rehearsal/chapters.ts';
import { SCENARIOS } from '../../../../sdk/src/cli/scenarios.ts';
import { bareApp } from '../bare-app.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

test('the page of webhooks gives advice for every type of event', async (t) => {
  const app = await bareApp();
  t.after(() => app.close());
  const { components } = app.openApi('everyone') as unknown as {
    components: { schemas: Record<string, { properties?: { eventType?: { enum: string[] } } }> };
  };
  const types = Object.values(components.schemas).flatMap(
    ({ properties }) => properties?.eventType?.enum ?? [],
  );
  assert.ok(types.length >= 19, `${types.length} types`);
  const { payload: page } = await app.inject('/docs/webhooks.md');
  const rows = [...page.matchAll(/^\| `([a-z]+\.[a-z]+)` \| (.+) \|$/gm)];
  const told = rows.flatMap(([, type, advice]) => (advice!.length > 10 ? [type] : []));
  assert.deepEqual(told.sort(), [...types, 'test.check', 'test.ping'].sort());
});

test('no page or example marks an order as paid by its status, or ignores older events', () => {
  const paths = [
    ...globSync('gateway/src/http/docs/{guides,basics}/*.md', { cwd: REPOSITORY }),
    ...globSync('sdk/src/cli/rehearsal/*.ts', { cwd: REPOSITORY }),
    ...globSync('examples/{*.md,*/*.{md,js,php,py}}', { cwd: REPOSITORY }),
    ...['docs/FIRST-CALLS.md', 'sdk/README.md', 'gateway/src/domain/webhooks/receiver-check.ts'],
  ];
  assert.ok(paths.length > 40, `${paths.length} files`);
  for (const path of paths) {
    const text = read(path);
    assert.doesNotMatch(text, /if `?status`? is `?COMPLETED`?, mark/i, path);
    assert.doesNotMatch(text, /older (one|event)s? changes? nothing|keep the newer state/i, path);
    assert.doesNotMatch(text, /console\.log\([^)]*event\.status/, path);
  }
});

test('the pages name each chapter of the rehearsal and each scenario', () => {
  for (const path of ['gateway/src/http/docs/guides/rehearse.md', 'sdk/README.md']) {
    const rows = [...read(path).matchAll(/^\| ((?:`[a-z-]+`(?:, )?)+) \|/gm)].map(([, names]) => names!);
    const named = rows.flatMap((names) => names.replaceAll('`', '').split(', '));
    for (const name of Object.keys(CHAPTERS)) assert.ok(named.includes(name), `${path}: ${name}`);
  }
  for (const name of Object.keys(SCENARIOS)) assert.ok(read('sdk/README.md').includes(`\`${name}\``), name);
});
