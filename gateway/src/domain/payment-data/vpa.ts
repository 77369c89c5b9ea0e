// UPI addresses, which the network calls virtual payment addresses (contract 7): name@handle. For pay-ins and payouts.
// Upper and lower case mean the same; the normal form is lower case.

import type { Checked } from './check-fields.ts';

/** The handle names the bank or the app and has no dot, so an e-mail address does not match. */
const VPA = /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}@[A-Za-z][A-Za-z0-9]{1,63}$/;

export function checkVpa(value: string): Checked {
  const vpa = value.trim();
  return VPA.test(vpa)
    ? { value: vpa.toLowerCase() }
    : { fault: 'must be a UPI address: name@handle, such as asha.rao@okbank' };
}
