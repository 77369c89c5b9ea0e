// The rows of a card pay-in written one transaction at a time, straight through the database: what a gateway would
// do that opens, asks its provider, and writes the outcome, each payment for itself. With pgbench (a C program, so
// that hardly anything but the database is measured) or, where it is not installed, with the `postgres` driver.
// The values are those of the sample, which the gateway itself asked to be written; ids and references are new.
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectPostgres } from '../gateway/src/storage/connect.ts';
import { COLUMNS, toRow } from '../gateway/src/storage/transaction-row.ts';
import type { Sample } from './gateway-process.ts';
import { USERS } from './payments.ts';

/**
 * plain: two commits (open, outcome), each statement awaited. pipelined: two commits, the statements of each sent
 * together. single: everything in one commit and sent together, which no gateway may do that asks a provider.
 */
export const VARIANTS = ['plain', 'pipelined', 'single'] as const;
export type Variant = (typeof VARIANTS)[number];
export const CONNECTION_COUNTS = [1, 2, 4, 8, 16, 32] as const;

export interface OneByOne {
  /** What writes: "pgbench (PostgreSQL) 15.1" or "node, postgres driver". */
  tool: string;
  run(variant: Variant, connections: number, seconds: number): Promise<number>;
}

/** A statement, with :name where a value goes. */
type Statement = string;

interface Script {
  open: Statement[];
  outcome: Statement[];
  /** Values that are the same for every payment. */
  constants: Record<string, string>;
}

// 128 bits from two numbers of the script: in the order of time, as UUIDv7 is.
const ID = `(lpad(to_hex(:hi::bigint), 16, '0') || lpad(to_hex(:lo::bigint), 16, '0'))::uuid`;
const USER = `'user-' || lpad(:user::text, 6, '0')`;
const TOKEN = `rpad('tok_user-' || lpad(:user::text, 6, '0'), 47, '0')`;

/** Columns an outcome leaves as they are. */
const FIXED = new Set(
  `merchant_id, id, brand_id, session_id, type, origin, merchant_reference, reference_country, currency, amount_minor,
   amount_refunded_minor, user_id, details, idempotency_key, request_fingerprint, created_at`.split(/,\s+/),
);

