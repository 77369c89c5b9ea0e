// POST …/webhooks/deliveries/:transactionId/:sequence/resend (contract 5, 14): sends one webhook again.
import { resendWebhook } from '../../../actions/webhooks/resend-webhook.ts';
import { call } from '../../calls/call.ts';
import { closed } from '../../schemas/schema-fields.ts';
import { IN_ARCHIVE, portalErrors } from '../portal-schemas.ts';
import { DeliveryPath } from './delivery-schemas.ts';

export const resendDeliveryCall = call({
  address: 'POST /portal/api/brands/:brandId/webhooks/deliveries/:transactionId/:sequence/resend',
  operationId: 'resendDelivery',
  tags: ['Portal developers'],
  summary: 'Resend a webhook',
  description:
    'Sends the same bytes to the present address within about a second, with the same signature. If its secret has ' +
    'expired, the newest secret signs. The schedule of retries starts again. While the address is paused, the ' +
    'event waits in line.',
  access: 'portal',
  permission: 'webhooks.resend',
  params: DeliveryPath,
  body: closed({}),
  answers: { 202: { description: 'It will be sent.', empty: true }, ...portalErrors(409), ...IN_ARCHIVE },
  handle: async (context, { portal: { brand, actor }, params }) => {
    const { merchantId, brandId } = brand;
    const sequence = Number(params.sequence);
    await resendWebhook(context, actor, {
      merchantId,
      brandId,
      transactionId: params.transactionId,
      sequence,
    });
  },
});
