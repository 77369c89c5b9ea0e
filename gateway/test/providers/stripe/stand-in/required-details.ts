// The shopper's details that Stripe needs to confirm
// each method. Used by books.ts.
import type { Form } from '@tollgate/provider-kit/stand-in';
import { textAt } from './form.ts';
import { invalid } from './records.ts';

/** Throws the refusal for the first missing detail. */
export function requireDetails(type: string, form: Form): void {
  const missing = (...path: string[]) => textAt(form, ...path) === undefined;
  const billing = (...path: string[]) => ['payment_method_data', 'billing_details', ...path];
  const acceptance = (...path: string[]) => ['mandate_data', 'customer_acceptance', ...path];
  const needed: string[][] = [
    ...(type === 'bancontact' ? [billing('name')] : []),
    ...(type === 'klarna' ? [billing('email'), billing('address', 'country')] : []),
    ...(type === 'sepa_debit'
      ? [
          billing('name'),
          billing('email'),
          ['payment_method_data', 'sepa_debit', 'iban'],
          acceptance('type'),
          ...(textAt(form, ...acceptance('type')) === 'online'
            ? [acceptance('online', 'ip_address'), acceptance('online', 'user_agent')]
            : []),
        ]
      : []),
    ...(type === 'sepa_debit' ? [] : [['return_url']]),
  ];
  const first = needed.find((path) => missing(...path));
  if (!first) return;
  const [head, ...rest] = first;
  const param = `${head}${rest.map((name) => `[${name}]`).join('')}`;
  throw invalid('parameter_missing', `Missing required param: ${param}.`, param);
}
