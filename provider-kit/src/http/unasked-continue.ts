// A server may send `100 Continue` or another 1xx although nobody asked for it; the real answer follows it (RFC 9110,
// 15.2). undici closes the connection at a 100, so every webhook to such a receiver seemed to fail, although the
// receiver had accepted it. This removes such answers before undici reads them. It never removes a 101: no HTTP answer
// follows a 101.
import type { Socket } from 'node:net';

const INFORMATIONAL = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const BEGINNINGS = ['HTTP/1.1 1', 'HTTP/1.0 1'];
/** The expression above needs this many bytes to recognise a status line. */
const STATUS_BYTES = 13;
const END = '\r\n\r\n';
/** The most bytes of one such answer's headers; undici breaks off longer ones. */
const MOST_BYTES = 16 * 1024;

/**
 * Call it before undici gets the socket. A request is written at once and as a whole, so the first bytes after a write
 * begin an answer.
 */
export function withoutUnaskedContinue<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  let held: Buffer | null = null;
  let isAtStart = false;
  socket.write = ((...given: unknown[]) => {
    isAtStart = true;
    return write(...given);
  }) as S['write'];
  socket.read = ((size?: number) => {
    const chunk = read(size) as Buffer | null;
    if (!isAtStart || chunk === null || !Buffer.isBuffer(chunk)) return chunk;
    const rest: Buffer | null = behindInformational(held === null ? chunk : Buffer.concat([held, chunk]));
    held = rest;
    if (rest === null || isUndecided(rest)) return null;
    [held, isAtStart] = [null, false];
    return rest;
  }) as S['read'];
  return socket;
}

/** null: the bytes are complete 1xx answers and nothing else. */
function behindInformational(bytes: Buffer): Buffer | null {
  let rest = bytes;
  while (INFORMATIONAL.test(beginningOf(rest))) {
    const end = rest.subarray(0, MOST_BYTES).indexOf(END);
    if (end === -1) break;
    rest = rest.subarray(end + END.length);
  }
  return rest.length === 0 ? null : rest;
}

/** The bytes are too short to tell, or the end of a 1xx answer has not come. */
function isUndecided(bytes: Buffer): boolean {
  const beginning = beginningOf(bytes);
  if (INFORMATIONAL.test(beginning)) return bytes.length < MOST_BYTES;
  if (bytes.length >= STATUS_BYTES) return false;
  return BEGINNINGS.some((one) => one.startsWith(beginning.slice(0, one.length)));
}

const beginningOf = (bytes: Buffer): string => bytes.toString('latin1', 0, STATUS_BYTES);
