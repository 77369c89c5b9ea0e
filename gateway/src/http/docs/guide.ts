// The guide at the top of the reference page: what a merchant's developer must know beyond single calls. Its words are in
// the folder guide/, a file for each section; this file adds the code beside them. What a catalogue holds (error codes, test
// cards) must be read from the catalogue, so that the page stays up to date.
import { readdirSync, readFileSync } from 'node:fs';
import type { Context } from '../../actions/context.ts';
import { ERROR_CODES, errorReason, retryAdvice } from '../../domain/errors/error-codes.ts';
import { TEST_CARDS } from '../examples/card-examples.ts';
import { type Html, join } from '../pages/html.ts';
import { inLanguages, type Section, sample, section, table } from './blocks.ts';
import { json, prose } from './markup.ts';
import type { OpenApi } from './openapi-types.ts';
import { VERIFY_WEBHOOK } from './samples/verify-webhook.ts';
import { signatureCode } from './signature-vectors.ts';

const FOLDER = new URL('guide/', import.meta.url);
/** Id of a section → its Markdown, which begins with its title. */
const TEXTS = new Map(
  readdirSync(FOLDER).map((file) => [file.replace('.md', ''), readFileSync(new URL(file, FOLDER), 'utf8')]),
);

export function guide(config: Context['config'], { webhooks }: OpenApi): Section[] {
  const { publicUrl, webhookRetryScheduleSeconds, environment } = config;
  const facts = {
    publicUrl,
    webhookTries: String(webhookRetryScheduleSeconds.length),
    lastTryAfter: inWords(webhookRetryScheduleSeconds),
  };
  const told = (id: string, beside: Beside = {}) => tell(id, facts, beside);
  const webhookCode = [
    inLanguages('webhooks-verify', 'Verify, then act', Object.entries(VERIFY_WEBHOOK)),
    webhookBody(webhooks),
  ];
  return [
    told('start', { code: startCode(publicUrl) }),
    told('results'),
    told('errors', { code: errorCode() }),
    told('cashier', { code: cashierCode(publicUrl) }),
    told('signatures', { code: signatureCode(publicUrl), codeBelow: true }),
    told('idempotency'),
    told('webhooks', { code: join(webhookCode) }),
    ...(environment === 'test' ? [told('test-cards', { table: testCards() }), told('test-amounts')] : []),
    told('error-codes', { table: errorCodes() }),
  ];
}

interface Beside {
  code?: Html;
  codeBelow?: boolean;
  /** After the text. */
  table?: Html;
}

/** `{{name}}` in the text is replaced by a fact of this gateway. */
function tell(id: string, facts: Readonly<Record<string, string>>, beside: Beside): Section {
  const { table, ...code } = beside;
  const [heading, ...lines] = TEXTS.get(id)!.split('\n');
  const words = prose(lines.join('\n').replaceAll(/\{\{(\w+)\}\}/g, (_, name) => facts[name]!));
  return section({
    id,
    title: heading!.replace('# ', ''),
    words: table ? join([words, table]) : words,
    ...code,
  });
}

function startCode(publicUrl: string): Html {
  return sample(
    'start-code',
    'Which ways to pay are there?',
    `curl "${publicUrl}/v3/payment-options?country=DE&currency=EUR" \\\n  -H "X-API-KEY: $TOLLGATE_API_KEY"`,
  );
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

/** The length of a schedule of pauses in seconds, minutes, hours or days. */
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

function testCards(): Html {
  const cards = Object.values(TEST_CARDS);
  return table(
    ['Number', 'Outcome'],
    cards.map(({ number, says }) => [`\`${number}\``, says]),
  );
}

function errorCodes(): Html {
  return table(
    ['Code', 'Reason', 'retryAdvice'],
    ERROR_CODES.map((code) => [`\`${code}\``, errorReason(code), `\`${retryAdvice(code)}\``]),
    ([code]) => `error-${code!.replaceAll('`', '')}`,
  );
}
