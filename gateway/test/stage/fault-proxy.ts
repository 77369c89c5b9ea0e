// A bad network between the driver and PostgreSQL, for tests: a TCP proxy in this process that delays, drips, resets,
// falls silent without closing, turns connections away, or cuts a connection between a COMMIT and its acknowledgement.
// It looks at the server's messages (a type byte, then a length) and leaves everything else as it is.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** What happens to new connections. `busy`: accepts them and closes them at once. */
export type Welcome = 'serve' | 'refuse' | 'busy' | 'silence';

export interface FaultProxy {
  /** The database's address through the proxy. Always TCP, even where the database has a unix socket. */
  databaseUrl: string;
  /** Number of connections so far. */
  accepted(): number;
  /** Delays each piece in both directions; the order stays. */
  delay(ms: number): void;
  /** Splits the server's answers into pieces of this many bytes. 0: as they come. */
  drip(bytes: number): void;
  /** Cuts each of the next `times` connections whose COMMIT succeeds, before the client gets the acknowledgement. */
  swallowCommits(times: number): void;
  /** Number of swallowed commits. */
  swallowed(): number;
  /** Resets one connection, in the middle of a message, after the server has sent this many more bytes on it. */
  resetAfter(bytes: number): void;
  /** Resets (does not end) every connection. */
  resetAll(): void;
  /** Ends every connection the way a stopping server does. */
  endAll(): void;
  /** All connections fall silent for ever: nothing passes either way, and neither side is told. */
  halfOpen(): void;
  /** Silent connections that their client has written to and not closed: somebody waits on each. */
  unanswered(): number;
  welcome(how: Welcome): Promise<void>;
}

interface Faults {
  delayMs: number;
  dripBytes: number;
  commitsToSwallow: number;
  swallowed: number;
  resetAfterBytes: number;
}

const COMMAND_COMPLETE = 'C'.charCodeAt(0);

