// The owner of a merchant of the bench, signed in to the portal.
import { randomUUIDv7 } from 'node:crypto';
import { hashPassword, PASSWORD_COST } from '../gateway/src/domain/access/password.ts';
import { insertDemoUser } from '../gateway/src/storage/access/user-store.ts';
import type { Sql } from '../gateway/src/storage/database/database.ts';

const EMAIL = 'owner@bench.example';
const PASSWORD = 'correct horse battery staple';

/** Makes the owner, once for each database, and answers the cookie of the owner's session. */
export async function signInOwner(sql: Sql, merchantId: string, url: string): Promise<string> {
  const passwordHash = await hashPassword(PASSWORD, PASSWORD_COST);
  const user = { id: randomUUIDv7(), merchantId, email: EMAIL, name: 'Ada' };
  await sql.begin((tx) => insertDemoUser(tx, { ...user, role: 'owner', passwordHash }, new Date()));
  const response = await fetch(`${url}/portal/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`the portal user could not sign in: ${await response.text()}`);
  return response.headers.get('set-cookie')!.split(';', 1)[0]!;
}
