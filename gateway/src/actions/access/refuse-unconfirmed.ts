// Some changes need a person who has confirmed their identity within ten minutes (contract 14): the protection of one's
// own account, users, API keys and signing secrets, and how payouts are approved. So nobody can make these changes with
// an open browser or a stolen cookie alone. An operation asks for it with `needsConfirmation`; people confirm through
// confirm-identity.ts.
import { Refusal } from '../../domain/errors/refusal.ts';
import type { SignedIn } from '../../storage/access/portal-session-store.ts';
import type { Context } from '../context.ts';

const CONFIRMED_MS = 10 * 60_000;

/** Until when the last confirmation counts; null: the user must confirm again. */
export function confirmedUntil({ confirmedAt }: Pick<SignedIn, 'confirmedAt'>, now: Date): Date | null {
  const until = confirmedAt && new Date(confirmedAt.getTime() + CONFIRMED_MS);
  return until && until > now ? until : null;
}

/**
 * A session that still has to add its first factor has just proven the password; the user has nothing else to confirm.
 */
export function refuseUnconfirmed({ now }: Pick<Context, 'now'>, session: SignedIn): void {
  if (session.provenAt === null || confirmedUntil(session, now()) !== null) return;
  throw new Refusal(403, 'confirm that it is you: this requires your password and second factor again', {
    members: { confirmationNeeded: true },
  });
}
