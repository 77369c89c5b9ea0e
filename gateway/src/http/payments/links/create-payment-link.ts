// POST /payment-links (contract 8): makes a hosted pay-in as POST /payment-session does. The merchant says how long it
// stays open, and can read its address again. Body-signed like a session. Pay-in, link and audit row are one commit
// (open-session.ts).
import { apiActor } from '../../auth/audit-actor.ts';
import { nullEmptyStrings } from '../../auth/request-signature.ts';
import { call } from '../../calls/call.ts';
import { brandErrors } from '../../calls/operation.ts';
import { openSessionOf } from '../../request-body/session-body.ts';
import { sendSigned } from '../../send-signed.ts';
import { paymentSessionOperation } from '../session-schemas.ts';
import {
  linkExample,
  PaymentLink,
  type PaymentLinkBody,
  PaymentLinkRequest,
  toPaymentLink,
  USUAL_SECONDS,
} from './payment-link-schemas.ts';

export const createPaymentLinkCall = call({
  address: 'POST /payment-links',
  operationId: 'createPaymentLink',
  tags: ['Sessions'],
  summary: 'Create a payment link',
  description:
    'A hosted pay-in for an invoice, a message or a counter: its link is valid for 1 hour to 30 days, and you can ' +
    'read it again. It takes one payment. The portal lists it beside the links that people made there. If no option can ' +
    'be used, the link is refused with the error code of a pay-in. To withdraw a link, send a `DELETE`.', // Contract 8
  access: 'brand',
  scopes: ['payments'],
  signed: 'enforced',
  requestHeaders: paymentSessionOperation.requestHeaders,
  body: PaymentLinkRequest,
  examples: {
    invoice: {
      summary: 'An invoice',
      value: {
        country: 'DE',
        currency: 'EUR',
        amount: 49.9,
        merchantReference: 'invoice-4711',
        description: 'Invoice 4711',
        expiresIn: USUAL_SECONDS,
      },
    },
    minimal: { summary: 'Only the required fields', value: { currency: 'EUR', amount: 49.9 } },
  },
  answers: {
    201: {
      description: 'The link.',
      schema: PaymentLink,
      headers: paymentSessionOperation.answers[201].headers,
      examples: { open: { summary: 'The link', value: linkExample } },
    },
    ...brandErrors(409, 413, 415),
  },
  options: { attachValidation: true, preValidation: nullEmptyStrings },
  handle: async (context, request, reply) => {
    const { brand, body, validationError, keyMaker } = request;
    const lines =
      typeof body.description === 'string' && body.description !== ''
        ? [{ productName: body.description.trim() }]
        : null;
    const shown = { ...body, orderDetails: body.orderDetails ?? lines };
    const opened = await openSessionOf(
      context,
      brand,
      { body: shown, validationError, keyMaker, id: request.id },
      {
        type: 'PAYIN',
        origin: 'session',
        lifetimeMs: (body.expiresIn ?? USUAL_SECONDS) * 1000,
        made: { by: apiActor(request), description: descriptionOf(shown) },
      },
    );
    return sendSigned(reply, brand, await toPaymentLink(context, opened.link!, opened.session));
  },
});

/** The text that lists show. It is read after the schema check, and nothing uses it if the check found a fault. */
function descriptionOf({ description, orderDetails, merchantReference }: PaymentLinkBody): string {
  const named = Array.isArray(orderDetails) ? orderDetails.find((line) => line?.productName) : null;
  return String(description ?? named?.productName ?? merchantReference ?? 'Payment').trim();
}
