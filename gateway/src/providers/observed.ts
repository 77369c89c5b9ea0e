// Shows each call to a provider to whoever watches: metrics and traces. It changes neither a call nor its answer.
import type { Provider } from '@tollgate/provider-kit';

export interface CallFacts {
  provider: string;
  accountId: string | null;
  call: ObservedCall;
}

/** Runs the call and answers the same. */
export type AroundCall = <T>(facts: CallFacts, send: () => Promise<T>) => Promise<T>;

/** How a call ended. `failed`: it certainly did nothing. `held_back`: the circuit breaker did not let it pass. */
export type CallResult = 'answered' | 'failed' | 'unknown' | 'held_back';

/** The calls that ask a provider something over the network. */
const CALLS = [
  'payIn',
  'resume',
  'confirm',
  'payOut',
  'capture',
  'inquireCapture',
  'releaseRest',
  'findStored',
  'forgetStored',
  'cancel',
  'inquire',
  'refund',
  'inquireRefund',
  'evidenceForm',
  'defendDispute',
  'acceptDispute',
  'inquireResponse',
  'missedNotifications',
  'check',
] as const satisfies readonly (keyof Provider)[];
type ObservedCall = (typeof CALLS)[number];

export function observed(provider: Provider, around: AroundCall): Provider {
  const { id, accountId } = provider;
  const watched: Record<string, unknown> = { ...provider };
  for (const call of CALLS) {
    const send = provider[call] as ((...args: unknown[]) => Promise<unknown>) | undefined;
    if (send === undefined) continue;
    const facts = { provider: id, accountId, call };
    watched[call] = (...args: unknown[]) => around(facts, () => send.apply(provider, args));
  }
  return watched as unknown as Provider;
}

/** The result of an adapter's answer; an exception is `unknown`. */
export function resultOf(answer: unknown): CallResult {
  const { kind, answered } = Object(answer) as { kind?: unknown; answered?: unknown };
  if (answered === true) return 'answered';
  return kind === 'failed' || kind === 'unknown' ? kind : 'answered';
}
