// A reference number to pay with at a counter, or in the app of the method, such as Fawry.

import type { CashierState, FawryScreen } from '../../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../../api.ts';
import { t, unbroken } from '../../i18n.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Groups } from '../facts.tsx';
import { Leave } from '../leave.tsx';
import { inGroups } from '../words.ts';
import { Steps } from './steps.tsx';
import { TimeLeft } from './time-left.tsx';

export function Fawry({ state, screen, act }: { state: CashierState; screen: FawryScreen; act: Actions }) {
  const { methodName, referenceNumber, mayLeave } = screen;
  const named = { name: unbroken(methodName) };
  return (
    <section class="show stack">
      <h1 tabIndex={-1}>{t('fawry.title', named)}</h1>
      <div class="slip">
        <p class="muted">{t('fawry.number', named)}</p>
        <p class="digits large number">
          <bdi id="number" dir="ltr">
            <Groups of={inGroups(referenceNumber, 3)} />
          </bdi>
        </p>
        <TimeLeft until={state.expiresAt} label="left.payUntil" />
      </div>
      <CopyButton text={referenceNumber} name={t('voucher.number')} shownIn="number" wide />
      <Steps start="fawry.step" names={['find', 'say', 'pay']} values={named} />
      <p class="muted small">{t('voucher.after', { brand: state.brand.name })}</p>
      <Leave state={state} act={act} may={mayLeave} />
    </section>
  );
}
