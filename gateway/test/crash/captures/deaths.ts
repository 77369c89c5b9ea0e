// Gateways that kill themselves at a moment of a capture. kills.proof.test.ts plays them at Adyen,
// stripe-kills.proof.test.ts at Stripe.
import type { Change } from '../mutants.ts';

const DIE = "process.kill(process.pid, 'SIGKILL');";

const dyingBefore = (name: string, original: string): Change => ({
  name,
  file: 'actions/captures/create-capture.ts',
  original,
  replacement: `${DIE}\n    ${original}`,
});

/** The capture is stored. */
export const BEFORE_CALL = dyingBefore(
  'dies before the call',
  'const outcome = await askProvider(context, provider, (signal) =>',
);

/** The provider has answered. */
export const BEFORE_EFFECT = dyingBefore(
  'dies before the effect',
  "const settled = await settleCapture(context, capture, { outcome, actor: 'merchant', isFirst: true });",
);

/** Longer than every lease of a dead process. */
export const A_WHILE_MS = 61_000;
