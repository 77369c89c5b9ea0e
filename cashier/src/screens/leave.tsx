// A button to leave an attempt, back to the choice of the method. Only if the gateway says that it may be left.

import type { CashierState } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { t } from '../i18n.ts';
import { Button } from '../parts/button.tsx';

interface Props {
  state: CashierState;
  act: Actions;
  may: boolean;
}

export function Leave({ state, act, may }: Props) {
  if (!may) return null;
  return (
    <Button
      kind="plain"
      wide
      busy={act.busy === 'leave'}
      disabled={act.busy !== null}
      onClick={() => void act.leave()}
    >
      {t(state.kind === 'payout' ? 'leave.payout' : 'leave')}
    </Button>
  );
}
