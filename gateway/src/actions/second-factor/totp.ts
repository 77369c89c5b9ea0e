// Adds an authenticator app (contract 14): its secret stays with the session, sealed, until a first code shows that the
// app has it.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { findNewTotp, keepNewTotp, setTotp } from '../../storage/access/code-store.ts';
import type { SignedIn } from '../../storage/access/portal-session-store.ts';
import { findUser } from '../../storage/access/user-store.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';
import { type AddedFactor, addFactor, type NewFactor, refuseUnproven } from './add-factor.ts';
import { describeTotp, type NewTotp, newTotpSecret, stepOfCode } from './totp-code.ts';

type Parts = Pick<Context, 'sql' | 'now' | 'vault'>;

/** Long enough to install an app first. */
const TIME_TO_SCAN_MS = 10 * 60_000;

export async function beginTotp(parts: Parts, session: SignedIn): Promise<NewTotp> {
  const { sql, now, vault } = parts;
  const user = (await findUser(sql, session.merchantId, session.userId))!;
  refuseUnproven(session, user);
  const secret = newTotpSecret();
  const sealed = vault.seal(secret, sealContext.totp(user.id));
  await keepNewTotp(sql, session, { sealed, expiresAt: new Date(now().getTime() + TIME_TO_SCAN_MS) });
  return await describeTotp(secret, user.email, user.merchantName);
}

export function finishTotp(
  parts: Parts,
  by: AuditActor,
  session: SignedIn,
  code: string,
): Promise<AddedFactor> {
  const store: NewFactor['store'] = async (tx, user, at) => {
    const sealed = await findNewTotp(tx, session, at);
    if (sealed === null) throw new Refusal(409, 'this took too long; begin again with a new QR code');
    const secret = await parts.vault.open(sealed, sealContext.totp(user.id));
    const step = await stepOfCode(secret.toString('utf8'), code, at);
    if (step === null)
      throw new Refusal(400, ['code: is not the current code of the app; check that its clock is right']);
    await setTotp(tx, session, { sealed, step, at });
    return { replaced: user.hasTotp };
  };
  return addFactor(parts, by, session, { factor: 'totp', store });
}
