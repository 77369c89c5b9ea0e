// An account at Adyen's stand-in, connected through the real SDK,
// with payments as the gateway would send them.
import type { ChargeState, Instrument, Outcome, PayinCall, Provider } from '@tollgate/provider-kit';
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { chargeReference, type Transaction } from '../../../src/domain/transactions/transaction.ts';
import { transition } from '../../../src/domain/transactions/transition.ts';
import { ADYEN } from '../../../src/providers/adyen/adyen.ts';
import { ADAPTER_SERVICES } from '../../../src/providers/built-in.ts';
import { aTransaction } from '../../stage/builders.ts';
import { AdyenStandIn, API_KEY, HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in/stand-in.ts';

export const NOW = new Date('2026-03-01T12:00:00.000Z');
export const GOOD_CARD = '4111111111111111';
export const CARD_WITH_3DS = '4212345678910006';
export const CVV = '737';

export interface AdyenStage {
  standIn: AdyenStandIn;
  provider: Provider;
  account: ProviderAccount;
  /** Unknown values that the adapter reported, as `field=value`. */
  unknownValues: string[];
  /** The adapter's log entries. */
  logged: object[];
  pay(transaction: Transaction, instrument: Instrument): Promise<Outcome>;
  resume(transaction: Transaction, parameters: Record<string, string>): Promise<Outcome>;
  callOf(transaction: Transaction): PayinCall;
}

export function anAccount(fields: Partial<ProviderAccount> = {}): ProviderAccount {
  return {
    merchantId: 'merchant',
    brandId: 'brand',
    id: 'account-1',
    provider: 'adyen',
    environment: 'test',
    priority: 100,
    optionIds: null,
    cardEntry: 'tollgate',
    multipleCaptures: false,
    wallets: [],
    endpoint: null,
    merchantAccount: MERCHANT_ACCOUNT,
    credentials: { apiKey: API_KEY, merchantAccount: MERCHANT_ACCOUNT, hmacKeys: [HMAC_KEY] },
    createdAt: NOW,
    retiredAt: null,
    ...fields,
  };
}

export async function openAdyen(
  at: { after(close: () => Promise<void>): void },
  fields: Partial<ProviderAccount> = {},
): Promise<AdyenStage> {
  const standIn = await AdyenStandIn.open();
  at.after(() => standIn.close());
  const account = anAccount({ endpoint: standIn.url, ...fields });
  const unknownValues: string[] = [];
  const logged: object[] = [];
  const provider = ADYEN.connect(account, {
    now: () => NOW,
    log: { warn: (of, message) => void logged.push({ ...of, message }) },
    ...ADAPTER_SERVICES,
    allowPrivateEndpoints: true,
    unknownValue: (field, value) => void unknownValues.push(`${field}=${value}`),
  });
  const kept = new Map<string, ChargeState>();
  const callOf = (transaction: Transaction): PayinCall => {
    const reference = chargeReference(transaction);
    return {
      signal: AbortSignal.timeout(20_000),
      state: async () => kept.get(reference) ?? null,
      keep: async (state) => void kept.set(reference, state),
      returnUrl: () => `https://pay.example/return/${reference}.mark`,
    };
  };
  return {
    standIn,
    provider,
    account,
    unknownValues,
    logged,
    callOf,
    pay: (transaction, instrument) => provider.payIn(transaction, instrument, callOf(transaction)),
    resume: (transaction, parameters) => provider.resume(transaction, parameters, callOf(transaction)),
  };
}

export function aCardInHand(number = GOOD_CARD, holder: string | null = 'Ada Lovelace'): Instrument {
  return {
    kind: 'card',
    card: { details: { number, expiryMonth: '03', expiryYear: '2030' }, holder, cvv: CVV },
  };
}

export function byMethod(method: string, data: Record<string, string> = {}): Instrument {
  return { kind: 'method', method, data };
}

export function aPayment(method = 'card', fields: Partial<Transaction> = {}): Transaction {
  const option = optionsOf('PAYIN').find((one) => one.method === method)!;
  const [place] = option.availableCountries;
  const isCard = method === 'card';
  return aTransaction({
    optionId: option.id,
    provider: 'adyen',
    providerAccount: 'account-1',
    country: isCard || place!.code === 'WORLDWIDE' ? 'DE' : place!.code,
    currency: isCard ? 'EUR' : place!.currencies[0]!,
    card: isCard
      ? { brand: 'VISA', first6: '411111', last4: '1111', expiryMonth: '03', expiryYear: '2030' }
      : null,
    ...fields,
  });
}

/** The transaction as it is stored after the outcome. */
export function stored(before: Transaction, outcome: Outcome): Transaction {
  const change = transition(before, outcome, 'provider', NOW);
  if (!change) throw new Error(`${outcome.kind} is not admitted`);
  return change.after;
}

/** The parameters that the shopper's browser brings back after a decision on the outcome's page. */
export async function decide(outcome: Outcome, decision: string): Promise<Record<string, string>> {
  if (outcome.kind !== 'redirect') throw new Error(`no page: ${outcome.kind}`);
  const answer = await fetch(`${outcome.redirectUrl}/${decision}`, { redirect: 'manual' });
  return Object.fromEntries(new URL(answer.headers.get('location')!).searchParams);
}
