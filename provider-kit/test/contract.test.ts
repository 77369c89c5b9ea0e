// Rules of the contract that no test of the gateway breaks: notifications, promises without a stage, and requests that
// contradict the provider's description. Each broken adapter is the example with one fault.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { NotificationItem, NotificationReading, Outcome, Provider } from '@tollgate/provider-kit';
import { CHECKS, type OpenStage, playContract, type Stage } from '@tollgate/provider-kit/contract';
import ACME from '../../examples/provider-package/src/acme.ts';
import openStage from '../../examples/provider-package/test/stage.ts';

const NOTIFICATIONS = 'it reads its notifications, and refuses those of strangers';
const LOST_ANSWERS = 'a lost answer is unknown, and only a refusal means that nothing was done';
const CAPTURES = 'it captures once under a capture’s id, if it declares that';
const MANDATES = 'a later charge never has a step for the payer';

interface Broken {
  rule: string;
  fault: RegExp;
  change(stage: Stage): Partial<Stage>;
}

const withProvider = (stage: Stage, change: Partial<Provider>): Partial<Stage> => ({
  provider: { ...stage.provider, ...change },
});

/** The adapter reads each item in another way. */
function reading(stage: Stage, change: (item: NotificationItem) => NotificationItem): Partial<Stage> {
  const { provider } = stage;
  return withProvider(stage, {
    readNotification(...args) {
      const read = provider.readNotification(...args) as NotificationReading;
      return read.kind === 'authentic' ? { ...read, items: read.items.map(change) } : read;
    },
  });
}

const withMethod = (stage: Stage, more: object): Partial<Stage> =>
  withProvider(stage, {
    capabilities: {
      ...stage.provider.capabilities,
      methods: stage.provider.capabilities.methods.map((one) => ({ ...one, ...more })),
    },
  });

/** The adapter answers something else in place of each outcome of this kind. */
function answering(stage: Stage, kind: Outcome['kind'], instead: Outcome): Partial<Stage> {
  const { provider } = stage;
  return withProvider(stage, {
    async payIn(...args) {
      const outcome = await provider.payIn(...args);
      return outcome.kind === kind ? instead : outcome;
    },
  });
}

const BROKEN: Record<string, Broken> = {
  'calls a lost answer a failure': {
    rule: LOST_ANSWERS,
    fault: /^card: the connection was cut after the call, and it said failed$/,
    change: (stage) => answering(stage, 'unknown', { kind: 'failed', errorCode: '1011' }),
  },
  'calls a refusal unknown': {
    rule: LOST_ANSWERS,
    fault: /^card: the provider refused it with 400, and it said unknown$/,
    change: (stage) => answering(stage, 'failed', { kind: 'unknown' }),
  },
  'believes everybody': {
    rule: NOTIFICATIONS,
    fault: /without its headers a notification is authentic/,
    change: (stage) =>
      withProvider(stage, {
        readNotification: (_headers, bytes) => {
          const { id, type } = JSON.parse(bytes.toString());
          const none = { reference: null, providerReference: null, amountMinor: null, currency: null };
          const item = {
            key: id,
            kind: type,
            ...none,
            occurredAt: null,
            isForeignAccount: false,
            body: '{}',
          };
          return { kind: 'authentic', items: [item] };
        },
      }),
  },
  'refuses the provider': {
    rule: NOTIFICATIONS,
    fault: /an authentic notification is refused/,
    change: (stage) => withProvider(stage, { readNotification: () => ({ kind: 'refused' }) }),
  },
  'gives a doubled notification another key': {
    rule: NOTIFICATIONS,
    fault: /read in another way/,
    change: (stage) => reading(stage, (item) => ({ ...item, key: crypto.randomUUID() })),
  },
  'has a key of any length': {
    rule: NOTIFICATIONS,
    fault: /its key has 201 characters/,
    change: (stage) => reading(stage, (item) => ({ ...item, key: 'k'.repeat(201) })),
  },
  'reads an amount from an unsigned notification': {
    rule: NOTIFICATIONS,
    fault: /without a signature says an amount/,
    change: (stage) => ({
      ...reading(stage, (item) => ({ ...item, amountMinor: 1n, currency: 'EUR' })),
      notificationsAreHints: true,
    }),
  },
  'declares captures without capturing': {
    rule: CAPTURES,
    fault: /if and only if it declares that/,
    change: (stage) => withMethod(stage, { isCapturedLater: true }),
  },
  'captures, and its stage has nothing to capture': {
    rule: CAPTURES,
    fault: /the stage needs an authorised pay-in/,
    change(stage) {
      const declared = withMethod(stage, { isCapturedLater: true }).provider!;
      return { provider: { ...declared, capture: async () => ({ kind: 'unknown' }) } };
    },
  },
  'stores cards, and its stage has no mandate': {
    rule: MANDATES,
    fault: /the stage needs a pay-in with a mandate/,
    change: (stage) => withMethod(stage, { isStorable: true }),
  },
};

async function faultOf(t: TestContext, rule: string, change: Broken['change']): Promise<string | null> {
  const open: OpenStage = async () => {
    const stage = await openStage(t);
    return Object.assign(stage, change(stage));
  };
  for await (const result of playContract(open, ACME)) if (result.rule === rule) return result.fault;
  throw new Error(`there is no rule "${rule}"`);
}

for (const [name, { rule, fault, change }] of Object.entries(BROKEN)) {
  test(`an adapter that ${name} breaks a rule, and the reason is in one line`, async (t) => {
    const said = await faultOf(t, rule, change);
    assert.match(String(said), fault);
    assert.doesNotMatch(String(said), /\n/);
  });
}

test('an adapter that signs nothing passes as one of hints', async (t) => {
  assert.equal(await faultOf(t, NOTIFICATIONS, () => ({ notificationsAreHints: true })), null);
});

test('a request that the stand-in objects to breaks every rule that sends one', async (t) => {
  const [first] = Object.keys(CHECKS);
  const said = await faultOf(t, first!, () => ({
    violations: () => ['POST /v1/payments: amount is missing'],
  }));
  assert.equal(said, 'the stand-in refuses a request: POST /v1/payments: amount is missing');
});

test('a rule that throws anything says so in its line', async (t) => {
  const [, second] = Object.keys(CHECKS);
  const said = await faultOf(t, second!, (stage) =>
    withProvider(stage, { payIn: () => Promise.reject(new TypeError('no such field')) }),
  );
  assert.equal(said, 'it threw "no such field"');
});
