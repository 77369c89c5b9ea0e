// Stripe's adapter with its official SDK, over HTTP against the stand-in; the tests of this folder begin with it. It
// watches everything that the adapter logs, keeps or answers, so each test also finds a leaked secret or card number.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type {
  ChargeState,
  Instrument,
  NotificationReading,
  Outcome,
  PayinCall,
  Provider,
} from '@tollgate/provider-kit';
import { aCard } from '@tollgate/provider-kit/contract';
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import type { NotificationItem } from '../../../src/domain/notifications/news.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import type { PaymentData } from '../../../src/domain/payment-data/check-fields.ts';
import type { Refund } from '../../../src/domain/refunds/refund.ts';
import { chargeReference, type Transaction } from '../../../src/domain/transactions/transaction.ts';
import { ADAPTER_SERVICES } from '../../../src/providers/built-in.ts';
import { STRIPE } from '../../../src/providers/stripe/stripe.ts';
import { aTransaction } from '../../stage/builders.ts';
import type { Thing } from './stand-in/records.ts';
import { StripeStandIn } from './stand-in/stand-in.ts';

export const CARD_NUMBER = '4242424242424242';
export const IBAN = 'DE89370400440532013000';
export const RETURN_URL = 'https://gateway.example/return/abc.def?lang=de';
const START = new Date('2026-03-02T10:00:00.000Z');

export const COUNTRY_OF: Readonly<Record<string, string>> = {
  card: 'DE',
  ideal: 'NL',
  bancontact: 'BE',
  paypal: 'DE',
  klarna: 'DE',
  'sepa-direct-debit': 'DE',
};

export interface StripeStage {
  standIn: StripeStandIn;
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
}

