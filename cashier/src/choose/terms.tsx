// What the button agrees to beside paying: the amount is held and charged later, and the merchant may charge again
// (contract 16). It stands directly above the button.

import type {
  CashierState,
  ShownMandate,
  ShownOption,
} from '../../../gateway/src/http/cashier/state/state.ts';
import { isOnlySaved } from '../header.ts';
import { formatAmount, formatDate, hasText, isolated, t, unbroken } from '../i18n.ts';

interface Props {
  state: CashierState;
  option: ShownOption;
}

export function Terms({ state, option }: Props) {
  const { mandate } = state;
  const isHeld = state.isCapturedLater && !isOnlySaved(state);
  if (!isHeld && mandate === null) return null;
  return (
    <div class="terms stack">
      {isHeld && <p>{heldText(state, option)}</p>}
      {mandate && <p>{mandateText(state, mandate, option)}</p>}
    </div>
  );
}

function heldText({ amount }: CashierState, { method, name }: ShownOption): string {
  const own = `held.${method}`;
  const values = { amount: formatAmount(amount), name: unbroken(name) };
  return t(hasText(own) ? own : 'held.named', values);
}

/** One sentence; what the merchant left out is left out. */
function mandateText(
  { brand }: CashierState,
  { reason, description, maxAmount, expiresAt }: ShownMandate,
  { type, method, name }: ShownOption,
): string {
  const means = type === 'CARD' ? 'card' : method === 'sepa-direct-debit' ? 'account' : 'named';
  const sentence = t('mandate.text', {
    brand: isolated(brand.name),
    means: t(`mandate.means.${means}`, { name: unbroken(name) }),
    how: t(`mandate.how.${reason}`),
    for: description === null ? '' : t('mandate.for', { description: isolated(description) }),
    limit: maxAmount === null ? '' : t('mandate.limit', { amount: formatAmount(maxAmount) }),
    until: expiresAt === null ? '' : t('mandate.until', { date: formatDate(expiresAt) }),
  });
  return withoutGaps(sentence);
}

/** Where a part is left out, the spaces around it stay. A date may end with a full stop, as in Russian. */
const withoutGaps = (sentence: string): string =>
  sentence.replace(/ +(?=[ ,.،。，、])/g, '').replace(/\.\.$/, '.');
