// When accounts are asked for notifications that did not arrive: side by side, each with its own pause after failures,
// and not for ever after an account was retired.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Provider } from '@tollgate/provider-kit';
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import { askForMissedNotifications } from '../../src/worker/missed-notifications.ts';
import { openActions } from '../actions/open-actions.ts';
import { aProvider } from '../providers/a-provider.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Missed = NonNullable<Provider['missedNotifications']>;
const NOTHING = { items: [], rest: null };

/** One account for each answer; `turn` is one turn of the loop. */
async function openAccounts(t: TestContext, answers: readonly { missed: Missed; retiredAgoMs?: number }[]) {
  const actions = await openActions(t);
  const { now } = actions.context;
  const accounts = answers.map(
    ({ retiredAgoMs }): ProviderAccount => ({
      merchantId: actions.brand.merchantId,
      brandId: actions.brand.brandId,
      id: crypto.randomUUID(),
      provider: 'paymentco',
      environment: 'test',
      priority: 100,
      optionIds: null,
      cardEntry: 'provider',
      multipleCaptures: false,
      wallets: [],
      endpoint: null,
      merchantAccount: null,
      credentials: {},
      createdAt: now(),
      retiredAt: retiredAgoMs === undefined ? null : new Date(now().getTime() - retiredAgoMs),
    }),
  );
  const adapters = accounts.map(({ id: accountId }, index) =>
    aProvider({
      id: 'paymentco',
      accountId,
      deadlineMs: 10_000,
      missedNotifications: answers[index]!.missed,
    }),
  );
  const providerAccounts = Object.create(actions.context.providerAccounts, {
    all: { value: () => accounts },
  });
  const turn = askForMissedNotifications({
    ...actions.context,
    providerAccounts,
    provider: (_, accountId) => adapters.find((one) => one.accountId === accountId),
  });
  return { ...actions, turn };
}

test('accounts are asked side by side, and a slow account does not delay others', async (t) => {
  const order: string[] = [];
  const other = Promise.withResolvers<void>();
  const { turn, logged } = await openAccounts(t, [
    {
      async missed() {
        order.push('the slow one is asked');
        await other.promise;
        order.push('the slow one answers');
        return NOTHING;
      },
    },
    {
      async missed() {
        order.push('the other one is asked');
        other.resolve();
        return NOTHING;
      },
    },
  ]);
  await turn();
  assert.deepEqual(order, ['the slow one is asked', 'the other one is asked', 'the slow one answers']);
  assert.deepEqual(logged, [], 'nobody waited for a deadline');
});

test('after each failure an account is asked half as often, at least hourly, until it answers', async (t) => {
  let isKeyRefused = true;
  const asked: { atMs: number; since: Date }[] = [];
  let well = 0;
  const { turn, advance, context } = await openAccounts(t, [
    {
      async missed({ since }) {
        asked.push({ atMs: context.now().getTime(), since });
        if (isKeyRefused) throw new Error('refused');
        return NOTHING;
      },
    },
    {
      async missed() {
        well++;
        return NOTHING;
      },
    },
  ]);
  const start = context.now().getTime();
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      await turn();
      advance(MINUTE);
    }
  };
  await pass(250);
  const minutesOf = () => asked.map(({ atMs }) => (atMs - start) / MINUTE);
  assert.deepEqual(minutesOf(), [0, 2, 6, 14, 30, 62, 122, 182, 242]);
  assert.equal(well, 250, 'the other account is asked each turn');
  isKeyRefused = false;
  await pass(55);
  assert.deepEqual(minutesOf().slice(9), [302, 303, 304]);
  const [first, , , , , , , , , answered, next] = asked.map(({ since }) => since.getTime() - start);
  assert.deepEqual(
    [first, answered, next],
    [-4 * DAY, 302 * MINUTE - 4 * DAY, 302 * MINUTE - HOUR],
    'since the last answer, and some more',
  );
});

test('a retired account is asked for thirty days', async (t) => {
  const asked: number[] = [];
  const { turn, advance } = await openAccounts(
    t,
    [1, 29.5, 31].map((days) => ({
      retiredAgoMs: days * DAY,
      missed: async () => {
        asked.push(days);
        return NOTHING;
      },
    })),
  );
  await turn();
  advance(DAY);
  await turn();
  assert.deepEqual(asked, [1, 29.5, 1]);
});

test('notifications that do not fit one answer are read to their end before anything newer is asked', async (t) => {
  const asked: { atMs: number; sinceMs: number; after: string | null }[] = [];
  const answers: (string | null | Error)[] = ['evt_1', 'evt_2', new Error('away'), null, null, null];
  const { turn, advance, context } = await openAccounts(t, [
    {
      async missed({ since, after }) {
        asked.push({ atMs: context.now().getTime() - start, sinceMs: since.getTime() - start, after });
        const rest = answers.shift()!;
        if (rest instanceof Error) throw rest;
        return { items: [], rest };
      },
    },
  ]);
  const start = context.now().getTime();
  for (let minute = 0; minute < 7; minute++) {
    await turn();
    advance(MINUTE);
  }
  const gap = { sinceMs: -4 * DAY };
  assert.deepEqual(asked, [
    { atMs: 0, ...gap, after: null },
    { atMs: MINUTE, ...gap, after: 'evt_1' },
    { atMs: 2 * MINUTE, ...gap, after: 'evt_2' },
    // After the failure it continues where it stopped.
    { atMs: 4 * MINUTE, ...gap, after: 'evt_2' },
    // No answer had the notifications that arrived while the gap was being closed.
    { atMs: 5 * MINUTE, sinceMs: -HOUR, after: null },
    { atMs: 6 * MINUTE, sinceMs: 5 * MINUTE - HOUR, after: null },
  ]);
});
