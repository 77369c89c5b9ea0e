// Plays a page of the guide: sends its calls to a gateway in order, and compares each answer and each webhook with the
// page. Each id or token on the page stands for an id or token that the gateway made, always the same.
import assert from 'node:assert/strict';
import { hmacBase64 } from '../../../src/domain/keys/signature.ts';
import { CARD_FIELDS } from '../../../src/http/docs/samples/sample-call.ts';
import type { Block, Call, ShownMessage } from '../../../src/http/docs/source/read-source.ts';
import { type Answer, eventually, type TestBrand, type TestGateway } from '../../stage/harness.ts';
import type { WebhookReceiver } from '../../stage/webhook-receiver.ts';

export interface Stage {
  tollgate: TestGateway;
  brand: TestBrand;
  webhooks: WebhookReceiver;
  /** The page's value → the gateway's value. */
  known: Map<string, string>;
  /** The last one; null before the first. */
  answer: Answer | null;
}

/** Actions between two calls, keyed by the page's words. */
export type Acts = Readonly<Record<string, (stage: Stage) => Promise<void>>>;

/** Returns what it has compared: each an answer or a webhook. */
export async function playPage(blocks: readonly Block[], stage: Stage, acts: Acts): Promise<number> {
  let compared = 0;
  const seen = new Set<string>();
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'played') await acts[block.what]!(stage);
    else if (block.kind === 'call') {
      stage.answer = await send(block, stage);
      const next = blocks[at + 1];
      const expected = next?.kind === 'answer' ? next.status : null;
      const { status, text } = stage.answer;
      assert.ok(expected === null ? status < 300 : status === expected, `${block.title}: ${status} ${text}`);
    } else if (block.kind === 'answer') {
      compare(block.value, stage.answer!.body, { ...stage, isPart: block.isPart, at: 'answer' });
      compared++;
    } else if (block.kind === 'webhook' && block.id === null) {
      await compareWebhook(block, stage, seen);
      compared++;
    }
  }
  return compared;
}

function send({ method, path, headers, body }: Call, { tollgate, brand, known }: Stage): Promise<Answer> {
  const real = (text: string) => [...known].reduce((made, [shown, own]) => made.replaceAll(shown, own), text);
  const text = body === null ? undefined : real(JSON.stringify(body));
  const signed: Record<string, () => string> = {
    'X-Signature': () => text!,
    Signature: () => CARD_FIELDS.map((field) => body![field] ?? '').join(':'),
  };
  const given = Object.entries(headers).map(([name, value]) => [
    name,
    signed[name] ? hmacBase64(brand.signingSecret, signed[name]()) : value,
  ]);
  return tollgate.call(method, real(path), {
    apiKey: brand.apiKey,
    headers: Object.fromEntries(given),
    ...(text !== undefined && { body: text }),
  });
}

/** Compares with the brand's next webhook of this type. */
async function compareWebhook(block: ShownMessage, stage: Stage, seen: Set<string>): Promise<void> {
  const { eventType } = block.value as { eventType: string };
  const found = await eventually(() =>
    stage.webhooks.received.find(
      ({ body }) =>
        body.brandId === stage.brand.brandId && body.eventType === eventType && !seen.has(body.eventId),
    ),
  );
  seen.add(found.body.eventId);
  compare(block.value, found.body, { ...stage, isPart: block.isPart, at: eventType });
}

interface Where extends Pick<Stage, 'known'> {
  isPart: boolean;
  at: string;
}

/** Ids, tokens, links and times differ from run to run. */
const CHANCE =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|tok_\w+|(?<=\/cashier\/)[\w-]+|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

function compare(shown: unknown, actual: unknown, where: Where): void {
  const inside = (name: string | number) => ({ ...where, at: `${where.at}.${name}` });
  if (typeof shown === 'string') compareText(shown, actual, where);
  else if (Array.isArray(shown)) {
    assert.ok(
      Array.isArray(actual) && actual.length === shown.length,
      `${where.at}: ${JSON.stringify(actual)}`,
    );
    for (const [at, one] of shown.entries()) compare(one, actual[at], inside(at));
  } else if (typeof shown === 'object' && shown !== null) {
    const fields = actual as Record<string, unknown>;
    const missing = Object.keys(shown).filter((name) => !(name in fields));
    assert.deepEqual(missing, [], `${where.at}: fields that do not exist`);
    if (!where.isPart) assert.deepEqual(Object.keys(fields).sort(), Object.keys(shown).sort(), where.at);
    for (const [name, value] of Object.entries(shown)) compare(value, fields[name], inside(name));
  } else assert.equal(actual, shown, where.at);
}

function compareText(shown: string, actual: unknown, { known, at }: Where): void {
  const parts = shown.split(CHANCE).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const names = shown.match(CHANCE) ?? [];
  const made: RegExpExecArray | null = new RegExp(`^${parts.join('([\\w:.-]+)')}$`).exec(String(actual));
  assert.ok(made, `${at}: the page shows ${shown}, and it is ${String(actual)}`);
  for (const [index, name] of names.entries()) {
    const own: string = made[index + 1]!;
    // A time from the caller, or an id of the catalogue, must match exactly.
    if (own === name || /^\d{4}-\d\d-\d\dT/.test(name)) continue;
    assert.equal(known.get(name) ?? own, own, `${at}: ${name} stands for two things`);
    known.set(name, own);
  }
}
