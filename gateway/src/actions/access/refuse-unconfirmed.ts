// Some changes need a person who has confirmed their identity within ten minutes (contract 14): the protection of the own
// account, users, API keys and signing secrets, and how payouts are approved. So a browser left open, or a stolen cookie,
// changes none of these. An operation asks for it with `needsConfirmation`; confirm-identity.ts is how a person confirms.
import { Refusal } from '../../domain/errors/refusal.ts';
import type { SignedIn } from '../../storage/access/portal-session-store.ts';
import type { Context } from '../context.ts';

const CONFIRMED_MS = 10 * 60_000;

/** Until when the last confirmation counts; null: a new one is needed. */
export function confirmedUntil({ confirmedAt }: Pick<SignedIn, 'confirmedAt'>, now: Date): Date | null {
  const until = confirmedAt && new Date(confirmedAt.getTime() + CONFIRMED_MS);
  return until && until > now ? until : null;
}

/** A sign-in that still lacks its first factor has just proven the password, and there is nothing else to confirm. */
export function refuseUnconfirmed({ now }: Pick<Context, 'now'>, session: SignedIn): void {
  if (session.provenAt === null || confirmedUntil(session, now()) !== null) return;
  throw new Refusal(403, 'confirm that it is you: this requires your password and second factor again', {
    members: { confirmationNeeded: true },
  });
}
