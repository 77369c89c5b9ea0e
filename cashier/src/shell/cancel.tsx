// Cancelling before anything is paid: it asks first, then cancels and goes back to the shop.

import type { CashierState } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { t } from '../i18n.ts';
import { AskFirst } from '../parts/ask-first.tsx';

export function Cancel({ state, act }: { state: CashierState; act: Actions }) {
  const { kind, returnUrl, brand } = state;
  async function cancel() {
    const result = await act.cancel();
    if (result.ok && returnUrl !== null) location.assign(returnUrl);
  }
  return (
    <div class="cancel">
      <AskFirst
        label={
          returnUrl === null ? t(`shell.cancel.${kind}.stop`) : t('shell.cancel.back', { brand: brand.name })
        }
        question={t(`shell.cancel.${kind}.question`)}
        yes={t('shell.cancel.yes')}
        no={t('shell.cancel.no')}
        busy={act.busy === 'cancel'}
        disabled={act.busy !== null}
        onYes={cancel}
      />
    </div>
  );
}
