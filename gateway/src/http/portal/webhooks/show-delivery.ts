// GET …/webhooks/deliveries/:transactionId/:sequence (contract 14): the request as it was sent, and the answer to each
// try. A plain read. The signatures are those that the receiver got for this body. It must show them only to users who
// may change webhooks, because anybody who has them could send the same body to the receiver again.
import { type Static, Type } from 'typebox';
import { knownDelivery } from '../../../actions/webhooks/known-delivery.ts';
import { mayInPortal } from '../../../domain/access/portal-permission.ts';
import { webhookHeaders } from '../../../domain/keys/signature.ts';
import { type Brand, validSecrets } from '../../../domain/merchants/brand.ts';
import { withoutQuery } from '../../../domain/webhooks/webhook-event.ts';
import type { DeliveryDetails } from '../../../storage/webhooks/find-delivery.ts';
import { call } from '../../calls/call.ts';
import { orNull, textOrNull } from '../../schemas/schema-fields.ts';
import { IN_ARCHIVE, portalErrors } from '../portal-schemas.ts';
import { DELIVERY_FIELDS, DeliveryPath, moment, toItem } from './delivery-schemas.ts';

const Header = Type.Object({
  name: Type.String({ description: 'Name.' }),
  value: Type.String({ description: 'Value.' }),
});

const DeliveryDetailsAnswer = Type.Object(
  {
    ...DELIVERY_FIELDS,
    url: textOrNull('The present address, without its query; null: there is none.'),
    ownAddress: Type.Boolean({ description: 'Whether the transaction has its own address.' }),
    body: Type.String({ description: 'The sent bytes, the same in each try.' }),
    headers: Type.Array(Header, {
      description:
        'Headers of the latest try. `webhook-signature` is absent if its secret has expired. Before the first try, ' +
        'only the headers that are already known. For users who may not change webhooks, signatures are masked.',
    }),
    history: Type.Array(
      Type.Object({
        tryNumber: Type.Integer({ description: '1, 2, 3 …' }),
        at: moment('When it began.'),
        durationMs: Type.Integer({ description: 'How long it took, in milliseconds.' }),
        url: textOrNull('Address of the try, without its query.'),
        signingSecretId: textOrNull('The secret that signed it.'),
        statusCode: orNull(Type.Integer({ description: 'HTTP status of the answer; null: there was none.' })),
        error: textOrNull('Why there was no valid answer.'),
        answer: textOrNull(
          'Beginning of the answer: of a failed try at most 1 KB, of a successful one 256 bytes. Card numbers are masked.',
        ),
      }),
      { description: 'Its tries, oldest first.' },
    ),
  },
  { title: 'DeliveryDetails', description: 'A webhook event: what was sent, and the answers.' },
);

export const showDeliveryCall = call({
  address: 'GET /portal/api/brands/:brandId/webhooks/deliveries/:transactionId/:sequence',
  operationId: 'showDelivery',
  tags: ['Portal developers'],
  summary: 'Show a webhook delivery',
  description: 'The body and the headers as they were sent, and each try with its answer.',
  access: 'portal',
  permission: 'payments.read',
  params: DeliveryPath,
  answers: {
    200: { description: 'The delivery.', schema: DeliveryDetailsAnswer },
    ...portalErrors(),
    ...IN_ARCHIVE,
  },
  handle: async ({ sql, now }, { portal: { brand, session }, params }) => {
    const { merchantId, brandId } = brand;
    const key = { merchantId, brandId, transactionId: params.transactionId };
    const delivery = await knownDelivery(sql, { ...key, sequence: Number(params.sequence) });
    const headers = headersOf(delivery, brand, now());
    const seesAll = mayInPortal(session.user.role, 'webhooks.change');
    return answerOf(delivery, brand, seesAll ? headers : headers.map(withoutSignature));
  },
});

function answerOf(delivery: DeliveryDetails, brand: Brand, headers: Static<typeof Header>[]) {
  const url = delivery.url ?? brand.notificationUrl;
  return {
    ...toItem(delivery),
    url: url && withoutQuery(url),
    ownAddress: delivery.url !== null,
    body: delivery.body,
    headers,
    history: delivery.history.map(({ excerpt, at, ...one }) => ({
      ...one,
      at: at.toISOString(),
      answer: excerpt,
    })),
  };
}

const withoutSignature = ({ name, value }: Static<typeof Header>) => ({
  name,
  value: name.endsWith('-signature') ? '••••••••' : value,
});

function headersOf(
  { eventId, body, xSignature, history, requestId }: DeliveryDetails,
  brand: Brand,
  now: Date,
) {
  const last = history.at(-1);
  const secret = validSecrets(brand, now).find(({ id }) => id === last?.signingSecretId);
  const sent = webhookHeaders({
    eventId,
    timestampSeconds: Math.floor((last?.at.getTime() ?? 0) / 1_000),
    body,
    xSignature,
    secrets: secret ? [secret.secret] : [],
  });
  const shown = Object.entries(sent).filter(([name]) => {
    if (name === 'webhook-signature') return secret !== undefined;
    return name !== 'webhook-timestamp' || last !== undefined;
  });
  const all = {
    'content-type': 'application/json',
    'user-agent': 'Tollgate-Webhooks/1',
    ...Object.fromEntries(shown),
    ...(requestId !== null && { 'x-request-id': requestId }),
  };
  return Object.entries(all).map(([name, value]) => ({ name, value }));
}
