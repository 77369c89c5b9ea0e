// What the contract plays: an account at the stand-in, and a payment for each answer of the adapter.
import type { PaymentData, Transaction } from '@tollgate/provider-kit';
import {
  callOf,
  type Ending,
  newAccount,
  newParts,
  newPayin,
  type PayinCase,
  type Stage,
} from '@tollgate/provider-kit/contract';
import ACME from '../src/acme.ts';
import { AcmeStandIn, API_KEY, SECRET, signed } from './stand-in.ts';

export interface AcmeStage extends Stage {
  standIn: AcmeStandIn;
  unknownValues: string[];
}

export default async function openStage(ending: Ending): Promise<AcmeStage> {
  let time = Date.parse('2026-03-01T12:00:00.000Z');
  const now = () => new Date(time);
  const standIn = await AcmeStandIn.open(now);
  ending.after(() => standIn.close());

  const account = newAccount('acme', {
    endpoint: standIn.http.url,
    credentials: { apiKey: API_KEY, notificationSecrets: [SECRET] },
  });
  const unknownValues: string[] = [];
  const unknownValue = (field: string, value: string) => void unknownValues.push(`${field}=${value}`);
  const provider = ACME.connect(account, newParts({ now, unknownValue }));

  const payin = (method: string, fields: Partial<Transaction> = {}) =>
    newPayin(method, { provider: 'acme', providerAccount: account.id, createdAt: now(), ...fields });
  const instrument = (method: string, data: PaymentData = {}) => ({ kind: 'method', method, data }) as const;
  const cases: PayinCase[] = [
    { name: 'card', transaction: payin('card'), instrument: instrument('card'), answers: 'redirect' },
    {
      name: 'card in yen',
      transaction: payin('card', { currency: 'JPY', amountMinor: 500n }),
      instrument: instrument('card'),
      answers: 'redirect',
    },
    { name: 'iDEAL', transaction: payin('ideal'), instrument: instrument('ideal'), answers: 'redirect' },
  ];

  const stage: AcmeStage = {
    standIn,
    unknownValues,
    provider,
    now,
    advance(ms) {
      time += ms;
    },
    payins: cases,
    payouts: [],
    neverSent: [payin('card'), payin('ideal')],
    callMayTakeMs: 120_000,
    charges: (reference) => standIn.charges(reference),
    faults: standIn.http,
    violations: () => standIn.http.violations,
    async paid() {
      const transaction = payin('card');
      await provider.payIn(transaction, instrument('card'), callOf(stage, transaction));
      const { id } = standIn.decide(transaction.id, 'paid');
      return { ...transaction, status: 'COMPLETED', providerReference: id };
    },
    async notified() {
      await stage.paid!();
      return standIn.http.waiting;
    },
    async forged() {
      await stage.paid!();
      return standIn.http.waiting.map(({ body }) => signed(body, 'secret-of-a-stranger'));
    },
  };
  return stage;
}
