// Shared by the methods' files: their types, and the walk over the given fields. A missing field is never a fault here
// (payment-data.ts finds those). A message must never repeat a value: it may be somebody's account. Pure.

import type { PaymentData } from '@tollgate/provider-kit/seam/instrument';
import { hasVisibleCharacter } from '../text.ts';

export type { PaymentData } from '@tollgate/provider-kit/seam/instrument';

/** The value in its normal form, or its fault. */
export type Checked = { value: string } | { fault: string };
export type Check = (value: string) => Checked;

/** Fields in their normal form, and the faults of the others, by field. */
export interface CheckedFormats {
  data: PaymentData;
  faults: Readonly<Record<string, string>>;
}

/** What a check may depend on besides the field itself. */
export interface Surroundings {
  currency: string;
  now: Date;
}

/** The rules of a method. They get all given fields at once, because one may depend on another. */
export type CheckMethod = (data: PaymentData, surroundings: Surroundings) => CheckedFormats;

/** Checks each given field. A field without a check stays unchanged. */
export function checkEach(data: PaymentData, checks: Readonly<Record<string, Check>>): CheckedFormats {
  const checkedData: Record<string, string> = {};
  const faults: Record<string, string> = {};
  for (const [field, given] of Object.entries(data)) {
    const checked = checks[field]?.(given) ?? { value: given };
    if ('value' in checked) checkedData[field] = checked.value;
    else faults[field] = checked.fault;
  }
  return { data: checkedData, faults };
}

/** For names and ids only presence can be checked. Removes the blanks around them. */
export function checkPlainText(value: string): Checked {
  return hasVisibleCharacter(value) ? { value: value.trim() } : { fault: 'must not be blank' };
}

/** People write codes in groups and in either case. null: the code contains anything but ASCII letters and digits. */
export function compactCode(value: string): string | null {
  const code = value.replaceAll(/\s/g, '');
  return /^[A-Za-z0-9]+$/.test(code) ? code.toUpperCase() : null;
}
