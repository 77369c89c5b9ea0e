// Errors of the gateway, as Medusa tells them to its staff. An error of the SDK has nothing secret in it.
import { MedusaError } from '@medusajs/framework/utils';
import { TollgateError } from '@tollgate/sdk';

/** The code of the error for a session that cannot end, because the customer has paid. */
export const IS_PAID = 'tollgate_paid';

export async function told<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof TollgateError)) throw error;
    const type = error.outcomeUnknown ? MedusaError.Types.UNEXPECTED_STATE : MedusaError.Types.NOT_ALLOWED;
    throw new MedusaError(type, `Tollgate: ${error.message}`, error.errorCode ?? undefined);
  }
}
