// The deep link that a UPI app opens or scans (NPCI, UPI linking specification). Its address is at a handle that no
// bank has, so that no real app can pay to it.
import { formatMinor, type Transaction } from '@tollgate/provider-kit';
import { BENEFICIARY, transferReference } from '../bank-accounts.ts';

const ADDRESS = 'tollgate@tgsandbox';

export function upiLink(transaction: Transaction): string {
  const parts = {
    pa: ADDRESS,
    pn: BENEFICIARY,
    tr: transferReference(transaction),
    am: formatMinor(transaction.amountMinor, 'INR'),
    cu: 'INR',
  };
  const query = Object.entries(parts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  // The @ is not encoded, because some apps do not decode the address.
  return `upi://pay?${query.join('&').replace('%40', '@')}`;
}
