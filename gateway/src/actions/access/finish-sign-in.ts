// The last step of a sign-in with a second factor (contract 14): the session becomes proven and goes on under a new
// cookie. So a cookie that somebody saw or planted before is worth nothing.

import type { Factor } from '../../domain/access/second-factor.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { hashOf, newSessionToken } from '../../domain/keys/credentials.ts';
import { proveSession, type SignedIn } from '../../storage/access/portal-session-store.ts';
import type { SqlTransaction } from '../../storage/database/database.ts';
import { linkIfOffered } from './link-identity.ts';
import { noteSignedIn, type Source } from './open-portal-session.ts';

/** Answers the token of the new cookie. */
export async function finishSignIn(
  tx: SqlTransaction,
  session: SignedIn,
  { factor, at }: { factor: Factor; at: Date },
  browser: Source,
): Promise<string> {
  const { merchantId, id: sessionId, user } = session;
  const token = newSessionToken(merchantId);
  if (!(await proveSession(tx, session, { tokenHash: hashOf(token), at }))) {
    throw new Refusal(409, 'this session is already signed in, or has ended; open the sign-in page again');
  }
  await linkIfOffered(tx, session, { browser, at });
  await noteSignedIn(tx, { merchantId, ...user }, browser, { sessionId, secondFactor: factor, at });
  return token;
}
