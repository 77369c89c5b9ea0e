// A gateway with a merchant, a brand and a person of each role, for tests of the portal's API and of its pages. Sign-in
// is the real one; the people are demo users, who need no second factor.
import { argon2Sync, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { TestContext } from 'node:test';
import { USER_ROLES, type UserRole } from '../../../src/domain/access/user-role.ts';
import { insertDemoUser } from '../../../src/storage/access/user-store.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import {
  type Answer,
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

export async function openPortalStage(
  t: Pick<TestContext, 'after'>,
  { brand: settings = {}, ...options }: TestGatewayOptions & { brand?: Record<string, unknown> } = {},
): Promise<PortalStage> {
  const gateway = await startTestGateway(t, options);
  const brand = await gateway.createBrand(settings);
  const sql = await openTestPool(gateway.databaseUrl, { maxConnections: 2 });
  t.after(() => sql.end({ timeout: 1 }));
  const emailOf = (role: UserRole) => `${role}-${brand.merchantId.slice(-6)}@example.com`;
  await sql.begin(async (tx) => {
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

  async function signIn(role: UserRole): Promise<string> {
    const body = { email: emailOf(role), password: PASSWORD };
    const answer = await gateway.call('POST', '/portal/api/session', { body });
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
