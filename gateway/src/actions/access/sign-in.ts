// Signs a person in to the portal by e-mail address and password (contract 14); the second factor follows
// (prove-second-factor.ts). An unknown address, a disabled user and a wrong password get the same answer after the same
// time; ten failures in a row lock an address for fifteen minutes, known or not. A named merchant only chooses between users
// whose password is right; otherwise the answer would tell which addresses are known.

import { hashPassword, passwordMatches } from '../../domain/access/password.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { newSessionToken } from '../../domain/keys/credentials.ts';
import { findUnknownLock } from '../../storage/access/unknown-sign-ins.ts';
import { findUsersByEmail, lockUser, type UserRow } from '../../storage/access/user-store.ts';
import { withRetries } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';
import { noteFailure, noteStranger, refuseWhileLocked } from './note-failure.ts';
import { type Browser, type OpenedSession, openSession } from './open-session.ts';

type Parts = Pick<Context, 'sql' | 'now' | 'config' | 'vault'>;

export interface Credentials {
  email: string;
  password: string;
  /** If one address and password belong to users of several merchants: which of them. */
  merchantId?: string | undefined;
}

export async function signIn(parts: Parts, given: Credentials, browser: Browser): Promise<OpenedSession> {
  const credentials = { ...given, email: given.email.toLowerCase() };
  const found = await findUsersByEmail(parts.sql, credentials.email);
  const users = found.filter(({ disabledAt }) => disabledAt === null);
  const user = await userOf(parts, users, credentials, browser);
  return await withRetries(() =>
    parts.sql.begin(async (tx) => {
      const at = parts.now();
      const latest = await lockUser(tx, user.merchantId, user.id);
      if (latest?.passwordHash !== user.passwordHash || latest.disabledAt !== null) throw wrong();
      // Simultaneous tries may have locked the user meanwhile.
      refuseWhileLocked(latest.lockedUntil, at);
      return openSession(parts, tx, latest, browser);
    }),
  );
}

/** Of users with one address, each at another merchant, the one with this password. */
async function userOf(
  parts: Parts,
  users: UserRow[],
  { email, password, merchantId }: Credentials,
  browser: Browser,
): Promise<UserRow> {
  const at = parts.now();
  const open = users.filter(({ lockedUntil }) => lockedUntil === null || lockedUntil <= at);
  if (users.length === 0) {
    refuseWhileLocked(await findUnknownLock(parts.sql, addressHash(parts, email), at), at);
  }
  const isMeant = (one: UserRow) => (merchantId ?? one.merchantId) === one.merchantId;
  if (!open.some(isMeant)) refuseWhileLocked((users.find(isMeant) ?? users[0])?.lockedUntil ?? null, at);
  // One hash is always computed, and several at once, so that the time does not reveal whether a user exists.
  const hashes = open.length > 0 ? open.map(({ passwordHash }) => passwordHash) : [null];
  const unknown = await unknownHash();
  const matches = await Promise.all(hashes.map((hash) => passwordMatches(password, hash ?? unknown)));
  const matching = open.filter((one, i) => one.passwordHash !== null && matches[i] && isMeant(one));
  if (matching.length > 1) {
    throw new Refusal(409, 'merchantId: this person works for several merchants; choose one', {
      members: { merchants: matching.map(({ merchantId: id, merchantName: name }) => ({ id, name })) },
    });
  }
  if (matching[0]) return matching[0];
  await noteFailures(parts, email, open, browser);
  throw wrong();
}

async function noteFailures(parts: Parts, email: string, users: UserRow[], browser: Browser): Promise<void> {
  const at = parts.now();
  await withRetries(() =>
    parts.sql.begin(async (tx) => {
      if (users.length === 0) await noteStranger(tx, addressHash(parts, email), browser, at);
      for (const user of users) await noteFailure(tx, user, browser, { reason: 'wrong password', at });
    }),
  );
}

const addressHash = ({ vault }: Pick<Parts, 'vault'>, email: string) => vault.fingerprint(`sign-in:${email}`);

const wrong = () => new Refusal(401, 'this e-mail address and password do not belong together');

let unknown: Promise<string> | undefined;

/** The hash of a password that nobody has. */
function unknownHash(): Promise<string> {
  unknown ??= hashPassword(newSessionToken());
  return unknown;
}
