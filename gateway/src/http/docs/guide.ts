// The guide at the top of the reference page: what a merchant's developer must know beyond single calls. Called by
// docs.ts. What stands in a catalogue (error codes) is read from it, so that the page cannot lag behind.
import type { Context } from '../../actions/context.ts';
import { ERROR_CODES, errorReason, retryAdvice } from '../../domain/errors/error-codes.ts';
import { type Html, join } from '../pages/html.ts';
import { inLanguages, paragraphs, type Section, sample, section, table } from './blocks.ts';
import { testAmounts, testCards } from './guide-sandbox.ts';
import { signatureCode, signatures } from './guide-signatures.ts';
import { json } from './markup.ts';
import type { OpenApi } from './openapi-types.ts';
import { VERIFY_WEBHOOK } from './samples/verify-webhook.ts';

export function guide(
  { publicUrl, webhookRetryScheduleSeconds, environment }: Context['config'],
  { webhooks: events }: OpenApi,
): Section[] {
  const ofTheSandbox = [
    section('test-cards', 'Test cards', testCards(), null),
    section('test-amounts', 'Test amounts', testAmounts(), null),
  ];
  return [
    section('start', 'Start here', start(publicUrl), startCode(publicUrl)),
    section('results', 'Results and statuses', results(), null),
    section('errors', 'HTTP errors', httpErrors(), errorCode()),
    section('cashier', 'Hosted cashier', cashier(), cashierCode(publicUrl)),
    section('signatures', 'Signatures', signatures(), signatureCode(publicUrl), 'below'),
    section('idempotency', 'Retries', retries(), null),
    section(
      'webhooks',
      'Webhooks',
      webhooks(webhookRetryScheduleSeconds),
      join([
        inLanguages('webhooks-verify', 'Verify, then act', Object.entries(VERIFY_WEBHOOK)),
        webhookBody(events),
      ]),
    ),
    ...(environment === 'test' ? ofTheSandbox : []),
    section('error-codes', 'Error codes', errorCodes(), null),
  ];
}

function start(publicUrl: string): Html {
  return paragraphs(
    'Tollgate takes payments from your customers (pay-ins), by card and by many other methods, and pays out to them (payouts). Your server calls this API; a browser never does.',
    'One call is enough: `POST /v3/payment` or `POST /v3/payout`. Whatever is missing, the cashier asks the customer for: send them to `redirectUrl`, and the same transaction goes on there. Or begin with the cashier: `POST /payment-session` and `POST /payout-session` answer a link. The calls under `/v2` are for programs that have them already.',
    `Addresses are relative to \`${publicUrl}\`. Every call carries the API key of one of your brands in \`X-API-KEY\`. Bodies are JSON in UTF-8, at most 256 KB.`,
    'Amounts are JSON numbers in units of the currency: `49.9` is 49.90 euros, not cents. Country and currency codes are upper case. Fields that are not listed are ignored. `null` for an optional field means that it is absent.',
    'The return of the customer to your `redirectUrl` never proves that a payment completed. A webhook does, or `GET /payments/{transactionId}`.',
  );
}

function startCode(publicUrl: string): Html {
  return sample(
    'start-code',
    'Which ways to pay are there?',
    `curl "${publicUrl}/v3/payment-options?country=DE&currency=EUR" \\\n  -H "X-API-KEY: $TOLLGATE_API_KEY"`,
  );
}

