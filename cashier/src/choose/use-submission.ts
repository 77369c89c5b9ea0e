// Sends the form of a method and keeps its faults. It must never send twice at once, and must keep the typed values if
// the gateway refuses or the connection is lost.

import { useRef, useState } from 'preact/hooks';
import type {
  CashierState,
  ChooseScreen,
  ShownCard,
  ShownField,
  ShownOption,
  ShownSuboption,
} from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions, Failure } from '../api.ts';
import { currentState, gatewayNow } from '../current.ts';
import { askedFields, faultsOf, ownFaults, submissionOf, withUsual } from './build-submission.ts';
import { COUNTRY_ID } from './country-select.tsx';
import { type Draft, rememberUsed } from './draft.ts';
import { entryId } from './entry.tsx';
import type { Surroundings, Values } from './field-rules.ts';
import { countryOf, usualSuboption } from './offer.ts';
import { readBrowser } from './read-browser.ts';
import { SUBOPTION_ID } from './suboptions.tsx';

export interface MethodFormProps {
  state: CashierState;
  screen: ChooseScreen;
  act: Actions;
  /** Only suboptions of the country. */
  option: ShownOption;
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  onCountryMissing: () => void;
}

/** What the form shows: the draft of one method, with the preselected values. */
export interface Filled {
  /** The token of the saved card; '' for another card. */
  token: string;
  saved: ShownCard | null;
  suboption: ShownSuboption | null;
  typed: Values;
  fields: ShownField[];
  place: Surroundings;
}

export function filledOf(option: ShownOption, draft: Draft): Filled {
  const { id, method, suboptions, savedCards } = option;
  const wanted = draft.cards[id];
  // A chosen card may have been removed.
  const isThere = wanted === '' || savedCards.some((card) => card.token === wanted);
  const token = (isThere ? wanted : savedCards[0]?.token) ?? '';
  const saved = savedCards.find((card) => card.token === token) ?? null;
  const typed = draft.values[id] ?? {};
  return {
    token,
    saved,
    suboption: suboptions.find((one) => one.id === draft.suboptions[id]) ?? usualSuboption(option),
    typed,
    fields: askedFields(option, saved),
    place: { method, values: withUsual(option, typed, saved), now: new Date(gatewayNow()) },
  };
}

/** Field → key of a sentence. */
type Faults = Readonly<Record<string, string>>;

export function useSubmission(
  { screen, act, option, draft, onCountryMissing }: MethodFormProps,
  { saved, suboption, fields, place }: Filled,
) {
  const [faults, setFaults] = useState<Faults>({});
  const [failed, setFailed] = useState<Failure['kind'] | 'other' | null>(null);
  const isSending = useRef(false);

  function show(found: Faults) {
    setFaults(found);
    const first = [SUBOPTION_ID, ...fields.map(({ name }) => name)].find((name) => found[name]);
    if (first === undefined) return;
    document.getElementById(first === SUBOPTION_ID ? first : entryId(first))?.focus();
  }

  /** Resolves to whether the payment went on: a decline leads back to this screen. */
  async function submitApplePay(applePayToken: string): Promise<boolean> {
    const country = countryOf(option, suboption, draft.country);
    setFailed(null);
    const result = await act.submit({
      attempt: screen.attempt,
      optionId: option.id,
      ...(country === null || screen.country.fixed ? {} : { country }),
      browser: readBrowser(),
      paymentData: {},
      applePayToken,
    });
    if (!result.ok) setFailed(result.kind === 'faults' ? 'other' : result.kind);
    return result.ok && currentState().screen.name !== 'choose';
  }

  async function submit() {
    if (isSending.current || act.busy !== null) return;
    const found: Record<string, string> = faultsOf(fields, place);
    if (option.suboptions.length > 0 && !suboption)
      found[SUBOPTION_ID] = `missing.suboption.${choiceOf(option)}`;
    const country = countryOf(option, suboption, draft.country);
    if (option.countries !== null && country === null) {
      onCountryMissing();
      document.getElementById(COUNTRY_ID)?.focus();
      return setFaults(found);
    }
    setFailed(null);
    if (Object.keys(found).length > 0) return show(found);
    isSending.current = true;
    try {
      const result = await act.submit({
        attempt: screen.attempt,
        optionId: suboption?.id ?? option.id,
        ...(country === null || screen.country.fixed ? {} : { country }),
        browser: readBrowser(),
        ...(option.canSaveCard && !saved && draft.savesCard ? { saveCard: true } : {}),
        ...submissionOf(option, place, saved),
      });
      if (result.ok) return rememberUsed(option.id);
      const own = ownFaults(result.faults, fields, place);
      if (Object.keys(own).length > 0) return show(own);
      setFailed(result.kind === 'faults' ? 'other' : result.kind);
    } finally {
      isSending.current = false;
    }
  }

  return { faults, setFaults, failed, submit, submitApplePay };
}

/** The end of a message key: it says what the shopper chooses. */
export const choiceOf = ({ flow }: Pick<ShownOption, 'flow'>) =>
  flow === 'wallet' ? 'wallet' : flow === 'bank' || flow === 'receipt' ? 'bank' : 'any';
