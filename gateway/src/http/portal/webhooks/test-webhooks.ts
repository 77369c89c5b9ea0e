// POST …/webhooks/test and …/webhooks/check (contract 14): a test event, and the check that grades the merchant's
// receiver.
import { Type } from 'typebox';
import { checkReceiver, sendTestEvent } from '../../../actions/webhooks/test-webhooks.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { CHECKS } from '../../../domain/webhooks/receiver-check.ts';
import { call } from '../../calls/call.ts';
import type { CallLimit } from '../../calls/call-limit.ts';
import { choice, closed, orNull, textOrNull } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { moment } from './delivery-schemas.ts';

const ANSWER_FIELDS = {
  statusCode: orNull(Type.Integer({ description: 'HTTP status of the answer; null: there was none.' })),
  error: textOrNull('Why there was no valid answer.'),
  durationMs: Type.Integer({ description: 'How long it took, in milliseconds.' }),
};

const Finding = Type.Object({
  check: choice(CHECKS, 'The checked behaviour.'),
  grade: choice(['pass', 'warn', 'fail', 'skipped'], 'The result.'),
  found: Type.String({ description: 'What happened.' }),
  means: Type.String({ description: 'Why it matters.' }),
  mend: textOrNull('What to do; null: nothing.'),
  answers: Type.Array(Type.Object(ANSWER_FIELDS), { description: 'The answers that the grade is based on.' }),
});

export const sendTestEventCall = call({
  address: 'POST /portal/api/brands/:brandId/webhooks/test',
  operationId: 'sendTestEvent',
  tags: ['Portal developers'],
  summary: 'Send a test event',
  description:
    'One event of type `test.ping`, signed like any webhook, to the notification address. It belongs to no ' +
    'payment: `test` is true, `amount` is 0, `status` is INIT, and no transaction has its `transactionId`. It is ' +
    'not retried.',
  access: 'portal',
  permission: 'webhooks.change',
  params: PortalBrandPath,
  body: closed({}),
  answers: {
    200: {
      description: 'The sent event and the answer.',
      schema: Type.Object(
        {
          url: Type.String({ description: 'The address, without its query.' }),
          body: Type.String({ description: 'What was sent.' }),
          headers: Type.Array(
            Type.Object({
              name: Type.String({ description: 'Name.' }),
              value: Type.String({ description: 'Value.' }),
            }),
            { description: 'The headers that were sent.' },
          ),
          ...ANSWER_FIELDS,
          answer: textOrNull('Beginning of an answer other than a success, at most 1 KB.'),
        },
        { title: 'TestDelivery', description: 'A test event and its answer.' },
      ),
    },
    ...portalErrors(409, 429),
  },
  handle: async (context, { portal }, _reply, { limits }) => {
    count(limits.testEvents, portal.brand.brandId, context.now());
    const { excerpt, headers, ...sent } = await sendTestEvent(context, portal.actor, portal.brand);
    return { ...sent, headers: headers.map(([name, value]) => ({ name, value })), answer: excerpt };
  },
});

export const checkReceiverCall = call({
  address: 'POST /portal/api/brands/:brandId/webhooks/check',
  operationId: 'checkReceiver',
  tags: ['Portal developers'],
  summary: "Check the merchant's receiver",
  description:
    'Sends seven events of type `test.check` to the notification address, one after the other, and grades the ' +
    'answers: genuine, with a wrong signature, without one, the same event twice, two out of order, with an ' +
    'unknown field. The events belong to no payment.',
  access: 'portal',
  permission: 'webhooks.change',
  params: PortalBrandPath,
  body: closed({}),
  answers: {
    200: {
      description: 'The grades.',
      schema: Type.Object(
        {
          url: Type.String({ description: 'The address, without its query.' }),
          at: moment('When the check began.'),
          findings: Type.Array(Finding, { description: 'One for each check.' }),
        },
        { title: 'ReceiverReport', description: "How the merchant's receiver handles webhooks." },
      ),
    },
    ...portalErrors(409, 429),
  },
  handle: async (context, { portal }, _reply, { limits }) => {
    count(limits.receiverChecks, portal.brand.brandId, context.now());
    const { url, at, findings } = await checkReceiver(context, portal.actor, portal.brand);
    return {
      url,
      at: at.toISOString(),
      findings: findings.map(({ answers, ...finding }) => ({
        ...finding,
        answers: answers.map(({ statusCode, error, durationMs }) => ({ statusCode, error, durationMs })),
      })),
    };
  },
});

function count(limit: CallLimit, brandId: string, now: Date): void {
  const retryAfterSeconds = limit.count(brandId, now);
  if (retryAfterSeconds === 0) return;
  throw new Refusal(429, 'too many test events; wait a moment', { retryAfterSeconds });
}