function results(): Html {
  return join([
    paragraphs(
      'Whatever becomes of a pay-in or a payout, the business result is HTTP 201; `resultType` says what to do. Treat one you do not know as unresolved and query the transaction.',
      'Cards and payouts answer with the first four. The types from 80 to 91 are those of other methods; `result.expiresAt` says until when what they show can be used.',
    ),
    table(
      ['statusCode', 'resultType', 'What to do'],
      [
        [
          '200',
          '`success`',
          'Look at `result.status`: `COMPLETED` is paid, `PROCESSING` will be told by webhook.',
        ],
        [
          '300',
          '`redirect`',
          'Send the customer to exactly `result.redirectUrl`, as a top-level navigation.',
        ],
        ['900', '`declined`', 'Look at `errorCode`; the record carries `retryAdvice`.'],
        [
          '999',
          '`error`',
          'Look at `result.status`. `ERROR`: not done. `PROCESSING` with `9001`: the outcome is unknown; wait for the webhook, never pay again.',
        ],
        ['80', '`form`', 'Present `formData`.'],
        ['81', '`qrcode`', 'Show `base64QRCode`, or encode `qrCodeString` yourself.'],
        [
          '83',
          '`receipt`',
          'Show `paymentDetails`, then hand in what proves the payment with `POST /confirm-payment`.',
        ],
        ['84', '`info`', 'Show `paymentDetails`, and the rest where it is there, and wait.'],
        ['86', '`barcode`', 'Show `barcodeData` and `expirationDate`.'],
        ['90', '`fawry`', 'Show `referenceNumber`.'],
        ['91', '`mobile`', 'Show `sendTo`; hand in what `confirmBy` names with `POST /confirm-payment`.'],
      ],
    ),
    paragraphs(
      'A transaction moves through six statuses. The last three are final, and `COMPLETED` alone is success.',
    ),
    table(
      ['Status', 'Meaning'],
      [
        ['`INIT`', 'Stored; nobody has been asked yet. A session waits here for its choice.'],
        [
          '`PENDING`',
          'A payout waits up to 30 days for its approval: `POST /settle-payout`. With automatic approval it never does.',
        ],
        [
          '`PROCESSING`',
          'The customer or the network has to act. The amount of a payout on its way is set aside.',
        ],
        ['`COMPLETED`', 'Money moved.'],
        [
          '`DECLINED`',
          'It did not: refused, cancelled or expired. Should the money arrive after all, the transaction becomes `COMPLETED` with `lateSuccess: true`.',
        ],
        ['`ERROR`', 'A technical failure; certainly not done.'],
      ],
    ),
  ]);
}

function cashier(): Html {
  return join([
    paragraphs(
      'The cashier is our payment page, in thirteen languages. `POST /payment-session` answers a `cashierUrl`: send the customer there, and they choose a method, fill in what it needs, go to their bank where they must, and come back to a page that knows how it ended. `POST /payout-session` does the same for a payout: the recipient says where to, you approve.',
      'A link is told once and can be used for an hour; then the transaction is `DECLINED` with `3002`. What was begun in time keeps the time of its method: 15 minutes at a bank, 30 for a QR code, 72 hours for a transfer or a voucher. When that is over and the link is still good, the customer may try again.',
    ),
    table(
      ['Link of', 'The customer', 'A decline'],
      [
        ['`/payment-session`', 'Chooses any method you offer', 'One try of five'],
        ['`/v2/hybrid-payment`', 'Begins with your choice, and may take another', 'One try of five'],
        ['`/v3/payment`, `redirect`', 'Gives what is missing, and no more', 'Final'],
        ['Payouts', 'Says where the money shall go', 'Yours or the provider’s, and final'],
      ],
    ),
    paragraphs(
      'After a declined try the transaction stays `PROCESSING`. Its record has the code of the try, and the timeline an entry from `PROCESSING` to `PROCESSING`; there is no webhook, because no status changed. You hear `payin.processing` once, and then how it ended.',
      'At the end a button leads to your `redirectUrl` with `transactionId` and `merchantReference` appended. Right after success the page goes there by itself in five seconds, unless the customer stops it. The return proves nothing: wait for the webhook.',
    ),
  ]);
}

function cashierCode(publicUrl: string): Html {
  return sample(
    'cashier-code',
    'A link to pay',
    `curl ${publicUrl}/payment-session \\
  -H "X-API-KEY: $TOLLGATE_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "currency": "EUR", "amount": 49.9,
    "country": "DE", "language": "de",
    "merchantReference": "order-10021",
    "redirectUrl": "https://shop.example/return"
  }'`,
  );
}

function httpErrors(): Html {
  return join([
    paragraphs(
      'Anything but a business result is an HTTP error, and nothing was charged, with one exception: after 500, 503 or a lost connection, look the transaction up by its reference before you send it again.',
      'A validation failure lists every fault, each naming its field by a dotted path. Every answer carries `X-Request-Id`; send your own (1 to 128 of `A-Z a-z 0-9 . _ -`) and it is kept.',
    ),
    table(
      ['HTTP', 'When'],
      [
        ['400', 'The request is not valid.'],
        ['401', 'The API key is missing or wrong.'],
        [
          '403',
          'The source address is not allowed, or a required signature is missing or does not match. In the test environment the answer shows `stringToSign`.',
        ],
        ['404', 'There is no such address or transaction.'],
        [
          '409',
          '`merchantReference` was used before (`errorCode` 1020, with the first `transactionId`), the first request with this `Idempotency-Key` is still in flight, or a confirmation of the payment was handed in already.',
        ],
        ['410', 'The endpoint is retired.'],
        ['413, 415', 'The body is too large, or of another type than the call takes.'],
        ['422', 'The `Idempotency-Key`, or the `refundReference`, came with other data before.'],
        ['429', 'Too many requests; wait for `Retry-After` seconds.'],
        ['500, 503', 'Our fault. Reconcile, then try again.'],
      ],
    ),
  ]);
}

