// The step between a right password and the portal: the user proves the second factor, or adds the first one. `onDone`
// runs after this step.
import { Enrol } from './second-factor/enrol.tsx';
import { Prove } from './second-factor/prove.tsx';
import type { SignInStep } from './sign-in-step.ts';

export function AfterPassword({ step, onDone }: { step: SignInStep; onDone: () => void }) {
  return step.step === 'prove' ? <Prove step={step} onDone={onDone} /> : <Enrol onDone={onDone} />;
}
