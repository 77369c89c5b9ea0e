// The steps of the instructions: what the payer has to do, in order.

import { own } from '../words.ts';

interface Props {
  start: string;
  names: string[];
  method?: string;
  values?: Record<string, string>;
}

/** The texts are those of `start.name`, or the method's own. */
export function Steps({ start, names, method = '', values }: Props) {
  return (
    <ol class="steps">
      {names.map((name) => (
        <li key={name}>{own(`${start}.${name}`, method, values)}</li>
      ))}
    </ol>
  );
}
