// The frame around every screen: what is paid and to whom, the screen itself, the way out, language and security at the
// foot. skeleton.html is the same frame without the script: change both together, or the page jumps.

import type { ComponentChildren } from 'preact';
import type { CashierState, Start } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { LIVE_REGION } from '../parts/announce.ts';
import { Cancel } from './cancel.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Foot } from './foot.tsx';
import { Order } from './order.tsx';
import { screenKey, useScreenChange } from './screen-change.ts';
import { TestStrip } from './test-strip.tsx';
import { WayBack } from './way-back.tsx';

interface Props {
  state: CashierState;
  act: Actions;
  languages: Start['languages'];
  children: ComponentChildren;
}

export function Shell({ state, act, languages, children }: Props) {
  const task = useScreenChange(state);
  return (
    <>
      {state.inTest && <TestStrip state={state} act={act} />}
      <div class="page">
        <Order state={state} />
        <main class="task" ref={task}>
          <ConnectionBanner busy={act.busy !== null} />
          <ErrorBoundary key={screenKey(state)}>
            <div class="screen">{children}</div>
          </ErrorBoundary>
          {state.screen.name === 'choose' && <Cancel state={state} act={act} />}
          <WayBack state={state} />
        </main>
        <Foot kind={state.kind} languages={languages} />
      </div>
      <p class="hidden-visually" {...LIVE_REGION} />
    </>
  );
}
