// What stands between a right password and the portal: the second factor to prove, or the first one to add. For sign-in and
// invitation; `onDone` runs once the session is proven.
import type { Answer } from '../../api/client.ts';
import { Enrol } from './second-factor/enrol.tsx';
import { Prove } from './second-factor/prove.tsx';

export type SignInStep = Answer<'/portal/api/second-factor'>;

export function AfterPassword({ step, onDone }: { step: SignInStep; onDone: () => void }) {
  return step.step === 'prove' ? <Prove step={step} onDone={onDone} /> : <Enrol onDone={onDone} />;
}
