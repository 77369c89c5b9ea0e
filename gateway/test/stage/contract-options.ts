// The options of contract 7, read from the tables of docs/CONTRACT.md: what tests compare the catalogue and the answers
// with, so that a new option is written down once.
import { readFileSync } from 'node:fs';
import type { Direction } from '../../src/domain/options/payment-option.ts';

export interface ContractOption {
  name: string;
  type: string;
  places: { code: string; currencies: string[] }[];
  /** As written: names of fields in backquotes. */
  fields: string;
  /** Result types in backquotes. Empty for a payout. */
  results: string;
  hasSuboptions: boolean;
}

const CONTRACT = readFileSync(new URL('../../../docs/CONTRACT.md', import.meta.url), 'utf8');
const HEADINGS: Readonly<Record<Direction, string>> = { PAYIN: '### Pay-ins', PAYOUT: '### Payouts' };

export function contractOptions(direction: Direction): ContractOption[] {
  const [, section = ''] = CONTRACT.split('\n## 7 ');
  const [, table = ''] = section.split(HEADINGS[direction]);
  const [rows = ''] = table.split('\n#');
  return rows
    .split('\n')
    .filter((row) => row.startsWith('| ') && !row.startsWith('| option'))
    .map((row) => {
      const [, title = '', type = '', where = '', fields = '', results = ''] = row
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim());
      const [name = ''] = title.replace('\\|', '|').split(',');
      return {
        name,
        type: type.replaceAll('`', ''),
        places: where.split('; ').flatMap(placesOf),
        fields,
        results,
        hasSuboptions: title.includes('suboptions'),
      };
    });
}

/** "DE FR: EUR" are two places. */
function placesOf(text: string) {
  const [codes = '', currencies = ''] = text.split(': ');
  return codes.split(' ').map((code) => ({ code, currencies: currencies.split(' ') }));
}

/** The names of the options that are sold there, in the contract's order (spec 2.2). Left out: everywhere, in any. */
export function soldIn(direction: Direction, country?: string, currency?: string): string[] {
  const fits = ({ code, currencies }: ContractOption['places'][number]) =>
    (country === undefined || [country, 'WORLDWIDE', 'ANY'].includes(code)) &&
    (currency === undefined || currencies.includes(currency));
  return contractOptions(direction)
    .filter(({ places }) => places.some(fits))
    .map(({ name }) => name);
}