function scriptOf({ open, apply }: Sample, timeOrderedId: string): Script {
  const before = toRow(open.transaction) as Record<string, unknown>;
  const after = toRow(apply.change.after) as Record<string, unknown>;
  const event = apply.event!;
  const entry = apply.change.entry!;
  const movement = apply.change.movements[0]!;
  const constants: Record<string, string> = {};
  const constant = (name: string, value: unknown): string => {
    constants[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return `:${name}`;
  };

  const own: Record<string, string> = {
    id: ID,
    session_id: timeOrderedId,
    merchant_reference: `'order-' || :run::text || '-' || lpad(:client_id::text, 3, '0') || lpad(:n::text, 8, '0')`,
    amount_minor: ':amount',
    user_id: USER,
    idempotency_key: 'gen_random_uuid()::text',
    due_at: `now() + interval '20 seconds'`,
    created_at: 'now()',
    updated_at: 'now()',
    completed_at: 'now()',
  };
  const cellOf = (row: Record<string, unknown>, column: string, prefix: string): string => {
    if (row[column] === null || row[column] === undefined) return 'null';
    if (own[column] !== undefined) return own[column];
    if (column === 'card')
      return `${constant(`${prefix}card`, { ...(row.card as object), token: undefined })}::jsonb || jsonb_build_object('token', ${TOKEN})`;
    return constant(`${prefix}${column}`, row[column]);
  };
  const columns = COLUMNS.split(',').map((column) => column.trim());
  const merchant = constant('b_merchant_id', before.merchant_id);
  const brand = constant('b_brand_id', before.brand_id);
  const inserted = columns.map((column) => cellOf(before, column, 'b_'));

  const updated = columns
    .filter((column) => !FIXED.has(column))
    .map((column) => {
      const value = cellOf(after, column, 'a_');
      return `${column} = ${column === 'answer' ? `coalesce(answer, ${value})` : value}`;
    });

  return {
    constants,
    open: [
      `insert into transactions (${columns.join(', ')}) values (${inserted.join(', ')}) on conflict do nothing`,
      `insert into customers (merchant_id, brand_id, user_id, profile, updated_at)
       values (${merchant}, ${brand}, ${USER}, ${constant('profile', open.profile)}, now())
       on conflict (merchant_id, brand_id, user_id) do update
         set profile = customers.profile || excluded.profile, updated_at = excluded.updated_at
         where customers.profile is distinct from customers.profile || excluded.profile`,
    ],
    outcome: [
      `update transactions set ${updated.join(', ')}
       where merchant_id = ${merchant} and id = ${ID} and status = any('{INIT,PROCESSING}') and version = ${before.version}`,
      `insert into timeline (merchant_id, transaction_id, sequence, at, from_status, to_status, actor, reason)
       values (${merchant}, ${ID}, 1, now(), '${entry.from}', '${entry.to}', '${entry.actor}', null)`,
      `insert into transfers
         (merchant_id, id, brand_id, transaction_id, currency, from_account, to_account, amount_minor, created_at)
       values (${merchant}, ${timeOrderedId}, ${brand}, ${ID}, '${after.currency}', '${movement.from}', '${movement.to}', :amount, now())`,
      `insert into balance_changes (merchant_id, brand_id, currency, id, available_minor, reserved_minor)
       values (${merchant}, ${brand}, '${after.currency}', ${timeOrderedId}, :amount, 0)`,
      `insert into webhook_events (merchant_id, transaction_id, sequence, event_id, brand_id, endpoint_id, url, body,
         x_signature, signing_secret_id, state, tries, next_try_at, created_at)
       values (${merchant}, ${ID}, 1, ${timeOrderedId}, ${brand}, ${constant('endpoint', event.endpointId)},
         ${constant('url', event.url)}, ${constant('body', event.body)}, ${constant('signature', event.xSignature)},
         ${constant('secret', event.signingSecretId)}, 'pending', 0, now() + interval '30 seconds', now())`,
      `insert into cards (merchant_id, brand_id, token, user_id, pan_sealed, card, created_at)
       values (${merchant}, ${brand}, ${TOKEN}, ${USER}, ${constant('pan', before.pan_sealed)}, ${cellOf(after, 'card', 'a_')}, now())
       on conflict (merchant_id, brand_id, token) do update set card = excluded.card
         where cards.card is distinct from excluded.card`,
    ],
  };
}

export async function openOneByOne(
  databaseUrl: string,
  sample: Sample,
  folder: string,
  postgresMajor: number,
  withoutPgbench: boolean,
): Promise<OneByOne> {
  const script = scriptOf(sample, postgresMajor >= 18 ? 'uuidv7()' : 'gen_random_uuid()');
  const program = withoutPgbench ? null : findPgbench();
  return program === null
    ? withDriver(databaseUrl, script)
    : withPgbench(program, databaseUrl, script, folder);
}

function findPgbench(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [...versions.map((version) => join(root, version, 'bin/pgbench')), 'pgbench'];
  return candidates.find((one) => spawnSync(one, ['--version']).status === 0) ?? null;
}

function withPgbench(program: string, databaseUrl: string, script: Script, folder: string): OneByOne {
  const oneLine = (statement: Statement) => `${statement.replace(/\s+/g, ' ')};`;
  const group = (statements: Statement[], pipelined: boolean) => {
    const lines = ['begin;', ...statements.map(oneLine), 'commit;'];
    return pipelined ? ['\\startpipeline', ...lines, '\\endpipeline'] : lines;
  };
  const head = [
    '\\set n :n + 1',
    '\\set hi :run * 4294967296 + :n',
    '\\set lo random(1, 9223372036854775806)',
    `\\set user random(0, ${USERS - 1})`,
    '\\set amount random(100, 50000)',
  ];
  const bodies: Record<Variant, string[]> = {
    plain: [...group(script.open, false), ...group(script.outcome, false)],
    pipelined: [...group(script.open, true), ...group(script.outcome, true)],
    single: group([...script.open, ...script.outcome], true),
  };
  for (const variant of VARIANTS) {
    writeFileSync(join(folder, `${variant}.sql`), `${[...head, ...bodies[variant]].join('\n')}\n`);
  }
  const defined = Object.entries(script.constants).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  let run = Math.floor(Date.now() / 1_000);
  return {
    tool: spawnSync(program, ['--version'])
      .stdout.toString()
      .trim()
      .replace(/ \(Debian.*/, ''),
    async run(variant, connections, seconds) {
      const threads = Math.min(connections, cpus().length);
      const options = [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(connections),
        '-j',
        String(threads),
        '-T',
        String(seconds),
      ];
      const { stdout, stderr } = await promisify(execFile)(
        program,
        [
          ...options,
          '-f',
          join(folder, `${variant}.sql`),
          '-D',
          `run=${++run}`,
          '-D',
          'n=0',
          ...defined,
          databaseUrl,
        ],
        { maxBuffer: 16 * 1024 * 1024, timeout: (seconds + 60) * 1_000 },
      );
      const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
      if (!(perSecond > 0) || /aborted/.test(stderr))
        throw new Error(`pgbench: ${stdout}\n${stderr.slice(0, 2_000)}`);
      return perSecond;
    },
  };
}

/** The same statements from Node.js. Its own work counts too, so the result is kinder to the gateway than pgbench's. */
function withDriver(databaseUrl: string, script: Script): OneByOne {
  const prepared = (statement: Statement) => {
    const names: string[] = [];
    const text = statement.replace(/(?<!:):([a-z_]+)/g, (_, name: string) => `$${names.push(name)}`);
    return { text, names };
  };
  const open = script.open.map(prepared);
  const outcome = script.outcome.map(prepared);
  let runs = Math.floor(Date.now() / 1_000);
  return {
    tool: 'node, postgres driver',
    async run(variant, connections, seconds) {
      const sql = connectPostgres(databaseUrl, { max: connections, onnotice: () => {} });
      const run = ++runs;
      const end = performance.now() + seconds * 1_000;
      let done = 0;
      async function commit(statements: typeof open, values: Record<string, string>): Promise<void> {
        await sql.begin(async (tx) => {
          const send = ({ text, names }: (typeof open)[number]) =>
            tx.unsafe(
              text,
              names.map((name) => values[name]!),
              { prepare: true },
            );
          if (variant === 'plain') for (const one of statements) await send(one);
          else await Promise.all(statements.map(send));
        });
      }
      async function payOneByOne(_: unknown, client: number): Promise<void> {
        for (let n = 1; performance.now() < end; n++) {
          const lo = BigInt(`0x${randomUUID().slice(0, 8)}`) * 1_000_003n + BigInt(n);
          const values = {
            ...script.constants,
            run: String(run),
            client_id: String(client),
            n: String(n),
            hi: String(BigInt(run) * 4_294_967_296n + BigInt(n)),
            lo: String(lo),
            user: String(Math.floor(Math.random() * USERS)),
            amount: String(100 + Math.floor(Math.random() * 49_900)),
          };
          if (variant === 'single') await commit([...open, ...outcome], values);
          else {
            await commit(open, values);
            await commit(outcome, values);
          }
          done++;
        }
      }
      await Promise.all(Array.from({ length: connections }, payOneByOne));
      await sql.end();
      return done / seconds;
    },
  };
}
