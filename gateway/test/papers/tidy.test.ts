// Checks the sources against the rules of tidy-rules.ts. The last
// test shows each rule sources that break it.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { upwardImports } from './room-order.ts';
import {
  API_TYPES,
  badNames,
  barrels,
  type Files,
  forbiddenImports,
  GATEWAY,
  isUnderGit,
  leftovers,
  lineCount,
  MOST_LINES,
  machinePaths,
  missingHeaders,
  notReads,
  numberedCodes,
  REPOSITORY,
  reachesInto,
  readFolder,
  strangers,
  strangersOfPortal,
  trackedFiles,
  wrongSizes,
} from './tidy-rules.ts';

const src = readFolder(join(GATEWAY, 'src'));
const tests: Files = new Map(
  ['gateway', 'cashier', 'portal', 'shop', 'sdk', 'examples', 'integrations', 'embedded-postgres'].flatMap(
    (name) =>
      [...readFolder(join(REPOSITORY, name, 'test'))].map(
        ([path, text]) => [`${name}/${path}`, text] as const,
      ),
  ),
);
const shop: Files = new Map(
  [...readFolder(join(REPOSITORY, 'shop'))].filter(([path]) => !path.startsWith('test/')),
);
const portal = readFolder(join(REPOSITORY, 'portal/src'));
/** Without generated files. */
const sdk: Files = new Map(
  [...readFolder(join(REPOSITORY, 'sdk/src'))].filter(([path]) => path !== 'api-types.ts'),
);
const embedded: Files = new Map(
  [...readFolder(join(REPOSITORY, 'embedded-postgres'))].filter(([path]) => !path.startsWith('test/')),
);

test('each folder imports only from folders that the architecture allows', () => {
  assert.ok(src.size > 50, 'the sources were read');
  assert.deepEqual(forbiddenImports(src), []);
});

test('no object literal has a getter, which would keep what it uses in memory (decision 22)', () => {
  const isInClass = (lines: string[], at: number) => {
    const depth = lines[at]!.search(/\S/);
    const outer = lines.slice(0, at).findLast((line) => /\S/.test(line) && line.search(/\S/) < depth);
    return /\bclass\b/.test(outer ?? '');
  };
  const getters = (files: Files) =>
    [...files].flatMap(([path, text]) => {
      const lines = text.split('\n');
      return lines.flatMap((line, at) =>
        /^ +(?:static )?get [\w#[]/.test(line) && line.endsWith('{') && !isInClass(lines, at) ? [path] : [],
      );
    });
  assert.deepEqual(getters(src), []);
  const written = new Map([
    ['a.ts', 'const made = () => ({\n  get later() {\n    return 1;\n  },\n});'],
    ['b.ts', 'class B {\n  get later() {\n    return 1;\n  }\n}'],
  ]);
  assert.deepEqual(getters(written), ['a.ts']);
});

test('error codes are written by their names', () => {
  assert.deepEqual(numberedCodes(src), []);
  const written = new Map([
    ['actions/a.ts', "if (code === '9001') return '1250';"],
    ['storage/a.ts', "where error_code = '9001'"],
  ]);
  assert.deepEqual(numberedCodes(written), ["actions/a.ts writes '9001': use CODE"]);
});

test('the HTTP API reads storage only through named reads', () => {
  assert.deepEqual(notReads(src), []);
  const wrong = new Map([
    [
      'http/a.ts',
      "import { insertUser, listUsers } from '../storage/access/user-store.ts';\nawait sql`select 1`;",
    ],
    ['actions/a.ts', "import { insertUser } from '../storage/access/user-store.ts';"],
  ]);
  assert.deepEqual(notReads(wrong), ['http/a.ts imports insertUser', 'http/a.ts has SQL: sql`']);
});

test('each room imports only rooms below it', () => {
  assert.deepEqual(upwardImports(src), []);
  const house = new Map([
    ['actions/transactions/a.ts', "import { b } from '../cashier/b.ts';\nimport { c } from '../context.ts';"],
    ['actions/cashier/b.ts', "import { a } from '../transactions/d.ts';"],
    ['domain/money/a.ts', "import type { B } from '../transactions/b.ts';"],
    ['storage/attic/a.ts', ''],
  ]);
  assert.deepEqual(upwardImports(house), [
    'actions/transactions/a.ts imports actions/cashier/b.ts',
    'domain/money/a.ts imports domain/transactions/b.ts',
    'storage/attic/a.ts is in a room without a place in the order',
  ]);
});

test(`no file is longer than ${MOST_LINES} lines, and the median is far shorter`, () => {
  assert.deepEqual(wrongSizes(src), []);
  assert.deepEqual(
    // Tags for docs/SPEC-TRACE.md do not count.
    [...tests]
      .filter(([, text]) => lineCount(text.replace(/^ *\/\/ proves .+\n/gm, '')) > MOST_LINES)
      .map(([path]) => path),
    [],
  );
});

/** A literal that is spread into another one only makes its lines shorter. Its properties belong there directly. */
function spreadLiterals(files: Files): string[] {
  return [...files]
    .filter(([path]) => /\.(tsx?|m?js)$/.test(path) && !path.startsWith('sdk/dist/'))
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line, at) => (/\.\.\.\{/.test(line) ? [`${path}:${at + 1}`] : [])),
    );
}