/** With a test, it closes after that test and is searched for secrets. */
export async function openStripe(
  t?: TestContext,
  { account: changes }: StageOptions = {},
): Promise<StripeStage> {
  let time = START.getTime();
  const now = () => new Date(time);
  const standIn = await StripeStandIn.start({ now });
  const account = anAccount(standIn, changes);
  const seen: unknown[] = [];
  const unknown: string[] = [];
  const provider = watched(
    STRIPE.connect(account, {
      now,
      log: { warn: (fields, message) => void seen.push([fields, message]) },
      ...ADAPTER_SERVICES,
      allowPrivateEndpoints: true,
      unknownValue: (field, value) => void unknown.push(`${field}=${value}`),
    }),
    seen,
  );
  const states = new Map<string, ChargeState>();
  const call = (transaction: Transaction, given: Partial<PayinCall> = {}): PayinCall => ({
    signal: AbortSignal.timeout(10_000),
    returnUrl: () => RETURN_URL,
    state: async () => states.get(chargeReference(transaction)) ?? null,
    async keep(state) {
      seen.push(state);
      states.set(chargeReference(transaction), state);
    },
    ...given,
  });
  t?.after(async () => {
    await standIn.close();
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

function anAccount(standIn: StripeStandIn, changes: Partial<ProviderAccount> = {}): ProviderAccount {
  return {
    merchantId: randomUUID(),
    brandId: randomUUID(),
    id: randomUUID(),
    provider: 'stripe',
    environment: 'test',
    priority: 100,
    optionIds: null,
    cardEntry: 'provider',
    multipleCaptures: false,
    wallets: [],
    endpoint: standIn.origin,
    merchantAccount: standIn.books.accountId,
    credentials: { secretKey: standIn.secretKey, webhookSecrets: [standIn.webhookSecret] },
    createdAt: START,
    retiredAt: null,
    ...changes,
  };
}

/** Records everything that the adapter answers or throws. */
function watched<Of extends object>(of: Of, seen: unknown[]): Of {
  return new Proxy(of, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name === 'settlements') return watched(member as object, seen);
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

function assertNoSecrets(standIn: StripeStandIn, seen: unknown[]): void {
  const asText = (value: unknown) =>
    JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)) ?? '';
  const text = seen.map(asText).join('\n');
  for (const secret of [
    standIn.secretKey,
    standIn.webhookSecret,
    'pi_secret_',
    standIn.secretKey.slice(-4),
    IBAN,
  ]) {
    assert.ok(!text.includes(secret), `the adapter let out ${secret}`);
  }
  const sent = standIn.requests.map(({ raw }) => raw).join('\n');
  assert.ok(!sent.includes(CARD_NUMBER), 'a card number was sent to Stripe');
  assert.ok(!sent.includes('security-code'), 'a security code was sent to Stripe');
  assert.deepEqual(standIn.description.faults, [], 'Stripe’s description contradicts a request');
}

export function aPayin(method: string, fields: Partial<Transaction> = {}): Transaction {
  const optionId = optionsOf('PAYIN').find((option) => option.method === method)!.id;
  return aTransaction({
    optionId,
    provider: 'stripe',
    country: COUNTRY_OF[method] ?? 'DE',
    createdAt: START,
    ...fields,
  });
}

const methodOf = ({ optionId }: Transaction): string =>
  optionsOf('PAYIN').find(({ id }) => id === optionId)?.method ?? 'card';

/** Includes a card: its number must not go anywhere else. */
export function instrumentOf(transaction: Transaction): Instrument {
  const method = methodOf(transaction);
  if (method === 'card') return aCard(CARD_NUMBER);
  const data: PaymentData =
    method === 'sepa-direct-debit' ? { iban: IBAN, accountHolder: 'Ada Lovelace' } : {};
  return { kind: 'method', method, data };
}

/** Paid on the stand-in's pages, and stored as the gateway does. */
export async function aPaid(
  stage: StripeStage,
  method: string,
  fields: Partial<Transaction> = {},
): Promise<Transaction> {
  const transaction = aPayin(method, fields);
  await stage.pay(transaction);
  const { books } = stage.standIn;
  const kept = stage.kept(transaction)!;
  if (method === 'card') books.payByCard(kept.session!, '4242424242424242');
  else books.succeed(books.find(kept.intent!));
  const outcome = await stage.provider.inquire(transaction, stage.call(transaction));
  assert.equal(outcome.kind, 'completed');
  const providerReference = ('providerReference' in outcome && outcome.providerReference) || null;
  return { ...transaction, status: 'COMPLETED', providerReference };
}

export function aRefund(stage: StripeStage, payin: Transaction, fields: Partial<Refund> = {}): Refund {
  return {
    merchantId: payin.merchantId,
    transactionId: payin.id,
    id: randomUUID(),
    brandId: payin.brandId,
    status: 'PENDING',
    amountMinor: 100n,
    refundableAfterMinor: payin.amountMinor - 100n,
    currency: payin.currency,
    refundReference: null,
    origin: 'merchant',
    reason: null,
    errorCode: null,
    provider: 'stripe',
    providerReference: null,
    inquiries: 0,
    dueAt: null,
    createdAt: stage.now(),
    updatedAt: stage.now(),
    completedAt: null,
    ...fields,
  };
}

export const soon = (): AbortSignal => AbortSignal.timeout(10_000);

/** The notification item that the adapter reads from an event. */
export function itemOf(stage: StripeStage, event: Thing): NotificationItem {
  const { headers, body } = stage.standIn.sender.sign(event);
  const reading = stage.provider.readNotification(
    headers,
    Buffer.from(body),
    stage.now(),
  ) as NotificationReading;
  assert.equal(reading.kind, 'authentic');
  return reading.kind === 'authentic' ? reading.items[0]! : assert.fail();
}

/** The news of the latest event of a type. */
export async function newsOf(stage: StripeStage, event: Thing | string) {
  const found = typeof event === 'string' ? stage.standIn.lastEvent(event) : event;
  const item = itemOf(stage, found);
  return stage.provider.readNews({ ...item, receivedAt: stage.now() }, soon());
}
