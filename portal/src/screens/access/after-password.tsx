// The step between a right password and the portal: to prove the second factor, or to add the first one. `onDone` runs once the
// session is proven.
import { Enrol } from './second-factor/enrol.tsx';
import { Prove } from './second-factor/prove.tsx';
import type { SignInStep } from './sign-in-step.ts';

export function AfterPassword({ step, onDone }: { step: SignInStep; onDone: () => void }) {
  return step.step === 'prove' ? <Prove step={step} onDone={onDone} /> : <Enrol onDone={onDone} />;
}
