// Shown while the page waits for the answer to a sent attempt.

import type { CashierState } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { Picture } from './instructions/picture.tsx';
import { told } from './words.ts';

export function Submitting({ state }: { state: CashierState; screen: { name: 'submitting' }; act: Actions }) {
  return (
    <section class="show stack told">
      <Picture shape="note" sign="clock" tone="accent" />
      <h1 tabIndex={-1}>{told(state, 'submitting', 'title')}</h1>
      <p>{told(state, 'submitting', 'text')}</p>
      <div class="under-way" />
    </section>
  );
}
