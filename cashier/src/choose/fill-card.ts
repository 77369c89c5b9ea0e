// Fills the card's form with a test card that was chosen in the strip at the top. Test environment only.

import { useEffect } from 'preact/hooks';
import type { CashierState, ShownOption } from '../../../gateway/src/http/cashier/state/state.ts';
import { FILL_CARD, type TestCard } from '../shell/test-cards.ts';
import type { Draft } from './draft.ts';
import { printNumber } from './field-rules.ts';
import { printExpiry } from './retype.ts';

export function useTestCard(
  { inTest }: Pick<CashierState, 'inTest'>,
  options: readonly ShownOption[],
  draft: Draft,
  change: (changes: Partial<Draft>) => void,
): void {
  useEffect(() => {
    const card = options.find(({ type, fields }) => type === 'CARD' && fields.length > 0);
    if (!inTest || !card) return;
    const { id } = card;
    const fill = (event: Event) => {
      const { expiryMonth, expiryYear, ...filled } = (event as CustomEvent<TestCard>).detail;
      const cardNumber = printNumber(filled.cardNumber);
      const values = { ...filled, cardNumber, expiry: printExpiry(`${expiryYear}-${expiryMonth}`) };
      change({
        fillings: draft.fillings + 1,
        openId: id,
        cards: { ...draft.cards, [id]: '' },
        values: { ...draft.values, [id]: values },
      });
    };
    document.addEventListener(FILL_CARD, fill);
    return () => document.removeEventListener(FILL_CARD, fill);
  });
}
