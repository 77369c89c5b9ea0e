// One keep-alive HTTP/1.1 connection of the load generator: writes a prepared request, reads one answer, no more.
// A parser library would cost the generator more than the gateway's answer costs the gateway, and both share the
// machine. It checks every answer: status 201 and a body that says COMPLETED; anything else is counted as a fault.
import { connect, type Socket } from 'node:net';

export type Answered = (fault: string | null) => void;

export class LeanConnection {
  readonly #socket: Socket;
  #text = '';
  #answered: Answered | null = null;
  #broken: string | null = null;

  static open(port: number): Promise<LeanConnection> {
    return new Promise((resolve, reject) => {
      const connection = new LeanConnection(port);
      connection.#socket.once('connect', () => resolve(connection));
      connection.#socket.once('error', reject);
    });
  }

  private constructor(port: number) {
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

  /** One at a time. `answered` gets null for a completed payment, else what was wrong. */
  send(request: string, answered: Answered): void {
    if (this.#broken !== null) {
      answered(this.#broken);
      return;
    }
    this.#answered = answered;
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
    answered?.(faultOf(text, headEnd));
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

function faultOf(text: string, headEnd: number): string | null {
  if (text.startsWith('HTTP/1.1 201 ') && text.indexOf('"status":"COMPLETED"', headEnd) !== -1) return null;
  return `${text.slice(9, 12)} ${text.slice(headEnd + 4, headEnd + 300)}`;
}
