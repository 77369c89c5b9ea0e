// Two releases on one database under load: the newer one starts and migrates, both work, the older one stops, comes
// back and stays. No payment fails. The newer one is this release with one more migration, of the kind that only adds.
// The fault suite plays real former releases (faults/scenarios/release-faults.ts), because a checkout may have no
// history.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { Pool } from 'undici';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { MIGRATIONS_DIR, readMigrations } from '../../src/storage/schema/migrate.ts';
import { makeHome } from '../crash/mutants.ts';
import { aCardPayin, eventually } from '../stage/harness.ts';
import { asOwner, createTestDatabase } from '../stage/harness-database.ts';
import { MAIN, type Program, programDataDir, runProgram } from '../stage/program.ts';

const MASTER_KEY = Buffer.alloc(32, 3).toString('base64');
const OPERATOR_TOKEN = 'operator-token-of-two-releases';
const GATEWAY = join(import.meta.dirname, '../..');
const CLIENTS = 4;
const ENOUGH = 40;

const NEXT_MIGRATION = `-- expand
create table of_the_next_release (id integer primary key);
alter table openings add column of_the_next_release text, add column kind_of_next text not null default 'plain';
alter table events add column of_the_next_release integer not null default 7;
alter table brands add column of_the_next_release boolean;
alter table transfers add column of_the_next_release text;
`;

const PAUSE = `-- pause: the release before writes to what is a view now
alter table transaction_notes rename to notes;
create view transaction_notes as select *, 1 as one from notes;
`;

/** This release's main.ts with one more migration. */
function nextRelease(t: TestContext, migration = NEXT_MIGRATION): string {
  const { home, remove } = makeHome('next-release');
  t.after(remove);
  for (const part of ['src', 'migrations', 'assets', 'demo'])
    cpSync(join(GATEWAY, part), join(home, part), { recursive: true });
  const number = String(readMigrations(MIGRATIONS_DIR).length + 1).padStart(4, '0');
  writeFileSync(join(home, 'migrations', `${number}-next.sql`), migration);
  return join(home, 'src/main.ts');
}

/** Clients that pay one after another at the addresses of `targets`, as a load balancer would send them. */
class Load {
  readonly targets = new Map<Program, Pool>();
  readonly failed: string[] = [];
  readonly paid = new Map<Program, number>();
  readonly #apiKey: string;
  readonly #busy = new Map<Program, number>();
  #ended = false;
  #clients: Promise<unknown> = Promise.resolve();

  constructor(apiKey: string) {
    this.#apiKey = apiKey;
  }

  begin(): void {
    this.#clients = Promise.all(Array.from({ length: CLIENTS }, () => this.#client()));
  }

  /** Waits until `program` has answered this many more payments. */
  async enough(program: Program): Promise<void> {
    const before = this.paid.get(program) ?? 0;
    await eventually(() => this.failed.length > 0 || (this.paid.get(program) ?? 0) >= before + ENOUGH);
    assert.deepEqual(this.failed, []);
  }

