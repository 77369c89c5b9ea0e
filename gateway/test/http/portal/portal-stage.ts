// A gateway with a merchant, a brand and a person of each role, for tests of the portal's API and of its pages. Sign-in
// is the real one; the people are demo users, who need no second factor.
import { argon2Sync, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { TestContext } from 'node:test';
import { USER_ROLES, type UserRole } from '../../../src/domain/access/user-role.ts';
import { insertDemoUser } from '../../../src/storage/access/user-store.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import {
  type Answer,
  type SharedOptions,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
  type TestGatewayOptions,
} from '../../stage/harness.ts';
import { openTestPool } from '../../stage/harness-database.ts';

export const PASSWORD = 'correct horse battery staple';

/** One person's calls: path below /portal/api; `:brand` stands for the brand's id. */
export type PortalCall = (method: string, path: string, body?: unknown) => Promise<Answer>;

export interface PortalStage extends TestGateway {
  brand: TestBrand;
  /** Where its people sign in from, for `x-forwarded-for`: one source may sign in thirty times a minute. */
  source: string;
  /** The test's own connection. */
  sql: Sql;
  emailOf(role: UserRole): string;
  /**
   * Signs in and returns that person's calls. If a call needs a confirmed identity, it confirms and repeats the call,
   * like the page.
   */
  as(role: UserRole): Promise<PortalCall>;
  cookieOf(role: UserRole): Promise<string>;
}

/** A stored hash contains its cost. This one costs next to nothing, because tests sign in a thousand times. */
function cheapHash(password: string): string {
  const costs = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const nonce = randomBytes(16);
  const key = argon2Sync('argon2id', { message: Buffer.from(password), nonce, ...costs });
  const [salt, hash] = [nonce, key].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`;
}

const PASSWORD_HASH = cheapHash(PASSWORD);

type BrandOfStage = { brand?: Record<string, unknown> };

/** A portal on a gateway of its own. */
export async function openPortalStage(
  t: Pick<TestContext, 'after'>,
  { brand, ...options }: TestGatewayOptions & BrandOfStage = {},
): Promise<PortalStage> {
  return await portalStageOn(await startTestGateway(t, options), t, brand);
}

/** Settings of a gateway that several stages share. */
export const SHARED_ENV = { TRUSTED_PROXIES: '127.0.0.1' };

/** A merchant of its own on the gateway that the process shares. */
export async function sharedPortalStage(
  t: Pick<TestContext, 'after'>,
  { brand, env, ...options }: SharedOptions & BrandOfStage = {},
): Promise<PortalStage> {
  const gateway = sharedTestGateway({ ...options, env: { ...SHARED_ENV, ...env } });
  return await portalStageOn(await gateway(), t, brand);
}

/** A merchant of its own on a gateway whose clock the tests of a file move. */
export async function portalStageOfFile(
  t: Pick<TestContext, 'after'>,
  gateway: TestGateway,
  brand?: Record<string, unknown>,
): Promise<PortalStage> {
  // The tries of the test before do not count any more.
  gateway.advance(MINUTE_MS + 1);
  return await portalStageOn(gateway, t, brand);
}

let sources = 0;
/** For `x-forwarded-for`, among the addresses for benchmarks. */
const nextSource = () => `198.18.${++sources >> 8}.${sources & 255}`;
const MINUTE_MS = 60_000;

export async function portalStageOn(
  gateway: TestGateway,
  t: Pick<TestContext, 'after'>,
  settings: Record<string, unknown> = {},
): Promise<PortalStage> {
  const brand = await gateway.createBrand(settings);
  const sql = await openTestPool(gateway.databaseUrl, { maxConnections: 2 });
  t.after(() => sql.end({ timeout: 1 }));
  const emailOf = (role: UserRole) => `${role}-${brand.merchantId.slice(-12)}@example.com`;
  await gateway.gateway.context.sql.begin(async (tx) => {
    for (const role of USER_ROLES) {
      const user = {
        id: randomUUIDv7(),
        merchantId: brand.merchantId,
        email: emailOf(role),
        name: role,
        role,
      };
      await insertDemoUser(tx, { ...user, passwordHash: PASSWORD_HASH }, gateway.now());
    }
  });
  const cookies = new Map<UserRole, Promise<string>>();
  const source = nextSource();

  async function signIn(role: UserRole): Promise<string> {
    const body = { email: emailOf(role), password: PASSWORD };
    const headers = { 'x-forwarded-for': source };
    const answer = await gateway.call('POST', '/portal/api/session', { headers, body });
    if (answer.status !== 200) throw new Error(`sign-in as ${role}: ${answer.status} ${answer.text}`);
    return answer.headers.get('set-cookie')!.split(';', 1)[0]!;
  }
  function cookieOf(role: UserRole): Promise<string> {
    const known = cookies.get(role) ?? signIn(role);
    cookies.set(role, known);
    return known;
  }
  return {
    ...gateway,
    brand,
    source,
    sql,
    emailOf,
    cookieOf,
    async as(role) {
      const cookie = await cookieOf(role);
      const ask: PortalCall = (method, path, body) =>
        gateway.call(method, `/portal/api${path.replace(':brand', brand.brandId)}`, {
          headers: { cookie },
          ...(body !== undefined && { body }),
        });
      return async (method, path, body) => {
        const answer = await ask(method, path, body);
        if (answer.body?.confirmationNeeded !== true) return answer;
        await ask('POST', '/account/confirmation', { password: PASSWORD });
        return ask(method, path, body);
      };
    },
  };
}
