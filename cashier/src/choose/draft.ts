// The shopper's choices and typed values so far. They outlive the screen, so that the shopper has nothing to type again
// after a decline or a look at another method. They must stay in memory. After a declined card only the name is kept,
// or everything but the security code if only that code was wrong.

import { useState } from 'preact/hooks';
import type { ChooseScreen } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Values } from './field-rules.ts';

export interface Draft {
  attempt: number;
  /** How often something other than the shopper filled the form. */
  fillings: number;
  openId: string | null;
  country: string | null;
  /** Keyed by option: the suboption, the token of the saved card ('' another card), the fields. */
  suboptions: Values;
  cards: Values;
  /** The shopper agreed to save the card. */
  savesCard: boolean;
  values: Readonly<Record<string, Values>>;
}

const NOTHING = { fillings: 0, suboptions: {}, cards: {}, savesCard: false, values: {} };

let draft: Draft | null = null;

export function useDraft(
  screen: ChooseScreen,
  begin: () => Pick<Draft, 'openId' | 'country'>,
): [Draft, (changes: Partial<Draft>) => void] {
  const [, redraw] = useState<Draft | null>(null);
  if (draft?.attempt !== screen.attempt) draft = begun(screen, draft ?? { ...NOTHING, ...begin() });
  const change = (changes: Partial<Draft>) => {
    draft = { ...draft!, ...changes };
    redraw(draft);
  };
  return [draft, change];
}

/** For a further attempt: the last method is open, and its card or security code must be typed again. */
function begun({ selected, attempt, retype }: ChooseScreen, before: Omit<Draft, 'attempt'>): Draft {
  const values = Object.fromEntries(
    Object.entries(before.values).map(([id, { cardCvv, ...kept }]) => {
      const { cardNumber, expiry, ...nameAlone } = kept;
      return [id, retype ? kept : nameAlone];
    }),
  );
  const { suboptions, openId } = before;
  const { optionId, suboptionId } = selected ?? {};
  return {
    ...before,
    attempt,
    values,
    openId: optionId ?? openId,
    suboptions: optionId && suboptionId ? { ...suboptions, [optionId]: suboptionId } : suboptions,
  };
}

const LAST_USED = 'tollgate-last-option';

/** The id of the option used last on this device. Nothing else is kept there. */
export function lastUsed(): string | null {
  try {
    return localStorage.getItem(LAST_USED);
  } catch {
    return null;
  }
}

export function rememberUsed(optionId: string): void {
  try {
    localStorage.setItem(LAST_USED, optionId);
  } catch {
    // In a private window nothing is stored.
  }
}
