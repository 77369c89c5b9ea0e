// The guide at the top of the reference page: what a merchant's developer must know beyond single calls. Called by
// docs.ts. What stands in a catalogue (error codes) is read from it, so that the page cannot lag behind.
import { ERROR_CODES, errorReason, retryAdvice } from '../../domain/error-codes.ts';
import { TEST_CARDS } from '../card-examples.ts';
import { type Html, html, join } from '../html.ts';
import { payinEvents } from '../webhook-examples.ts';
import { inline, json } from './markup.ts';

export interface Section {
  id: string;
  title: string;
  body: Html;
}

export function guide(publicUrl: string, retryScheduleSeconds: readonly number[]): Section[] {
  return [
    section('start', 'Start here', start(publicUrl), startCode(publicUrl)),
    section('results', 'Results and statuses', results(), null),
    section('errors', 'HTTP errors', httpErrors(), errorCode()),
    section('cashier', 'Hosted cashier', cashier(), cashierCode(publicUrl)),
    section('signatures', 'Signatures', signatures(), signatureCode()),
    section('idempotency', 'Retries', retries(), null),
    section('webhooks', 'Webhooks', webhooks(retryScheduleSeconds), join([webhookCode(), webhookBody()])),
    section('test-cards', 'Test cards', testCards(), null),
    section('test-amounts', 'Test amounts', testAmounts(), null),
    section('error-codes', 'Error codes', errorCodes(), null),
  ];
}

function section(id: string, title: string, words: Html, code: Html | null): Section {
  const layout = code === null ? 'operation wide' : 'operation';
  const aside = code === null ? null : html`<div class="code">${code}</div>`;
  const body = html`<article class="${layout}" id="${id}"><div class="words"><h2><a href="#${id}">${title}</a></h2>${words}</div>${aside}</article>`;
  return { id, title, body };
}

function sample(title: string, code: string | Html): Html {
  return html`<div class="panel"><div class="panel-head"><span class="panel-title">${title}</span><button type="button" class="copy" hidden>Copy</button></div><figure><pre tabindex="0"><code>${code}</code></pre></figure></div>`;
}

function table(head: string[], rows: string[][]): Html {
  return html`<div class="table" tabindex="0"><table><thead><tr>${join(head.map((cell) => html`<th scope="col">${cell}</th>`))}</tr></thead><tbody>${join(
    rows.map((row) => html`<tr>${join(row.map((cell) => html`<td>${inline(cell)}</td>`))}</tr>`),
  )}</tbody></table></div>`;
}

function paragraphs(...texts: string[]): Html {
  return join(texts.map((text) => html`<p>${inline(text)}</p>`));
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
      'A link is told once and can be used for an hour; then the transaction is `DECLINED` with `3002`. What was begun in time keeps the time of its method: 15 minutes at a bank, 30 for a QR code, 72 hours for a transfer or a voucher.',
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
      'At the end a button leads to your `redirectUrl` with `transactionId` and `merchantReference` appended. It proves nothing: wait for the webhook.',
    ),
  ]);
}

function cashierCode(publicUrl: string): Html {
  return sample(
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
          '`merchantReference` was used before (`errorCode` 1020, with the first `transactionId`), or the first request with this `Idempotency-Key` is still in flight.',
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
    'HTTP 400',
    JSON.stringify(
      {
        statusCode: 400,
        message: [
          'amount: must be a number',
          'customer.email: must be an e-mail address, such as name@example.com',
        ],
        requestId: '5b0d3c1e-6f6e-4c6a-9a52-0c8f2f1f7f1d',
      },
      null,
      2,
    ),
  );
}

function signatures(): Html {
  return join([
    paragraphs(
      'A signature is the standard Base64 of HMAC-SHA256 over the UTF-8 bytes of a string, keyed with the signing secret of the brand exactly as you received it. Requests are checked where the brand enforces it; answers and webhooks are signed always. Compare in constant time.',
    ),
    table(
      ['Message', 'Header', 'String'],
      [
        [
          'Card pay-in, request',
          '`Signature`',
          '`paymentOptionId:merchantReference:currency:amount`; the amount as JavaScript writes it (50.00 is `50`), an empty segment without a reference',
        ],
        [
          'Card pay-in, answer',
          '`X-Signature`',
          '`transactionId:merchantReference:currency:amount:status`, from `result`',
        ],
        [
          '`POST /payment-session`, `POST /payout-session`, `POST /confirm-payment`, `POST /cancel-payment`, `POST /settle-payout`, `POST /refund/by-reference`: request',
          '`X-Signature`',
          '`JSON.stringify` of the parsed body: fields in your order, no blanks. Of the two sessions every empty string, nested ones too, counts as `null`; of a form the text fields alone, as JSON, in the order in which they are sent',
        ],
        ['The same: answer', '`X-Signature`', 'The body as received'],
        ['Webhooks', '`X-Signature`', 'The raw body as received'],
      ],
    ),
  ]);
}

