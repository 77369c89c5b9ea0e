// Messages of PostgreSQL's protocol (version 3) as bytes: writes them for the server, and finds them in the arriving
// bytes, wherever the chunks are cut. It never holds the state of a connection.
import { Bytes } from './bytes.ts';

/** Text, bytes in binary format, or null. */
export type Value = string | Uint8Array | null;

const PROTOCOL_VERSION = 0x0003_0000;
const BINARY = 1;
const [PARSE, BIND, DESCRIBE, EXECUTE, CLOSE, SYNC, TERMINATE, PASSWORD, STATEMENT] =
  Buffer.from('PBDECSXpS');

/** Collects messages for the socket, which gets them in one piece. */
export class Outgoing {
  readonly #bytes = new Bytes();
  /** Beginning of the messages that `take` has not returned yet. */
  #start = 0;

  startup(parameters: Readonly<Record<string, string>>): void {
    const begin = this.#beginLength();
    this.#bytes.int32(PROTOCOL_VERSION);
    for (const [name, value] of Object.entries(parameters)) {
      this.#terminated(name);
      this.#terminated(value);
    }
    this.#bytes.byte(0);
    this.#end(begin);
  }

  /** Answers an authentication request; the first answer of SASL contains its mechanism and its length. */
  password(text: string, mechanism?: string): void {
    const begin = this.#begin(PASSWORD!);
    if (mechanism === undefined) this.#bytes.text(text);
    else {
      this.#terminated(mechanism);
      this.#sized(text);
    }
    this.#end(begin);
  }

  /** The server infers the types of the parameters. This also requests a description of the result. */
  parse(name: string, text: string): void {
    const begin = this.#begin(PARSE!);
    this.#terminated(name);
    this.#terminated(text);
    this.#bytes.int16(0);
    this.#end(begin);
    const described = this.#begin(DESCRIBE!);
    this.#bytes.byte(STATEMENT!);
    this.#terminated(name);
    this.#end(described);
  }

  /** The server forgets a statement and its plan. */
  close(name: string): void {
    const begin = this.#begin(CLOSE!);
    this.#bytes.byte(STATEMENT!);
    this.#terminated(name);
    this.#end(begin);
  }

  /** Runs it: all rows, in text format. */
  bindAndExecute(name: string, values: readonly Value[]): void {
    const begin = this.#begin(BIND!);
    this.#terminated('');
    this.#terminated(name);
    this.#bytes.int16(values.length);
    for (const value of values) this.#bytes.int16(value instanceof Uint8Array ? BINARY : 0);
    this.#bytes.int16(values.length);
    for (const value of values) this.#sized(value);
    this.#bytes.int16(0);
    this.#end(begin);
    const executed = this.#begin(EXECUTE!);
    this.#terminated('');
    this.#bytes.int32(0);
    this.#end(executed);
  }

  sync(): void {
    this.#end(this.#begin(SYNC!));
  }

  terminate(): void {
    this.#end(this.#begin(TERMINATE!));
  }

  /** The bytes written since the last call. They stay unchanged until `clear`. */
  take(): Buffer {
    const taken = this.#bytes.from(this.#start);
    this.#start = this.#bytes.length;
    return taken;
  }

  /** The taken bytes are sent, so their space is free. */
  clear(): void {
    this.#bytes.clear();
    this.#start = 0;
  }

  #begin(type: number): number {
    this.#bytes.byte(type);
    return this.#beginLength();
  }

  /** Leaves room for a length. */
  #beginLength(): number {
    this.#bytes.int32(0);
    return this.#bytes.length - 4;
  }

  /** The length of a message includes itself. */
  #end(begin: number): void {
    this.#bytes.setInt32(this.#bytes.length - begin, begin);
  }

  #sized(value: Value): void {
    if (value === null) {
      this.#bytes.int32(-1);
      return;
    }
    const begin = this.#beginLength();
    if (typeof value === 'string') this.#bytes.text(value);
    else this.#bytes.raw(value);
    this.#bytes.setInt32(this.#bytes.length - begin - 4, begin);
  }

  /** Not for values: a zero byte would end the text early. */
  #terminated(text: string): void {
    if (text.includes('\0')) throw new TypeError('a statement or a setting must not contain a zero byte');
    this.#bytes.text(text);
    this.#bytes.byte(0);
  }
}

/** `at`: where the contents begin, after type and length. */
export type OnMessage = (type: number, bytes: Buffer, at: number, end: number) => void;

/** Finds the messages in the arriving bytes. Copies a message only if it arrives in pieces. */
export class Incoming {
  readonly #onMessage: OnMessage;
  #pieces: Buffer[] = [];
  #length = 0;
  /** The next message is complete only after at least this many bytes. */
  #needed = 0;

  constructor(onMessage: OnMessage) {
    this.#onMessage = onMessage;
  }

  push(piece: Buffer): void {
    let bytes = piece;
    if (this.#length > 0) {
      this.#pieces.push(piece);
      this.#length += piece.length;
      if (this.#length < this.#needed) return;
      bytes = Buffer.concat(this.#pieces, this.#length);
    }
    this.#keep(bytes, this.#readMessages(bytes));
  }

  #readMessages(bytes: Buffer): number {
    let at = 0;
    while (bytes.length - at >= 5) {
      const length = bytes.readUInt32BE(at + 1);
      if (length < 4) throw new RangeError('the database sent an invalid message');
      const end = at + 1 + length;
      if (end > bytes.length) break;
      this.#onMessage(bytes[at]!, bytes, at + 5, end);
      at = end;
    }
    return at;
  }

  #keep(bytes: Buffer, from: number): void {
    const rest = bytes.length - from;
    this.#pieces = rest > 0 ? [bytes.subarray(from)] : [];
    this.#length = rest;
    this.#needed = rest >= 5 ? 1 + bytes.readUInt32BE(from + 1) : 5;
  }
}
