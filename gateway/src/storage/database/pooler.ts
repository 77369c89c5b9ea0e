// Whether a pooler stands between us and PostgreSQL, and whether the gateway works behind it (decision 95). A pooler
// hands out cancel keys of its own, so the process number in the greeting is not the number of the server's process. If
// a pooler changes the server's process between transactions, it must keep prepared statements: pgbouncer does from
// 1.21 on, with `max_prepared_statements`. Poolers refuse unknown parameters of the greeting, so our settings travel
// with each transaction (database.ts).
import { connectPostgres } from './connect.ts';

export interface Pooling {
  /** `direct`: there is no pooler. */
  mode: 'direct' | 'session' | 'transaction';
  keepsStatements: boolean;
}

const DIRECT: Pooling = { mode: 'direct', keepsStatements: true };
const SESSION: Pooling = { mode: 'session', keepsStatements: true };
/** Clients that hold a transaction each. One of them gets the server process that the first client had. */
const OTHERS = 6;
const DEADLINE_MS = 5_000;

type Client = ReturnType<typeof connectPostgres>;

/** Uses a prepared statement. */
const pidOf = (client: Client) => client<{ pid: number }[]>`select pg_backend_pid() as pid`;

/** It changes nothing, and uses some clients for a moment. */
export async function lookForPooler(databaseUrl: string): Promise<Pooling> {
  const clients: Client[] = [];
  const open = () => {
    const client = connectPostgres(databaseUrl, {
      max: 1,
      connect_timeout: 5,
      silenceMs: DEADLINE_MS,
      onnotice: () => {},
    });
    clients.push(client);
    return client;
  };
  const late = Promise.withResolvers<Pooling>();
  // A pooler with few places lets us wait for one. Then it gives each client its own process, or is too small for us
  // anyway.
  const timer = setTimeout(() => late.resolve(SESSION), DEADLINE_MS);
  try {
    const first = open();
    const asked = await pidOf(first);
    const startupPid = (asked as unknown as { state: { pid: number } }).state.pid;
    if (startupPid === asked[0]!.pid) return DIRECT;
    const { name } = (asked as unknown as { statement: { name: string } }).statement;
    return await Promise.race([judge(open, asked[0]!.pid, name), late.promise]);
  } finally {
    clearTimeout(timer);
    await Promise.all(clients.map((client) => client.end({ timeout: 1 })));
  }
}

/** `pid`: the server process that prepared the statement of the first client, under the name `name`. */
async function judge(open: () => Client, pid: number, name: string): Promise<Pooling> {
  const done = Promise.withResolvers<void>();
  const held: Promise<unknown>[] = [];
  try {
    for (let i = 0; i < OTHERS; i++) {
      const begun = Promise.withResolvers<Pooling | null>();
      const transaction = open().begin(async (tx) => {
        const [own] = await pidOf(tx as unknown as Client);
        if (own!.pid === pid)
          begun.resolve({ mode: 'transaction', keepsStatements: await isRenamed(tx, name) });
        else begun.resolve(null);
        await done.promise;
      });
      held.push(transaction.catch(begun.reject));
      const pooling = await begun.promise;
      if (pooling !== null) return pooling;
    }
    return SESSION;
  } finally {
    done.resolve();
    await Promise.allSettled(held);
  }
}

/**
 * A pooler that keeps prepared statements gives them names of its own, because clients use the same names. If the
 * client's name is still there, the pooler passed the statement on unread, and the next process does not have it.
 */
async function isRenamed(tx: Pick<Client, 'unsafe'>, name: string): Promise<boolean> {
  const rows = await tx.unsafe('select from pg_prepared_statements where name = $1', [name]);
  return rows.length === 0;
}
