// The form of one method: its banks or wallets, the shopper's saved cards, its fields, and the one button. It must not
// send anything itself: use-submission.ts does.

import { useRef } from 'preact/hooks';
import type {
  CashierState,
  ShownOption,
  ShownSuboption,
} from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { isOnlySaved } from '../header.ts';
import { formatAmount, hasText, t, unbroken } from '../i18n.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { OfflineHint } from '../parts/offline-hint.tsx';
import { ApplePay, canUseApplePay } from './apple-pay.tsx';
import { faultsOf } from './build-submission.ts';
import { Entry } from './entry.tsx';
import type { Values } from './field-rules.ts';
import { aboutKeys, countryOf, placeNameOf, stepOf } from './offer.ts';
import { SaveCard, SavedCards } from './saved-cards.tsx';
import { SUBOPTION_ID, Suboptions } from './suboptions.tsx';
import { Terms } from './terms.tsx';
import { choiceOf, type Filled, filledOf, type MethodFormProps, useSubmission } from './use-submission.ts';
import { WALLET_NAMES, walletHere } from './wallet.ts';

export function MethodForm(props: MethodFormProps) {
  const { state, act, option, draft, change } = props;
  const { id, suboptions, savedCards } = option;
  const filled = filledOf(option, draft);
  const { token, suboption, typed, fields, place } = filled;
  const { faults, setFaults, failed, submit, submitApplePay } = useSubmission(props, filled);
  const country = countryOf(option, suboption, draft.country);
  /** While the shopper presses the button no fault may appear, because it would move the button away. */
  const isPressing = useRef(false);
  const about = aboutText(state, option, suboption);

  function type(name: string, value: string) {
    change({ values: { ...draft.values, [id]: withTyped(typed, name, value) } });
    setFaults(({ [name]: _, ...others }) => others);
  }

  function leave(name: string) {
    const field = fields.find((one) => one.name === name);
    if (!field || isPressing.current || !place.values[name]) return;
    setFaults((before) => ({ ...before, ...faultsOf([field], place) }));
  }

  function chooseSuboption(chosen: string) {
    change({ suboptions: { ...draft.suboptions, [id]: chosen } });
    setFaults(({ [SUBOPTION_ID]: _, ...others }) => others);
  }

  function chooseCard(next: string) {
    const { cardCvv: _, ...others } = typed;
    change({ cards: { ...draft.cards, [id]: next }, values: { ...draft.values, [id]: others } });
    setFaults({});
  }

  return (
    <form
      class="method-form"
      tabIndex={-1}
      noValidate
      onPointerDown={({ target }) => {
        isPressing.current = (target as Element).closest('[type=submit]') !== null;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        // Reset here and not when the pointer goes up: the field gets its blur event only after that.
        isPressing.current = false;
        submit();
      }}
    >
      {about !== null && !option.isMandateHere && <p class="muted">{about}</p>}
      {canUseApplePay(option, country) && (
        <ApplePay state={state} option={option} country={country!} onPaid={submitApplePay} />
      )}
      {suboptions.length > 1 && (
        <Suboptions
          suboptions={suboptions}
          chosen={suboption}
          legend={t(`suboption.${choiceOf(option)}`)}
          fault={text(faults[SUBOPTION_ID])}
          onChoose={chooseSuboption}
        />
      )}
      {savedCards.length > 0 && (
        <SavedCards cards={savedCards} chosen={token} act={act} onChoose={chooseCard} />
      )}
      {fields.length > 0 && <Entries filled={filled} faults={faults} onChange={type} onLeave={leave} />}
      {option.canSaveCard && filled.saved === null && (
        <SaveCard
          brand={state.brand.name}
          checked={draft.savesCard}
          onChange={(savesCard) => change({ savesCard })}
        />
      )}
      {failed && (
        <Notice kind="warn" alert>
          {t(`choose.failed.${failed}`)}
        </Notice>
      )}
      {option.isMandateHere && <p class="muted small">{about}</p>}
      <Terms state={state} option={option} />
      <OfflineHint busy={act.busy !== null} />
      <SubmitButton state={state} act={act} option={option} suboption={suboption} />
    </form>
  );
}

interface EntriesProps {
  filled: Filled;
  faults: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
  onLeave: (name: string) => void;
}

function Entries({ filled: { fields, place }, faults, onChange, onLeave }: EntriesProps) {
  return (
    <div class="entries">
      {fields.map((field, i) => (
        <Entry
          key={field.name}
          field={field}
          place={place}
          fault={text(faults[field.name])}
          isLast={i === fields.length - 1}
          onChange={(value) => onChange(field.name, value)}
          onLeave={() => onLeave(field.name)}
        />
      ))}
    </div>
  );
}

/** What happens next; null: the button says it. */
function aboutText(
  state: CashierState,
  option: ShownOption,
  suboption: ShownSuboption | null,
): string | null {
  const { kind, brand, amount } = state;
  const isOnce = state.mandate === null;
  const wallet = walletHere(option);
  if (wallet !== null) return t('about.card-elsewhere.wallet', { wallet: unbroken(WALLET_NAMES[wallet]) });
  const key = aboutKeys({ kind, isOnce, isPaid: !isOnlySaved(state) }, option, suboption).find(hasText);
  const values = { name: unbroken(option.name), brand: brand.name, amount: formatAmount(amount) };
  return key === undefined ? null : t(key, values);
}

interface SubmitButtonProps {
  state: CashierState;
  act: Actions;
  option: ShownOption;
  suboption: ShownSuboption | null;
}

function SubmitButton({ state, act, option, suboption }: SubmitButtonProps) {
  const step = stepOf(state.kind, option, suboption);
  const deed = step === 'pay' ? deedOf(state, option) : null;
  const placeName = state.kind === 'payout' ? null : placeNameOf(option, suboption);
  return (
    <Button
      kind="primary"
      submit
      busy={act.busy === 'submit'}
      disabled={act.busy !== null && act.busy !== 'submit'}
    >
      {act.busy === 'submit'
        ? t(step === 'payout' || deed === 'pay' ? `busy.${step}` : 'busy.other')
        : t(placeName === null ? `button.${deed ?? step}` : 'button.named', {
            amount: formatAmount(state.amount),
            name: placeName ?? '',
          })}
    </Button>
  );
}

/** What the button does at once. */
function deedOf(state: CashierState, { type }: ShownOption): 'pay' | 'hold' | 'save.card' | 'save.account' {
  if (isOnlySaved(state)) return type === 'CARD' ? 'save.card' : 'save.account';
  return state.isCapturedLater ? 'hold' : 'pay';
}

function withTyped(typed: Values, name: string, value: string): Values {
  const next: Record<string, string> = { ...typed, [name]: value };
  // After a change of the type, the typed text belongs to another key or document. So it is removed.
  if (name === 'pixKeyType') delete next.pixKey;
  if (name === 'customer.document.type') delete next['customer.document.number'];
  return next;
}

/** "Missing" and "wrong" often have the same sentence. */
function text(key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const end = key.slice(key.indexOf('.'));
  return t([key, `fault${end}`, `missing${end}`].find(hasText) ?? 'fault.other');
}
