// Every operation of the API's own description against bodies, addresses and queries made from it: valid ones, ones
// with one fault, and anything at all. laws.ts says what must hold for each answer.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { verifyLedger } from '../../src/actions/ledger/verify-ledger.ts';
import { EVIDENCE_BODY_BYTES } from '../../src/http/schemas/dispute-schemas.ts';
import { anyText } from '../stage/any-text.ts';
import type { Described } from './described.ts';
import { type Spoiled, spoiledOf, validOf } from './from-schema.ts';
import { assertErrorBody, enoughTries, tries, tryOut } from './laws.ts';
import { toText, wildBody } from './raw-json.ts';
import { encode, goodBody, openStage } from './stage.ts';

const stage = await openStage({ after: (hook) => test.after(hook as () => Promise<void>) });
const withBody = stage.operations.filter(({ body }) => body !== null);
const seen = new Map<string, Set<number>>();
const note = ({ id }: Described, status: number) => {
  if (!seen.has(id)) seen.set(id, new Set());
  seen.get(id)!.add(status);
};
const hasSucceeded = ({ id }: Described) => [...(seen.get(id) ?? [])].some((status) => status < 300);

test('the description has all operations to fuzz', () => {
  assert.ok(withBody.length >= 20, `${withBody.length} with a body`);
});

for (const operation of withBody) {
  test(`${operation.method} ${operation.path} answers valid, nearly valid and random bodies without an error of ours`, async () => {
    await stage.restock();
    const good = goodBody(stage, operation);
    let left = tries().numRuns;
    await fc.assert(
      fc.asyncProperty(stage.pathOf(operation), good, async (path, body) => {
        // Some operations accept few of the generated bodies. They get more, until one succeeds.
        if (left-- <= 0 && hasSucceeded(operation)) return;
        const { status } = await tryOut(stage, operation, { path, body: toText(body) });
        note(operation, status);
      }),
      enoughTries(),
    );
    await fc.assert(
      fc.asyncProperty(
        stage.pathOf(operation),
        spoiledOf(operation.body!, good, stage.sources),
        async (path, spoiled) => {
          const text = toText(spoiled.body);
          const got = await tryOut(stage, operation, { path, body: text });
          const messages = got.status < 400 ? [] : assertErrorBody(stage, got);
          // A file of the greatest length, in characters of four bytes, makes the body too large.
          if (got.status === 413) assert.ok(Buffer.byteLength(text) > EVIDENCE_BODY_BYTES, messages.join());
          else if (spoiled.certain) assertNamed(spoiled, messages, got.status);
        },
      ),
      tries(1.5),
    );
    const names = namesOf(operation);
    await fc.assert(
      fc.asyncProperty(stage.pathOf(operation), wildBody(names), async (path, body) => {
        await tryOut(stage, operation, { path, body });
      }),
      tries(),
    );
  });
}

/** The names of the body's fields. */
function namesOf(operation: Described): string[] {
  const { $ref, properties } = operation.body!;
  return Object.keys(properties ?? stage.sources.components[$ref!.split('/').at(-1)!]!.properties ?? {});
}

function assertNamed({ field, fault }: Spoiled, messages: string[], status: number): void {
  const about = `${field} (${fault}): ${status} ${messages.join('; ').slice(0, 500)}`;
  assert.equal(status, 400, about);
  // The error may name a parent field instead: a whole list, or an object without a fixed schema.
  const names = field.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'));
  assert.ok(
    messages.some((one) => names.includes(one.slice(0, one.indexOf(': ')))),
    about,
  );
}

const wildPiece = fc.oneof(
  fc.constantFrom(
    ...[
      '%',
      '%00',
      '%zz',
      '%ff',
      '%c0%ae',
      '..',
      '%2e%2e%2f',
      ';',
      '//',
      '%0d%0aX-Evil:%201',
      '*',
      '~',
      '\xff',
    ],
  ),
  fc.constantFrom(...['x'.repeat(600), '-', '0', "'", '__proto__', 'constructor', '%F0%9F%91%8D']),
  anyText(10).map(encode),
  fc.uuid(),
);

