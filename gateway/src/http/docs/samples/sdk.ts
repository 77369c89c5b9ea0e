// A sample call with @tollgate/sdk. The SDK signs, sends again and verifies by itself, so a sample is the call alone.
// There is no sample for calls that the SDK does not have, such as those of v2.
import { literal } from './literal.ts';
import { JAVASCRIPT } from './node.ts';
import type { SampleCall } from './sample-call.ts';

interface SdkCall {
  /** `payments.get`, and the text between its brackets. */
  name: string;
  given: readonly unknown[];
  /** The name of one item, if the sample iterates over a list. */
  each?: string;
}

type Body = Record<string, unknown>;

/** The first entry that matches the method and the path counts. */
const CALLS: readonly (readonly [
  at: RegExp,
  make: (id: string, query: Body, call: SampleCall & { body: Body }) => SdkCall | null,
])[] = [
  [/^GET \/v3\/payment-options$/, (_, query) => ({ name: 'payments.options', given: [query] })],
  [/^GET \/v3\/payout-options$/, (_, query) => ({ name: 'payouts.options', given: [query] })],
  [/^GET \/payments\/([^/]+)$/, (id) => ({ name: 'payments.get', given: [id] })],
  [
    /^GET \/payments$/,
    (_, query) =>
      'merchantReference' in query
        ? { name: 'payments.find', given: [query] }
        : { name: 'payments.list', given: [query], each: 'payment' },
  ],
  [/^GET \/saved-cards$/, (_, { userId }) => ({ name: 'savedCards.list', given: [userId] })],
  [/^DELETE \/saved-cards\/([^/]+)$/, (token) => ({ name: 'savedCards.remove', given: [token] })],
  [/^GET \/mandates$/, (_, query) => ({ name: 'mandates.list', given: [query], each: 'mandate' })],
  [/^GET \/mandates\/([^/]+)$/, (id) => ({ name: 'mandates.get', given: [id] })],
  [
    /^POST \/mandates\/([^/]+)\/revoke$/,
    (id, _query, { body }) => ({ name: 'mandates.revoke', given: [id, body] }),
  ],
  [/^GET \/events$/, (_, query) => ({ name: 'events.list', given: [query], each: 'event' })],
  [
    /^POST \/v3\/payment$/,
    (_, _query, { body, idempotencyKey }) => ({
      name: 'payments.create',
      given: [body, ...(idempotencyKey === null ? [] : [{ idempotencyKey }])],
    }),
  ],
  [/^POST \/v3\/payout$/, (_, _query, { body }) => ({ name: 'payouts.create', given: [body] })],
  [/^POST \/payment-session$/, (_, _query, { body }) => ({ name: 'sessions.create', given: [body] })],
  [/^POST \/payout-session$/, (_, _query, { body }) => ({ name: 'sessions.createPayout', given: [body] })],
  [/^POST \/payment-links$/, (_, _query, { body }) => ({ name: 'links.create', given: [body] })],
  [/^POST \/refund\/by-reference$/, (_, _query, { body }) => ({ name: 'refunds.create', given: [body] })],
  [
    /^POST \/settle-payout$/,
    (_, _query, { body: { action, transactionId } }) => ({
      name: action === 'APPROVE' ? 'payouts.approve' : 'payouts.decline',
      given: [transactionId],
    }),
  ],
  [/^POST \/capture-payment$/, (_, _query, { body }) => ({ name: 'payments.capture', given: [body] })],
  [/^POST \/cancel-payment$/, (_, _query, { body }) => ({ name: 'payments.cancel', given: [body] })],
  [/^POST \/confirm-payment$/, (_, _query, { body }) => ({ name: 'payments.confirm', given: [body] })],
  [
    /^POST \/sandbox\/transactions\/([^/]+)\/outcome$/,
    (id, _query, { body }) => ({ name: 'sandbox.forceOutcome', given: [id, body] }),
  ],
  [
    /^POST \/sandbox\/transactions\/([^/]+)\/dispute$/,
    (id, _query, { body }) => ({ name: 'sandbox.dispute', given: [id, body] }),
  ],
  [
    /^POST \/sandbox\/transactions\/([^/]+)\/return$/,
    (id, _query, { body }) => ({ name: 'sandbox.return', given: [id, body] }),
  ],
  [
    /^POST \/sandbox\/refunds\/([^/]+)\/outcome$/,
    (id, _query, { body }) => ({ name: 'sandbox.forceRefund', given: [id, body.outcome] }),
  ],
  [
    /^POST \/sandbox\/captures\/([^/]+)\/outcome$/,
    (id, _query, { body }) => ({ name: 'sandbox.forceCapture', given: [id, body.outcome] }),
  ],
  [/^POST \/sandbox\/settlements$/, () => ({ name: 'sandbox.settle', given: [] })],
];

/** null: the SDK has no such call. */
export function sdkSample(call: SampleCall): string | null {
  const [path = '', query = ''] = call.address.slice(call.baseUrl.length).split('?');
  for (const [at, make] of CALLS) {
    const found = at.exec(`${call.method} ${path}`);
    if (!found) continue;
    const asked = [...new URLSearchParams(query)].map(([name, value]) => [name, numberOrText(value)]);
    const made = make(found[1] ?? '', Object.fromEntries(asked), { ...call, body: call.body ?? {} });
    return made && write(call.baseUrl, made);
  }
  return null;
}

const numberOrText = (text: string): unknown => (/^\d+$/.test(text) ? Number(text) : text);

function write(baseUrl: string, { name, given, each }: SdkCall): string {
  const shown = given.filter((one) => typeof one !== 'object' || Object.keys(one as object).length > 0);
  const code = `tollgate.${name}(${shown.map((one) => literal(one, JAVASCRIPT)).join(', ')})`;
  return [
    "import { Tollgate } from '@tollgate/sdk';",
    '',
    'const tollgate = new Tollgate({',
    `    baseUrl: '${baseUrl}',`,
    '    apiKey: process.env.TOLLGATE_API_KEY,',
    '    signingSecret: process.env.TOLLGATE_SIGNING_SECRET,',
    '});',
    '',
    ...(each === undefined
      ? [`const answer = await ${code};`, 'console.log(answer);']
      : [`for await (const ${each} of ${code}) {`, `    console.log(${each});`, '}']),
  ].join('\n');
}
