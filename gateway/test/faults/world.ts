// A world for faults: its own PostgreSQL server, gateway processes behind bad networks, a bank, and two merchants with
// a webhook receiver each. play.ts and removed-guards.ts open it; `close` ends everything in it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFilePid } from '@tollgate/embedded-postgres';
import { openDatabase, type Sql } from '../../src/storage/database/database.ts';
import { startWebhookRecorder, type WebhookRecorder } from '../crash/webhook-recorder.ts';
import { MASTER_KEY } from '../stage/harness.ts';
import { type PrivateServer, startPrivateServer } from '../stage/harness-database.ts';
import { programDataDir, runProgram } from '../stage/program.ts';
import { BankProcess } from './world/bank-process.ts';
import { CitusNodes } from './world/citus-nodes.ts';
import { Gateway, type GatewaySettings } from './world/gateway.ts';
import { InstalledPrism } from './world/installed-prism.ts';
import { type ProviderName, ProviderProcess } from './world/provider-process.ts';

export interface WorldSettings extends GatewaySettings {
  /** One to three. */
  gateways: number;
  /** The first merchant's provider, and the second's; absent: the suite's own bank. */
  providers?: readonly ProviderName[];
  /** On a Citus cluster where each merchant has its own worker. */
  citus?: boolean;
}

export interface Merchant {
  brandId: string;
  merchantId: string;
  apiKey: string;
  signingSecret: string;
  receiver: WebhookRecorder;
  /** The provider of its pay-ins; null: the suite's own bank. */
  provider: ProviderName | null;
}

export interface World {
  server: PrivateServer;
  /** null: a plain PostgreSQL. */
  cluster: CitusNodes | null;
  /** A direct connection to the server as its owner. Only faults of the server itself affect it. */
  sql: Sql;
  gateways: Gateway[];
  bank: BankProcess;
  /** null: no merchant is at a provider. */
  providers: ProviderProcess | null;
  /** The library of Prism, for merchants at a provider of it. */
  prism: InstalledPrism;
  merchants: Merchant[];
  /** The server's process id, while it runs. */
  postmaster(): number;
  /** Runs a command of this release's program on the same database, as an operator would. */
  command(name: 'ledger:verify' | 'audit:verify'): Promise<{ code: number | string; output: string }>;
  close(): Promise<void>;
}

