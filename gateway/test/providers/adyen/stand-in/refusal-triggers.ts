// Which answer a card gets at the stand-in. As in Adyen's test environment, the name on the card chooses it: a
// refusal's text in capitals with underscores (NOT_ENOUGH_BALANCE), or a short name where one exists. Any other name is
// authorised.

/** Numbers and texts from Adyen's documentation. */
export const REFUSALS: Readonly<Record<string, string>> = {
  2: 'Refused',
  3: 'Referral',
  4: 'Acquirer Error',
  5: 'Blocked Card',
  6: 'Expired Card',
  7: 'Invalid Amount',
  8: 'Invalid Card Number',
  9: 'Issuer Unavailable',
  10: 'Not supported',
  11: '3D Not Authenticated',
  12: 'Not enough balance',
  14: 'Acquirer Fraud',
  15: 'Cancelled',
  16: 'Shopper Cancelled',
  17: 'Invalid Pin',
  18: 'Pin tries exceeded',
  19: 'Pin validation not possible',
  20: 'FRAUD',
  21: 'Not Submitted',
  22: 'FRAUD-CANCELLED',
  23: 'Transaction Not Permitted',
  24: 'CVC Declined',
  25: 'Restricted Card',
  26: 'Revocation Of Auth',
  27: 'Declined Non Generic',
  28: 'Withdrawal amount exceeded',
  29: 'Withdrawal count exceeded',
  31: 'Issuer Suspected Fraud',
  32: 'AVS Declined',
  33: 'Card requires online pin',
  34: 'No checking account available on Card',
  35: 'No savings account available on Card',
  36: 'Mobile pin required',
  37: 'Contactless fallback',
  38: 'Authentication required',
  39: 'RReq not received from DS',
  40: 'Current AID is in Penalty Box',
  41: 'CVM Required Restart Payment',
  42: '3DS Authentication Error',
  43: 'Online PIN required',
  44: 'Try another interface',
  45: 'Chip downgrade mode',
  46: 'Transaction blocked by Adyen to prevent excessive retry fees',
  50: 'Token Revoked',
};

const SHORT_NAMES: Readonly<Record<string, string>> = {
  DECLINED: '2',
  BLOCK_CARD: '5',
  CARD_EXPIRED: '6',
  INVALID_CARD: '8',
};

export interface Verdict {
  resultCode: 'Authorised' | 'Refused' | 'Error' | 'Cancelled' | 'Received' | 'Pending';
  refusalReason?: string;
  refusalReasonCode?: string;
}

/** The name on the card that triggers this refusal. */
export function triggerOf(number: string): string {
  return REFUSALS[number]!.toUpperCase().replaceAll(/[ -]/g, '_');
}

const BY_TRIGGER = new Map(Object.keys(REFUSALS).map((number) => [triggerOf(number), number]));

/** `ERROR` is an error at the acquirer. `RECEIVED` and `PENDING` are answers without an end. */
export function verdictOn(holderName: unknown): Verdict {
  const name = typeof holderName === 'string' ? holderName.trim().toUpperCase() : '';
  if (name === 'ERROR') return { resultCode: 'Error', ...reasonOf('4') };
  if (name === 'RECEIVED') return { resultCode: 'Received' };
  if (name === 'PENDING') return { resultCode: 'Pending' };
  const number = SHORT_NAMES[name] ?? BY_TRIGGER.get(name);
  if (number === undefined) return { resultCode: 'Authorised' };
  const isCancelled = number === '15' || number === '16';
  return { resultCode: isCancelled ? 'Cancelled' : 'Refused', ...reasonOf(number) };
}

export function reasonOf(number: string): Pick<Verdict, 'refusalReason' | 'refusalReasonCode'> {
  return { refusalReason: REFUSALS[number]!, refusalReasonCode: number };
}
