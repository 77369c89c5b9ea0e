// The options of the gateway's catalogue, as far as the contract needs them: which methods exist, and where they are
// sold.
import catalogue from '../option-catalogue.json' with { type: 'json' };
import type { TransactionType } from '../provider-kit.ts';

interface Choice {
  id: string;
  method: string;
  availableCountries: { code: string; currencies: string[] }[];
}

interface Entry extends Choice {
  /** Only the members that differ from its option. */
  suboptions: readonly (Partial<Choice> & { id: string })[];
}

/** Every option and suboption of a direction. */
export function choicesOf(direction: TransactionType): Choice[] {
  const entries: readonly Entry[] = catalogue[direction];
  return entries.flatMap(({ id, method, availableCountries, suboptions }) => [
    { id, method, availableCountries },
    ...suboptions.map((one) => ({ method, availableCountries, ...one })),
  ]);
}
