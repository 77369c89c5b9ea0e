// For contexts that tests put together themselves: no brand has an account at a provider, so its payments go to the providers
// that the test names.
import type { Context } from '../../src/actions/context.ts';

export const noAccounts: Pick<Context, 'providerAccounts' | 'providerKinds' | 'countNotification'> = {
  providerAccounts: {
    ofBrand: () => [],
    byId: () => undefined,
    find: async () => undefined,
    async refresh() {},
    async noteRefused() {},
    async noteNotification() {},
  },
  providerKinds: [],
  countNotification() {},
};
