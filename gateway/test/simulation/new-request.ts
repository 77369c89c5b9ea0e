// A pay-in as a simulated merchant requests it, with data of its own. steps.ts sends it, repeats it and changes it.
import type { CreateRequest } from '../../src/actions/transactions/create-transaction.ts';
import { NO_DETAILS } from '../../src/domain/transactions/new-transaction.ts';
import { anAgreement } from './mandate-steps.ts';
import { CARD, DIRECT_DEBIT, type Play, someCard, UPI_TRANSFER } from './play.ts';

/** How many are paid by card. */
const CARDS = { api: 0.7, cashier: 0.3, 'charge later': 0.9 };
/** How many payers agree to later charges, where they can. */
const AGREEMENTS = { api: 0.3, cashier: 0.3, 'charge later': 0.8 };

/** By a card, a debit or a transfer. Some payers agree to later charges. */
export function newRequest(play: Play): CreateRequest {
  const { world, sent, place, webhooks } = play;
  const { random, brand } = world;
  const isCard = random.chance(CARDS[place]);
  const isDebit = !isCard && random.chance(0.3);
  const number = String(sent.length + 1);
  const isStorable = isCard || isDebit;
  const agreement = isStorable && random.chance(AGREEMENTS[place]) ? anAgreement(world) : null;
  const isOnlyStored = isCard && agreement !== null && random.chance(0.2);
  const isManual = isCard && !isOnlyStored && random.chance(0.4);
  const details = { ...NO_DETAILS, notificationUrl: webhooks?.ownAddress() ?? null };
  if (isManual) details.captureMode = 'manual';
  if (agreement) details.mandate = agreement.mandate;
  return {
    type: 'PAYIN',
    brand,
    origin: 'v3',
    optionId: isCard ? CARD : isDebit ? DIRECT_DEBIT : UPI_TRANSFER,
    currency: isDebit ? 'EUR' : 'INR',
    amountMinor: isOnlyStored ? 0n : BigInt(random.between(100, 9_000)),
    country: isDebit ? 'DE' : 'IN',
    merchantReference: `order-${number}-${random.between(0, 1_000_000)}`,
    paymentReference: null,
    userId: agreement?.userId ?? null,
    details,
    card: isCard ? { kind: 'new', details: aCard(someCard(play)) } : null,
    paymentData: {},
    idempotency: { key: `key-${number}`, fingerprint: Buffer.alloc(32, sent.length % 251) },
  };
}

const aCard = (number: string) => ({
  number,
  first6: number.slice(0, 6),
  last4: number.slice(-4),
  brand: 'VISA',
  expiryMonth: '12',
  expiryYear: '2035',
  cvv: '123',
  holder: 'Ada Lovelace',
});