export async function openWorld({
  gateways: count,
  providers: providerNames = [],
  citus = false,
  ...settings
}: WorldSettings): Promise<World> {
  const ends: (() => unknown)[] = [];
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  const close = async () => {
    for (const end of ends.splice(0)) await end();
  };
  try {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-faults-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    // Durable: a killed server must keep everything it acknowledged.
    const cluster = citus ? await CitusNodes.start() : null;
    const server = cluster ?? (await startPrivateServer({ durable: true }));
    t.after(() => server.remove());
    const sql = openDatabase(server.databaseUrl, { maxConnections: 4 });
    t.after(() => sql.end({ timeout: 1 }));
    const bank = new BankProcess(folder);
    await bank.start();
    t.after(() => bank.kill());
    const prism = new InstalledPrism(join(folder, 'prism'));
    const parts = { databaseUrl: server.databaseUrl, bankSocket: bank.socketPath, ...settings };
    parts.env = { ...prism.env, ...settings.env };
    // Through a proxy no group commit would go straight to its worker.
    if (cluster) parts.env = { ...parts.env, DATABASE_URL: server.databaseUrl };
    const gateways: Gateway[] = [];
    for (let n = 1; n <= count; n++) gateways.push(await Gateway.make(t, `gateway ${n}`, parts));
    t.after(() => Promise.all(gateways.map((one) => one.kill())));
    await Promise.all(gateways.map((one) => one.start()));
    const providers = providerNames.length > 0 ? await ProviderProcess.start() : null;
    if (providers) t.after(() => providers.kill());
    const merchants: Merchant[] = [];
    for (const name of ['Ada', 'Bo']) merchants.push(await addMerchant(t, gateways[0]!, name));
    if (cluster)
      merchants[1] = await onAnotherWorker(cluster, merchants, (name) => addMerchant(t, gateways[0]!, name));
    for (const [at, name] of providerNames.entries())
      await connect(gateways[0]!, providers!, merchants[at]!, name);
    await Promise.all(gateways.map((one) => hearsOf(one, merchants)));
    const postmaster = () => lockFilePid(join(server.dataDir, 'postgres')) ?? 0;
    const command = async (name: string) => {
      const env = {
        DATABASE_URL: server.databaseUrl,
        DATA_DIR: programDataDir(t),
        MASTER_KEY: MASTER_KEY.toString('base64'),
      };
      const program = runProgram(t, env, name);
      return { code: await program.ended(), output: program.output() };
    };
    return { server, cluster, sql, gateways, bank, providers, prism, merchants, postmaster, command, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates the second merchant, or replaces it, until its worker differs from the first one's. */
async function onAnotherWorker(
  cluster: CitusNodes,
  [first, second]: readonly Merchant[],
  add: (name: string) => Promise<Merchant>,
): Promise<Merchant> {
  const worker = await cluster.workerOf(first!.merchantId);
  let other = second!;
  for (let tries = 0; tries < 30; tries++) {
    if ((await cluster.workerOf(other.merchantId)) !== worker) return other;
    other = await add(`Bo ${tries}`);
  }
  throw new Error('30 merchants are all on one worker');
}

async function addMerchant(
  t: { after(end: () => unknown): void },
  gateway: Gateway,
  name: string,
): Promise<Merchant> {
  async function ask(path: string, body: object) {
    const reply = await gateway.operator(path, body);
    if (reply?.status !== 201) throw new Error(`POST ${path}: ${reply?.status} ${reply?.text}`);
    return JSON.parse(reply.text);
  }
  let signingSecret = '';
  const receiver = await startWebhookRecorder(
    () => signingSecret,
    () => 1,
  );
  t.after(() => receiver.close());
  const { merchantId } = await ask('/operator/merchants', { name });
  const brand = await ask(`/operator/merchants/${merchantId}/brands`, {
    name: `${name} Shop`,
    notificationUrl: receiver.url,
  });
  signingSecret = brand.signingSecret;
  await ask(`/operator/brands/${brand.brandId}/funding`, {
    currency: 'EUR',
    amount: 500_000,
    reference: 'first',
  });
  return {
    brandId: brand.brandId,
    merchantId,
    apiKey: brand.apiKey,
    signingSecret,
    receiver,
    provider: null,
  };
}

async function connect(
  gateway: Gateway,
  providers: ProviderProcess,
  merchant: Merchant,
  provider: ProviderName,
): Promise<void> {
  const path = `/operator/brands/${merchant.brandId}/providers/${provider}`;
  const reply = await gateway.operator(path, providers.accountAt(provider), 'PUT');
  const account = JSON.parse(reply?.text ?? '{}');
  if (account.checkResult?.ok !== true) throw new Error(`PUT ${path}: ${reply?.status} ${reply?.text}`);
  merchant.provider = provider;
  await providers.setAddress(provider, gateway.url + new URL(account.notificationUrl).pathname);
}

/** Keys and accounts reach every process within two seconds. Until then no pay-in may go to the suite's own bank. */
async function hearsOf(gateway: Gateway, merchants: readonly Merchant[]): Promise<void> {
  for (const { apiKey, brandId, provider } of merchants) {
    const headers = { 'x-api-key': apiKey };
    await until(async () => (await gateway.call('GET', '/payments?limit=1', { headers }))?.status === 200);
    if (provider === null) continue;
    const path = `/operator/brands/${brandId}/providers/${provider}/check`;
    await until(async () => (await gateway.operator(path, {}))?.status === 200);
  }
}

/** Polls until it is true; false when the time is up. */
export async function until(
  ask: () => Promise<boolean> | boolean,
  limitMs = 30_000,
  everyMs = 50,
): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!(await ask())) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return true;
}
