// Mollie's adapter over HTTP against the stand-in; the tests of this folder begin with it. It watches everything that
// the adapter logs, keeps or answers, so each test also finds a leaked secret or card number.
import assert from 'node:assert/strict';
import {
  type Capture,
  type ChargeState,
  chargeReference,
  type Instrument,
  type Outcome,
  type PayinCall,
  type Provider,
  type ProviderAccount,
  type Refund,
  type Transaction,
} from '@tollgate/provider-kit';
import {
  aCard,
  type Ending,
  newAccount,
  newCapture,
  newParts,
  newPayin,
  newRefund,
} from '@tollgate/provider-kit/contract';
import MOLLIE from '@tollgate/provider-mollie';
import { MollieStandIn, notificationOf } from './stand-in/mollie-stand-in.ts';

export const CARD_NUMBER = '4242424242424242';
export const RETURN_URL = 'https://gateway.example/return/abc.def?lang=de';
export const NOTIFICATION_URL = 'https://gateway.example/providers/mollie/notifications/account';
export const START = new Date('2026-03-02T10:00:00.000Z');

const CUSTOMER = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  address: { street: 'Unter den Linden', streetNumber: '1', zipCode: '10117', city: 'Berlin', country: 'DE' },
};

export interface MollieStage {
  standIn: MollieStandIn;
  provider: Provider;
  account: ProviderAccount;
  /** Fields and values that the adapter did not know. */
  unknown: string[];
  now(): Date;
  advance(ms: number): void;
  /** The state that the call kept; null: none. */
  kept(transaction: Transaction): ChargeState | null;
  call(transaction: Transaction, changes?: Partial<PayinCall>): PayinCall;
  pay(transaction: Transaction, changes?: Partial<PayinCall>): Promise<Outcome>;
}

export interface StageOptions {
  account?: Partial<ProviderAccount>;
  notificationUrl?: string | undefined;
}

/** It closes with the test, and is then searched for secrets and for requests that Mollie does not describe. */
export async function openMollie(
  ending: Ending,
  { account: changes, notificationUrl = NOTIFICATION_URL }: StageOptions = {},
): Promise<MollieStage> {
  let time = START.getTime();
  const now = () => new Date(time);
  const standIn = await MollieStandIn.start({ now });
  const account = newAccount('mollie', {
    endpoint: standIn.server.url,
    credentials: { apiKey: standIn.apiKey, accessToken: standIn.accessToken },
    createdAt: START,
    ...changes,
  });
  const seen: unknown[] = [];
  const unknown: string[] = [];
  const parts = newParts({
    now,
    log: { warn: (fields, message) => void seen.push([fields, message]) },
    notificationUrl,
    unknownValue: (field, value) => void unknown.push(`${field}=${value}`),
  });
  const provider = watched(MOLLIE.connect(account, parts), seen);
  const states = new Map<string, ChargeState>();
  const call = (transaction: Transaction, given: Partial<PayinCall> = {}): PayinCall => ({
    signal: soon(),
    returnUrl: () => RETURN_URL,
    state: async () => states.get(chargeReference(transaction)) ?? null,
    async keep(state) {
      seen.push(state);
      states.set(chargeReference(transaction), state);
    },
    ...given,
  });
  ending.after(async () => {
    await standIn.server.close();
    assertNoSecrets(standIn, seen);
  });
  return {
    standIn,
    provider,
    account,
    unknown,
    now,
    advance: (ms) => {
      time += ms;
    },
    kept: (transaction) => states.get(chargeReference(transaction)) ?? null,
    call,
    pay: (transaction, given) =>
      provider.payIn(transaction, instrumentOf(transaction), call(transaction, given)),
  };
}

export const soon = (): AbortSignal => AbortSignal.timeout(10_000);

/** Records everything that the adapter answers or throws. */
function watched<Of extends object>(of: Of, seen: unknown[]): Of {
  return new Proxy(of, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name === 'settlements' && member) return watched(member as object, seen);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const answer = member.apply(target, args);
        if (!(answer instanceof Promise)) {
          seen.push(answer);
          return answer;
        }
        answer.then(
          (value: unknown) => seen.push(value),
          (error: Error) => seen.push(String(error), String(error.stack), String(error.cause)),
        );
        return answer;
      };
    },
  });
}

