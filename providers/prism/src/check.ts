// A harmless call that tells whether the credentials work: it asks about a charge that does not exist.
import type { AccountCheck } from '@tollgate/provider-kit';
import type { Connection } from './connection.ts';
import { money, secret, state } from './messages/charge-messages.ts';

const NO_CHARGE = 'tollgate-check';

export async function checkAccount(at: Connection, signal: AbortSignal): Promise<AccountCheck> {
  const { name } = at.connector;
  const token = await at.token(signal);
  if (token === 'none') return { ok: false, reason: `${name} gave no access token: check the credentials.` };
  if (!at.has('get')) return { ok: true, reason: null };
  const { featureData } = at.facts;
  const exchanged = await at.call({
    flow: 'get',
    message: {
      merchantTransactionId: NO_CHARGE,
      connectorTransactionId: NO_CHARGE,
      connectorOrderReferenceId: NO_CHARGE,
      amount: money(100n, 'EUR'),
      connectorFeatureData: featureData ? secret(featureData) : undefined,
      state: state(token),
    },
    signal,
  });
  if (exchanged.kind === 'not-sent') {
    const why = exchanged.fault
      ? 'the library does not accept the credentials'
      : 'the library or the provider was not reached';
    return { ok: false, reason: `${name} was not asked: ${why}.` };
  }
  const statusCode = exchanged.statusCode ?? 0;
  if (statusCode === 0 || statusCode >= 500)
    return { ok: false, reason: `${name} gave no answer. Try again later.` };
  if (statusCode === 401 || statusCode === 403)
    return { ok: false, reason: `${name} does not accept the credentials. Copy them again.` };
  return { ok: true, reason: null };
}
