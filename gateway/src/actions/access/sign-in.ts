// Signs a person in to the portal by e-mail address and password (contract 14); the second factor follows
// (prove-second-factor.ts). An unknown address, a disabled user and a wrong password get the same answer after the same
// time. Ten failures in a row lock an address for fifteen minutes, known or not. A named merchant only chooses between
// users whose password is right; otherwise the answer would tell which addresses are known.

import { hashPassword, type PasswordCost, passwordMatches } from '../../domain/access/password.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { newBrowserToken } from '../../domain/keys/credentials.ts';
import {
  type Counted,
  countedFor,
  giveBackTry,
  type TryRule,
  takeTry,
} from '../../storage/access/sign-in-tries.ts';
import { requiresSingleSignOn } from '../../storage/access/single-sign-on-store.ts';
import { takeUnknownTry } from '../../storage/access/unknown-sign-ins.ts';
import { findUsersByEmail, lockUser, type UserRow } from '../../storage/access/user-store.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';
import { type OfferedLink, openLinking, personFor, staleLink } from './link-identity.ts';
import {
  noteFailure,
  noteUnknownAddress,
  refuseWhileLocked,
  signInElsewhere,
  tryRule,
} from './note-failure.ts';
import { type Browser, type OpenedSession, tokenHashOf } from './open-portal-session.ts';

type Parts = Pick<Context, 'sql' | 'now' | 'config' | 'vault' | 'passwordCost'>;

export interface Credentials {
  email: string;
  password: string;
  /** Which merchant, if one address and password belong to users of several merchants. */
  merchantId?: string | undefined;
}

/** `offer`: the person that this sign-in links to the user; null: nobody. */
export async function signIn(
  parts: Parts,
  given: Credentials,
  browser: Browser,
  offer: OfferedLink | null = null,
): Promise<OpenedSession> {
  const credentials = { ...given, email: given.email.toLowerCase() };
  const tried = await takeTries(parts, credentials, browser);
  const matching = await matchingUsers(parts, tried.users, credentials);
  const result = await withRetries(() =>
    parts.sql.begin(async (tx) => {
      if (matching.length === 0) return await noteFailures(parts, tx, tried, browser);
      // The password is right at one merchant, so the tries at the others were no failures.
      for (const { counted } of tried.users) await giveBackTry(tx, counted, tried.rule);
      if (matching.length > 1) return severalMerchants(matching);
      const [user] = matching;
      const latest = await lockUser(tx, user!.merchantId, user!.id);
      if (latest?.passwordHash !== user!.passwordHash || latest.disabledAt !== null) return wrong();
      const link = personFor(offer, latest);
      if (offer && !link) return staleLink();
      // Where the merchant requires single sign-on, a password still confirms a link.
      if (!link && (await requiresSingleSignOn(tx, latest.merchantId))) return signInElsewhere(latest);
      return openLinking(parts, tx, { user: latest, link }, browser);
    }),
  );
  if (result instanceof Refusal) throw result;
  return result;
}

interface Tried {
  /** The users with this address that are not locked for this browser. */
  users: (UserRow & { counted: Counted })[];
  rule: TryRule;
}

/**
 * Counts this try as failed before we check a password, so that parallel tries count like consecutive ones. Refuses the
 * try after ten failures. Only a right password takes the count back.
 */
function takeTries(parts: Parts, { email, merchantId }: Credentials, browser: Browser): Promise<Tried> {
  return withRetries(() =>
    parts.sql.begin(async (tx) => {
      const rule = tryRule(parts.now());
      const found = await findUsersByEmail(tx, email);
      const enabled = found.filter(({ disabledAt }) => disabledAt === null);
      if (enabled.length === 0) {
        refuseWhileLocked(await takeUnknownTry(tx, addressHash(parts, email), rule), rule.at);
      }
      const isMeant = (one: UserRow) => (merchantId ?? one.merchantId) === one.merchantId;
      const users: Tried['users'] = [];
      const locks: { user: UserRow; until: Date }[] = [];
      for (const user of enabled) {
        const counted = await countedFor(tx, user, tokenHashOf(browser));
        const until = await takeTry(tx, counted, rule);
        if (until === null) users.push({ ...user, counted });
        else locks.push({ user, until });
      }
      const lock = locks.find(({ user }) => isMeant(user)) ?? (users.length === 0 ? locks[0] : undefined);
      if (!users.some(isMeant)) refuseWhileLocked(lock?.until ?? null, rule.at);
      return { users, rule };
    }),
  );
}

/** The users with this password; all of them have the same address, each at another merchant. */
async function matchingUsers(
  { passwordCost }: Parts,
  users: readonly UserRow[],
  { password, merchantId }: Credentials,
): Promise<UserRow[]> {
  // We always compute at least one hash, and several in parallel, so that the time does not reveal whether a user
  // exists.
  const hashes = users.length > 0 ? users.map(({ passwordHash }) => passwordHash) : [null];
  const unknown = await unknownHash(passwordCost);
  const matches = await Promise.all(hashes.map((hash) => passwordMatches(password, hash ?? unknown)));
  return users.filter(
    (one, i) => one.passwordHash !== null && matches[i] && (merchantId ?? one.merchantId) === one.merchantId,
  );
}

const severalMerchants = (matching: readonly UserRow[]) =>
  new Refusal(409, 'merchantId: this person works for several merchants; choose one', {
    members: { merchants: matching.map(({ merchantId: id, merchantName: name }) => ({ id, name })) },
  });

async function noteFailures(
  parts: Parts,
  tx: SqlTransaction,
  { users }: Tried,
  browser: Browser,
): Promise<Refusal> {
  const at = parts.now();
  if (users.length === 0) await noteUnknownAddress(tx, browser, at);
  for (const user of users) await noteFailure(tx, user, browser, { reason: 'wrong password', at });
  return wrong();
}

const addressHash = ({ vault }: Pick<Parts, 'vault'>, email: string) => vault.fingerprint(`sign-in:${email}`);

const wrong = () => new Refusal(401, 'wrong e-mail address or password');

let unknown: Promise<string> | undefined;

/** The hash of a password that no user has. */
function unknownHash(cost: PasswordCost): Promise<string> {
  unknown ??= hashPassword(newBrowserToken(), cost);
  return unknown;
}
