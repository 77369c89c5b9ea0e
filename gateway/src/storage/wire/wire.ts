// One connection to PostgreSQL as the driver (postgres 3.4) and the pipelines (pipeline/) see it: their socket. A lost
// connection stays lost: whatever the driver still sends on it gets an error as its answer, and connect.ts learns of
// the loss. The driver never learns that a socket has closed. Otherwise it would write to null, which ends the process,
// and would send the next server the bytes meant for the former one. Found with test/stage/fault-proxy.ts.
//
// It also notices silence. If a peer vanishes, its connection still looks open. So this counts the answers that the
// server owes. If the server owes an answer and nothing at all arrives for `silenceMs`, the connection is lost. Other
// connections to the server that were silent for the same time are lost too: otherwise each would be noticed only at
// its next use. A server that is not ready in time is lost as well. The driver's own timer for this would run on after
// a loss, which the driver does not hear of, and would keep an idle process alive.
//
// It connects to the server that is in use now (hosts.ts). When the connection is lost or the server does not fit, the
// next server follows.
import { EventEmitter } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { type Hosts, nameOf, type Place } from './hosts.ts';
import { Incoming } from './protocol-messages.ts';

export interface WireOptions {
  /** Where to connect. The host names the server for TLS and in messages. */
  hosts: Hosts;
  /** null: without TLS. `orPlain`: without TLS if the server has none. */
  tls: { options: ConnectionOptions; orPlain: boolean } | null;
  /** Infinity: no limit. */
  silenceMs: number;
  /** From the start of the connection until the server is ready for the first time. 0: no limit. */
  connectTimeoutMs: number;
  /** Not called if the driver itself closed the connection. */
  onLoss(): void;
  /** Replaces the socket to `hosts`. */
  socket?: (() => Socket) | undefined;
}

/** Finds a vanished peer while the connection is idle. */
const KEEP_ALIVE_MS = 15_000;
const TICK_MS = 500;
/** Time for the closing message to arrive. */
const FAREWELL_TICKS = 4;
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const [SYNC, SIMPLE_QUERY, FLUSH, READY_FOR_QUERY, IDLE] = Buffer.from('SQHZI');
const [ERROR, PARAMETER_STATUS] = Buffer.from('ES');

type Listener = Parameters<EventEmitter['on']>[1];

/** All open connections. One timer checks all of them, so a query needs no timer. */
const open = new Set<Wire>();
setInterval(() => {
  for (const wire of open) wire.tick();
}, TICK_MS).unref();

export class Wire extends EventEmitter {
  readonly host: string;
  readonly port: number;
  readonly #options: WireOptions;
  readonly #place: Place;
  #socket: Socket;
  /** Bytes that wait for TLS. */
  #unsent: Buffer[] | null = null;
  #state: 'open' | 'leaving' | 'gone' = 'open';
  #greeted = false;
  /** Answers that the server owes: one for each Sync and each simple query, and one for the greeting. */
  #owed = 0;
  /**
   * The server owes one more answer, without a mark at its end: the description of a statement that is sent for the
   * first time.
   */
  #owesDescription = false;
  /** Ticks since the server began to owe an answer, or since it last sent something. */
  #quietTicks = 0;
  /** Ticks since the server last sent something. */
  #deafTicks = 0;
  readonly #incoming = new Messages();
  /**
   * Reads what the server reports about itself until it is ready for the first time; null: not needed, or already read.
   */
  #greeting: Incoming | null = null;
  /** Ends the connection if the server is not ready in time; null: it is ready, or there is no limit. */
  #connectTimer: NodeJS.Timeout | null = null;

  constructor(options: WireOptions) {
    super();
    this.#options = options;
    this.#place = options.hosts.current;
    this.host = this.#place.host;
    this.port = this.#place.port;
    // The driver may have removed its listener.
    this.on('error', () => {});
    const { hosts, tls, connectTimeoutMs } = options;
    const { path, host, port } = this.#place;
    if (hosts.target !== 'any') this.#greeting = this.#readGreeting();
    this.#socket = options.socket?.() ?? (path === null ? connect(port, host) : connect(path));
    this.#socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
    open.add(this);
    if (connectTimeoutMs > 0)
      this.#connectTimer = setTimeout(() => this.#lose(late()), connectTimeoutMs).unref();
    if (tls === null) this.#listen();
    else this.#secure(tls);
  }