function signatureCode(): Html {
  return sample(
    'Node.js',
    `import { createHmac } from 'node:crypto';

const text = [
  body.paymentOptionId,
  body.merchantReference ?? '',
  body.currency,
  body.amount,
].join(':');

const signature = createHmac('sha256', signingSecret)
  .update(text)
  .digest('base64');

// send it as the header Signature`,
  );
}

function retries(): Html {
  return paragraphs(
    'Card pay-ins: send an `Idempotency-Key`, unique for the intended payment. The same key with the same body returns the stored answer byte for byte, with `Idempotent-Replayed: true`, for 48 hours. The same key with another body is refused with 422.',
    'Refunds: send a `refundReference`; the same one again gets the first answer and makes no second refund.',
    'Everything else has no replay. `merchantReference` protects you instead: it is unique per merchant and country, and a second use answers 409 with the first `transactionId`. After a lost answer, ask `GET /payments?merchantReference=…`.',
  );
}

function webhooks(retryScheduleSeconds: readonly number[]): Html {
  return join([
    paragraphs(
      "Every status change after `INIT` is posted to the transaction's `notificationUrl`, or else to the brand's. The body is the transaction record without `customer`, `refunds` and `timeline`, led by `eventId`, `eventType` (such as `payin.completed`), `sequence` and `occurredAt`. Each step of a refund is posted too (`refund.pending`, `refund.completed`, `refund.failed`), with a `refund` object beside the record of its pay-in.",
      `Answer with any 2xx. Everything else is tried again with identical bytes, here ${retryScheduleSeconds.length} times in all, the last about ${inWords(retryScheduleSeconds)} after the first; 410 pauses the address. An event may come twice, so remember \`eventId\`; \`sequence\` counts 1, 2, 3 within a transaction.`,
      'Verify `X-Signature` over the raw body. Libraries for Standard Webhooks work too, with `whsec_` followed by the Base64 of the signing secret: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are there.',
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

function webhookCode(): Html {
  return sample(
    'Node.js: verify, then act',
    `import { createHmac, timingSafeEqual } from 'node:crypto';

function isOurs(rawBody, header, signingSecret) {
  const expected = createHmac('sha256', signingSecret)
    .update(rawBody)
    .digest();
  const given = Buffer.from(header ?? '', 'base64');
  return given.length === expected.length
    && timingSafeEqual(given, expected);
}`,
  );
}

function webhookBody(): Html {
  return sample('The body of an event', json(payinEvents['payin.completed']!.value));
}

function testCards(): Html {
  return join([
    paragraphs(
      'In the test environment any future expiry and any security code of the right length will do. A number that is not listed and passes the Luhn check completes.',
    ),
    table(
      ['Number', 'Outcome'],
      Object.values(TEST_CARDS).map(({ number, says }) => [`\`${number}\``, says]),
    ),
  ]);
}

function testAmounts(): Html {
  return join([
    paragraphs(
      'In the test environment every method but a pay-in by card, and every payout, goes by the last two digits of its amount in the smallest unit (EUR 10.02, JPY 1002). A refund goes by its own amount.',
    ),
    table(
      ['Ends in', 'Pay-in', 'Payout, once it is approved', 'Refund'],
      [
        [
          '`02`',
          'Declined `2005`; where the customer is sent to a bank or presented a mandate, only after that',
          'Declined `2005`',
          '`FAILED`',
        ],
        [
          '`03`',
          'Nobody pays: it expires',
          'Stays `PROCESSING` until you force it',
          '`COMPLETED` a little later',
        ],
        [
          '`04`',
          'Technical failure: 999, `ERROR`, `9002`',
          '999, `DECLINED`, `9002`',
          '`COMPLETED` a little later',
        ],
        [
          '`05`',
          'No answer: 999, `PROCESSING`, `9001`; found completed later',
          '200, `PROCESSING`; found completed later',
          '`COMPLETED` a little later',
        ],
        [
          'anything else',
          'Completed a little later; `receipt` and `mobile` after their confirmation, `redirect` and `form` after the decision on the page',
          'Completed a little later',
          '`COMPLETED` a little later',
        ],
      ],
    ),
    paragraphs(
      'A confirmation with the UTR `000000000000` is declined `3004`. `POST /sandbox/transactions/{transactionId}/outcome` ends whatever is open as you say.',
    ),
  ]);
}

function errorCodes(): Html {
  return join([
    paragraphs('`errorCode` of declined and failed transactions, and what `retryAdvice` says about it.'),
    table(
      ['Code', 'Reason', 'retryAdvice'],
      ERROR_CODES.map((code) => [`\`${code}\``, errorReason(code), `\`${retryAdvice(code)}\``]),
    ),
  ]);
}
