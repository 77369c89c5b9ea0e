// The simulator's test cards, in the test environment: the strip at the top says which number, and the card's form is
// filled in with it.

import { useEffect } from 'preact/hooks';
import type { CashierState, ShownOption } from '../../../gateway/src/http/cashier/state.ts';
import { brandOf } from './card-brands.ts';
import type { Draft } from './draft.ts';
import { ruleOf } from './field-rules.ts';

const HOLDER = 'Ada Lovelace';

export function useTestCard(
  { inTest, now }: Pick<CashierState, 'inTest' | 'now'>,
  options: readonly ShownOption[],
  draft: Draft,
  change: (changes: Partial<Draft>) => void,
): void {
  useEffect(() => {
    const card = options.find(({ type }) => type === 'CARD');
    if (!inTest || !card) return;
    const { id } = card;
    const fill = (event: Event) => {
      const { number } = (event as CustomEvent<{ number: string }>).detail;
      const filled = {
        cardHolder: HOLDER,
        ...draft.values[id],
        cardNumber: ruleOf('cardNumber', { method: 'card', values: {} }).mask!.print(number, false),
        expiry: `12 / ${(new Date(now).getUTCFullYear() + 3) % 100}`,
        cardCvv: '1234'.slice(0, brandOf(number).cvv[0]),
      };
      change({ openId: id, cards: { ...draft.cards, [id]: '' }, values: { ...draft.values, [id]: filled } });
    };
    addEventListener('fill-card', fill);
    return () => removeEventListener('fill-card', fill);
  });
}
