// A bad network between the driver and PostgreSQL, for tests: a TCP proxy in this process that delays, drips, resets,
// falls silent without closing, turns connections away, or cuts a connection between a COMMIT and its acknowledgement.
// It looks at the server's messages (a type byte, then a length) and leaves everything else as it is.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** What becomes of connections that are made from now on. `busy`: accepted, and closed again without a word. */
export type Welcome = 'serve' | 'refuse' | 'busy' | 'silence';

export interface FaultProxy {
  /** The database's address by way of the proxy; always TCP, also where the database has a unix socket. */
  databaseUrl: string;
  /** Connections that were made so far. */
  accepted(): number;
  /** Each piece that travels, either way, arrives so much later; order stays. */
  delay(ms: number): void;
  /** The server's answers arrive in pieces of this many bytes. 0: as they come. */
  drip(bytes: number): void;
  /** Cuts each of the next `times` connections whose COMMIT succeeds, before its client hears of it. */
  swallowCommits(times: number): void;
  /** How many were swallowed. */
  swallowed(): number;
  /** Resets the connection on which the server has sent so many more bytes, once, in the middle of a message. */
  resetAfter(bytes: number): void;
  /** A reset (not an end) of every connection there is. */
  resetAll(): void;
  /** The end of every connection there is, as a server that stops says it. */
  endAll(): void;
  /** The connections there are fall silent for ever: nothing passes either way, and nobody is told. */
  halfOpen(): void;
  /** Silent connections that their client has written to and not closed: those on which somebody waits. */
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
      // Unread, its end would never come.
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

/** Over TCP, or by the socket of a server on this machine. */
export function connectTo(databaseUrl: string): Socket {
  const { hostname, port } = new URL(databaseUrl);
  const host = decodeURIComponent(hostname);
  return host.startsWith('/')
    ? connect(`${host}/.s.PGSQL.${port || 5432}`)
    : connect(Number(port || 5432), host);
}

/** One connection of the driver and the one to the server that goes with it. */
class Link {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #faults: Faults;
  #silent = false;
  #unanswered = false;
  /** The beginning of a message of the server whose end has not come yet. */
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
    // An end travels behind what was said before it.
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
    // Each piece waits by itself, so that many pieces are not late by the sum of all.
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
      // What was passed on must have left before the reset overtakes it.
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
      // It may be changed in between.
      const end = faults.dripBytes === 0 ? bytes.length : at + faults.dripBytes;
      this.#pass(this.#client, bytes.subarray(at, end));
      at = end;
      if (faults.dripBytes > 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Where in these bytes the server says that it has committed; null where it does not. */
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
