// The options of the gateway's catalogue, as far as the contract needs them: which methods exist, and where they are
// sold.
import { optionsOf, type TransactionType } from '../provider-kit.ts';

interface Choice {
  id: string;
  method: string;
  availableCountries: { code: string; currencies: string[] }[];
}

/** Every option and suboption of a direction. */
export function choicesOf(direction: TransactionType): Choice[] {
  return optionsOf(direction).flatMap((option) => [option, ...option.suboptions]);
}