test('no object spreads a literal', { skip: !isUnderGit() }, () => {
  assert.deepEqual(spreadLiterals(trackedFiles()), []);
  const spread = ['const a = {\n', '  ...', '{ b, c },\n', '};\n'].join('');
  assert.deepEqual(spreadLiterals(new Map([['a.ts', spread]])), ['a.ts:2']);
  assert.deepEqual(spreadLiterals(new Map([['a.ts', 'const a = { ...b, c };']])), []);
});

test('no file only re-exports', () => {
  assert.deepEqual(barrels(src), []);
});

test('names are kebab-case and specific', () => {
  assert.deepEqual([...badNames(src), ...badNames(tests)], []);
});

test('each source file begins with a comment that says what it is', () => {
  assert.deepEqual(missingHeaders(src), []);
});

test('sources have no TODO and print nothing except by the log', () => {
  assert.deepEqual(leftovers(src), []);
});

test('no tracked file names a machine or a package registry', { skip: !isUnderGit() }, () => {
  assert.deepEqual(machinePaths(trackedFiles()), []);
});

test('the test shop imports nothing of the gateway, only modules of Node.js and the SDK', () => {
  assert.ok(shop.size > 10, 'the sources were read');
  assert.deepEqual(strangers(shop, ['@tollgate/sdk']), []);
  assert.deepEqual(strangers(new Map([['pages/a.ts', "import { b } from '../../gateway/src/b.ts';"]])), [
    'pages/a.ts imports ../gateway/src/b.ts',
  ]);
  assert.deepEqual([...missingHeaders(shop), ...leftovers(shop), ...badNames(shop)], []);
  assert.deepEqual(
    [...shop].filter(([, text]) => lineCount(text) > MOST_LINES).map(([path]) => path),
    [],
  );
});

test("the portal’s page uses only the gateway's API, and no area imports another", () => {
  assert.ok(portal.size > 20, 'the sources were read');
  const written = new Map([...portal].filter(([path]) => path !== API_TYPES));
  assert.deepEqual(strangersOfPortal(written), []);
  assert.deepEqual([...missingHeaders(written), ...leftovers(written), ...badNames(written)], []);
  assert.deepEqual(
    [...written].filter(([, text]) => lineCount(text) > MOST_LINES).map(([path]) => path),
    [],
  );
  const house = new Map([
    [
      'parts/a.ts',
      "import { b } from '../../../gateway/src/b.ts';\nimport 'left-pad';\nimport 'react-dom/client';",
    ],
    ['screens/money/a.ts', "import { b } from '../links/b.ts';\nimport { c } from './c.ts';"],
  ]);
  assert.deepEqual(strangersOfPortal(house), [
    'parts/a.ts imports ../../gateway/src/b.ts',
    'parts/a.ts imports left-pad',
    'screens/money/a.ts imports screens/links/b.ts',
  ]);
});

