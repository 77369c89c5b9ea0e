// The shopper's cards that can be used again: brand, last digits and expiry, and "another card" below them; and the
// choice to save a new one. The page removes a card for good only after the shopper has asked for that and confirmed
// it.

import { useRef, useState } from 'preact/hooks';
import type { ShownCard } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions, Failure } from '../api.ts';
import { isolated, t } from '../i18n.ts';
import { announce } from '../parts/announce.ts';
import { AskFirst } from '../parts/ask-first.tsx';
import { Notice } from '../parts/notice.tsx';
import { brandName } from './card-brands.ts';
import { Row } from './row.tsx';
import { SchemeMark } from './scheme-marks.tsx';

interface Props {
  cards: readonly ShownCard[];
  /** A token; '': another card. */
  chosen: string;
  act: Actions;
  onChoose: (token: string) => void;
}

export function SavedCards({ cards, chosen, act, onChoose }: Props) {
  const [failed, setFailed] = useState<Failure['kind'] | null>(null);
  const list = useRef<HTMLFieldSetElement>(null);

  async function remove(card: ShownCard) {
    setFailed(null);
    // The list may be gone afterwards.
    const form = list.current?.closest('form');
    const result = await act.removeCard(card.token);
    if (!result.ok) return setFailed(result.kind);
    // The next card has another security code.
    if (card.token === chosen) onChoose(cards.find(({ token }) => token !== chosen)?.token ?? '');
    announce(t('choose.saved.removed', { card: nameOf(card) }));
    form?.focus();
  }

  return (
    <fieldset class="saved-cards" ref={list}>
      <legend class="hidden-visually">{t('choose.saved')}</legend>
      <div class="rows">
        {cards.map((card) => (
          <div class="saved" key={card.token}>
            <Row name="savedCard" checked={chosen === card.token} onChoose={() => onChoose(card.token)}>
              <CardText {...card} />
              <SchemeMark brand={card.brand} />
            </Row>
            <AskFirst
              icon="cross"
              isIconAlone
              label={t('choose.saved.remove', { card: nameOf(card) })}
              question={t('choose.saved.remove.ask', { card: nameOf(card) })}
              yes={t('choose.saved.remove.yes')}
              no={t('choose.saved.remove.no')}
              busy={act.busy === 'remove-card'}
              disabled={act.busy !== null}
              onYes={() => void remove(card)}
            />
          </div>
        ))}
        <Row name="savedCard" checked={chosen === ''} onChoose={() => onChoose('')}>
          <span class="row-text">{t('choose.saved.another')}</span>
        </Row>
      </div>
      {failed && (
        <Notice kind="warn" alert>
          {t(`choose.failed.${failed === 'faults' ? 'other' : failed}`)}
        </Notice>
      )}
    </fieldset>
  );
}

interface SaveCardProps {
  brand: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** The shopper's consent: without it the card is not saved, so the box is never ticked in advance. */
export function SaveCard({ brand, checked, onChange }: SaveCardProps) {
  return (
    <label class="row save-card">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span class="row-text">
        {t('choose.save')}
        <span class="hint">{t('choose.save.hint', { brand: isolated(brand) })}</span>
      </span>
    </label>
  );
}

function CardText({ brand, last4, expiryMonth, expiryYear }: ShownCard) {
  return (
    <span class="row-text">
      <span class="number">
        {brandName(brand)}{' '}
        <bdi class="last4" dir="ltr">
          •••• {last4}
        </bdi>
      </span>
      <span class="hint">{t('choose.saved.expires', { date: `${expiryMonth}/${expiryYear.slice(2)}` })}</span>
    </span>
  );
}

/** The name stays in one piece, even within a sentence that runs from right to left. */
const nameOf = ({ brand, last4 }: ShownCard) => `\u2066${brandName(brand)}\u00a0••••\u00a0${last4}\u2069`;
