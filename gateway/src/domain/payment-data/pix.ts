// PIX (contract 7): the recipient's key of a payout, by its type, and the payer's document of a pay-in. Normal forms
// are those of the network's directory: digits only, E.164, lower case.

import type { Customer } from '@tollgate/provider-kit/seam/customer';
import { cnpjOf, cpfOf } from './brazilian-id.ts';
import { type CheckedFormats, checkEach, type PaymentData } from './check-fields.ts';
import { mobileNumber } from './phone.ts';

interface Kind {
  /** The key in its normal form, or null. */
  read: (value: string) => string | null;
  fault: string;
}

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['CPF', { read: cpfOf, fault: 'is not a CPF: check its digits' }],
  ['CNPJ', { read: cnpjOf, fault: 'is not a CNPJ: check its digits' }],
  ['EMAIL', { read: emailOf, fault: 'must be an e-mail address of at most 77 characters' }],
  ['PHONE', { read: phoneOf, fault: 'must be a mobile number, such as +5511987654321' }],
  ['RANDOM', { read: randomKeyOf, fault: 'must be a UUID, such as 0197c2f4-5b7e-4a31-9d0c-3f6a2b8e4d15' }],
]);

/** A key without its type must be a valid key of some type. It stays unchanged. */
export function checkPixKey(data: PaymentData): CheckedFormats {
  const kind = data.pixKeyType === undefined ? undefined : KINDS.get(data.pixKeyType);
  return checkEach(data, {
    pixKey(value) {
      if (kind) {
        const key = kind.read(value);
        return key === null ? { fault: kind.fault } : { value: key };
      }
      if ([...KINDS.values()].some(({ read }) => read(value) !== null)) return { value };
      return { fault: `is not a key of any type (${[...KINDS.keys()].join(', ')})` };
    },
  });
}

/** The directory keeps e-mail addresses in lower case, up to this length. */
const EMAIL_LONGEST = 77;
const EMAIL =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

function emailOf(value: string): string | null {
  const email = value.trim();
  if (email.length > EMAIL_LONGEST) return null;
  return EMAIL.test(email.toLowerCase()) && !email.includes('..') ? email.toLowerCase() : null;
}

/** A key may be a foreign number. */
function phoneOf(value: string): string | null {
  return mobileNumber(value, 'BR')?.number ?? null;
}

function randomKeyOf(value: string): string | null {
  const key = value.trim().toLowerCase();
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(key) ? key : null;
}

type Document = Customer['document'];

/** The fault in the payer's document, and which part has it; null: no fault, or no document. */
export function documentFault(document: Document): { part: 'type' | 'number'; message: string } | null {
  const type = document?.type?.trim().toUpperCase();
  if (type && type !== 'CPF' && type !== 'CNPJ') return { part: 'type', message: 'must be CPF or CNPJ' };
  const number = document?.number;
  if (!number) return null;
  const kinds = type ? [type] : ['CPF', 'CNPJ'];
  if (kinds.some((kind) => KINDS.get(kind)!.read(number) !== null)) return null;
  return { part: 'number', message: `is not a ${kinds.join(' or ')}: check its digits` };
}