export async function startFaultProxy(
  t: Pick<TestContext, 'after'>,
  databaseUrl: string,
): Promise<FaultProxy> {
  const faults: Faults = {
    delayMs: 0,
    dripBytes: 0,
    commitsToSwallow: 0,
    swallowed: 0,
    resetAfterBytes: Number.POSITIVE_INFINITY,
  };
  const links = new Set<Link>();
  let welcome: Welcome = 'serve';
  let accepted = 0;
  const server = createServer({ allowHalfOpen: false }, (client) => {
    accepted += 1;
    client.on('error', () => {});
    if (welcome === 'busy') {
      // The end event never comes on an unread socket.
      client.resume();
      client.end();
      return;
    }
    const link = new Link(client, connectTo(databaseUrl), faults);
    if (welcome === 'silence') link.silence();
    links.add(link);
    client.once('close', () => links.delete(link));
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as { port: number };
  t.after(async () => {
    for (const link of links) link.reset();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  });

  const url = new URL(databaseUrl);
  const at = url.username === '' ? '' : `${url.username}${url.password && `:${url.password}`}@`;
  return {
    databaseUrl: `postgres://${at}127.0.0.1:${port}${url.pathname}`,
    accepted: () => accepted,
    delay(ms) {
      faults.delayMs = ms;
    },
    drip(bytes) {
      faults.dripBytes = bytes;
    },
    swallowCommits(times) {
      faults.commitsToSwallow = times;
    },
    swallowed: () => faults.swallowed,
    resetAfter(bytes) {
      faults.resetAfterBytes = bytes;
    },
    resetAll() {
      for (const link of links) link.reset();
    },
    endAll() {
      for (const link of links) link.end();
    },
    halfOpen() {
      for (const link of links) link.silence();
    },
    unanswered: () => [...links].filter((link) => link.isUnanswered()).length,
    async welcome(how) {
      if (how === 'refuse' && server.listening) server.close();
      if (how !== 'refuse' && !server.listening) await listen(port);
      welcome = how;
    },
  };
}

/** Connects over TCP, or by the socket of a server on this machine. */
export function connectTo(databaseUrl: string): Socket {
  const { hostname, port } = new URL(databaseUrl);
  const host = decodeURIComponent(hostname);
  return host.startsWith('/')
    ? connect(`${host}/.s.PGSQL.${port || 5432}`)
    : connect(Number(port || 5432), host);
}

/** One connection from the driver, with its connection to the server. */
class Link {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #faults: Faults;
  #silent = false;
  #unanswered = false;
  /** The start of a server message that has not arrived completely. */
  #rest: Buffer = Buffer.alloc(0);
  #toClient: Promise<void> = Promise.resolve();
  #toServer: Promise<void> = Promise.resolve();

  constructor(client: Socket, server: Socket, faults: Faults) {
    this.#client = client;
    this.#server = server;
    this.#faults = faults;
    client.setNoDelay(true);
    server.on('error', () => this.reset());
    client.on('data', (bytes: Buffer) => {
      this.#unanswered ||= this.#silent;
      this.#toServer = this.#later(this.#toServer, () => this.#pass(server, bytes));
    });
    server.on('data', (bytes: Buffer) => {
      this.#toClient = this.#later(this.#toClient, () => this.#answer(bytes));
    });
    // The end must arrive after everything sent before it.
    client.on('close', () => {
      this.#toServer = this.#later(this.#toServer, () => {
        server.destroy();
      });
    });
    server.on('close', () => {
      this.#toClient = this.#later(this.#toClient, () => {
        if (!this.#silent) client.end();
      });
    });
  }

  silence(): void {
    this.#silent = true;
  }

  isUnanswered(): boolean {
    return this.#unanswered;
  }

  end(): void {
    this.#client.end();
    this.#server.destroy();
  }

  reset(): void {
    if (!this.#client.destroyed) this.#client.resetAndDestroy();
    this.#server.destroy();
  }

  #later(before: Promise<void>, work: () => void | Promise<void>): Promise<void> {
    const { delayMs } = this.#faults;
    // Each piece waits on its own, so delays do not add up.
    return Promise.all([before, delayMs > 0 && sleep(delayMs)]).then(work);
  }

  #pass(to: Socket, bytes: Buffer): void {
    if (!this.#silent && to.writable) to.write(bytes);
  }

  async #answer(bytes: Buffer): Promise<void> {
    const faults = this.#faults;
    if (bytes.length > faults.resetAfterBytes) {
      this.#pass(this.#client, bytes.subarray(0, faults.resetAfterBytes));
      faults.resetAfterBytes = Number.POSITIVE_INFINITY;
      // Bytes already passed on must leave before the reset overtakes them.
      await sleep(5);
      this.reset();
      return;
    }
    faults.resetAfterBytes -= bytes.length;
    const commit = this.#commitIn(bytes);
    if (commit !== null && faults.commitsToSwallow > 0) {
      faults.commitsToSwallow -= 1;
      faults.swallowed += 1;
      this.#pass(this.#client, bytes.subarray(0, commit));
      await sleep(5);
      this.reset();
      return;
    }
    for (let at = 0; at < bytes.length; ) {
      // A test may change `dripBytes` between pieces.
      const end = faults.dripBytes === 0 ? bytes.length : at + faults.dripBytes;
      this.#pass(this.#client, bytes.subarray(at, end));
      at = end;
      if (faults.dripBytes > 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** The offset of the server's COMMIT acknowledgement in these bytes; null if there is none. */
  #commitIn(bytes: Buffer): number | null {
    const carried = this.#rest.length;
    const all = carried === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let start = 0;
    let commit: number | null = null;
    while (all.length - start >= 5) {
      const end = start + 1 + all.readUInt32BE(start + 1);
      if (end > all.length) break;
      const isTag = all[start] === COMMAND_COMPLETE;
      if (isTag && all.toString('latin1', start + 5, end - 1) === 'COMMIT') {
        commit ??= Math.max(0, start - carried);
      }
      start = end;
    }
    this.#rest = all.subarray(start);
    return commit;
  }
}
