// HTTP as raw bytes, for requests that no client library would send. The test chooses the pieces and pauses of a socket
// and reads what comes back. Works with gateways in this process and in others.
import { connect, type Socket } from 'node:net';

export interface Wire {
  socket: Socket;
  send(text: string | Buffer): void;
  /** Everything received so far. */
  text(): string;
  /** Resolves when `pattern` has arrived. Rejects when the connection ends first, or after `timeoutMs`. */
  until(pattern: RegExp, timeoutMs?: number): Promise<string>;
  /** Everything received until the other side closed. `reset`: the connection was reset. */
  closed(timeoutMs?: number): Promise<{ text: string; reset: boolean }>;
}

export function openWire(port: number): Wire {
  // A half-open side may still send after the other side has finished.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  let reset = false;
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    // EPIPE means only: we wrote after the other side had closed properly.
    if (error.code === 'ECONNRESET') reset = true;
  });
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    socket,
    send: (bytes) => {
      if (!socket.destroyed) socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    },
    text: () => text,
    async until(pattern, timeoutMs = 60_000) {
      const end = Date.now() + timeoutMs;
      while (!pattern.test(text)) {
        if (socket.destroyed || Date.now() > end)
          throw new Error(`${pattern} has not come: ${JSON.stringify(text.slice(0, 500))}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return text;
    },
    async closed(timeoutMs = 60_000) {
      if (socket.readableEnded) socket.end();
      else socket.once('end', () => socket.end());
      const timer = setTimeout(() => socket.destroy(new Error('the other side does not close')), timeoutMs);
      await gone;
      clearTimeout(timer);
      return { text, reset };
    },
  };
}

export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status));
