// A number and its bar code, to pay with at a counter or in a banking app, and to print on one page.

import type { CashierState, VoucherScreen } from '../../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../../api.ts';
import { formatDateTime, t } from '../../i18n.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Groups } from '../facts.tsx';
import { Leave } from '../leave.tsx';
import { inGroups, own } from '../words.ts';
import { TimeLeft } from './time-left.tsx';

/** FEBRABAN: three fields of five and five or six digits, the check digit of all, due date and amount. */
const BOLETO_GROUPS = [5, 5, 5, 6, 5, 6, 1, 14];

export function Voucher({
  state,
  screen,
  act,
}: {
  state: CashierState;
  screen: VoucherScreen;
  act: Actions;
}) {
  const { method, number, barcode, mayLeave } = screen;
  const { brand, expiresAt } = state;
  const groups = number.length === 47 ? inGroups(number, ...BOLETO_GROUPS) : inGroups(number, 4);
  return (
    <section class="show stack">
      <h1 tabIndex={-1}>{own('voucher.title', method)}</h1>
      <p>{barcode === null ? t('voucher.where.number') : own('voucher.where', method)}</p>
      <div class="slip">
        {barcode !== null && <img class="barcode" src={barcode} alt={t('voucher.barcode')} />}
        <p class="digits number">
          <bdi id="number" dir="ltr">
            <Groups of={groups} />
          </bdi>
        </p>
        <TimeLeft until={expiresAt} label="left.payUntil" />
        {expiresAt !== null && (
          <p class="on-paper">{t('left.payUntil', { date: formatDateTime(expiresAt) })}</p>
        )}
      </div>
      <div class="side-by-side">
        <CopyButton text={number} name={t('voucher.number')} shownIn="number" wide />
        <Button icon="print" onClick={() => print()}>
          {t('voucher.print')}
        </Button>
      </div>
      <p class="muted small">{t('voucher.after', { brand: brand.name })}</p>
      <Leave state={state} act={act} may={mayLeave} />
    </section>
  );
}
