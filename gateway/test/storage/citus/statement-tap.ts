// Listens to a gateway's traffic with its database: a TCP proxy in this process that passes everything on. It keeps
// each distinct statement with the raw parameters of its first use. It reads only the client's messages: Parse, Bind
// and Query of PostgreSQL's protocol.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export interface Heard {
  text: string;
  /** Text, bytes in binary format, or null. */
  values: (string | Buffer | null)[];
}

export interface StatementTap {
  /** The database's address through the tap. */
  databaseUrl: string;
  /** The distinct statements so far that read or write tables. */
  heard(): Heard[];
}

const STATEMENT = /^\s*(with|select|insert|update|delete|merge)\b/i;

export async function startStatementTap(
  t: Pick<TestContext, 'after'>,
  databaseUrl: string,
): Promise<StatementTap> {
  const heard = new Map<string, Heard>();
  const sockets = new Set<Socket>();
  const { hostname, port: databasePort } = new URL(databaseUrl);
  const server = createServer((client) => {
    const host = decodeURIComponent(hostname);
    const port = Number(databasePort || 5432);
    const database = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const listener = new Listener((one) => {
      if (STATEMENT.test(one.text) && !heard.has(one.text)) heard.set(one.text, one);
    });
    client.on('data', (bytes: Buffer) => {
      listener.push(bytes);
      database.write(bytes);
    });
    database.on('data', (bytes: Buffer) => client.write(bytes));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.end();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as { port: number };
  const { username, pathname } = new URL(databaseUrl);
  const heardBy = `postgres://${username}@127.0.0.1:${port}${pathname}`;
  return { databaseUrl: heardBy, heard: () => [...heard.values()] };
}

/** The client's side of one connection. */
class Listener {
  readonly #hear: (heard: Heard) => void;
  readonly #prepared = new Map<string, string>();
  #rest: Buffer = Buffer.alloc(0);
  #hasBegun = false;

  constructor(hear: (heard: Heard) => void) {
    this.#hear = hear;
  }

  push(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      // The first message has no type.
      const head = this.#hasBegun ? 1 : 0;
      if (this.#rest.length < head + 4) return;
      const end = head + this.#rest.readUInt32BE(head);
      if (this.#rest.length < end) return;
      if (this.#hasBegun) this.#read(String.fromCharCode(this.#rest[0]!), this.#rest.subarray(5, end));
      this.#hasBegun = true;
      this.#rest = this.#rest.subarray(end);
    }
  }

  #read(type: string, body: Buffer): void {
    let at = 0;
    const text = () => {
      const end = body.indexOf(0, at);
      const read = body.toString('utf8', at, end);
      at = end + 1;
      return read;
    };
    const int16 = () => {
      at += 2;
      return body.readInt16BE(at - 2);
    };
    if (type === 'Q') this.#hear({ text: text(), values: [] });
    if (type === 'P') {
      const name = text();
      this.#prepared.set(name, text());
    }
    if (type !== 'B') return;
    text();
    const statement = this.#prepared.get(text());
    const formats = Array.from({ length: int16() }, int16);
    const values = Array.from({ length: int16() }, (_, i) => {
      const length = body.readInt32BE(at);
      at += 4;
      if (length < 0) return null;
      const value = Buffer.from(body.subarray(at, at + length));
      at += length;
      return (formats.length > 1 ? formats[i] : (formats[0] ?? 0)) === 1 ? value : value.toString('utf8');
    });
    if (statement !== undefined) this.#hear({ text: statement, values });
  }
}
