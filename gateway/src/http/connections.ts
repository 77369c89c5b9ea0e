// Ends a connection before its bytes end: after a request that was broken, too slow or refused unread. From then on the
// gateway carries out nothing that arrives on the connection, because it told the sender so. The sender can still read
// the answer: for a moment the gateway reads the further bytes and throws them away, because closing at once would
// reset the connection and lose the answer.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long a client has to read its last answer and to stop sending. */
const LINGER_MS = 2_000;

type Answer = ServerResponse<IncomingMessage>;

/** Node's internal state of a connection: the next answer to send, and the last request that came in. */
type Connection = Socket & {
  _httpMessage?: Answer | null;
  parser?: { incoming: IncomingMessage | null } | null;
};

/** Connections from which the gateway reads nothing more. */
const ended = new WeakSet<Socket>();

export function lingerBeforeClose(server: Server): void {
  server.on('connection', (socket) => {
    // Node calls it after an answer that says "Connection: close", and would close at once.
    socket.destroySoon = () => hangUp(socket);
  });
}

/** True if the request came after the last answer of its connection. The gateway then does not carry it out. */
export function dropAfterEnd(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!ended.has(request.raw.socket)) return false;
  reply.hijack();
  return true;
}

/**
 * Ends a connection when its next bytes cannot be read. It sends `answer` for the request to which these bytes belong.
 * It sends nothing if the client would take `answer` for the answer to another request: that request was valid, and the
 * gateway may have carried it out.
 */
export function endConnection(socket: Connection, answer: string): void {
  if (ended.has(socket)) return;
  stopReading(socket);
  const last = socket.parser?.incoming ?? null;
  const broken = last?.complete === false ? last : null;
  const due = socket._httpMessage ?? null;
  if (due !== null && due.req !== broken) {
    if (due.req === last) due.shouldKeepAlive = false;
    hangUpAfter(due, broken, socket);
  } else {
    // A request that was refused before its end already has its answer.
    const answered = broken !== null && (due === null || due.headersSent);
    hangUp(socket, answered ? '' : answer);
  }
}

/** Waits until all complete earlier requests have their answers, in their order. */
function hangUpAfter(due: Answer, broken: IncomingMessage | null, socket: Connection): void {
  due.once('close', () => {
    const next = socket._httpMessage ?? null;
    if (next === null || next.req === broken) hangUp(socket);
    else hangUpAfter(next, broken, socket);
  });
}

function hangUp(socket: Socket, answer = ''): void {
  stopReading(socket);
  if (socket.destroyed) return;
  if (!socket.writableEnded) socket.end(answer);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** Takes the bytes from Node's parser, which reads the connection itself until there is a listener for 'data'. */
function stopReading(socket: Socket): void {
  if (ended.has(socket)) return;
  ended.add(socket);
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.resume();
}
