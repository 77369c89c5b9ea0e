// A payment link that somebody makes in the portal: a hosted pay-in, open for as long as they say (contract 14: 1 hour
// to 30 days). The portal can show its address again, so the address is stored, but only sealed. The pay-in, the link
// and the row of the audit log are one commit (open-session.ts).
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { describeAmountFault, toMinor } from '../../domain/money/money.ts';
import { NO_DETAILS } from '../../domain/transactions/new-transaction.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { PaymentLink } from '../../storage/cashier/link-store.ts';
import type { Context } from '../context.ts';
import { openSession } from './open-session.ts';

export interface LinkRequest {
  currency: string;
  amount: number;
  description: string;
  /** null: the gateway makes one up. */
  merchantReference: string | null;
  expiresInHours: number;
  country: string | null;
  language: string | null;
  userId: string | null;
  email: string | null;
}

export interface MadeLink {
  link: PaymentLink;
  transaction: Transaction;
  url: string;
}

const HOUR_MS = 3_600_000;

/** Throws Refusal 400 if no option of the brand fits, 409 if the reference is taken. */
export async function createLink(
  context: Context,
  by: AuditActor,
  brand: Brand,
  request: LinkRequest,
): Promise<MadeLink> {
  const { currency, country, description, merchantReference, userId, email, language } = request;
  const amount = toMinor(request.amount, currency);
  if ('fault' in amount) throw new Refusal(400, [`amount: ${describeAmountFault(amount.fault, currency)}`]);
  const opened = await openSession(context, {
    brand,
    type: 'PAYIN',
    origin: 'portal',
    currency,
    amountMinor: amount.minor,
    country,
    merchantReference,
    paymentReference: null,
    userId,
    lifetimeMs: request.expiresInHours * HOUR_MS,
    made: { by, description },
    details: {
      ...NO_DETAILS,
      ...(by.requestId !== null && { requestId: by.requestId }),
      customer: email === null ? null : { email },
      language,
      // A facilitator's brand pays for one of its domains; a link names none, so we use the first one.
      merchantDomain: brand.paymentFacilitator ? (brand.domains[0] ?? null) : null,
      orderDetails: [{ productName: description }],
      maker: { userId: by.id, name: by.name },
    },
  });
  return { link: opened.link!, transaction: opened.session, url: opened.cashierUrl };
}
