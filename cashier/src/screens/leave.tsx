// A button that leaves the attempt and goes back to the choice of the method. It appears only if the gateway says that
// the shopper may leave.

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
