// Rows as arrays of their columns: PostgreSQL returns exactly what it got, whether a pipeline sends them in binary
// format or the driver as text. A value that no column takes is refused before it is sent.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import {
  inPipeline,
  openPipeline,
  type PipelineTransaction,
  send,
} from '../../../src/storage/database/database.ts';
import { ArrayWriter } from '../../../src/storage/pipeline/array-writer.ts';
import { type ColumnType, Recordset } from '../../../src/storage/pipeline/recordset.ts';
import { openStage } from '../store-stage.ts';

const COLUMNS = {
  id: 'uuid',
  name: 'text',
  number: 'integer',
  amount: 'bigint',
  flag: 'boolean',
  at: 'timestamptz',
  bytes: 'bytea',
  body: 'jsonb',
} as const satisfies Record<string, ColumnType>;
const ROWS = new Recordset(COLUMNS);
const EMPTY = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, null])) as Record<
  keyof typeof COLUMNS,
  null
>;
const SELECT = `select ${ROWS.names} from ${ROWS.rows}`;

const text = fc.string({ unit: 'binary' }).map((one) => one.replaceAll('\0', '').toWellFormed());
const row = fc.record(
  {
    id: fc.option(fc.uuid()),
    name: fc.option(text),
    number: fc.option(fc.integer()),
    amount: fc.option(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)),
    flag: fc.option(fc.boolean()),
    at: fc.option(fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })),
    bytes: fc.option(fc.uint8Array().map((one) => Buffer.from(one))),
    body: fc.option(
      fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)), { noNullPrototype: true }),
    ),
  },
  { noNullPrototype: true },
);

test('rows come back as they were sent, by a pipeline and by the driver', async (t) => {
  const { sql } = await openStage(t);
  const pipeline = openPipeline(sql);
  const rows = fc.array(row, { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const parameters = ROWS.parameters(given);
      assert.deepEqual([...(await send(pipeline, SELECT, parameters))], given);
      assert.deepEqual([...(await send(sql, SELECT, parameters))], given);
    }),
    { numRuns: 150 },
  );
});

test('rows larger than the buffer are sent whole', async (t) => {
  const { sql } = await openStage(t);
  const name = 'ü'.repeat(100_000);
  const given = Array.from({ length: 20 }, () => ({ ...EMPTY, id: randomUUID(), name }));
  const rows = await send(openPipeline(sql), SELECT, ROWS.parameters(given));
  assert.deepEqual([...rows], given);
});

test('a value that is no UUID, date or number of eight bytes is refused before it is sent', () => {
  const encoded = (one: object) =>
    ROWS.parameters([{ ...EMPTY, ...one }]).map((column) => column && new ArrayWriter().write(column));
  const id = randomUUID();
  for (const wrong of [
    '',
    id.slice(1),
    `${id}0`,
    id.replace(/.$/, 'g'),
    id.replaceAll('-', '0'),
    `ä${id.slice(1)}`,
  ])
    assert.throws(() => encoded({ id: wrong }), /not a UUID/, wrong);
  assert.throws(() => encoded({ at: new Date(Number.NaN) }), /not a date/);
  assert.throws(() => encoded({ amount: 2n ** 63n }), RangeError);
  assert.throws(() => encoded({ number: 2 ** 31 }), RangeError);
  for (const number of [1.5, Number.NaN]) assert.throws(() => encoded({ number }), /not a whole number/);
  assert.doesNotThrow(() => encoded({ id: id.toUpperCase() }));
});

test('a transaction whose parameter cannot be sent commits nothing', async (t) => {
  const { sql } = await openStage(t);
  const pipeline = openPipeline(sql);
  await send(pipeline, 'create temporary table things (id integer)', []);
  const insert = (tx: PipelineTransaction, id: unknown) =>
    send(tx, 'insert into things values ($1::integer)', [id]);
  // Awaits nothing, like the groups of payments.
  const work = inPipeline(pipeline, async (tx) => ({
    last: [insert(tx, 1), insert(tx, undefined)],
    answer: null,
  }));
  await assert.rejects(work, /a parameter of a statement is undefined/);
  assert.deepEqual(await send(pipeline, 'select id from things', []), []);
});

test('a transaction with such a value fails alone, also behind statements that were sent', async (t) => {
  const { sql } = await openStage(t);
  const pipeline = openPipeline(sql);
  const good = ROWS.parameters([{ ...EMPTY, name: 'good' }]);
  const bad = ROWS.parameters([{ ...EMPTY, id: 'bad' }]);
  for (const statementsBefore of [0, 1]) {
    const work = inPipeline(pipeline, async (tx) => {
      for (let i = 0; i < statementsBefore; i++) await send(tx, SELECT, good);
      return { last: [send(tx, SELECT, bad)], answer: null };
    });
    await assert.rejects(work, /not a UUID/);
    const rows = await inPipeline(pipeline, async (tx) => ({
      last: [],
      answer: await send(tx, SELECT, good),
    }));
    assert.equal(rows[0]!.name, 'good');
  }
  await assert.rejects(send(pipeline, SELECT, bad), /not a UUID/);
  assert.equal((await send(pipeline, SELECT, good))[0]!.name, 'good');
});

test('rows as values of an insert come back as they were sent, by a pipeline and by the driver', async (t) => {
  const { sql } = await openStage(t);
  const pipeline = openPipeline(sql);
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (some) => {
      const given = some.map((one) => ({ ...EMPTY, ...one }));
      const statement = `select ${ROWS.names} from (${ROWS.valuesOf(given.length)}) as r (${ROWS.names})`;
      const kept = await send(pipeline, statement, ROWS.values(given));
      assert.deepEqual([...kept], given);
      assert.deepEqual([...(await send(sql, statement, ROWS.values(given)))], given);
    }),
    { numRuns: 40 },
  );
});
