// Random runs of a gateway on the real database: payments, payouts, refunds, lost answers, late calls, killed
// processes, jumping clocks, with all checks after every step. Also gateways with a planted bug, which the same checks
// must find. `npm run simulate` plays a thousand seeds, `-- --seeds 10000` plays more. A failure prints the command
// that repeats it.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome, Provider } from '@tollgate/provider-kit';
import type { Context } from '../../src/actions/context.ts';
import type { Brand } from '../../src/domain/merchants/brand.ts';
import type { CaptureWrite } from '../../src/storage/captures/write-captures.ts';
import type { Sql, SqlTransaction } from '../../src/storage/database/database.ts';
import { howMany, partOf } from '../stage/how-much.ts';
import { playSeeds } from './play-seeds.ts';
import type { Sabotage } from './world.ts';

type Row = Record<string, unknown>;

const STEPS = 25;
const SEEDS = howMany('seeds of the simulation');

test('in random runs every payment is made once, all money is accounted for, and every event is sent', {
  // Ten seconds on two idle processors.
  timeout: 1_200_000,
}, async (t) => {
  const startedAt = performance.now();
  const played = await playSeeds({ first: 1, seeds: SEEDS, steps: STEPS, databases: 3 });
  const tookMs = performance.now() - startedAt;
  t.diagnostic(`${played.steps} steps, ${played.kills} kills in ${Math.round(tookMs / 1_000)} s`);
  assert.equal(played.steps, SEEDS * STEPS);
  assert(played.kills > SEEDS, `only ${played.kills} processes were killed`);
});

const unknownIsFailure: Sabotage = (context) => ({
  ...context,
  providersFor: (...use) =>
    context.providersFor(...use).map((provider) => ({
      ...provider,
      payIn: (...call) =>
        provider.payIn(...call).catch((): Outcome => ({ kind: 'failed', errorCode: '9002' })),
    })),
});

const forgetsTransfers: Sabotage = (context) => ({
  ...context,
  transactions: {
    ...context.transactions,
    apply: (job) => context.transactions.apply({ ...job, change: { ...job.change, movements: [] } }),
  },
});

const forgetsEvents: Sabotage = (context) => ({
  ...context,
  transactions: {
    ...context.transactions,
    apply: (job) => context.transactions.apply({ ...job, event: null }),
  },
});

const approvesWithoutMoney: Sabotage = (context) => ({
  ...context,
  transactions: {
    ...context.transactions,
    approve: async (job) => ((await context.transactions.apply(job)) === 'applied' ? 'approved' : 'lost'),
  },
});

const callsOffWithoutAsking: Sabotage = (context) => ({
  ...context,
  provider(...sentTo) {
    const provider = context.provider(...sentTo);
    return provider && { ...provider, cancel: async () => ({ kind: 'declined', errorCode: '3001' }) };
  },
});

const unknownIsDecline: Sabotage = (context) => ({
  ...context,
  providersFor: (...use) =>
    context.providersFor(...use).map((provider) => ({
      ...provider,
      payIn: (...call) =>
        provider
          .payIn(...call)
          .catch((): Outcome => ({ kind: call[0].attempts > 0 ? 'declined' : 'unknown', errorCode: '2005' })),
    })),
});

const forgetsDeclinedAttempts: Sabotage = (context) => ({
  ...context,
  transactions: {
    ...context.transactions,
    apply: (job) => context.transactions.apply({ ...job, change: { ...job.change, declinedAttempt: null } }),
  },
});

const forgetsTheLink: Sabotage = (context) => ({
  ...context,
  transactions: {
    ...context.transactions,
    apply(job) {
      const { change } = job;
      const after = {
        ...change.after,
        cashierTokenHash: change.declinedAttempt ? null : change.after.cashierTokenHash,
      };
      return context.transactions.apply({ ...job, change: { ...change, after } });
    },
  },
});

const claimsNothingForTheCountry: Sabotage = (context) => ({
  ...context,
  transactions: {
    ...context.transactions,
    apply(job) {
      const { change } = job;
      const after = { ...change.after, referenceCountry: '' };
      return context.transactions.apply({ ...job, change: { ...change, after } });
    },
  },
});

