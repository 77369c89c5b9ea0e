// The operator API alone, on its own database, for the tests of this folder and of the checks before it: the real app
// without the parts that other tests cover. Calls are injected, not sent.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ProviderDeclaration } from '@tollgate/provider-kit';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Context } from '../../../src/actions/context.ts';
import { defaultRisk } from '../../../src/domain/risk/risk.ts';
import { buildApp } from '../../../src/http/app.ts';
import { loadConfig } from '../../../src/process/config.ts';
import { newProviders } from '../../../src/providers/registry.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { Vault } from '../../../src/storage/keys/vault.ts';
import { BrandDirectory } from '../../../src/storage/merchants/brand-directory.ts';
import { ProviderDirectory } from '../../../src/storage/merchants/provider-directory.ts';
import { openTestPool } from '../../stage/harness-database.ts';
import { type Lent, reusedDatabases } from '../../stage/reused-databases.ts';

export const OPERATOR_TOKEN = 'operator-token-of-this-test';

export interface TestClock {
  ms: number;
}

export interface OperatorApp {
  app: FastifyInstance;
  context: Context;
  databaseUrl: string;
  clock: TestClock;
  /** Status and parsed body of a call with the operator's token. */
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
  ): Promise<OperatorAnswer>;
}

export interface OperatorAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
  body: any;
}

const openPool = (databaseUrl: string) => openTestPool(databaseUrl, { maxConnections: 8 });
const takeDatabase = reusedDatabases<Sql>({
  open: openPool,
  settle: async () => {},
  close: (sql) => sql.end(),
});

/** A pool of its own on the database of another context. */
async function lentBeside(databaseUrl: string): Promise<Lent<Sql>> {
  const sql = await openPool(databaseUrl);
  return { databaseUrl, parts: sql, wearOut() {}, giveBack: () => sql.end() };
}

/** A context for actions on its own database; `databaseUrl`: on another context's database. */
export async function openTestContext(
  t: Pick<TestContext, 'after'>,
  {
    env = {},
    databaseUrl,
    clock = { ms: 0 },
    kinds = [],
  }: {
    env?: Record<string, string>;
    databaseUrl?: string;
    clock?: TestClock;
    kinds?: readonly ProviderDeclaration[];
  } = {},
): Promise<{ context: Context; databaseUrl: string; clock: TestClock; wearOut(): void }> {
  const lent = databaseUrl ? await lentBeside(databaseUrl) : await takeDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
  const sql = lent.parts;
  const log = pino({ level: 'silent' });
  const now = () => new Date(Date.now() + clock.ms);
  const vault = await Vault.open(sql, Buffer.alloc(32, 5));
  const config = loadConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  const risk = defaultRisk(config.environment);
  const brands = await BrandDirectory.open({ sql, vault, now, log, defaultRisk: risk });
  // The rest of a context concerns transactions, which nothing here uses.
  const context = {
    config,
    operatorToken: OPERATOR_TOKEN,
    sql,
    now,
    log,
    brands,
    providerAccounts: await ProviderDirectory.open({ sql, vault, log }),
    providerKinds: kinds,
    vault,
    passwordCost: { memoryKib: 8, passes: 1 },
    loopHandles: new Set(),
    providersFor: newProviders({ config, vault, now }).forOption,
  } as unknown as Context;
  t.after(async () => {
    await lent.giveBack();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { context, databaseUrl: lent.databaseUrl, clock, wearOut: lent.wearOut };
}

/** The id of a new merchant: `Example Ltd`, and another name for each further one. */
export async function newMerchant({ call }: Pick<OperatorApp, 'call'>): Promise<string> {
  const others = (await call('GET', '/operator/merchants?limit=100')).body.length;
  const name = others === 0 ? 'Example Ltd' : `Example ${others + 1} Ltd`;
  return (await call('POST', '/operator/merchants', { name })).body.merchantId;
}

export async function openOperatorApp(
  t: Pick<TestContext, 'after'>,
  options: Parameters<typeof openTestContext>[1] = {},
): Promise<OperatorApp> {
  const { context, databaseUrl, clock } = await openTestContext(t, options);
  const app = buildApp(context);
  t.after(() => app.close());
  return {
    app,
    context,
    databaseUrl,
    clock,
    async call(method, url, body) {
      const answer = await app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
        ...(body !== undefined && { payload: body as object }),
      });
      return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
    },
  };
}
