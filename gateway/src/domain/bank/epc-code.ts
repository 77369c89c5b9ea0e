// The text of the QR code that banking apps scan to fill in a SEPA transfer (EPC069-12, version 002).
// Pure. It must never write a code that breaks the guideline's limits.
import { formatMinor } from '../money/money.ts';
import { LEAST_SEPA_MINOR, MOST_SEPA_MINOR } from '../options/sepa-amount.ts';

/** The guideline's limit for the whole text. */
const MOST_BYTES = 331;

export interface TransferOrder {
  holder: string;
  iban: string;
  bic: string | null;
  amountMinor: bigint;
  /** ISO 11649. */
  reference: string;
}

/** null: the code cannot hold the amount (it takes 0.01 to 999,999,999.99 EUR), or the text is too long. */
export function epcCode({ holder, iban, bic, amountMinor, reference }: TransferOrder): string | null {
  if (amountMinor < LEAST_SEPA_MINOR || amountMinor > MOST_SEPA_MINOR) return null;
  const lines = [
    'BCD',
    '002',
    // UTF-8
    '1',
    'SCT',
    bic ?? '',
    [...holder].slice(0, 70).join(''),
    iban,
    `EUR${formatMinor(amountMinor, 'EUR')}`,
    // No purpose.
    '',
    reference,
  ];
  const text = lines.join('\n');
  return Buffer.byteLength(text) > MOST_BYTES ? null : text;
}
