// Facts that pages of the guide take from the program, so that they say what it does: the schedule of webhooks, the
// test cards, the error codes, code that a test runs, and examples of the OpenAPI document.
import type { Context } from '../../../actions/context.ts';
import { ERROR_CODES, errorReason, retryAdvice } from '../../../domain/errors/error-codes.ts';
import { TEST_CARDS } from '../../examples/card-examples.ts';
import type { OpenApi } from '../openapi-types.ts';
import { VERIFY_WEBHOOK } from '../samples/verify-webhook.ts';
import { EVENT_ADVICE } from './event-types.ts';
import type { Block, Known } from './read-source.ts';

export function known(config: Context['config'], { webhooks }: OpenApi): Known {
  const { publicUrl, webhookRetryScheduleSeconds } = config;
  return {
    facts: {
      publicUrl,
      webhookTries: String(webhookRetryScheduleSeconds.length),
      lastTryAfter: durationText(webhookRetryScheduleSeconds),
    },
    blocks: {
      'test-cards': testCards(),
      'error-codes': errorCodes(),
      'webhooks-verify': {
        kind: 'code',
        id: 'webhooks-verify',
        title: 'Verify, then act',
        languages: Object.entries(VERIFY_WEBHOOK),
      },
      'webhooks-body': webhookBody(webhooks),
      'event-types': eventTypes(),
      vectors: { kind: 'vectors' },
    },
  };
}

/** The length of a schedule of pauses in seconds, minutes, hours or days. */
function durationText(pausesSeconds: readonly number[]): string {
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

function webhookBody({ payin }: OpenApi['webhooks']): Block {
  const examples = payin!.post.requestBody!.content['application/json']!.examples!;
  const { value } = examples['payin.completed']!;
  return { kind: 'webhook', id: 'webhooks-body', status: 0, value, isPart: false };
}

function testCards(): Block {
  return table(
    ['Number', 'Outcome'],
    Object.values(TEST_CARDS).map(({ number, says }) => [`\`${number}\``, says]),
  );
}

function errorCodes(): Block {
  return table(
    ['Code', 'Reason', 'retryAdvice'],
    ERROR_CODES.map((code) => [`\`${code}\``, errorReason(code), `\`${retryAdvice(code)}\``]),
  );
}

function eventTypes(): Block {
  return table(
    ['eventType', 'What to do'],
    Object.entries(EVENT_ADVICE).map(([type, advice]) => [`\`${type}\``, advice]),
  );
}

/** As Markdown. */
function table(head: string[], rows: string[][]): Block {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return { kind: 'prose', text: lines.join('\n') };
}
