// The shopper's cards that can be used again: brand, last digits and expiry, and "another card" below them.

import type { ShownCard } from '../../../gateway/src/http/cashier/state/state.ts';
import { t } from '../i18n.ts';
import { brandName } from './card-brands.ts';
import { Row } from './row.tsx';
import { SchemeMark } from './scheme-marks.tsx';

interface Props {
  cards: readonly ShownCard[];
  /** A token; '': another card. */
  chosen: string;
  onChoose: (token: string) => void;
}

export function SavedCards({ cards, chosen, onChoose }: Props) {
  return (
    <fieldset class="saved-cards">
      <legend class="hidden-visually">{t('choose.saved')}</legend>
      <div class="rows">
        {cards.map(({ token, brand, last4, expiryMonth, expiryYear }) => (
          <Row key={token} name="savedCard" checked={chosen === token} onChoose={() => onChoose(token)}>
            <span class="row-text">
              <span class="number">
                {brandName(brand)}{' '}
                <bdi class="last4" dir="ltr">
                  •••• {last4}
                </bdi>
              </span>
              <span class="hint">
                {t('choose.saved.expires', { date: `${expiryMonth}/${expiryYear.slice(2)}` })}
              </span>
            </span>
            <SchemeMark brand={brand} />
          </Row>
        ))}
        <Row name="savedCard" checked={chosen === ''} onChoose={() => onChoose('')}>
          <span class="row-text">{t('choose.saved.another')}</span>
        </Row>
      </div>
    </fieldset>
  );
}
