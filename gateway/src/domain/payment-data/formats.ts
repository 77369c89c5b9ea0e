// The formats of the methods' fields (contract 7): which file checks which method. Called by payment-data.ts with the
// fields that are there; what is absent is not its business. Pure.
import type { Direction } from '../payment-option.ts';
import type { PaymentData } from './payment-data.ts';

/** Fields in their normal form, and what is wrong with the others, by field. */
export interface CheckedFormats {
  data: PaymentData;
  faults: Record<string, string>;
}

export function checkFormats(_direction: Direction, _method: string, data: PaymentData): CheckedFormats {
  return { data, faults: {} };
}