  /** Sends nothing more there, and returns when nothing is on its way. */
  async leave(program: Program): Promise<void> {
    const pool = this.targets.get(program)!;
    this.targets.delete(program);
    await eventually(() => this.#busy.get(program) === 0);
    await pool.close();
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#clients;
    for (const pool of this.targets.values()) await pool.destroy();
  }

  async #client(): Promise<void> {
    while (!this.#ended) {
      const all = [...this.targets];
      const [program, pool] = all[Math.floor(Math.random() * all.length)]!;
      this.#busy.set(program, (this.#busy.get(program) ?? 0) + 1);
      const answer = await pool
        .request({
          method: 'POST',
          path: '/v3/payment',
          headers: { 'x-api-key': this.#apiKey, 'content-type': 'application/json' },
          body: JSON.stringify(aCardPayin()),
        })
        .then(async ({ statusCode, body }) => ({ statusCode, text: await body.text() }))
        .catch((error) => ({ statusCode: 0, text: String(error) }));
      this.#busy.set(program, this.#busy.get(program)! - 1);
      if (answer.statusCode === 201 && answer.text.includes('"status":"COMPLETED"'))
        this.paid.set(program, (this.paid.get(program) ?? 0) + 1);
      else this.failed.push(`${answer.statusCode} ${answer.text}`);
    }
  }
}

test('two releases share a database during upgrade and rollback, and no payment fails', async (t) => {
  const [older, newer] = [MAIN, nextRelease(t)];
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const DATABASE_URL = asOwner(database.databaseUrl);
  const env = { DATABASE_URL, DATA_DIR: programDataDir(t), MASTER_KEY, OPERATOR_TOKEN };
  const run = (main: string, command = 'start') =>
    runProgram(t, env, command, ['--disable-sigusr1'], { main });
  const joins = async (program: Program) => {
    const url = await program.ready();
    assert.equal((await fetch(`${url}/health/ready`)).status, 200);
    load.targets.set(program, new Pool(url));
    return url;
  };
  const stop = async (program: Program) => {
    await load.leave(program);
    program.signal('SIGTERM');
    assert.equal(await program.ended(), 0, program.output());
  };

  const first = run(older);
  const load = new Load(await newApiKey(await first.ready()));
  t.after(() => load.end());
  const firstUrl = await joins(first);
  load.begin();
  await load.enough(first);

  const second = run(newer);
  await joins(second);
  await load.enough(first);
  await load.enough(second);
  assert.equal((await fetch(`${firstUrl}/health/ready`)).status, 200);
  await stop(first);
  await load.enough(second);

  const back = run(older);
  await joins(back);
  assert.match(
    back.output(),
    /"msg":"the database's schema is newer than this release, and this release can use it"/,
  );
  await load.enough(back);
  await load.enough(second);
  await stop(second);
  await load.enough(back);

  await load.end();
  assert.deepEqual(load.failed, []);
  const all = [...load.paid.values()].reduce((sum, paid) => sum + paid, 0);
  const verify = run(older, 'ledger:verify');
  assert.equal(await verify.ended(), 0, verify.output());
  assert.match(verify.output(), new RegExp(`The ledger is right: ${all} transactions`));
});

test('a migration with a pause is refused beside the older release, which does not start after it', async (t) => {
  const newer = nextRelease(t, PAUSE);
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const DATABASE_URL = asOwner(database.databaseUrl);
  const env = { DATABASE_URL, DATA_DIR: programDataDir(t), MASTER_KEY, OPERATOR_TOKEN };
  const run = (main: string, command = 'start') =>
    runProgram(t, env, command, ['--disable-sigusr1'], { main });
  const older = run(MAIN);
  const readiness = async () => (await fetch(`${await older.ready()}/health/ready`)).status;
  assert.equal(await readiness(), 200);
  const plan = run(newer, 'migrate --plan');
  assert.equal(await plan.ended(), 0);
  assert.match(plan.output(), /would run, with a pause.*\n.*-next\.sql: pauses: the release before writes/);
  assert.match(plan.output(), /has to stop before: release \d+\.\d+\.\d+(?:\+\w+)?, role all, since /);
  for (const command of ['start', 'migrate', 'migrate --pause-confirmed']) {
    const early = run(newer, command);
    assert.equal(await early.ended(), 1, command);
    assert.match(
      early.output(),
      /next\.sql needs a pause .* an older release is at work: .* nothing was changed\n$/,
    );
  }
  assert.equal(await readiness(), 200);
  older.signal('SIGTERM');
  assert.equal(await older.ended(), 0);

  assert.equal(await run(newer, 'migrate --pause-confirmed').ended(), 0);
  const again = run(MAIN);
  assert.notEqual(await again.ended(), 0);
  assert.match(again.output(), /and cannot work after \d{4}-next\.sql: start a newer release/);
});

test('an older release that passed the guard of a pause is not ready after the migration', async (t) => {
  const newer = nextRelease(t, PAUSE);
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const DATABASE_URL = asOwner(database.databaseUrl);
  const env = { DATABASE_URL, DATA_DIR: programDataDir(t), MASTER_KEY, OPERATOR_TOKEN };
  const run = (main: string) => runProgram(t, env, 'start', ['--disable-sigusr1'], { main });
  const readiness = async (url: string) => (await fetch(`${url}/health/ready`)).status;
  const older = run(MAIN);
  const olderUrl = await older.ready();
  // Like a process that was cut off for longer than 30 s: stopped, and its row equally old.
  older.signal('SIGSTOP');
  const sql = connectPostgres(DATABASE_URL, { max: 1 });
  await sql`update processes set seen_at = ${new Date(Date.now() - 40_000)}`;
  await sql.end();
  const next = await run(newer).ready();
  assert.equal(await readiness(next), 200);
  older.signal('SIGCONT');
  await eventually(async () => (await readiness(olderUrl)) === 503);
});

async function newApiKey(url: string): Promise<string> {
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, string>;
  };
  const { merchantId } = await post('/operator/merchants', { name: `Merchant ${randomUUID()}` });
  return (await post(`/operator/merchants/${merchantId}/brands`, { name: 'Brand' })).apiKey!;
}
