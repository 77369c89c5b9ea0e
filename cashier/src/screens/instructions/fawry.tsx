// A reference number to pay with at a Fawry point.

import type { CashierState, FawryScreen } from '../../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../../api.ts';
import { t } from '../../i18n.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Groups } from '../facts.tsx';
import { Leave } from '../leave.tsx';
import { inGroups } from '../words.ts';
import { Steps } from './steps.tsx';
import { TimeLeft } from './time-left.tsx';

export function Fawry({ state, screen, act }: { state: CashierState; screen: FawryScreen; act: Actions }) {
  const { referenceNumber, mayLeave } = screen;
  return (
    <section class="show stack">
      <h1 tabIndex={-1}>{t('fawry.title')}</h1>
      <div class="slip">
        <p class="muted">{t('fawry.number')}</p>
        <p class="digits large number">
          <bdi id="number" dir="ltr">
            <Groups of={inGroups(referenceNumber, 3)} />
          </bdi>
        </p>
        <TimeLeft until={state.expiresAt} label="left.payUntil" />
      </div>
      <CopyButton text={referenceNumber} name={t('voucher.number')} shownIn="number" wide />
      <Steps start="fawry.step" names={['find', 'say', 'pay']} />
      <p class="muted small">{t('voucher.after', { brand: state.brand.name })}</p>
      <Leave state={state} act={act} may={mayLeave} />
    </section>
  );
}
