// Providers for tests of what stands in front of them: one that answers as the test says, and may be overridden call by
// call. It keeps no books; what every adapter must keep is in contract.ts.
import type { Provider } from '../../src/providers/provider.ts';

export function aProvider(fields: Partial<Provider> = {}): Provider {
  return {
    id: 'first',
    capabilities: {
      payinMethods: ['card'],
      payoutMethods: ['card'],
      currencies: 'any',
      refund: true,
      cancel: true,
    },
    deadlineMs: 1_000,
    payIn: async () => ({ kind: 'completed' }),
    completeChallenge: async () => ({ kind: 'completed' }),
    completeVisit: async () => ({ kind: 'completed' }),
    confirm: async () => ({ kind: 'pending' }),
    payOut: async () => ({ kind: 'completed' }),
    cancel: async () => ({ kind: 'declined', errorCode: '3001' }),
    inquire: async () => ({ kind: 'unheard' }),
    refund: async () => ({ kind: 'completed' }),
    inquireRefund: async () => ({ kind: 'unheard' }),
    ...fields,
  };
}
