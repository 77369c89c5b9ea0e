// What a pipeline sends and how it reads answers, on a real server: one write for a transaction, values in both
// directions, errors with all fields, and nothing from a failed transaction.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Incoming, Outgoing } from '../../../src/storage/wire/protocol-messages.ts';
import { eventually } from '../../stage/harness.ts';
import { settling } from '../store-stage.ts';
import { asking, inOne, openPipelineTo, openStage, recording, typesIn } from './stage.ts';

const ONE = [{ one: 1 }];

describe('a pipeline', { concurrency: 4 }, () => {
  test('values are written and read as by the driver', async (t) => {
    const { pipeline } = await openStage(t);
    const id = randomUUID();
    const bytes = Buffer.from([0, 1, 255, 0]);
    const text = 'ü😀 \\ "quoted" \n\t';
    const at = new Date('2026-03-01T12:00:00.123Z');
    const values = [
      id,
      text,
      7,
      2n ** 62n,
      true,
      at,
      bytes,
      { a: [1, 'ü'] },
      [id, null],
      ['', 'a,b', '"'],
      null,
      '12.50',
    ];
    const [row] = await pipeline.send(
      `select $1::uuid as id, $2::text as text, $3::int as number, $4::bigint as large, $5::bool as yes, $6::timestamptz as at,
         $7::bytea as bytes, $8::jsonb as json, $9::uuid[] as ids, $10::text[] as texts, $11::text as nothing,
         $12::numeric as amount, 1.5::float8 as float, date '2026-03-01' as day, false as no, ''::text as empty,
         '{}'::int[] as none, 'x'::varchar as "Größe"`,
      values,
    );
    assert.deepEqual(row, {
      id,
      text,
      number: 7,
      large: 2n ** 62n,
      yes: true,
      at,
      bytes,
      json: { a: [1, 'ü'] },
      ids: [id, null],
      texts: ['', 'a,b', '"'],
      nothing: null,
      amount: '12.50',
      float: 1.5,
      day: new Date('2026-03-01'),
      no: false,
      empty: '',
      none: [],
      Größe: 'x',
    });
    // The statement is prepared by now; each value differs.
    const [again] = await pipeline.send('select $1::text as text, $2::bytea as bytes', [
      null,
      Buffer.alloc(0),
    ]);
    assert.deepEqual(again, { text: null, bytes: Buffer.alloc(0) });
  });

  test('large values, many rows and pieces of any size arrive unchanged', async (t) => {
    const { pipeline, proxy } = await openStage(t);
    const large = 'ü😀x'.repeat(400_000);
    const file = Buffer.alloc(2_000_000, 0xfe);
    assert.deepEqual(await pipeline.send('select $1::text as large, $2::bytea as file', [large, file]), [
      { large, file },
    ]);
    const rows = JSON.stringify(Array.from({ length: 1_000 }, (_, n) => ({ n, text: `row ${n} ü` })));
    const ask = () =>
      pipeline.send('select n, text from json_to_recordset($1::text::json) as r (n int, text text)', [rows]);
    const whole = await ask();
    assert.deepEqual([whole.length, whole[999]], [1_000, { n: 999, text: 'row 999 ü' }]);
    for (const bytes of [1, 7, 4_099]) {
      proxy.drip(bytes);
      assert.deepEqual(
        bytes === 1 ? await pipeline.send('select 1 as one', []) : await ask(),
        bytes === 1 ? ONE : whole,
      );
    }
  });

  test('messages that were taken stay unchanged while later ones need more memory', () => {
    const out = new Outgoing();
    const answer = (text: string) => {
      out.password(text);
      return out.take();
    };
    const first = answer('a');
    const second = answer('b'.repeat(100_000));
    assert.equal(first.toString('latin1'), 'p\0\0\0\x05a');
    assert.equal(second.toString('latin1', 5), 'b'.repeat(100_000));
    assert.equal(second.readInt32BE(1), 100_004);
    out.clear();
    assert.equal(answer('c').toString('latin1'), 'p\0\0\0\x05c');
  });

  test('messages are read correctly, however they are split', () => {
    const messages = Buffer.concat(
      ['', 'a', 'bc'.repeat(50)].map((text) => {
        const message = Buffer.from(`X\0\0\0\0${text}`, 'latin1');
        message.writeUInt32BE(4 + text.length, 1);
        return message;
      }),
    );
    for (let size = 1; size <= messages.length; size++) {
      const heard: string[] = [];
      const incoming = new Incoming((type, bytes, at, end) =>
        heard.push(String.fromCharCode(type) + bytes.toString('latin1', at, end)),
      );
      for (let at = 0; at < messages.length; at += size)
        incoming.push(Buffer.from(messages.subarray(at, at + size)));
      assert.deepEqual(heard, ['X', 'Xa', `X${'bc'.repeat(50)}`], `in pieces of ${size}`);
    }
    assert.throws(() => new Incoming(() => {}).push(Buffer.from([68, 0, 0, 0, 3])), RangeError);
  });

  test('a transaction that awaits nothing is one write with one Sync, and its statements are parsed once', async (t) => {
    const { databaseUrl } = await openStage(t);
    const { socket, writes } = recording(databaseUrl);
    const pipeline = openPipelineTo(databaseUrl, { socket });
    t.after(() => pipeline.end({ timeout: 1 }));
    await pipeline.connect();
    const work = () =>
      asking(pipeline, async (tx) => {
        tx.send('select 1 as one', []);
        return await tx.send('select $1::int + 1 as two', [1]);
      });
    writes.length = 0;
    assert.deepEqual(await work(), [{ two: 2 }]);
    assert.deepEqual(writes.map(typesIn), ['PDBEPDBEPDBEPDBES']);
    const written = async (transaction: () => Promise<unknown>) => {
      writes.length = 0;
      await transaction();
      return writes.map(typesIn).join(' ');
    };
    // On a slow machine a statement may just have become too old, and be parsed again.
    await eventually(async () => (await written(work)) === 'BEBEBEBES');
    // A transaction that waits for an answer needs two writes.
    const waiting = async () => {
      const answer = await pipeline.transaction(async (tx) => {
        const [row] = await tx.send('select 1 as one', []);
        return { last: [tx.send('select $1::int + 1 as two', [row!.one])], answer: row };
      });
      assert.deepEqual(answer, { one: 1 });
    };
    await eventually(async () => (await written(waiting)) === 'BEBES BEBES');
  });

  test('an error in the middle of a group has all its fields, and nothing of the group is stored', async (t) => {
    const { pipeline, beside, proxy } = await openStage(t);
    await inOne(
      pipeline,
      'create table things (id int constraint things_are_one_each primary key, note text)',
    );
    const insert = (id: number) => `insert into things (id) values (${id})`;
    await inOne(pipeline, insert(1));
    const failing = inOne(pipeline, insert(2), insert(1), insert(3));
    await assert.rejects(settling(failing), {
      name: 'PostgresError',
      code: '23505',
      severity: 'ERROR',
      constraint_name: 'things_are_one_each',
      table_name: 'things',
      detail: 'Key (id)=(1) already exists.',
      message: 'duplicate key value violates unique constraint "things_are_one_each"',
    });
    assert.deepEqual(await beside.send('select id from things', []), [{ id: 1 }]);
    // Statements that were never parsed because of it can be sent again, and no lock is held.
    await inOne(pipeline, insert(3));
    await inOne(beside, 'lock table things');
    assert.deepEqual(await pipeline.send('select id from things order by id', []), [{ id: 1 }, { id: 3 }]);
    assert.equal(proxy.accepted(), 1);
  });

  test('code that awaits in a failed transaction is not resumed, and no rejection is unhandled', async (t) => {
    const { pipeline, beside } = await openStage(t);
    let continued = 0;
    const unheard: unknown[] = [];
    const hear = (error: unknown) => unheard.push(error);
    process.on('unhandledRejection', hear);
    t.after(() => process.off('unhandledRejection', hear));
    const failing = pipeline.transaction(async (tx) => {
      const waits = async (sent: Promise<unknown>) => {
        await sent;
        continued += 1;
      };
      waits(tx.send('select 1 / 0', []));
      waits(tx.send('select 1', []));
      const later = waits(sleep(20).then(() => tx.send('select 2', [])));
      await tx.send('select 3', []);
      return { last: [later], answer: null };
    });
    await assert.rejects(settling(failing), { code: '22012' });
    await sleep(50);
    assert.deepEqual([continued, unheard], [0, []]);
    // The late transaction has not begun anything either.
    const open = `select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
    assert.deepEqual(await beside.send(open, []), []);
    assert.deepEqual(await pipeline.send('select 1 as one', []), ONE);
  });

  test('if work throws, its transaction is rolled back, whatever was sent', async (t) => {
    const { pipeline, beside } = await openStage(t);
    await inOne(pipeline, 'create table things (id int primary key)');
    const itsOwn = new Error('its own');
    const works: Parameters<typeof pipeline.transaction>[0][] = [
      () => Promise.reject(itsOwn),
      async (tx) => {
        tx.send('insert into things values (1)', []);
        throw itsOwn;
      },
      async (tx) => {
        await tx.send('insert into things values (1)', []);
        throw itsOwn;
      },
      async (tx) => {
        await tx.send('insert into things values (1)', []);
        tx.send('insert into things values (2)', []);
        throw itsOwn;
      },
      async (tx) => ({
        last: [tx.send('insert into things values (1)', []), Promise.reject(itsOwn)],
        answer: null,
      }),
    ];
    for (const work of works.slice(0, 4)) await assert.rejects(settling(pipeline.transaction(work)), itsOwn);
    assert.deepEqual(await beside.send('select * from things', []), []);
    await assert.rejects(
      settling(pipeline.transaction(async (tx) => ({ last: [], answer: tx.send('select $1', [undefined]) }))),
      TypeError,
    );
    await inOne(beside, 'lock table things');
  });

  test('a failed commit is an error, for a transaction and for a single statement', async (t) => {
    const { pipeline } = await openStage(t);
    await inOne(pipeline, 'create table things (id int unique deferrable initially deferred)');
    await inOne(pipeline, 'insert into things values (1)');
    const again = 'insert into things values (1)';
    await assert.rejects(settling(inOne(pipeline, again)), { code: '23505' });
    await assert.rejects(settling(pipeline.send(again, [])), { code: '23505' });
    assert.deepEqual(await pipeline.send('select id from things', []), [{ id: 1 }]);
  });

  test('an error of Parse, of Bind or of a zero byte fails its statement, and the pipeline continues', async (t) => {
    const { pipeline } = await openStage(t);
    for (const [text, values, code] of [
      ['selec 1', [], '42601'],
      ['select $1::int', ['one'], '22P02'],
      ['select $1::text', ['a\0b'], '22021'],
      ['select $1::int', [], '08P01'],
      [`select '${'x'.repeat(2_000_000)}' / 0`, [], '22P02'],
    ] as const) {
      await assert.rejects(settling(pipeline.send(text, values)), { code });
      await assert.rejects(settling(asking(pipeline, (tx) => tx.send(text, values))), { code });
      assert.deepEqual(await pipeline.send('select 1 as one', []), ONE);
    }
    await assert.rejects(pipeline.send('select 1 -- \0', []), TypeError);
    assert.deepEqual(await pipeline.send('select 1 as one', []), ONE);
  });

  test('jobs run in the order in which they came', async (t) => {
    const { pipeline } = await openStage(t);
    await inOne(pipeline, 'create table things (id serial, note text)');
    const insert = 'insert into things (note) values ($1)';
    const works = Array.from({ length: 20 }, (_, n) =>
      n % 3 === 0
        ? pipeline.send(insert, [`${n}`])
        : pipeline.transaction(async (tx) => {
            await tx.send(insert, [`${n}`]);
            return { last: [], answer: null };
          }),
    );
    await settling(Promise.all(works));
    const rows = await pipeline.send('select note from things order by id', []);
    assert.deepEqual(
      rows.map((row) => Number(row.note)),
      Array.from({ length: 20 }, (_, n) => n),
    );
  });

  test('a statement is carried out even if its table has changed since it was prepared', async (t) => {
    const { pipeline, beside } = await openStage(t);
    await inOne(pipeline, 'create table things (id int)', 'insert into things values (1)');
    const all = 'select * from things';
    assert.deepEqual(await pipeline.send(all, []), [{ id: 1 }]);
    await inOne(beside, 'alter table things add note text');
    assert.deepEqual(await pipeline.send(all, []), [{ id: 1, note: null }]);
    await inOne(beside, 'alter table things drop note');
    assert.deepEqual(await asking(pipeline, (tx) => tx.send(all, [])), [{ id: 1 }]);
  });

  test('a very large number of statements is answered, and old statements are not kept', async (t) => {
    const { pipeline } = await openStage(t);
    for (let n = 0; n < 520; n++) assert.deepEqual(await pipeline.send(`select ${n} as n`, []), [{ n }]);
    const [kept] = await pipeline.send('select count(*)::int as kept from pg_prepared_statements', []);
    assert.equal(kept!.kept, 500);
  });

  test('a plan is kept for a short time, and then made again from the present tables', async (t) => {
    const { pipeline } = await openStage(t);
    const text = 'select 1 as one';
    const names = async () => {
      const rows = await pipeline.send('select name from pg_prepared_statements where statement = $1', [
        text,
      ]);
      return rows.map((row) => row.name);
    };
    await pipeline.send(text, []);
    const first = await names();
    await sleep(300);
    // The server skips everything after a fault, so the pipeline must rely on what was known before.
    await assert.rejects(
      asking(pipeline, async (tx) => [tx.send('select 1 / 0', []), tx.send(text, [])]),
      {
        code: '22012',
      },
    );
    assert.deepEqual(await names(), first);
    assert.deepEqual(await pipeline.send(text, []), ONE);
    const second = await names();
    assert.equal(second.length, 1);
    assert.notDeepEqual(second, first);
  });

  test('settings of the pipeline and of the address apply, and the address takes precedence', async (t) => {
    const { proxy } = await openStage(t);
    const connection = {
      application_name: 'pipeline',
      lock_timeout: 300,
      plan_cache_mode: 'force_custom_plan',
    };
    const pipeline = openPipelineTo(`${proxy.databaseUrl}?lock_timeout=77`, { connection });
    t.after(() => pipeline.end({ timeout: 1 }));
    const [row] = await pipeline.send(
      `select current_setting('application_name') as name, current_setting('lock_timeout') as lock,
         current_setting('plan_cache_mode') as plans`,
      [],
    );
    assert.deepEqual(row, { name: 'pipeline', lock: '77ms', plans: 'force_custom_plan' });
  });
});