function assertNoSecrets(standIn: MollieStandIn, seen: unknown[]): void {
  const asText = (value: unknown) =>
    JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)) ?? '';
  const text = seen.map(asText).join('\n');
  for (const secret of [standIn.apiKey, standIn.accessToken])
    assert.ok(!text.includes(secret), `the adapter let out ${secret}`);
  const sent = standIn.server.requests.map(({ path, text: body }) => path + body).join('\n');
  assert.ok(!sent.includes(CARD_NUMBER), 'a card number was sent to Mollie');
  assert.deepEqual(standIn.server.violations, [], 'Mollie’s description contradicts a request');
}

export function aPayin(method: string, fields: Partial<Transaction> = {}): Transaction {
  const payin = newPayin(method, { provider: 'mollie', createdAt: START, ...fields });
  return { ...payin, details: { ...payin.details, customer: CUSTOMER, ...fields.details } };
}

export function aManualPayin(method = 'card', fields: Partial<Transaction> = {}): Transaction {
  const payin = aPayin(method, fields);
  return { ...payin, details: { ...payin.details, captureMode: 'manual' } };
}

export function aMandatePayin(method = 'card', fields: Partial<Transaction> = {}): Transaction {
  const payin = aPayin(method, { userId: 'ada', ...fields });
  const mandate = { reason: 'RECURRING', description: null, maxAmountMinor: null, expiresAt: null } as const;
  return { ...payin, details: { ...payin.details, mandate } };
}

export const methodOf = (transaction: Transaction): string => newParts().methodOf(transaction) ?? 'card';

/** Includes a card: its number must not go anywhere else. */
export function instrumentOf(transaction: Transaction): Instrument {
  const method = methodOf(transaction);
  return method === 'card' ? aCard(CARD_NUMBER) : { kind: 'method', method, data: {} };
}

/** Paid on the stand-in's page, and stored as the gateway does. */
export async function aPaid(stage: MollieStage, transaction: Transaction): Promise<Transaction> {
  await stage.pay(transaction);
  const { payment } = stage.kept(transaction)!;
  stage.standIn.books.pay(payment!);
  const outcome = await stage.provider.inquire(transaction, stage.call(transaction));
  assert.ok(outcome.kind === 'completed' || outcome.kind === 'authorized', outcome.kind);
  if (outcome.kind === 'completed')
    return { ...transaction, status: 'COMPLETED', providerReference: payment! };
  return {
    ...transaction,
    status: 'PROCESSING',
    providerReference: payment!,
    authorized: {
      amountMinor: transaction.amountMinor,
      capturedMinor: 0n,
      pendingMinor: 0n,
      isFinal: false,
      takesSeveral: outcome.takesSeveral ?? false,
      captureBefore: outcome.captureBefore!,
    },
  };
}

export const aRefund = (stage: MollieStage, payin: Transaction, fields: Partial<Refund> = {}): Refund =>
  newRefund(payin, { amountMinor: 100n, createdAt: stage.now(), ...fields });

export const aCapture = (stage: MollieStage, payin: Transaction, fields: Partial<Capture> = {}): Capture =>
  newCapture(payin, { amountMinor: 1_000n, createdAt: stage.now(), ...fields });

/** The news of a notification with this id. */
export async function newsOf({ provider, now }: MollieStage, id: string) {
  const reading = await provider.readNotification({}, Buffer.from(notificationOf(id).body), now());
  assert.equal(reading.kind, 'authentic');
  const [item] = reading.kind === 'authentic' ? reading.items : [];
  return await provider.readNews({ ...item!, receivedAt: now() }, soon());
}

/** All news of a notification, also if there is only one. */
export async function allNewsOf(stage: MollieStage, id: string) {
  const news = await newsOf(stage, id);
  return news.about === 'several' ? news.news : [news];
}
