// A person of the identity provider may have the address of somebody who has used the portal. The person becomes that
// user only after the user confirms it in this browser, by their own password and second factor (contract 14). A sealed
// cookie keeps the person until then: no table grows, and no other browser can finish it.
import type { SingleSignOn } from '../../domain/access/single-sign-on.ts';
import { settingsMark } from '../../domain/access/single-sign-on.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import {
  findPersonToLink,
  noteLinked,
  type PersonToLink,
  type PortalSession,
} from '../../storage/access/portal-session-store.ts';
import { keepSingleSignOn } from '../../storage/access/single-sign-on-store.ts';
import { findUserBySubject, lockUser, type UserRow } from '../../storage/access/user-store.ts';
import type { SqlTransaction } from '../../storage/database/database.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';
import { joinByIdentity } from './join-by-identity.ts';
import { type Browser, type OpenedSession, openPortalSession, type Source } from './open-portal-session.ts';

/** Long enough to find a password and a phone. */
const LINK_MS = 15 * 60_000;

/** The content of the cookie: the person, and the user to link them to. */
export interface OfferedLink extends PersonToLink {
  merchantId: string;
  userId: string;
  at: number;
}

/** `person`: as signed in under these settings. */
export function sealLink(
  { vault, now }: Pick<Context, 'vault' | 'now'>,
  { merchantId, id: userId }: Pick<UserRow, 'merchantId' | 'id'>,
  person: Omit<PersonToLink, 'mark'>,
  settings: SingleSignOn,
): string {
  const link: OfferedLink = {
    merchantId,
    userId,
    at: now().getTime(),
    mark: settingsMark(settings),
    subject: person.subject,
    name: person.name,
    role: person.role,
  };
  return vault.seal(JSON.stringify(link), sealContext.singleSignOnLink()).toString('base64url');
}

/** null: there is no cookie, the cookie is not ours, or it is too old. */
export async function openLink(
  { vault, now }: Pick<Context, 'vault' | 'now'>,
  cookie: string | undefined,
): Promise<OfferedLink | null> {
  if (cookie === undefined) return null;
  try {
    const opened = await vault.open(Buffer.from(cookie, 'base64url'), sealContext.singleSignOnLink());
    const link = JSON.parse(opened.toString('utf8')) as OfferedLink;
    return now().getTime() - link.at < LINK_MS ? link : null;
  } catch {
    // The cookie was altered or cut off: the user must begin single sign-on again, as if it were too old.
    return null;
  }
}

export const staleLink = () =>
  new Refusal(400, 'this sign-in has expired or was started in another window; start single sign-on again', {
    members: { reason: 'stale' },
  });

/** The person to link, if the link is for this user. */
export const personFor = (
  link: OfferedLink | null,
  { merchantId, id }: Pick<UserRow, 'merchantId' | 'id'>,
): PersonToLink | null => {
  if (link?.merchantId !== merchantId || link.userId !== id) return null;
  const { subject, name, role, mark } = link;
  return { subject, name, role, mark };
};

/** Opens a session after a password. If no second factor is due, the user is signed in and linked at once. */
export async function openLinking(
  parts: Pick<Context, 'config' | 'now'>,
  tx: SqlTransaction,
  { user, link }: { user: UserRow; link: PersonToLink | null },
  browser: Browser,
): Promise<OpenedSession> {
  const opened = await openPortalSession(parts, tx, { user, link }, browser);
  if (!link || opened.step !== 'done') return opened;
  await linkIfOffered(tx, opened.session, { browser, at: parts.now() });
  return opened;
}

/** The user of this session has proven everything, so the person to link becomes that user now. */
export async function linkIfOffered(
  tx: SqlTransaction,
  session: Pick<PortalSession, 'merchantId' | 'id' | 'userId'>,
  { browser, at }: { browser: Source; at: Date },
): Promise<boolean> {
  const person = await findPersonToLink(tx, session);
  if (!person) return false;
  const { merchantId, userId, id } = session;
  const settings = await keepSingleSignOn(tx, merchantId);
  if (!settings || settingsMark(settings) !== person.mark)
    throw new Refusal(409, 'the settings of single sign-on have just changed; start single sign-on again', {
      members: { reason: 'changed' },
    });
  const user = (await lockUser(tx, merchantId, userId))!;
  const other = await findUserBySubject(tx, merchantId, person.subject);
  if (user.disabledAt !== null || user.singleSignOnSubject !== null || other)
    throw new Refusal(409, 'this account has just been linked to somebody else; ask an owner');
  await joinByIdentity(tx, user, person, { settings, browser, at, keptId: id });
  await noteLinked(tx, { merchantId, id });
  return true;
}
