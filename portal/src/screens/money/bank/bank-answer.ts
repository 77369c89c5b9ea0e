// The addresses and answers of the calls about a bank account that several parts of its screen use.
import type { Answer } from '../../../api/client.ts';
import { numberText } from '../../../parts/format.ts';

export const BANK = '/portal/api/brands/{brandId}/bank';
export const FILES = `${BANK}/files` as const;
export const FILED = `${FILES}/{fileId}/payouts` as const;

export type Bank = Answer<typeof BANK>;
export type File = Bank['files'][number];
export type Filed = Answer<typeof FILED>['items'][number];
export type NameCheck = NonNullable<Filed['nameCheck']>;

export const payoutsText = (count: number) => `${numberText(count)} ${count === 1 ? 'payout' : 'payouts'}`;
export const namesText = (count: number) => `${numberText(count)} ${count === 1 ? 'name' : 'names'}`;

/** How German banks are asked over EBICS: the file itself does not say whether they check the names. */
export function orderTypeOf(instant: boolean, skipNameCheck: boolean): string {
  if (instant) return skipNameCheck ? 'CIP' : 'CIV';
  return skipNameCheck ? 'CCT' : 'CTV';
}