  #listen(): void {
    const socket = this.#socket;
    socket.on('error', (error) => this.#lose(error));
    socket.on('close', () => this.#lose(lost('the database closed the connection')));
    socket.on('drain', () => this.emit('drain'));
    socket.on('data', (bytes: Buffer) => {
      this.#quietTicks = 0;
      this.#deafTicks = 0;
      const answered = this.#incoming.count(bytes, READY_FOR_QUERY!);
      this.#owed -= answered;
      if (answered > 0 && this.#connectTimer !== null) this.#stopConnectTimer();
      // Answers arrive in the order of the requests, so anything after the last owed answer is the description.
      if (this.#owed === 0 && this.#incoming.latest !== READY_FOR_QUERY) this.#owesDescription = false;
      if (this.#fits(bytes)) this.emit('data', bytes);
    });
  }

  /**
   * Whether this server can be used. If not, the connection is lost, so that callers can repeat their requests on
   * another server.
   */
  #fits(bytes: Buffer): boolean {
    try {
      this.#greeting?.push(bytes);
    } catch (error) {
      this.#lose(error as Error);
      return false;
    }
    if (this.#options.hosts.target !== 'read-write' || !this.#incoming.refusesWrites) return true;
    this.#lose(lost(`the database at ${nameOf(this.#place)} has become read-only`));
    return false;
  }

  #readGreeting(): Incoming {
    return new Incoming((type, bytes, at, end) => {
      if (type === READY_FOR_QUERY) this.#greeting = null;
      if (type !== PARAMETER_STATUS) return;
      const [setting, value] = bytes.toString('utf8', at, end).split('\0');
      const fault = this.#options.hosts.faultOf(setting!, value ?? '');
      if (fault === null) return;
      const message = `the database at ${nameOf(this.#place)} ${fault}`;
      throw Object.assign(new Error(message), { code: 'CONNECTION_UNFIT' });
    });
  }

  /** Requests TLS as PostgreSQL does it: the server answers with one byte, which tells whether it has TLS. */
  #secure({ options, orPlain }: NonNullable<WireOptions['tls']>): void {
    const plain = this.#socket;
    this.#unsent = [];
    const closed = () => this.#lose(lost('the database closed the connection when it was asked for TLS'));
    plain.on('error', (error) => this.#lose(error)).on('close', closed);
    plain.write(TLS_REQUEST);
    plain.once('data', (answer: Buffer) => {
      plain.off('close', closed);
      const yes = answer.toString('latin1') === 'S';
      if (yes) {
        const servername = isIP(this.host) ? {} : { servername: this.host };
        // With a socket, `host` only names the expected certificate. Without `host`, TLS would expect the certificate
        // of localhost.
        this.#socket = connectTls({ ...servername, host: this.host, ...options, socket: plain });
      } else if (answer.toString('latin1') !== 'N' || !orPlain) {
        this.#lose(Object.assign(new Error('the database does not offer TLS'), { code: 'TLS_REFUSED' }));
        return;
      }
      this.#listen();
      for (const bytes of this.#unsent!) this.#socket.write(bytes);
      this.#unsent = null;
    });
  }

  /** Ends the connection, unless somebody already asked for its end. */
  #lose(error: Error): void {
    if (this.#state === 'gone') return;
    const asked = this.#state === 'leaving';
    this.#state = 'gone';
    open.delete(this);
    this.#stopConnectTimer();
    this.#socket.destroy();
    // This comes first: a caller that repeats its request after the error must find a new pool, and the pool must find
    // the next host.
    if (!asked) {
      this.#options.hosts.leave(this.#place);
      this.#options.onLoss();
    }
    this.emit('error', error);
    this.emit('close', !asked);
  }

  #stopConnectTimer(): void {
    clearTimeout(this.#connectTimer ?? undefined);
    this.#connectTimer = null;
  }

  tick(): void {
    this.#quietTicks += 1;
    this.#deafTicks += 1;
    if (this.#state === 'leaving' && this.#quietTicks > FAREWELL_TICKS) this.#lose(lost('no goodbye'));
    const quietMs = this.#quietTicks * TICK_MS;
    if (!this.#isOwed() || quietMs <= this.#options.silenceMs) return;
    const error = lost(`the database has not answered for ${Math.round(quietMs / 1_000)} s`);
    this.#lose(error);
    for (const other of open) if (other.#isAsSilentAs(this)) other.#lose(error);
  }

  /**
   * `that` connection was given up. True if the server has sent nothing here either since `that` connection sent its
   * request. A connection that waits for an answer may have a longer limit, and a caller may wait for an answer within
   * a transaction. Neither is given up before its own time.
   */
  #isAsSilentAs(that: Wire): boolean {
    const { silenceMs } = this.#options;
    const { path, host, port } = this.#place;
    const its = that.#place;
    const isSameServer = path === its.path && host === its.host && port === its.port;
    if (!isSameServer || this.#state !== 'open' || this.#deafTicks < that.#quietTicks) return false;
    return this.#isOwed() ? silenceMs <= that.#options.silenceMs : this.#incoming.status === IDLE;
  }

  /** Closes the connection although nothing is wrong with it. */
  dismiss(): void {
    if (this.#state === 'open') this.#state = 'leaving';
    this.destroy();
  }

  #isOwed(): boolean {
    return this.#owed > 0 || this.#owesDescription;
  }

  // From here on: the methods that the driver calls on a socket.

  get readyState(): string {
    return this.#state === 'gone' ? 'closed' : this.#socket.readyState;
  }

  write(bytes: Buffer): boolean {
    if (this.#state === 'gone') {
      process.nextTick(() => this.emit('error', lost('the connection to the database was lost')));
      return true;
    }
    if (!this.#isOwed()) this.#quietTicks = 0;
    if (this.#greeted) this.#note(bytes);
    else this.#owed = 1;
    this.#greeted = true;
    if (this.#unsent === null) return this.#socket.write(bytes);
    this.#unsent.push(bytes);
    return true;
  }

  /** The driver writes whole messages: a type byte, and a length that includes itself. */
  #note(bytes: Buffer): void {
    for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
      if (bytes[at] === SYNC || bytes[at] === SIMPLE_QUERY) this.#owed += 1;
      else if (bytes[at] === FLUSH) this.#owesDescription = true;
    }
  }

  end(bytes: Buffer): void {
    if (this.#state !== 'open') return;
    this.#state = 'leaving';
    this.#quietTicks = 0;
    this.#socket.end(bytes);
  }

  destroy(): void {
    this.#lose(lost('the connection was given up'));
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Ignores the driver's own listener for 'close' (see above). A caller that waits for the end listens once. */
  override on(name: string, listener: Listener): this {
    return name === 'close' ? this : super.on(name, listener);
  }

  override once(name: string, listener: Listener): this {
    return super.prependOnceListener(name, listener);
  }
}

const late = () =>
  Object.assign(new Error('the database did not answer in time'), { code: 'CONNECT_TIMEOUT' });

function lost(message: string): Error {
  return Object.assign(new Error(message), { code: 'CONNECTION_LOST' });
}

/** Severity and code are the first fields of an error. */
const MOST_OF_ERROR = 100;

/** Finds messages in the arriving bytes, wherever the chunks are cut. */
class Messages {
  /** Bytes left of the message in progress. */
  #rest = 0;
  readonly #head = Buffer.alloc(5);
  #headLength = 0;
  #lastByte = 0;
  /** The first bytes of the latest error. */
  #error = '';

  /** The type of the latest message. */
  get latest(): number {
    return this.#head[0]!;
  }

  /** When the server is ready: whether a transaction is open. It has no meaning while the server owes an answer. */
  get status(): number {
    return this.#lastByte;
  }

  /** Whether the latest error says that the server accepts no writes (25006). */
  get refusesWrites(): boolean {
    return this.#error.includes('\0C25006\0');
  }

  count(bytes: Buffer, type: number): number {
    let count = 0;
    let at = 0;
    while (at < bytes.length) {
      if (this.#rest > 0) {
        const step = Math.min(this.#rest, bytes.length - at);
        if (this.#head[0] === ERROR && this.#error.length < MOST_OF_ERROR)
          this.#error += bytes.toString('latin1', at, at + Math.min(step, MOST_OF_ERROR));
        this.#rest -= step;
        at += step;
        this.#lastByte = bytes[at - 1]!;
        continue;
      }
      this.#head[this.#headLength++] = bytes[at++]!;
      if (this.#headLength < 5) continue;
      this.#headLength = 0;
      this.#rest = this.#head.readUInt32BE(1) - 4;
      if (this.#head[0] === type) count += 1;
      else if (this.#head[0] === ERROR) this.#error = '';
    }
    return count;
  }
}
