// The body that opens a session, hosted or v2 (spec 4.8 to 4.11): all fields of spec 2.7 but the option and its
// paymentData, which are chosen later, and a customer that may have a single `name`. Nothing here may coerce, default
// or remove.
import { type Static, Type } from 'typebox';
import { openSession, type SessionRequest } from '../../actions/cashier/open-session.ts';
import type { Context } from '../../actions/context.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Maker } from '../../domain/transactions/transaction.ts';
import { laterOf, sessionDetailsOf } from '../schemas/known-fields.ts';
import { Customer, maybe, payinFields, text, transactionFields } from '../schemas/schema-fields.ts';
import { checkTransactionBody, requestFields } from './transaction-body.ts';

const SessionCustomer = Type.Object(
  {
    name: maybe(
      text(255, 'Full name, instead of firstName and lastName.', {
        minLength: 1,
        examples: ['Anna Schmidt'],
      }),
    ),
    ...Customer.properties,
  },
  {
    title: 'SessionCustomer',
    description:
      'The person who pays or is paid, in v2 and session requests. Missing fields are filled from the stored profile ' +
      'of the same userId.', // Spec 2.5
  },
);

const { paymentOptionId: _option, paymentData: _data, ...opening } = transactionFields;

/** Spec 4.8, 4.9, 4.10; contract 8: currency and amount are required. */
export const sessionFields = { ...opening, customer: maybe(SessionCustomer) };

/** The session of a pay-in. */
export const payinSessionFields = { ...sessionFields, ...payinFields };

const SessionFields = Type.Object(payinSessionFields);
export type SessionBody = Static<typeof SessionFields>;

/** Checks the body and stores the session durably. */
export async function openSessionOf(
  context: Context,
  brand: Brand,
  {
    body,
    validationError,
    keyMaker,
    id: requestId,
  }: { body: SessionBody; validationError?: unknown; keyMaker: Maker | null; id: string },
  kind: Pick<SessionRequest, 'type' | 'origin' | 'lifetimeMs' | 'made'>,
): ReturnType<typeof openSession> {
  const checked = kind.type === 'PAYIN' ? body : { ...body, mandate: null };
  const amountMinor = checkTransactionBody(context, brand, checked, validationError);
  const maker = kind.type === 'PAYOUT' && keyMaker ? { maker: keyMaker } : {};
  const later = kind.type === 'PAYIN' ? laterOf(body, amountMinor) : {};
  const details = { ...sessionDetailsOf(body), ...later, ...maker, requestId };
  return await openSession(context, {
    brand,
    ...kind,
    amountMinor,
    ...requestFields(body, requestId),
    details,
  });
}
