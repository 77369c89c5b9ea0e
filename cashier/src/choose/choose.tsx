// How the shopper pays, or is paid: the methods as radio rows. Each opens its form in place. A single method has no
// list. After a decline the form of the used method stays open, and the other methods are below. At the start the first
// method is open. If it asks for a second choice, none is open, so that all methods are in sight.

import { useState } from 'preact/hooks';
import type {
  CashierState,
  ChooseScreen,
  ShownOption,
} from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { isOnlySaved } from '../header.ts';
import { hasText, t } from '../i18n.ts';
import { Notice } from '../parts/notice.tsx';
import { CountrySelect } from './country-select.tsx';
import { lastUsed, useDraft } from './draft.ts';
import { useTestCard } from './fill-card.ts';
import { MethodForm } from './method-form.tsx';
import { arranged, countriesToAsk, firstFor, guessedCountry, openedFirst } from './offer.ts';
import { Logo, Row } from './row.tsx';
import { SchemeMarks } from './scheme-marks.tsx';
import { walletHere } from './wallet.ts';

interface Props {
  state: CashierState;
  screen: ChooseScreen;
  act: Actions;
}

export function Choose({ state, screen, act }: Props) {
  const codes = countriesToAsk(screen);
  const [draft, change] = useDraft(screen, () => ({
    openId: null,
    country: screen.country.code ?? guessedCountry(navigator.languages, codes),
  }));
  const [isCountryMissing, setCountryMissing] = useState(false);
  // Decided once: the list must not jump when the shopper removes a saved card.
  const [firstId] = useState(() => firstFor(screen, lastUsed()));
  const options = arranged(screen, draft.country, firstId);
  const open = options.find(({ id }) => id === draft.openId) ?? openedFirst(options);
  useTestCard(state, options, draft, change);

  const form = open && (
    <MethodForm
      key={`${open.id} ${screen.attempt} ${draft.fillings}`}
      state={state}
      screen={screen}
      act={act}
      option={open}
      draft={draft}
      change={change}
      onCountryMissing={() => setCountryMissing(true)}
    />
  );
  const isList = options.length > 1;
  const question = `choose.title.${isOnlySaved(state) ? 'save' : state.kind}`;
  const declined = isList && screen.notice !== null && screen.selected ? screen.selected.optionId : null;
  const rows = (shown: ShownOption[]) =>
    shown.map((option) => (
      <div key={option.id} class={option === open ? 'method open' : 'method'}>
        <Row name="method" checked={option === open} onChoose={() => change({ openId: option.id })}>
          <span class="row-text">{titleOf(state.kind, option)}</span>
          <Mark option={option} />
        </Row>
        {option === open && <div class="method-body">{form}</div>}
      </div>
    ));

  return (
    <section class="choose stack">
      <div class="only">
        <h1 tabIndex={-1}>{isList || !open ? t(question) : titleOf(state.kind, open)}</h1>
        {!isList && open && <Mark option={open} />}
      </div>
      {screen.notice !== null && (
        <Notice key={screen.attempt} kind={screen.isNoticeCalm ? 'info' : 'bad'} alert>
          {screen.notice} {screen.attemptsLeft === 1 && t('choose.last')}
        </Notice>
      )}
      {options.length === 0 && <p>{t('choose.none')}</p>}
      {codes.length > 0 && (
        <CountrySelect
          codes={codes}
          chosen={draft.country}
          fault={isCountryMissing}
          onChoose={(country) => {
            setCountryMissing(false);
            change({ country });
          }}
        />
      )}
      {isList ? (
        <fieldset class="stack">
          <legend class="hidden-visually">{t(question)}</legend>
          {declined !== null && (
            <div class="methods">{rows(options.filter(({ id }) => id === declined))}</div>
          )}
          {declined !== null && <h2>{t('choose.others')}</h2>}
          <div class="methods">{rows(options.filter(({ id }) => id !== declined))}</div>
        </fieldset>
      ) : (
        form
      )}
    </section>
  );
}

function Mark({ option }: { option: ShownOption }) {
  return option.type === 'CARD' ? <SchemeMarks wallet={walletHere(option)} /> : <Logo url={option.logoUrl} />;
}

/** Our own texts for a method; brand names stay unchanged. */
function titleOf(kind: CashierState['kind'], { method, name }: ShownOption): string {
  const key = [`method.${kind}.${method}`, `method.${method}`].find(hasText);
  return key ? t(key) : name;
}