const clingsToAnAddress: Sabotage = (context) => {
  let first: string | null | undefined;
  return withBrands(context, (brand) => {
    first ??= brand.notificationUrl;
    return { ...brand, notificationUrl: first };
  });
};

const signsWithEndedSecrets: Sabotage = (context) =>
  withBrands(context, (brand) => {
    const signingSecrets = brand.signingSecrets.map((one) => ({ ...one, expiresAt: null }));
    return { ...brand, signingSecrets };
  });

function withBrands(context: Context, change: (brand: Brand) => Brand): Context {
  const byId = (id: string) => {
    const brand = context.brands.byId(id);
    return brand && change(brand);
  };
  return { ...context, brands: { ...context.brands, byId } };
}

/** Forgets a day too early. */
const forgetsWhatStillCounts: Sabotage = (context) => ({
  ...context,
  sql: earlyFor(context.sql, 'expires_at <= '),
});

/** Shifts times in statements with these words by a day, also within a transaction. */
function earlyFor<Database extends Sql | SqlTransaction>(sql: Database, words: string): Database {
  return new Proxy(sql, {
    apply(ask, self, [texts, ...values]) {
      const early = Array.isArray(texts) && texts.some((text) => String(text).includes(words));
      const later = (one: unknown) =>
        early && one instanceof Date ? new Date(one.getTime() + 86_400_000) : one;
      return Reflect.apply(ask as never, self, [texts, ...values.map(later)]);
    },
    get(database, name) {
      const value = Reflect.get(database, name);
      if (name !== 'begin') return value;
      return (work: (tx: SqlTransaction) => unknown) =>
        (database as Sql).begin((tx) => work(earlyFor(tx as SqlTransaction, words)));
    },
  });
}

const asksWhoeverIsRefused: Sabotage = (context) => ({
  ...context,
  transactions: {
    ...context.transactions,
    async open(job) {
      const opened = await context.transactions.open(job);
      return opened.kind === 'opened' ? { kind: 'opened' } : opened;
    },
  },
});

/** The same money comes in twice. */
const countsCapturesTwice: Sabotage = (context) =>
  withCaptures(context, (write) => {
    const { change } = write;
    return { ...write, change: { ...change, movements: [...change.movements, ...change.movements] } };
  });

/** A void sees no capture that is pending. */
const overlooksPendingCaptures: Sabotage = (context) => ({
  ...context,
  transactions: {
    ...context.transactions,
    async find(...which) {
      const found = await context.transactions.find(...which);
      return found?.authorized ? { ...found, authorized: { ...found.authorized, pendingMinor: 0n } } : found;
    },
  },
});

/** It sends an unknown capture again under another key. */
const capturesUnderAnotherKey: Sabotage = (context) => ({
  ...context,
  provider(...sentTo) {
    const provider = context.provider(...sentTo);
    const again: Provider['inquireCapture'] = (transaction, capture, call) =>
      provider!.capture!(transaction, { ...capture, id: `${capture.id}-again` }, call);
    return provider && { ...provider, inquireCapture: again };
  },
});

function withCaptures(context: Context, change: (write: CaptureWrite) => CaptureWrite): Context {
  const write: Context['captures']['write'] = (job) =>
    context.captures.write({
      ...job,
      decide(standing) {
        const decided = job.decide(standing);
        return decided && change(decided);
      },
    });
  return { ...context, captures: { ...context.captures, write } };
}

/** It charges a mandate as if it had read it before its end. */
const chargesEndedMandates: Sabotage = (context) => ({
  ...context,
  sql: withRows(context.sql, 'from mandates\n    where merchant_id', (row) =>
    row.stored_id === null || row.status === 'PENDING'
      ? row
      : { ...row, status: 'ACTIVE', failed_at: null, expires_at: null },
  ),
});

/** Changes what statements with these words read. */
function withRows(sql: Sql, words: string, change: (row: Row) => Row): Sql {
  return new Proxy(sql, {
    apply(ask, self, given) {
      const answer = Reflect.apply(ask as never, self, given);
      const [texts] = given;
      const isMeant = Array.isArray(texts) && texts.some((text) => String(text).includes(words));
      return isMeant ? (answer as Promise<Row[]>).then((rows) => rows.map(change)) : answer;
    },
  });
}

