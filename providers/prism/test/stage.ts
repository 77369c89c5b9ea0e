// The stage of each connector that is played (@tollgate/provider-kit/contract): the adapter against its stand-in, with
// the library or its recordings.
import type { Transaction } from '@tollgate/provider-kit';
import {
  callOf,
  type Ending,
  newAccount,
  newParts,
  type OpenStage,
  type PayinCase,
  type Stage,
} from '@tollgate/provider-kit/contract';
import type { StandIn } from '@tollgate/provider-kit/stand-in';
import type { Connector } from '../src/connectors/connector.ts';
import table from '../src/connectors/connectors.json' with { type: 'json' };
import { declare } from '../src/declaration.ts';
import type { LibraryProcess } from '../src/process/library-process.ts';
import { openLibrary, type Played } from './open-library.ts';
import { CASHFREE } from './stand-ins/cashfree.ts';
import { CHECKOUT } from './stand-ins/checkout.ts';
import { DLOCAL } from './stand-ins/dlocal.ts';
import { PAYPAL } from './stand-ins/paypal.ts';
import type { PlayedConnector } from './stand-ins/played-connector.ts';
import { WORLDPAY } from './stand-ins/worldpay.ts';

export const PLAYED: readonly PlayedConnector[] = [CHECKOUT, PAYPAL, WORLDPAY, DLOCAL, CASHFREE];

export interface PrismStage extends Stage {
  standIn: StandIn;
  unknownValues: string[];
  /** The shopper agrees on the connector's page to all that is open. */
  agree(): void;
}

const NOON = Date.parse('2026-03-01T12:00:00.000Z');

/** `library`: in place of the usual one. */
export async function openStage(
  ending: Ending,
  played: PlayedConnector,
  library?: Played,
): Promise<PrismStage> {
  let time = NOON;
  const now = () => new Date(time);
  const { standIn, charges, agree = () => {} } = await played.start();
  ending.after(() => standIn.close());
  const process = library ?? openLibrary(played.connector);
  ending.after(() => process.stop());

  const row = (table as Connector[]).find(({ connector }) => connector === played.connector)!;
  const declaration = declare(row, {
    whyUnavailable: () => null,
    process: () => process as LibraryProcess,
  });
  const { credentials } = played;
  const account = newAccount(declaration.id, { endpoint: standIn.url, credentials, cardEntry: 'tollgate' });
  const unknownValues: string[] = [];
  const unknownValue = (field: string, value: string) => void unknownValues.push(`${field}=${value}`);
  const provider = declaration.connect(account, newParts({ now, unknownValue }));

  const mine = (transaction: Transaction): Transaction => ({
    ...transaction,
    provider: declaration.id,
    providerAccount: account.id,
    createdAt: now(),
    updatedAt: now(),
  });
  const payins = played.payins.map((one) => ({ ...one, transaction: mine(one.transaction) }));
  const stage: PrismStage = {
    standIn,
    unknownValues,
    agree,
    provider,
    now,
    advance(ms) {
      time += ms;
    },
    payins,
    payouts: [],
    callMayTakeMs: 180_000,
    neverSent: payins.map(({ transaction }) => transaction),
    charges,
    violations: () => [
      ...standIn.violations,
      ...unknownValues
        .filter((value) => value.includes('NOT_RECORDED'))
        .map((value) => `${value}: record it again`),
    ],
  };
  const [first] = payins;
  if (first!.answers !== 'completed') {
    stage.paid = async () => {
      const transaction = fresh(first!.transaction);
      const call = callOf(stage, transaction);
      await provider.payIn(transaction, first!.instrument, call);
      agree();
      const outcome = await provider.resume(transaction, {}, call);
      const providerReference = 'providerReference' in outcome ? (outcome.providerReference ?? null) : null;
      return { ...transaction, status: 'COMPLETED', providerReference };
    };
  }
  if (provider.capture) {
    stage.authorized = async () => {
      const made = fresh(payins[0]!.transaction);
      const transaction = { ...made, details: { ...made.details, captureMode: 'manual' as const } };
      const outcome = await provider.payIn(transaction, payins[0]!.instrument, callOf(stage, transaction));
      const providerReference = 'providerReference' in outcome ? (outcome.providerReference ?? null) : null;
      const { amountMinor } = transaction;
      const held = { amountMinor, capturedMinor: 0n, pendingMinor: 0n, isFinal: false, takesSeveral: false };
      const captureBefore = new Date(time + 7 * 24 * 3_600_000);
      return {
        ...transaction,
        status: 'PROCESSING',
        providerReference,
        authorized: { ...held, captureBefore },
      };
    };
  }
  if (provider.capabilities.methods.some((one) => one.isStorable))
    stage.agreed = () => agreed(stage, payins[0]!);
  return Object.assign(stage, played.more?.(stage, { standIn, charges }));
}

const MANDATE = { reason: 'RECURRING', description: null, maxAmountMinor: null, expiresAt: null } as const;

/** A card that the connector has stored with a payment, and a later charge of it. */
async function agreed(stage: PrismStage, { transaction, instrument }: PayinCase) {
  const first = fresh(transaction);
  const asked = { ...first, details: { ...first.details, mandate: MANDATE } };
  const outcome = await stage.provider.payIn(asked, instrument, callOf(stage, asked));
  const stored = 'stored' in outcome ? (outcome.stored ?? null) : null;
  const again = fresh(transaction);
  return {
    paid: { ...asked, status: outcome.kind === 'completed' ? ('COMPLETED' as const) : ('DECLINED' as const) },
    later: { ...again, details: { ...again.details, mandateId: 'mandate-1' } },
    instrument: {
      kind: 'mandate',
      method: 'card',
      reason: 'RECURRING',
      stored,
      card: null,
      networkTransactionId: null,
    } as const,
  };
}

let count = 0;

/** With an id of its own, which the recordings need not know. */
export function fresh(transaction: Transaction): Transaction {
  count += 1;
  const id = `01900000-0000-7000-8000-${String(count).padStart(12, '0')}`;
  return { ...transaction, id, merchantReference: `order-${id}` };
}

/** For `tollgate-provider test`, by the id of the declaration. */
export default Object.fromEntries(
  PLAYED.map((played): [string, OpenStage] => [
    `prism-${played.connector}`,
    (ending) => openStage(ending, played),
  ]),
);
