// A network for tests of notifications: a provider with two accounts that cannot be asked and answers each pay-in as
// the test says. An item's body is its news, so a test decides what arrives, at which account, and in which order.
import { randomUUIDv7 } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { Outcome, Provider } from '@tollgate/provider-kit';
import type { Context } from '../../../src/actions/context.ts';
import { storeItems } from '../../../src/actions/notifications/receive-notification.ts';
import type { News, NotificationItem } from '../../../src/domain/notifications/news.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import {
  listNotifications,
  type StoredNotification,
} from '../../../src/storage/notifications/notification-store.ts';
import { sweepDueNotifications } from '../../../src/worker/due-notifications.ts';
import { aProvider } from '../../providers/a-provider.ts';
import { type Actions, openActions, START } from '../open-actions.ts';

export interface Network extends Actions {
  context: Context;
  /** In the order in which the gateway tries them. */
  accounts: [string, string];
  /** Answers to the next pay-ins, each used once; after them a redirect. */
  answers: (Outcome | Promise<Outcome>)[];
  /** Stores a piece of news as an item of an account (by default the first one). Returns its key. */
  tell(news: News, more?: Partial<NotificationItem> & { account?: string }): Promise<string>;
  /** Applies due news until nothing more happens without time passing. */
  sweep(): Promise<void>;
  /** The item as it is stored now. */
  stored(key: string): Promise<StoredNotification>;
  states(): Promise<string[]>;
}

export async function openNetwork(t: Pick<TestContext, 'after'>): Promise<Network> {
  const actions = await openActions(t);
  const answers: Network['answers'] = [];
  const accounts: Network['accounts'] = [randomUUIDv7(), randomUUIDv7()];
  const providers = accounts.map((accountId) => anAccount(accountId, answers, actions.context));
  const { merchantId, brandId } = actions.brand;
  const context: Context = {
    ...actions.context,
    providersFor: () => providers,
    provider: (_id, accountId) => providers.find((one) => one.accountId === accountId),
    providerAccounts: Object.assign(Object.create(actions.context.providerAccounts), {
      find: async (id: string) => (accounts.includes(id) ? { merchantId, brandId } : undefined),
    }),
  };
  const all = (after: string | null = null) =>
    listNotifications(context.sql, { merchantId, brandId, state: null, after, limit: 1_000 });
  return {
    ...actions,
    context,
    accounts,
    answers,
    async pay(number, fields) {
      const { createTransaction } = await import('../../../src/actions/transactions/create-transaction.ts');
      const { result } = await createTransaction(context, actions.request(number, fields));
      return await actions.read({ merchantId, id: result.transactionId });
    },
    async tell(news, { account = accounts[0], ...more } = {}) {
      const key = more.key ?? randomUUIDv7();
      const item: NotificationItem = {
        key,
        kind: news.about,
        reference: null,
        providerReference: null,
        amountMinor: null,
        currency: null,
        occurredAt: START,
        isForeignAccount: false,
        body: JSON.stringify(news, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value)),
        ...more,
      };
      await storeItems(context, { merchantId, brandId, accountId: account, provider: 'network' }, [item]);
      return key;
    },
    async sweep() {
      for (let turn = 0; turn < 20; turn++) await sweepDueNotifications(context);
    },
    async stored(key) {
      return (await all()).find((one) => one.key === key)!;
    },
    async states() {
      return (await all()).map(({ state }) => state);
    },
  };
}

function anAccount(accountId: string, answers: Network['answers'], { now }: Context): Provider {
  return aProvider({
    id: 'network',
    accountId,
    capabilities: { ...aProvider().capabilities, inquiry: 'notifications-only' },
    async payIn() {
      const expiresAt = new Date(now().getTime() + 900_000);
      const answer =
        answers.shift() ?? ({ kind: 'redirect', redirectUrl: 'https://bank.example', expiresAt } as const);
      return await answer;
    },
    refund: async (_transaction, { id }) => ({ kind: 'pending', providerReference: `re-${id}` }),
    readNews: async ({ body }) => readBody(body),
  });
}

function readBody(body: string): News {
  return JSON.parse(body, (key, value) => {
    if (typeof value === 'string' && /^\d+n$/.test(value)) return BigInt(value.slice(0, -1));
    return key === 'deadline' && typeof value === 'string' ? new Date(value) : value;
  });
}

/** News that a charge was paid, declined … */
export function charged(
  transaction: Transaction,
  outcome: Outcome,
  { charge = transaction.id, amountMinor = transaction.amountMinor, currency = transaction.currency } = {},
): News {
  return { about: 'charge', charge, amount: { amountMinor, currency }, outcome };
}

export const PAID: Outcome = { kind: 'completed', providerReference: 'psp-1' };