/** After the bank asked for the payer (2102), it charges no more. */
const failsMandateAtEachDecline: Sabotage = (context) => ({
  ...context,
  transactions: {
    ...context.transactions,
    apply({ use, ...job }) {
      const ends = job.change.after.status === 'DECLINED' ? 'FAILED' : null;
      return context.transactions.apply({ ...job, use: use ? { ...use, ends } : null });
    },
  },
});

const keepsRevocationsToItself: Sabotage = (context) => ({
  ...context,
  provider(...sentTo) {
    const provider = context.provider(...sentTo);
    if (!provider) return provider;
    const { forgetStored: _, ...silent } = provider;
    return silent;
  },
});

/** A later charge whose answer is lost is made again under another reference. */
const chargesAgainUnderAnotherKey: Sabotage = (context) => ({
  ...context,
  providersFor: (...use) =>
    context.providersFor(...use).map((provider) => ({
      ...provider,
      payIn: (transaction, instrument, call) =>
        provider.payIn(transaction, instrument, call).catch((error) => {
          if (instrument.kind !== 'mandate') throw error;
          return provider.payIn({ ...transaction, reroutes: 1 }, instrument, call);
        }),
    })),
});

const PLANTED = [
  ['counts a capture twice', countsCapturesTwice, /what came in is not what was paid/],
  [
    'charges a mandate that has ended',
    chargesEndedMandates,
    /was charged after its mandate had ended|was charged with what is forgotten/,
  ],
  ['gives up a mandate at each decline', failsMandateAtEachDecline, /is FAILED, and nobody said so/],
  ['tells no provider of a revocation', keepsRevocationsToItself, /the network was never told of its end/],
  [
    'makes a later charge again when its answer is lost',
    chargesAgainUnderAnotherKey,
    /was charged 2 times|the network says|got the state of|its notification "|logged an error/,
  ],
  [
    'voids while a capture is pending',
    overlooksPendingCaptures,
    /pending is not the sum|is (DECLINED|ERROR), and has captures|captured more than authorised|logged an error/,
  ],
  [
    'captures again under another key',
    capturesUnderAnotherKey,
    /was asked to capture|the network says|never ended/,
  ],
  [
    'counts a lost answer as a failure',
    unknownIsFailure,
    /the network says paid|moved from ERROR to COMPLETED/,
  ],
  ['forgets to move the money', forgetsTransfers, /what (came in|went out) is not what was/],
  ['forgets to send events', forgetsEvents, /sequence and number of events differ/],
  ['approves payouts that the balance does not cover', approvesWithoutMoney, /below zero|violates check/],
  [
    'cancels an attempt without asking its provider',
    callsOffWithoutAsking,
    /could still charge|the network says paid/,
  ],
  [
    'counts a lost answer as a declined attempt',
    unknownIsDecline,
    /could still charge|the network says paid/,
  ],
  ['forgets attempts that still count', forgetsWhatStillCounts, /was tried 3 times within/],
  ['asks a provider for an attempt that is refused', asksWhoeverIsRefused, /was tried 3 times within/],
  ['forgets declined attempts', forgetsDeclinedAttempts, /its declined attempts say otherwise/],
  ['claims a reference without its country', claimsNothingForTheCountry, /is claimed for/],
  ['removes the cashier link of a shopper who may try again', forgetsTheLink, /its cashier link has changed/],
  ['still sends to a former address', clingsToAnAddress, /is not the address any more/],
  ['signs with secrets that have ended', signsWithEndedSecrets, /signed with no secret that is valid/],
] as const;

for (const [name, sabotage, says] of partOf('planted bugs that the simulation must find', PLANTED)) {
  test(`the simulation finds a gateway that ${name}`, async () => {
    const playing = playSeeds({ first: 1, seeds: 400, steps: STEPS, databases: 2, sabotage });
    await assert.rejects(playing, (error: Error) => {
      assert.match(error.message, /npm run simulate -- --seed \d+/);
      assert.match(String((error.cause as Error).message), says);
      return true;
    });
  });
}
