// The merchant's webhook endpoint, in a separate process: answers 204 to everything and notes how long after the
// event's `occurredAt` it arrived. That time is taken just before the commit, so the true time from commit to delivery
// is a little shorter than reported. Reads HTTP/1.1 without a library, because only the gateway is measured here.
import { createServer, type Socket } from 'node:net';
import { answerAsks } from './children.ts';
import { type Distribution, distribution } from './distribution.ts';

export interface Received {
  count: number;
  /** Between the first event and the last. */
  perSecond: number;
  delayMs: Distribution;
}

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n';
const MARK = '"occurredAt":"';

let delays: number[] = [];
let firstAt = 0;
let lastAt = 0;

function serve(socket: Socket): void {
  let text = '';
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes: Buffer) => {
    text = text === '' ? bytes.toString('latin1') : text + bytes.toString('latin1');
    let answers = '';
    for (;;) {
      const headEnd = text.indexOf('\r\n\r\n');
      if (headEnd === -1) break;
      const end = headEnd + 4 + bodyLength(text, headEnd);
      if (text.length < end) break;
      note(text, headEnd);
      text = text.length === end ? '' : text.slice(end);
      answers += NO_CONTENT;
    }
    if (answers !== '') socket.write(answers, 'latin1');
  });
}

function bodyLength(text: string, headEnd: number): number {
  const at = text.search(/content-length: /i);
  if (at === -1 || at > headEnd) throw new Error('a webhook without Content-Length');
  return Number.parseInt(text.slice(at + 16, at + 26), 10);
}

function note(text: string, headEnd: number): void {
  const at = text.indexOf(MARK, headEnd);
  if (at === -1) throw new Error('a webhook without occurredAt');
  const now = Date.now();
  if (delays.length === 0) firstAt = now;
  lastAt = now;
  delays.push(now - Date.parse(text.slice(at + MARK.length, at + MARK.length + 24)));
}

const server = createServer(serve);

answerAsks({
  begin() {
    return new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  },
  port: () => (server.address() as { port: number }).port,
  /** Events received since the last call. */
  take(): Received {
    const received = {
      count: delays.length,
      perSecond: delays.length / Math.max(0.001, (lastAt - firstAt) / 1_000),
      delayMs: distribution(delays),
    };
    delays = [];
    return received;
  },
});
