// Providers with an account, for tests of what a real one receives. They come before the sandbox, which serves
// everything else. `heard` records the requests.
import type { Instrument, Outcome, Provider, Transaction } from '@tollgate/provider-kit';
import type { Context } from '../../src/actions/context.ts';
import { serves } from '../../src/providers/registry.ts';
import { aProvider, everywhere } from '../providers/a-provider.ts';

export const PROVIDER_PAGE = 'https://pay.provider.example/c/1';

export interface Heard {
  provider: string;
  transaction: Transaction;
  instrument: Instrument;
}

export interface RealProvider extends Provider {
  heard: Heard[];
  says: Outcome;
}

/** By default it takes cards on its own page, which stays open for 15 minutes. */
export function aRealProvider(now: () => Date, fields: Partial<Provider> = {}): RealProvider {
  const heard: Heard[] = [];
  const provider: RealProvider = {
    ...aProvider({
      id: 'paymentco',
      accountId: crypto.randomUUID(),
      cardEntry: 'provider',
      ...fields,
    }),
    heard,
    says: { kind: 'redirect', redirectUrl: PROVIDER_PAGE, expiresAt: new Date(now().getTime() + 900_000) },
    async payIn(transaction, instrument) {
      heard.push({ provider: provider.id, transaction, instrument });
      return provider.says;
    },
    resume: async () => ({ kind: 'waiting' }),
  };
  return provider;
}

/** Puts them in front of the sandbox, in this order. */
export function putInFront(context: Context, providers: readonly Provider[]): void {
  const { providersFor, provider } = context;
  Object.assign(context, {
    providersFor: ((brandId, use) => {
      const serving = providers.filter(({ capabilities }) => serves(capabilities, use));
      return serving.length > 0 ? serving : providersFor(brandId, use);
    }) satisfies Context['providersFor'],
    provider: ((id, accountId) =>
      providers.find((one) => one.id === id && one.accountId === accountId) ??
      provider(id, accountId)) satisfies Context['provider'],
  });
}

/** Takes SEPA debits and needs their holder. */
export const DEBITS_OF_HOLDERS: Pick<Provider, 'capabilities'> = {
  capabilities: {
    methods: everywhere({ PAYIN: ['sepa-direct-debit'] }).map((one) => ({
      ...one,
      needs: ['accountHolder'],
    })),
    refund: true,
    cancel: true,
    inquiry: 'supported',
  },
};
