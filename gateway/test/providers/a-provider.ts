// Providers for tests of the code in front of them. Such a provider answers as the test says, and a test may override
// single calls. It keeps no books; contract.ts has what every adapter must keep.
import type { Capability, PayinCall, Provider } from '@tollgate/provider-kit';

export function aProvider(fields: Partial<Provider> = {}): Provider {
  return {
    id: 'first',
    accountId: null,
    capabilities: {
      methods: everywhere({ PAYIN: ['card'], PAYOUT: ['card'] }),
      refund: true,
      cancel: true,
      inquiry: 'supported',
    },
    cardEntry: 'tollgate',
    accepted: { contentType: 'text/plain', body: 'ok' },
    // Long, because a busy machine is slow. A test of a call without an answer names a short one.
    deadlineMs: 15_000,
    payIn: async () => ({ kind: 'completed' }),
    resume: async () => ({ kind: 'completed' }),
    confirm: async () => ({ kind: 'pending' }),
    payOut: async () => ({ kind: 'completed' }),
    cancel: async () => ({ kind: 'declined', errorCode: '3001' }),
    inquire: async () => ({ kind: 'unheard' }),
    refund: async () => ({ kind: 'completed' }),
    inquireRefund: async () => ({ kind: 'unheard' }),
    readNotification: () => ({ kind: 'refused' }),
    readNews: async () => ({ about: 'nothing', reason: 'it tells nothing' }),
    check: async () => ({ ok: true, reason: null }),
    ...fields,
  };
}

/** Methods in every country, in these currencies. */
export function everywhere(
  methods: Partial<Record<Capability['direction'], readonly string[]>>,
  currencies: Capability['currencies'] = 'any',
): Capability[] {
  return (['PAYIN', 'PAYOUT'] as const).flatMap((direction) =>
    (methods[direction] ?? []).map((method) => ({
      direction,
      method,
      countries: 'any' as const,
      currencies,
    })),
  );
}

/** The second argument of a call, where nothing is kept and no shopper comes back. */
export function aCall(signal: AbortSignal = AbortSignal.timeout(10_000)): PayinCall {
  return {
    signal,
    state: async () => null,
    keep: async () => {},
    returnUrl: () => 'http://127.0.0.1:3000/return/a-token',
  };
}
