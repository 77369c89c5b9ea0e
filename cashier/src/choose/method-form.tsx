// The form of one method: its banks or wallets, the shopper's saved cards, its fields, and the one button. Nothing is sent
// twice, and nothing typed is lost when the gateway, or the connection, says no.

import { useRef, useState } from 'preact/hooks';
import type {
  CashierState,
  ChooseScreen,
  ShownOption,
} from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions, Failure } from '../api.ts';
import { gatewayNow } from '../current.ts';
import { formatAmount, hasText, t } from '../i18n.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { OfflineHint } from '../parts/offline-hint.tsx';
import { COUNTRY_ID } from './country-select.tsx';
import { type Draft, rememberUsed } from './draft.ts';
import { Entry, entryId } from './entry.tsx';
import type { Surroundings } from './field-rules.ts';
import { countryOf, stepOf, usualSuboption } from './offer.ts';
import { SavedCards } from './saved-cards.tsx';
import { SUBOPTION_ID, Suboptions } from './suboptions.tsx';
import { askedFields, faultsOf, ownFaults, submissionOf, withUsual } from './to-send.ts';

interface Props {
  state: CashierState;
  screen: ChooseScreen;
  act: Actions;
  /** Its suboptions are those of the country. */
  option: ShownOption;
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  onCountryMissing: () => void;
}

type Faults = Readonly<Record<string, string>>;

export function MethodForm({ state, screen, act, option, draft, change, onCountryMissing }: Props) {
  const [faults, setFaults] = useState<Faults>({});
  const [failed, setFailed] = useState<Failure['kind'] | 'other' | null>(null);
  const isSending = useRef(false);
  /** What appears under a finger on its way to the button would move the button away. */
  const isPressing = useRef(false);

  const { id, method, suboptions, savedCards } = option;
  const token = draft.cards[id] ?? savedCards[0]?.token ?? '';
  const saved = savedCards.find((card) => card.token === token) ?? null;
  const suboption = suboptions.find((one) => one.id === draft.suboptions[id]) ?? usualSuboption(option);
  const typed = draft.values[id] ?? {};
  const fields = askedFields(option, saved);
  const place: Surroundings = {
    method,
    values: withUsual(option, typed, saved),
    now: new Date(gatewayNow()),
  };
  const step = stepOf(state.kind, suboption?.method ?? method);
  const aboutKey = `about.${state.kind === 'payout' ? 'payout.' : ''}${suboption?.method ?? method}`;

  function type(name: string, value: string) {
    const next = { ...typed, [name]: value };
    // A key of another kind is another key.
    if (name === 'pixKeyType') delete next.pixKey;
    if (name === 'customer.document.type') delete next['customer.document.number'];
    change({ values: { ...draft.values, [id]: next } });
    setFaults(({ [name]: _, ...others }) => others);
  }

  function leave(name: string) {
    const field = fields.find((one) => one.name === name);
    if (!field || isPressing.current || !place.values[name]) return;
    setFaults((before) => ({ ...before, ...faultsOf([field], place) }));
  }

  function show(found: Faults) {
    setFaults(found);
    const first = [SUBOPTION_ID, ...fields.map(({ name }) => name)].find((name) => found[name]);
    if (first === undefined) return;
    document.getElementById(first === SUBOPTION_ID ? first : entryId(first))?.focus();
  }

  async function submit() {
    if (isSending.current || act.busy !== null) return;
    const found: Record<string, string> = faultsOf(fields, place);
    if (suboptions.length > 0 && !suboption) found[SUBOPTION_ID] = `missing.suboption.${choiceOf(method)}`;
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
        optionId: suboption?.id ?? id,
        ...(country === null || screen.country.fixed ? {} : { country }),
        ...submissionOf(option, place, saved),
      });
      if (result.ok) return rememberUsed(id);
      const own = ownFaults(result.faults, fields, place);
      if (Object.keys(own).length > 0) return show(own);
      setFailed(result.kind === 'faults' ? 'other' : result.kind);
    } finally {
      isSending.current = false;
    }
  }

  return (
    <form
      class="method-form"
      noValidate
      onPointerDown={({ target }) => {
        isPressing.current = (target as Element).closest('[type=submit]') !== null;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        // Not with the finger: that is up before the field it leaves hears of it.
        isPressing.current = false;
        submit();
      }}
    >
      {hasText(aboutKey) && <p class="muted">{t(aboutKey)}</p>}
      {suboptions.length > 1 && (
        <Suboptions
          suboptions={suboptions}
          chosen={suboption}
          legend={t(`suboption.${choiceOf(method)}`)}
          fault={text(faults[SUBOPTION_ID])}
          onChoose={(chosen) => {
            change({ suboptions: { ...draft.suboptions, [id]: chosen } });
            setFaults(({ [SUBOPTION_ID]: _, ...others }) => others);
          }}
        />
      )}
      {savedCards.length > 0 && (
        <SavedCards
          cards={savedCards}
          chosen={token}
          onChoose={(next) => {
            const { cardCvv: _, ...others } = typed;
            change({ cards: { ...draft.cards, [id]: next }, values: { ...draft.values, [id]: others } });
            setFaults({});
          }}
        />
      )}
      {fields.length > 0 && (
        <div class="entries">
          {fields.map((field, i) => (
            <Entry
              key={field.name}
              field={field}
              place={place}
              fault={text(faults[field.name])}
              isLast={i === fields.length - 1}
              onChange={(value) => type(field.name, value)}
              onLeave={() => leave(field.name)}
            />
          ))}
        </div>
      )}
      {failed && (
        <Notice kind="warn" alert>
          {t(`choose.failed.${failed}`)}
        </Notice>
      )}
      <OfflineHint busy={act.busy !== null} />
      <Button
        kind="primary"
        submit
        busy={act.busy === 'submit'}
        disabled={act.busy !== null && act.busy !== 'submit'}
      >
        {act.busy === 'submit'
          ? t(step === 'pay' || step === 'payout' ? `busy.${step}` : 'busy.other')
          : t(suboption && (step === 'bank' || step === 'wallet') ? 'button.named' : `button.${step}`, {
              amount: formatAmount(state.amount),
              name: suboption?.name ?? '',
            })}
      </Button>
    </form>
  );
}

/** What is missing and what is wrong with it often have one sentence. */
function text(key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const end = key.slice(key.indexOf('.'));
  return t([key, `fault${end}`, `missing${end}`].find(hasText) ?? 'fault.other');
}

/** What is chosen among: end of a key. */
const choiceOf = (method: string) => (method === 'upi' || method === 'wallet' ? method : 'bank');
