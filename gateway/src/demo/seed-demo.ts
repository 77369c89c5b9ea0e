// The demo (contract 1): on the first start with an empty database in `test`, a merchant with a brand and money, and
// $DATA_DIR/demo.json (0600) that says how to get in. It must never run in production, never touch a database that
// holds a merchant, and never log what it wrote.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../actions/context.ts';
import { moveFunding } from '../actions/ledger/fund-brand.ts';
import { addBrand } from '../actions/merchants/create-brand.ts';
import { hashPassword, type PasswordCost } from '../domain/access/password.ts';
import { USER_ROLES, type UserRole } from '../domain/access/user-role.ts';
import { ROOT } from '../domain/audit/audit.ts';
import { base62 } from '../domain/text.ts';
import { insertDemoUser } from '../storage/access/user-store.ts';
import { appendAudit } from '../storage/audit/audit-log.ts';
import { type SqlTransaction, withRetries } from '../storage/database/database.ts';
import { anyMerchant, claimMerchantName, insertMerchant } from '../storage/merchants/merchant-store.ts';

/** One user of each role; they need no second factor (contract 14). */
interface DemoUser {
  role: UserRole;
  email: string;
  password: string;
}

/** The content of demo.json. */
export interface DemoAccount {
  merchantId: string;
  brandId: string;
  apiKey: string;
  signingSecret: string;
  operatorToken: string;
  portal: { url: string; users: DemoUser[] };
  shopUrl: string;
  docsUrl: string;
}

/**
 * The same id in every installation: if two processes seed at once, the second waits for the first and finds it taken.
 */
const DEMO_MERCHANT_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
/** 10,000.00; each of these currencies has two decimals. */
const FUNDING_MINOR = 1_000_000n;
const FUNDING_CURRENCIES = ['EUR', 'USD', 'GBP', 'INR', 'BRL', 'KES'];
const LOGO = new URL('../../demo/harbour-coffee.svg', import.meta.url);

/** The new demo; null if merchants exist already or another process was faster. */
export async function seedDemo(context: Context): Promise<DemoAccount | null> {
  const { sql, config, brands } = context;
  if (config.environment !== 'test') return null;
  if (await anyMerchant(sql)) {
    await tellNewToken(context);
    return null;
  }
  // Before the transaction: other processes that start wait for its row, and hashing takes seconds on a busy machine.
  const accounts = await hashedUsers(context.passwordCost);
  const demo = await withRetries(() => sql.begin((tx) => seed(context, tx, accounts)));
  if (demo) await brands.refresh();
  return demo;
}

/** If somebody deleted operator.token, the gateway has made a new token. Then demo.json gets the new token too. */
async function tellNewToken({ config, operatorToken, log }: Context): Promise<void> {
  const path = join(config.dataDir, 'demo.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return;
  const demo = parsed(text);
  if (demo?.merchantId !== DEMO_MERCHANT_ID || demo.operatorToken === operatorToken) return;
  await writePrivately(path, `${JSON.stringify({ ...demo, operatorToken }, null, 2)}\n`);
  log.info({}, 'demo.json has the new operator token');
}

/** null: somebody edited the file, so it stays as it is. */
function parsed(text: string): Partial<DemoAccount> | null {
  try {
    return JSON.parse(text) as Partial<DemoAccount>;
  } catch {
    return null;
  }
}

async function seed(
  context: Context,
  tx: SqlTransaction,
  accounts: readonly HashedUser[],
): Promise<DemoAccount | null> {
  const { config, now, operatorToken } = context;
  const at = now();
  const merchantId = DEMO_MERCHANT_ID;
  const name = 'Demo Merchant';
  if (!(await insertMerchant(tx, merchantId, name, at))) return null;
  await claimMerchantName(tx, merchantId, name);
  const shop = { name: 'Harbour Coffee', look: await readLook() };
  const { brandId, apiKey, signingSecret } = await addBrand(context, tx, merchantId, shop);
  for (const currency of FUNDING_CURRENCIES) {
    const reference = `demo-${currency}`;
    await moveFunding(tx, { merchantId, brandId, reference, currency, amountMinor: FUNDING_MINOR, at });
  }
  const users = await addUsers(tx, merchantId, { accounts, at });
  await appendAudit(tx, {
    merchantId,
    at,
    by: ROOT,
    action: 'demo.seeded',
    target: { kind: 'merchant', id: merchantId },
    before: null,
    after: {
      brandId,
      users: users.map(({ email }) => email),
      funding: { currencies: FUNDING_CURRENCIES, amount: Number(FUNDING_MINOR) / 100 },
    },
  });
  const demo: DemoAccount = {
    merchantId,
    brandId,
    apiKey,
    signingSecret,
    operatorToken,
    portal: { url: `${config.publicUrl}/portal`, users },
    shopUrl: `${config.publicUrl}/shop`,
    docsUrl: `${config.publicUrl}/docs`,
  };
  // Before the commit. If the process dies in between, there is a file without a demo, and the next start replaces it.
  // The other order could leave a demo whose key nobody has.
  await writePrivately(join(config.dataDir, 'demo.json'), `${JSON.stringify(demo, null, 2)}\n`);
  return demo;
}

/** Their names, so that a timeline reads like that of a real team. */
const DEMO_NAMES: Readonly<Record<UserRole, string>> = {
  owner: 'Olivia Owner',
  developer: 'Dev Developer',
  'finance-maker': 'Mika Maker',
  'finance-approver': 'Ana Approver',
  support: 'Sam Support',
  'read-only': 'Rae Reader',
};

interface HashedUser {
  user: DemoUser;
  passwordHash: string;
}

async function hashedUsers(cost: PasswordCost): Promise<HashedUser[]> {
  const accounts: HashedUser[] = [];
  for (const role of USER_ROLES) {
    const user = { role, email: `${role}@demo.example`, password: base62(randomBytes(12)) };
    accounts.push({ user, passwordHash: await hashPassword(user.password, cost) });
  }
  return accounts;
}

async function addUsers(
  tx: SqlTransaction,
  merchantId: string,
  { accounts, at }: { accounts: readonly HashedUser[]; at: Date },
): Promise<DemoUser[]> {
  const users: DemoUser[] = [];
  for (const { user, passwordHash } of accounts) {
    const name = DEMO_NAMES[user.role];
    await insertDemoUser(tx, { ...user, merchantId, id: randomUUIDv7(), name, passwordHash }, at);
    users.push(user);
  }
  return users;
}

/** The colours of the test shop, so that its customers recognise the cashier. */
async function readLook(): Promise<{ logo: string; accentColour: string; cornerRadius: number }> {
  const logo = await readFile(LOGO, 'base64');
  return { logo: `data:image/svg+xml;base64,${logo}`, accentColour: '#0f4c55', cornerRadius: 14 };
}

/** Written completely or not at all, and readable only by the owner from its first byte. */
async function writePrivately(path: string, content: string): Promise<void> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, content, { mode: 0o600, flag: 'wx', flush: true });
    await chmod(draft, 0o600);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
