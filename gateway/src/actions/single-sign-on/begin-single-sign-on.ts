// Begins a visit at the identity provider (contract 14), to sign in or to confirm one's identity. The browser gets the
// secrets of the visit sealed, as a cookie: no process has to remember it, and only this browser can finish it.
import { settingsMark } from '../../domain/access/single-sign-on.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { SignedIn } from '../../storage/access/portal-session-store.ts';
import { findSingleSignOn } from '../../storage/access/single-sign-on-store.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';
import { addressAtProvider, type Parts, type Secrets } from './identity-provider.ts';

/** Long enough to set up a new phone at the identity provider. */
const VISIT_MS = 15 * 60_000;

export interface Visit extends Secrets {
  /** The visit can end only at this merchant's return address. */
  merchantId: string;
  /** The mark of the settings when the visit began (`settingsMark`). */
  mark: string;
  begunAt: number;
  /** The session to confirm; null: a sign-in. */
  sessionId: string | null;
}

export async function beginSingleSignOn(
  parts: Parts & Pick<Context, 'sql'>,
  merchantId: string,
  session: SignedIn | null,
): Promise<{ url: string; visit: string }> {
  const settings = await findSingleSignOn(parts.sql, merchantId);
  if (!settings) throw new Refusal(404, 'single sign-on is not set up here; sign in with your password');
  const { url, secrets } = await addressAtProvider(parts, settings, { freshly: session !== null });
  const visit: Visit = {
    ...secrets,
    merchantId: settings.merchantId,
    mark: settingsMark(settings),
    begunAt: parts.now().getTime(),
    sessionId: session?.id ?? null,
  };
  const sealed = parts.vault.seal(JSON.stringify(visit), sealContext.singleSignOnVisit());
  return { url, visit: sealed.toString('base64url') };
}

/** null: we did not make it, or it is too old. */
export async function openVisit(
  { vault, now }: Pick<Parts, 'vault' | 'now'>,
  cookie: string | undefined,
): Promise<Visit | null> {
  if (cookie === undefined) return null;
  try {
    const opened = await vault.open(Buffer.from(cookie, 'base64url'), sealContext.singleSignOnVisit());
    const visit = JSON.parse(opened.toString('utf8')) as Visit;
    return now().getTime() - visit.begunAt < VISIT_MS ? visit : null;
  } catch {
    // The cookie was altered or cut off: the visit must begin again, as if it were too old.
    return null;
  }
}
