// One keep-alive HTTP/1.1 connection of the load generator: writes a prepared request, reads one answer, no more. A
// parser library would cost the generator more than the gateway's answer costs the gateway, and both share the machine.
// It compares every answer with the expected one; any other is counted as a fault.
import { connect, type Socket } from 'node:net';

export type Answered = (fault: string | null) => void;

export interface Expected {
  status: number;
  /** The body must contain this. */
  mark: string;
  /** The position in the request of the id that the body must contain. */
  names?: readonly [from: number, to: number];
}

export class LeanConnection {
  readonly #socket: Socket;
  readonly #expected: Expected;
  #request = '';
  #text = '';
  #answered: Answered | null = null;
  #broken: string | null = null;

  static open(port: number, expected: Expected): Promise<LeanConnection> {
    return new Promise((resolve, reject) => {
      const connection = new LeanConnection(port, expected);
      connection.#socket.once('connect', () => resolve(connection));
      connection.#socket.once('error', reject);
    });
  }

  private constructor(port: number, expected: Expected) {
    this.#expected = expected;
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      // One buffer for all answers of this connection: no allocation for each read.
      onread: {
        buffer: Buffer.allocUnsafe(16_384),
        callback: (length: number, bytes: Uint8Array) => {
          this.#take((bytes as Buffer).toString('latin1', 0, length));
          return true;
        },
      },
    });
    this.#socket.on('error', (error) => this.#fail(`connection: ${error.message}`));
    this.#socket.on('close', () => this.#fail('connection closed by the gateway'));
  }

  /** One at a time. `answered` gets null if the answer is as expected, else the fault. */
  send(request: string, answered: Answered): void {
    if (this.#broken !== null) {
      answered(this.#broken);
      return;
    }
    this.#answered = answered;
    this.#request = request;
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#broken = 'closed';
    this.#socket.destroy();
  }

  #take(piece: string): void {
    this.#text = this.#text === '' ? piece : this.#text + piece;
    const headEnd = this.#text.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const bodyLength = contentLength(this.#text, headEnd);
    if (this.#text.length < headEnd + 4 + bodyLength) return;
    const text = this.#text;
    this.#text = '';
    const answered = this.#answered;
    this.#answered = null;
    answered?.(faultOf(text, headEnd, this.#request, this.#expected));
  }

  #fail(reason: string): void {
    this.#broken ??= reason;
    const answered = this.#answered;
    this.#answered = null;
    answered?.(this.#broken);
  }
}

function contentLength(text: string, headEnd: number): number {
  const at = text.indexOf('ontent-length: ');
  const found = at !== -1 && at < headEnd ? at : text.indexOf('ontent-Length: ');
  if (found === -1 || found > headEnd)
    throw new Error(`an answer without Content-Length: ${text.slice(0, 200)}`);
  return Number.parseInt(text.slice(found + 15, found + 25), 10);
}

function faultOf(text: string, headEnd: number, request: string, { status, mark, names }: Expected) {
  const isRight =
    text.startsWith(`HTTP/1.1 ${status} `) &&
    text.indexOf(mark, headEnd) !== -1 &&
    (!names || text.indexOf(request.slice(...names), headEnd) !== -1);
  return isRight ? null : `${text.slice(9, 12)} ${text.slice(headEnd + 4, headEnd + 300)}`;
}
