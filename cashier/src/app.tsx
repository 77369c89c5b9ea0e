// The page: the frame, and the screen that the state names. It is drawn again whenever one of them changes.

import { useEffect, useReducer, useRef } from 'preact/hooks';
import type { CashierState, Start } from '../../gateway/src/http/cashier/state/state.ts';
import { type Actions, actions } from './api.ts';
import { Choose } from './choose/choose.tsx';
import { currentState, subscribe } from './current.ts';
import { allWordsHere, t } from './i18n.ts';
import { Spinner } from './parts/spinner.tsx';
import { End } from './screens/end.tsx';
import { FormPost } from './screens/form.tsx';
import { Fawry } from './screens/instructions/fawry.tsx';
import { Qr } from './screens/instructions/qr.tsx';
import { Transfer } from './screens/instructions/transfer.tsx';
import { Voucher } from './screens/instructions/voucher.tsx';
import { Redirect } from './screens/redirect.tsx';
import { Submitting } from './screens/submitting.tsx';
import { Wait } from './screens/wait.tsx';
import { Shell } from './shell/shell.tsx';

export function App({ languages }: { languages: Start['languages'] }) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => subscribe(() => redraw(null)), []);
  const state = currentState();
  const act = actions();
  // The texts of the first screen are in the document; those of the others may still be loading.
  const first = useRef(state.screen.name === 'choose');
  const isReady = allWordsHere() || first.current === (state.screen.name === 'choose');
  return (
    <Shell state={state} act={act} languages={languages}>
      {isReady ? <Screen state={state} act={act} /> : <Spinner label={t('parts.busy')} />}
    </Shell>
  );
}

function Screen({ state, act }: { state: CashierState; act: Actions }) {
  const { screen } = state;
  switch (screen.name) {
    case 'choose':
      return <Choose state={state} screen={screen} act={act} />;
    case 'submitting':
      return <Submitting state={state} screen={screen} act={act} />;
    case 'go':
      return <Redirect state={state} screen={screen} act={act} />;
    case 'form':
      return <FormPost state={state} screen={screen} act={act} />;
    case 'qr':
      return <Qr state={state} screen={screen} act={act} />;
    case 'voucher':
      return <Voucher state={state} screen={screen} act={act} />;
    case 'fawry':
      return <Fawry state={state} screen={screen} act={act} />;
    case 'transfer':
      return <Transfer state={state} screen={screen} act={act} />;
    case 'wait':
      return <Wait state={state} screen={screen} act={act} />;
    case 'end':
      return <End state={state} screen={screen} act={act} />;
  }
}