test('the embedded PostgreSQL imports nothing of the gateway, only modules of Node.js', () => {
  assert.ok(embedded.size > 6, 'the sources were read');
  assert.deepEqual(strangers(embedded), []);
  assert.deepEqual([...wrongSizes(embedded), ...barrels(embedded), ...badNames(embedded)], []);
  assert.deepEqual([...missingHeaders(embedded), ...leftovers(embedded)], []);
  const house = [
    "import { b } from '../../gateway/src/b.ts';",
    "import { c } from './c.ts';",
    "import { d } from '@tollgate/gateway';",
    "const late = await import('postgres');",
  ];
  assert.deepEqual(strangers(new Map([['src/a.ts', house.join('\n')]])), [
    'src/a.ts imports ../gateway/src/b.ts',
    'src/a.ts imports @tollgate/gateway',
    'src/a.ts imports postgres',
  ]);
});

test('the SDK needs only the web platform, and its command line only Node.js', () => {
  assert.ok(sdk.size > 20, 'the sources were read');
  // `tollgate mcp` has its own optional packages: these files use their types, or load them when the command runs.
  const ofAssistant = (path: string) => /^cli\/(mcp\/|commands\/mcp\.ts$)/.test(path);
  assert.deepEqual(strangers(new Map([...sdk].filter(([path]) => !ofAssistant(path)))), []);
  const loaded = [...sdk].flatMap(([path, text]) =>
    ofAssistant(path) ? [...text.matchAll(/^import (?!type )[^;]*? from '([^.][^']*)'/gm)] : [],
  );
  assert.deepEqual(
    loaded.flatMap(([, name]) => (name!.startsWith('node:') ? [] : [name])),
    [],
  );
  const core = [...sdk].filter(([path]) => !path.startsWith('cli/'));
  assert.deepEqual(
    core.filter(([, text]) => /from 'node:|\bprocess\.|\bBuffer\b/.test(text)).map(([path]) => path),
    [],
  );
  // The entry `@tollgate/sdk/webhooks` only re-exports, as a package entry does.
  assert.deepEqual(barrels(sdk), ['webhooks/webhooks.ts only passes on what others export']);
  assert.deepEqual([...wrongSizes(sdk), ...missingHeaders(sdk), ...badNames(sdk)], []);
  assert.deepEqual(leftovers(new Map(core)), []);
});

test('the kit of providers needs nothing of the gateway, and packages of providers need the kit alone', () => {
  const kit = readFolder(join(REPOSITORY, 'provider-kit/src'));
  assert.deepEqual(strangers(kit, ['undici']), []);
  assert.deepEqual([...wrongSizes(kit), ...missingHeaders(kit), ...badNames(kit)], []);
  assert.deepEqual(leftovers(kit), ['cli/main.ts prints to the console']);
  // A package that somebody still writes may have no source yet.
  const bundled = readdirSync(join(REPOSITORY, 'providers'))
    .map((name) => `providers/${name}`)
    .filter((folder) => existsSync(join(REPOSITORY, folder, 'src')));
  for (const folder of [...bundled, 'examples/provider-package']) {
    const source = readFolder(join(REPOSITORY, folder, 'src'));
    const intoOthers = strangers(source, []).filter(
      (one) => one.includes('../') || one.includes(' @tollgate/'),
    );
    assert.deepEqual(
      intoOthers.filter((one) => !one.endsWith(' @tollgate/provider-kit')),
      [],
    );
  }
});

test('other packages import the embedded PostgreSQL only by its name', { skip: !isUnderGit() }, () => {
  assert.deepEqual(reachesInto('embedded-postgres/', trackedFiles()), []);
  const house = {
    'bench/a.ts': "import { a } from '../embedded-postgres/src/cluster.ts';\nimport '@tollgate/b';",
    'embedded-postgres/test/a.test.ts': "import { a } from '../src/cluster.ts';",
  };
  assert.deepEqual(reachesInto('embedded-postgres/', new Map(Object.entries(house))), [
    'bench/a.ts imports embedded-postgres/src/cluster.ts',
  ]);
});

test('each rule finds sources that break it', () => {
  const header = '// What this file is, and what it must never do.\n';
  const house = (files: Record<string, string>): Files => new Map(Object.entries(files));
  assert.deepEqual(
    forbiddenImports(
      house({
        'domain/money.ts':
          "import { sql } from '../storage/database.ts';\nimport fs from 'node:fs';\nimport 'node:crypto';",
        'storage/a.ts': "import type { Context } from '../actions/context.ts';",
        'actions/a.ts':
          "import type { Config } from '../process/config.ts';\nimport { loadConfig } from '../process/config.ts';",
        'actions/b.ts': "import { createSandbox } from '../providers/sandbox/sandbox.ts';",
        'providers/a/a.ts':
          "import { CODE } from '@tollgate/provider-kit';\nimport { b } from './b.ts';\nimport { text } from '../../domain/text.ts';\nimport { c } from '../c/c.ts';",
        'providers/registry.ts': "import { A } from './a/a.ts';\nimport { text } from '../domain/text.ts';",
        'http/v3/a.ts': "import { b } from '../payments/b.ts';\nimport { c } from '../auth/c.ts';",
        'http/routes.ts': "import { b } from './payments/b.ts';",
        'process/gateway.ts': "import { c } from '../../scripts/c.ts';\nimport './start.ts';",
        'process/run-as.ts': "import { userNamed } from '@tollgate/embedded-postgres';",
        'storage/b.ts': "import { lockFilePid } from '@tollgate/embedded-postgres';\nimport 'postgres';",
        'worker/a.ts': "const late = await import('../http/app.ts');",
        'main.ts': "import {\n  type A,\n  b,\n} from './http/app.ts';\nimport './process/commands.ts';",
        'stray.ts': '',
      }),
    ),
    [
      'domain/money.ts imports storage/database.ts',
      'domain/money.ts imports node:fs',
      'storage/a.ts imports actions/context.ts',
      'actions/a.ts imports process/config.ts',
      'actions/b.ts imports providers/sandbox/sandbox.ts',
      'providers/a/a.ts imports domain/text.ts',
      'providers/a/a.ts imports providers/c/c.ts',
      'http/v3/a.ts imports http/payments/b.ts',
      'process/gateway.ts imports ../scripts/c.ts',
      'storage/b.ts imports @tollgate/embedded-postgres',
      'worker/a.ts imports http/app.ts',
      'main.ts imports http/app.ts',
      'stray.ts has no place in the import table',
    ],
  );
  assert.deepEqual(wrongSizes(house({ 'long.ts': 'x\n'.repeat(MOST_LINES + 1) })), [
    `long.ts has ${MOST_LINES + 1} lines`,
    `the median file has ${MOST_LINES + 1} lines`,
  ]);
  assert.equal(
    barrels(house({ 'index.ts': 'const a = 1;', 'all.ts': `${header}export * from './a.ts';\n` })).length,
    2,
  );
  assert.equal(
    badNames(house({ 'cardUtils.ts': '', 'card-utils.ts': '', 'payment-data/card.ts': '' })).length,
    2,
  );
  assert.deepEqual(missingHeaders(house({ 'a.ts': header, 'b.ts': "import fs from 'node:fs';\n" })), [
    'b.ts does not open by saying what it is',
  ]);
  assert.equal(
    leftovers(house({ 'a.ts': '// TO' + 'DO: later', 'b.ts': 'console.log(1)', 'main.ts': 'console.log(1)' }))
      .length,
    2,
  );
  const machine = ['/ro', 'ot/x ', 'registry.', 'npmjs.org ', '"resolved', '": "https://x"'].join('');
  assert.equal(
    machinePaths(house({ 'a.md': machine, 'b.md': 'example.com/home/page and ./work/a' })).length,
    3,
  );
});
