// What is kept of a charge until its end. It is kept before the first call, so a charge without it was certainly never
// sent. Never a card number, a secret, or a token.
import type { Call, ChargeState, Outcome, Transaction } from '@tollgate/provider-kit';
import type { PaymentAnswer } from '../messages/answers.ts';
import type { ChargeIds } from '../messages/charge-messages.ts';
import { isReference } from './outcomes.ts';

type Shown = Extract<Outcome, { kind: 'redirect' | 'instructions' }>;

/** Data of a connector for later calls is a few hundred characters. */
const MOST_CHARACTERS = 4_000;
const CALL_ENDED_MS = 3 * 60_000;
/** Longer than a provider's reference may be: the ids of Worldpay are parts of links. */
const IDS = /^[\x21-\x7e]{1,2000}$/;

export const sentState = (): ChargeState => ({ sent: 'yes' });

/** null: the connector has not told its id. */
export function idsIn(state: ChargeState | null): ChargeIds | null {
  return state?.id === undefined ? null : { id: state.id, featureData: state.featureData };
}

/** Keeps the connector's id, and what the shopper is shown, so that the same call gets the same answer. */
export async function keepAnswer(call: Call, answer: PaymentAnswer | null, outcome: Outcome): Promise<void> {
  const { connectorTransactionId: id, connectorFeatureData } = answer ?? {};
  const state: Record<string, string> = { ...sentState() };
  if (id !== undefined && IDS.test(id)) state.id = id;
  const featureData = connectorFeatureData?.value ?? '';
  if (featureData !== '' && featureData.length <= MOST_CHARACTERS) state.featureData = featureData;
  if (outcome.kind === 'redirect' || outcome.kind === 'instructions') state.shown = written(outcome);
  // It has no id by which it can be asked, or there is nothing to ask about.
  if (outcome.kind === 'failed' || (outcome.kind === 'declined' && !isReference(id)))
    state.ended = JSON.stringify(endOf(outcome));
  if (answer !== null || state.ended !== undefined) await call.keep(state);
}

const endOf = ({ kind, errorCode }: Extract<Outcome, { kind: 'failed' | 'declined' }>): Outcome => ({
  kind,
  errorCode,
});

/** null: the connector knows more. */
export const endIn = (state: ChargeState): Outcome | null =>
  state.ended === undefined ? null : JSON.parse(state.ended);

/**
 * Replaces what the connector wants back with later calls. It must never write over the mark of a capture that was kept
 * meanwhile, because a capture without it counts as never sent. So it reads again, and a charge that can be captured
 * stays as it is.
 */
export async function keepFeatureData(
  call: Call,
  { authorized }: Pick<Transaction, 'authorized'>,
  answer: PaymentAnswer,
): Promise<void> {
  const featureData = answer.connectorFeatureData?.value ?? '';
  if (featureData === '' || featureData.length > MOST_CHARACTERS || authorized !== null) return;
  const state = await call.state();
  if (state === null || state.featureData === featureData || hasCaptures(state)) return;
  await call.keep({ ...state, featureData });
}

/** Kept before the call that takes the money of a charge to which its payer has agreed. */
export async function keepCompleting(call: Call, now: Date): Promise<string> {
  const completingAt = now.toISOString();
  await call.keep({ ...(await call.state()), completingAt });
  return completingAt;
}

/** That call has certainly taken nothing. `completingAt`: of that call; a later call has another one. */
export async function forgetCompleting(call: Call, completingAt: string): Promise<void> {
  const { completingAt: kept, ...rest } = (await call.state()) ?? {};
  if (kept === completingAt) await call.keep(rest);
}

/** The call that takes the money may still be under way. */
export const isCompleting = (state: ChargeState | null, now: Date): boolean =>
  state?.completingAt !== undefined && now.getTime() - Date.parse(state.completingAt) < CALL_ENDED_MS;

/**
 * Its first call may still be under way: it takes a minute at most, and it may follow a call to another account. Until
 * then nobody may say that it was never sent.
 */
export const mayBeUnderWay = (
  { attemptedAt, createdAt }: Pick<Transaction, 'attemptedAt' | 'createdAt'>,
  now: Date,
): boolean => now.getTime() - (attemptedAt ?? createdAt).getTime() < CALL_ENDED_MS;

export async function keepCapture(
  call: Call,
  state: ChargeState,
  id: string,
  how: string,
): Promise<ChargeState> {
  const kept = { ...state, [`capture ${id}`]: how };
  await call.keep(kept);
  return kept;
}

/** undefined: the capture was never sent. */
export const captureIn = (state: ChargeState | null, id: string): string | undefined =>
  state?.[`capture ${id}`];

export const hasCaptures = (state: ChargeState | null): boolean =>
  Object.keys(state ?? {}).some((name) => name.startsWith('capture '));

function written({ expiresAt, askAgainAt, of: _of, ...shown }: Shown): string {
  return JSON.stringify({ ...shown, expiresAt: expiresAt.getTime(), askAgainAt: askAgainAt?.getTime() });
}

/** null: nothing was shown. */
export function shownIn(state: ChargeState | null): Omit<Shown, 'of'> | null {
  if (state?.shown === undefined) return null;
  const { expiresAt, askAgainAt, ...shown } = JSON.parse(state.shown);
  const ends = {
    expiresAt: new Date(expiresAt),
    ...(askAgainAt ? { askAgainAt: new Date(askAgainAt) } : {}),
  };
  return { ...shown, ...ends };
}