function errorCode(): Html {
  return sample(
    'errors-code',
    'HTTP 400',
    json({
      statusCode: 400,
      message: [
        'amount: must be a number',
        'customer.email: must be an e-mail address, such as name@example.com',
      ],
      requestId: '5b0d3c1e-6f6e-4c6a-9a52-0c8f2f1f7f1d',
    }),
  );
}

function retries(): Html {
  return paragraphs(
    'Card pay-ins: send an `Idempotency-Key`, unique for the intended payment. The same key with the same body returns the stored answer byte for byte, with `Idempotent-Replayed: true`, for 48 hours. The same key with another body is refused with 422; another CVV alone is the same body.',
    'Refunds: send a `refundReference`; the same one again gets the first answer and makes no second refund.',
    'Everything else has no replay. `merchantReference` protects you instead: it is unique per merchant and country, and a second use answers 409 with the first `transactionId`. After a lost answer, ask `GET /payments?merchantReference=…`.',
  );
}

function webhooks(retryScheduleSeconds: readonly number[]): Html {
  return join([
    paragraphs(
      "Every status change after `INIT` is posted to the transaction's `notificationUrl`, or else to the brand's. The body is the transaction record without `customer`, `refunds` and `timeline`, led by `eventId`, `eventType` (such as `payin.completed`), `sequence` and `occurredAt`. Each step of a refund is posted too (`refund.pending`, `refund.completed`, `refund.failed`), with a `refund` object beside the record of its pay-in.",
      `Answer with any 2xx. Everything else is tried again with identical bytes, here ${retryScheduleSeconds.length} times in all, the last about ${inWords(retryScheduleSeconds)} after the first; 410 pauses the address. A corrected address of the brand gets what is still undelivered. An event may come twice, so remember \`eventId\`; \`sequence\` counts 1, 2, 3 within a transaction.`,
      'Verify `X-Signature` over the raw body. It stays the same over all tries, unless its secret has ended meanwhile: then the same bytes are signed with the newest one. Libraries for Standard Webhooks work too, with `whsec_` followed by the Base64 of the signing secret: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are there.',
      'What your server missed you can fetch: `GET /events?after=` and the last `eventId` you have dealt with lists what came after it, for 90 days, and streams it where you accept `text/event-stream`.',
      'From the portal you can send a test event (`test.ping`) and have your receiver checked (`test.check`). These tell of no payment: `test` is true, `amount` 0, `status` `INIT`, and `transactionId` is of no transaction. Answer 2xx to them, as to every genuine event whose type you do not know, and do nothing else.',
    ),
  ]);
}

/** How long a schedule of pauses is: minutes, hours or days, whichever says it in a whole number above one. */
function inWords(pausesSeconds: readonly number[]): string {
  const seconds = pausesSeconds.slice(1).reduce((sum, pause) => sum + pause, 0);
  const [unit, inUnit] =
    seconds < 120
      ? ['second', 1]
      : seconds < 7_200
        ? ['minute', 60]
        : seconds < 172_800
          ? ['hour', 3_600]
          : ['day', 86_400];
  const count = Math.round(seconds / Number(inUnit));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function webhookBody({ payin }: OpenApi['webhooks']): Html {
  const bodies = payin!.post.requestBody!.content['application/json']!.examples!;
  return sample('webhooks-body', 'The body of an event', json(bodies['payin.completed']!.value));
}

function errorCodes(): Html {
  return join([
    paragraphs('`errorCode` of declined and failed transactions, and what `retryAdvice` says about it.'),
    table(
      ['Code', 'Reason', 'retryAdvice'],
      ERROR_CODES.map((code) => [`\`${code}\``, errorReason(code), `\`${retryAdvice(code)}\``]),
      ([code]) => `error-${code!.replaceAll('`', '')}`,
    ),
  ]);
}
