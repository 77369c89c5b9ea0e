// Whether the credentials of an account work (contract 13): asks Adyen for the payment methods of the merchant account,
// which changes nothing there. The answer is for the merchant's staff, in plain words, and never holds a credential.
import { type AccountCheck, NotConnectedError } from '@tollgate/provider-kit';
import { AdyenRefusal, type Connection } from './client.ts';

/** Adyen's code for a merchant account that does not exist or that the API key has no access to. */
const INVALID_MERCHANT_ACCOUNT = '901';

export async function checkAccount(
  { account, client, merchantAccount }: Connection,
  signal: AbortSignal,
): Promise<AccountCheck> {
  try {
    await client.call({ signal }, ({ payments }, options) =>
      payments.paymentMethods({ merchantAccount }, options),
    );
    return { ok: true, reason: null, merchantAccount };
  } catch (error) {
    return { ok: false, reason: reasonOf(error, merchantAccount, account.environment), merchantAccount };
  }
}

function reasonOf(error: unknown, merchantAccount: string, environment: 'test' | 'live'): string {
  if (error instanceof NotConnectedError)
    return 'Adyen could not be reached. If an endpoint or a live endpoint prefix was entered, check it.';
  if (!(error instanceof AdyenRefusal)) return 'Adyen’s answer could not be read. Try again in a minute.';
  const { statusCode, errorCode } = error;
  const isMerchantAccount =
    errorCode === INVALID_MERCHANT_ACCOUNT || (statusCode === 422 && errorCode !== '704');
  if (statusCode === 401)
    return `Adyen does not know this API key in its ${environment} environment. Generate a new one under Developers, API credentials, and enter it here.`;
  if (isMerchantAccount)
    return `Adyen does not know the merchant account ${merchantAccount}, or the API key does not belong to it. Check the name in the account menu of the Customer Area.`;
  if (statusCode === 403)
    return `The API key may not be used for payments. In the Customer Area, give it the role Checkout webservice and access to ${merchantAccount}.`;
  if (statusCode === 429) return 'Adyen receives too many requests for this account. Try again in a minute.';
  return `Adyen answered with an error (${statusCode}). Try again in a minute.`;
}
