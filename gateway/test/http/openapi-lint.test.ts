// A linter checks the documents in openapi/ against the OpenAPI 3.1 rules (redocly.yaml says which), examples and
// webhooks included. The test also proves that the linter would notice faults. It runs under Node's permission model
// without the network.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { describeApi, OPENAPI_FILES } from '../../scripts/write-openapi.ts';
import { onlyInProof } from '../stage/how-much.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const REDOCLY = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);

interface Lint {
  totals: { errors: number; warnings: number; ignored: number };
  problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
}

/** One program for all documents, because its start takes most of its time. It prints an object for each of them. */
function lint(...paths: string[]): Promise<Lint[]> {
  const offline = ['--permission', '--allow-fs-read=*'];
  const args = [REDOCLY, 'lint', ...paths, '--config', join(REPOSITORY, 'redocly.yaml'), '--format=json'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [...offline, ...args],
      { cwd: REPOSITORY, env, timeout: 240_000, maxBuffer: 10_000_000 },
      (error, stdout, stderr) => {
        const found = /\{[\s\S]*\}/.exec(stdout)?.[0];
        if (found === undefined) reject(new Error(`the linter did not run: ${stderr}`, { cause: error }));
        else resolve(JSON.parse(`[${found.replaceAll(/^\}\{/gm, '},{')}]`));
      },
    );
  });
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-openapi-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const shown = ({ problems }: Lint) =>
  problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);

test('the linter reports nothing in the documents', async (t) => {
  const folder = temporaryFolder(t);
  const paths: string[] = [];
  for (const audience of ['merchant', 'operator', 'portal'] as const) {
    const path = join(folder, `${audience}.json`);
    writeFileSync(path, await describeApi(audience));
    paths.push(path);
  }
  const lints = await lint(...paths);
  assert.deepEqual(lints.flatMap(shown), []);
  assert.deepEqual(
    lints.map(({ totals }) => totals),
    paths.map(() => ({ errors: 0, warnings: 0, ignored: 0 })),
  );
});

test('the linter finds faults in examples, webhooks and references', { skip: onlyInProof }, async (t) => {
  const document = JSON.parse(readFileSync(OPENAPI_FILES.merchant, 'utf8'));
  const { post } = document.paths['/v3/payment'];
  post.responses['201'].content['application/json'].examples.completed.value.statusCode = '200';
  post.requestBody.content['application/json'].examples.minimal.value.amount = '49.90';
  const refunds = document.webhooks.refund.post.requestBody.content['application/json'];
  refunds.examples['refund.failed'].value.refund = undefined;
  document.paths['/settle-payout'].post.operationId = post.operationId;
  document.components.schemas.RefundAnswer.type = 'nonsense';
  document.paths['/payments'].get.responses['200'].content['application/json'].schema.items.$ref =
    '#/components/schemas/Nothing';

  const broken = join(temporaryFolder(t), 'openapi.json');
  writeFileSync(broken, JSON.stringify(document));
  const complaints = (await lint(broken)).flatMap(shown).join('\n');
  for (const rule of [
    /no-invalid-media-type-examples at .*v3~1payment.*`statusCode`/,
    /no-invalid-media-type-examples at .*v3~1payment.*`amount`/,
    /no-invalid-media-type-examples at #\/webhooks\/refund.*'refund'/,
    /operation-operationId-unique/,
    /(struct|no-schema-type-mismatch) at .*RefundAnswer/,
    /no-unresolved-refs/,
  ])
    assert.match(complaints, rule);
});
