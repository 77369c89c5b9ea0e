// An error of the gateway as an error that Vendure shows to staff and customers. Nothing secret is in it.
import { TollgateError } from '@tollgate/sdk';
import { UserInputError } from '@vendure/core';

export async function told<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof TollgateError) throw new UserInputError(reasonOf(error));
    // An amount that cannot be charged exactly.
    throw error instanceof RangeError ? new UserInputError(error.message) : error;
  }
}

export function reasonOf(error: TollgateError): string {
  const open = error.outcomeUnknown ? ' The outcome is not known yet; a webhook will tell it.' : '';
  return `Tollgate: ${error.message}${open}`;
}

/** Why Vendure did not do it. */
export function messageOf(answer: object): string {
  const { message, paymentErrorMessage, transitionError } = answer as Record<string, string | undefined>;
  return paymentErrorMessage || transitionError || message || 'Vendure refused it';
}