for (const operation of stage.operations.filter(({ parameters }) => parameters.length > 0)) {
  test(`${operation.method} ${operation.path} answers any path and query without an error of ours`, async () => {
    const own = operation.parameters.filter((one) => one.in === 'query');
    const pair = fc.tuple(
      fc.oneof(fc.constantFrom('x', '__proto__', 'a[b]', '', ...own.map(({ name }) => name)), wildPiece),
      fc.oneof(
        wildPiece,
        fc.constantFrom('DE', 'EUR', 'true', 'de', 'XX', ''),
        ...own.map(({ schema, name }) => validOf(schema, stage.sources, name).map(encode)),
      ),
    );
    const query = fc
      .tuple(fc.array(pair, { maxLength: 4 }), fc.constantFrom('&', ';', '&&'))
      .map(([pairs, between]) => pairs.map(([name, value]) => `${name}=${value}`).join(between));
    const wildPath = fc
      .array(wildPiece, { minLength: 8, maxLength: 8 })
      .map((pieces) => pieces.reduce((path, piece) => path.replace(/\{\w+\}/, () => piece), operation.path));
    const path = fc.oneof(stage.pathOf(operation, true), wildPath);
    const body = operation.body ? goodBody(stage, operation).map(toText) : fc.constant(undefined);
    await fc.assert(
      fc.asyncProperty(path, query, body, async (where, asked, text) => {
        const address = asked === '' ? where : `${where}?${asked}`;
        // A wild path may belong to another operation, or to none.
        const got = await tryOut(
          stage,
          operation,
          { path: address, ...(text !== undefined && { body: text }) },
          [404, 400],
        );
        note(operation, got.status);
      }),
      tries(),
    );
  });
}

/** They succeed only with a bank that has payouts and waiting entries: test/http/bank. */
const OF_A_BANK = [
  ...['makeBankFile', 'withdrawBankFile', 'assignBankEntry', 'dismissBankEntry', 'takeBackBankEntry'],
  ...['keepFiledPayout', 'withdrawFiledPayout'],
];
/** They succeed only with a line that does not fit: test/http/providers/stripe-settlements.test.ts. */
const OF_A_LINE = ['assignSettlementLine', 'dismissSettlementLine'];
/** They succeed only with an open dispute: test/http/sandbox/forced/answer-disputes.test.ts. */
const OF_A_DISPUTE = ['giveDisputeEvidence', 'acceptDispute'];
/** They succeed only when an outcome is unknown: test/http/operator/payments.test.ts. */
const OF_THE_UNKNOWN = ['decidePaymentOutcome', 'decideRefundOutcome', 'decideCaptureOutcome'];

test('the generated bodies reach each operation, and each operation also succeeds', () => {
  const elsewhere = [...OF_A_BANK, ...OF_A_LINE, ...OF_A_DISPUTE, ...OF_THE_UNKNOWN];
  const never = withBody.filter((one) => !elsewhere.includes(one.id) && !hasSucceeded(one));
  assert.deepEqual(
    never.map(({ id }) => id),
    [],
  );
});

test('many equal requests at once, good and bad, cause no error of ours', async () => {
  await stage.restock();
  const { numRuns, seed } = tries(0.2);
  const asked = withBody.flatMap((operation) => {
    const good = goodBody(stage, operation).map(toText);
    const body = fc.oneof(good, good, wildBody(namesOf(operation)));
    return fc
      .sample(fc.tuple(stage.pathOf(operation), body), { numRuns, seed })
      .map(([path, text]) => ({ operation, path, text, order: text.length % 7 }));
  });
  asked.sort((one, other) => one.order - other.order);
  const answers = await Promise.all(
    asked.map(async ({ operation, path, text }) => {
      const { method } = operation;
      const got = await stage.send({ method, path, body: text, headers: stage.keyFor(operation) });
      return { operation, got };
    }),
  );
  for (const { operation, got } of answers) {
    // On a busy machine a call may wait longer than a request waits for a lock. The answer says so; it is no error of
    // ours.
    assert.ok(
      (got.status < 500 || got.status === 503) && operation.statuses.includes(got.status),
      `${operation.id} ${got.text}`,
    );
    if (got.status >= 400) assertErrorBody(stage, got);
  }
});

test('after all requests the ledger is correct', async () => {
  const { faults } = await verifyLedger(stage.gate.gateway.context.sql);
  assert.deepEqual(faults, []);
});

test('the gateway still runs, and no prototype has a new property', async () => {
  assert.equal((await stage.gate.call('GET', '/health/ready')).status, 200);
  assert.deepEqual(Object.keys(Object.prototype).concat(Object.getOwnPropertyNames({})), []);
});
