// Writes the rows of requests one transaction at a time, directly into the database, as a gateway without group commit
// would (one-by-one-scripts.ts). It uses pgbench (a C program, so that almost only the database is measured) or, if
// that is not installed, the `postgres` driver.
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectPostgres } from '../../gateway/src/storage/database/connect.ts';
import { RANDOM, type Script, type Statement } from './one-by-one-scripts.ts';

/**
 * plain: the commits follow one another, and each statement is awaited. pipelined: the same commits, but the statements
 * of each are sent together. single: everything is sent together in one commit, which a gateway that asks a provider
 * cannot do.
 */
export const VARIANTS = ['plain', 'pipelined', 'single'] as const;
export type Variant = (typeof VARIANTS)[number];
export const CONNECTION_COUNTS = [1, 2, 4, 8, 16, 32] as const;

interface Written {
  perSecond: number;
  done: number;
}

export interface OneByOne {
  /** The program that writes: "pgbench (PostgreSQL) 15.1" or "node, postgres driver". */
  tool: string;
  /** Called before each run, with its number: for scripts whose transactions must exist. */
  nextRun(): number;
  run(variant: Variant, connections: number, seconds: number): Promise<Written>;
}

export function openOneByOne(
  databaseUrl: string,
  script: Script,
  folder: string,
  withoutPgbench: boolean,
): OneByOne {
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
    const alone = statements.length === 1;
    const lines = alone ? statements.map(oneLine) : ['begin;', ...statements.map(oneLine), 'commit;'];
    return pipelined ? ['\\startpipeline', ...lines, '\\endpipeline'] : lines;
  };
  const head = [
    '\\set n :n + 1',
    '\\set hi :run * 4294967296 + :n',
    `\\set lo ${script.seeded ? ':client_id + 1' : 'random(1, 9223372036854775806)'}`,
    `\\set user random(0, ${RANDOM.users - 1})`,
    `\\set amount random(${RANDOM.leastAmount}, ${RANDOM.mostAmount})`,
  ];
  const bodies: Record<Variant, string[]> = {
    plain: script.commits.flatMap((statements) => group(statements, false)),
    pipelined: script.commits.flatMap((statements) => group(statements, true)),
    single: group(script.commits.flat(), true),
  };
  const fileOf = (variant: Variant) => join(folder, `${script.name}-${variant}.sql`);
  for (const variant of VARIANTS) {
    writeFileSync(fileOf(variant), `${[...head, ...bodies[variant]].join('\n')}\n`);
  }
  const defined = Object.entries(script.constants).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  let run = Math.floor(Date.now() / 1_000);
  return {
    nextRun: () => run + 1,
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
        [...options, '-f', fileOf(variant), '-D', `run=${++run}`, '-D', 'n=0', ...defined, databaseUrl],
        { maxBuffer: 16 * 1024 * 1024, timeout: (seconds + 60) * 1_000 },
      );
      const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
      const done = Number(/^number of transactions actually processed: (\d+)/m.exec(stdout)?.[1]);
      if (!(perSecond > 0) || /aborted/.test(stderr))
        throw new Error(`pgbench: ${stdout}\n${stderr.slice(0, 2_000)}`);
      return { perSecond, done };
    },
  };
}

/**
 * The same statements from Node.js. Its own work is counted too, so the comparison favours the gateway more than
 * pgbench's does.
 */
function withDriver(databaseUrl: string, script: Script): OneByOne {
  const prepared = (statement: Statement) => {
    const names: string[] = [];
    const text = statement.replace(/(?<!:):([a-z_]+)/g, (_, name: string) => `$${names.push(name)}`);
    return { text, names };
  };
  const commits = script.commits.map((statements) => statements.map(prepared));
  let runs = Math.floor(Date.now() / 1_000);
  return {
    nextRun: () => runs + 1,
    tool: 'node, postgres driver',
    async run(variant, connections, seconds) {
      const sql = connectPostgres(databaseUrl, { max: connections, onnotice: () => {} });
      const run = ++runs;
      const end = performance.now() + seconds * 1_000;
      let done = 0;
      type Prepared = ReturnType<typeof prepared>;
      async function commit(statements: Prepared[], values: Record<string, string>): Promise<void> {
        const sendBy =
          (by: Pick<typeof sql, 'unsafe'>) =>
          ({ text, names }: Prepared) =>
            by.unsafe(
              text,
              names.map((name) => values[name]!),
              { prepare: true },
            );
        if (statements.length === 1) {
          await sendBy(sql)(statements[0]!);
          return;
        }
        await sql.begin(async (tx) => {
          const send = sendBy(tx as never);
          if (variant === 'plain') for (const one of statements) await send(one);
          else await Promise.all(statements.map(send));
        });
      }
      async function payOneByOne(_: unknown, client: number): Promise<void> {
        for (let n = 1; performance.now() < end; n++) {
          const random = BigInt(`0x${randomUUID().slice(0, 8)}`) * 1_000_003n + BigInt(n);
          const lo = script.seeded ? client + 1 : random;
          const values = {
            ...script.constants,
            run: String(run),
            client_id: String(client),
            n: String(n),
            hi: String(BigInt(run) * 4_294_967_296n + BigInt(n)),
            lo: String(lo),
            user: String(Math.floor(Math.random() * RANDOM.users)),
            amount: String(
              RANDOM.leastAmount + Math.floor(Math.random() * (RANDOM.mostAmount - RANDOM.leastAmount)),
            ),
          };
          if (variant === 'single') await commit(commits.flat(), values);
          else for (const statements of commits) await commit(statements, values);
          done++;
        }
      }
      await Promise.all(Array.from({ length: connections }, payOneByOne));
      await sql.end();
      return { perSecond: done / seconds, done };
    },
  };
}
