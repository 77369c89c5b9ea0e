// The addresses and answers of the calls about a bank account that several parts of its screen use.
import type { Answer } from '../../../api/client.ts';

export const BANK = '/portal/api/brands/{brandId}/bank';
export const FILES = `${BANK}/files` as const;
export const FILED = `${FILES}/{fileId}/payouts` as const;

/** The reads that an imported statement, or a decision about an entry, changes. */
export const READS_OF_ENTRIES = [
  BANK,
  `${BANK}/accounts`,
  `${BANK}/entries`,
  `${BANK}/entries/{entryId}`,
  `${BANK}/statements/{statementId}/entries`,
] as const;

export type Bank = Answer<typeof BANK>;
export type File = Bank['files'][number];
export type Filed = Answer<typeof FILED>['items'][number];
export type NameCheck = NonNullable<Filed['nameCheck']>;

/** "DE89 3704 0044 0532 0130 00" */
export const ibanText = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** How German banks are asked over EBICS: the file itself does not say whether they check the names. */
export function orderTypeOf(instant: boolean, skipNameCheck: boolean): string {
  if (instant) return skipNameCheck ? 'CIP' : 'CIV';
  return skipNameCheck ? 'CCT' : 'CTV';
}
