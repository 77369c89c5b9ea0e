// Asks a provider whether the credentials of an account work (contract 13). Call it outside any database transaction,
// also for an account that is not stored yet. It never throws, and its answer and its log lines must never hold a
// credential.
import type { AccountCheck, ProviderDeclaration } from '@tollgate/provider-kit';
import type { Credentials, ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import { methodOf } from '../../domain/options/payment-option.ts';
import type { Context } from '../context.ts';

const CHECK_DEADLINE_MS = 10_000;
const LONGEST_REASON = 500;
/** A shorter value is no secret, and may be part of an ordinary word. */
const SHORTEST_SECRET = 6;

export async function askAccount(
  { now, log, config }: Pick<Context, 'now' | 'log' | 'config'>,
  kind: ProviderDeclaration,
  account: ProviderAccount,
  deadlineMs: number = CHECK_DEADLINE_MS,
): Promise<AccountCheck> {
  const signal = AbortSignal.timeout(deadlineMs);
  const parts = {
    now,
    log,
    allowPrivateEndpoints: config.allowInsecureWebhooks,
    // A check moves no money, so there is nothing to count.
    unknownValue() {},
    methodOf,
    qrCode() {
      throw new Error('a check shows no QR code');
    },
  };
  try {
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    // `connect` is inside because it may throw. We stop waiting for an adapter that ignores the signal.
    const asked = (async () => kind.connect(account, parts).check(signal))();
    const { ok, reason, merchantAccount } = await Promise.race([asked, late]);
    return {
      ok,
      reason: reason && withoutSecrets(kind, account.credentials, reason).slice(0, LONGEST_REASON),
      ...(ok && merchantAccount !== undefined && { merchantAccount }),
    };
  } catch (error) {
    // Not the error itself: errors of HTTP clients hold the headers of the request.
    const { name } = error as Error;
    log.warn({ provider: kind.id, accountId: account.id, error: name }, 'the check of an account failed');
    const reason = signal.aborted
      ? `${kind.name} did not answer within ${deadlineMs / 1_000} seconds. Try the check again later.`
      : `${kind.name} could not be asked. Try the check again later.`;
    return { ok: false, reason };
  }
}

/** A provider may quote the key that it refuses, so we remove it. */
function withoutSecrets(kind: ProviderDeclaration, credentials: Credentials, reason: string): string {
  const secrets = kind.credentials
    .filter(({ isSecret }) => isSecret)
    .flatMap(({ name }) => credentials[name] ?? [])
    .filter((one) => one.length >= SHORTEST_SECRET);
  return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), reason);
}
