// Apple Pay on our own page (decision 138): the session with which Apple shows the payment sheet. Adyen asks Apple for
// it under its own certificate. It must never ask for another domain than that of our page.
import type { Connection } from './client.ts';

/** As Adyen allows. */
const LONGEST_NAME = 64;

/** null: Adyen gives none, because Apple Pay is not switched on there or the domain is not registered. */
export async function openApplePay(
  { client, merchantAccount }: Connection,
  { domain, name }: { domain: string; name: string },
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const merchantIdentifier = await merchantIdOf({ client, merchantAccount }, signal);
    if (merchantIdentifier === null) return null;
    const displayName = [...name].slice(0, LONGEST_NAME).join('');
    const { data } = await client.call({ signal }, ({ utility }, options) =>
      utility.getApplePaySession({ displayName, domainName: domain, merchantIdentifier }, options),
    );
    const session: unknown = JSON.parse(Buffer.from(data, 'base64').toString('utf8'));
    return typeof session === 'object' && session !== null && !Array.isArray(session)
      ? (session as Record<string, unknown>)
      : null;
  } catch {
    // The client has logged the error. Nothing was paid.
    return null;
  }
}

/** Adyen tells the identifier with the methods of the merchant account. */
async function merchantIdOf(
  { client, merchantAccount }: Pick<Connection, 'client' | 'merchantAccount'>,
  signal: AbortSignal,
): Promise<string | null> {
  const answer = await client.call({ signal }, ({ payments }, options) =>
    payments.paymentMethods({ merchantAccount }, options),
  );
  const found = answer.paymentMethods?.find(({ type }) => type === 'applepay');
  return found?.configuration?.merchantId ?? null;
}
