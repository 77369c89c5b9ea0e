// One call to a connector: the library makes the request, our own client sends it, the library reads the answer. It
// says how far the call came, because that decides what may have happened to money: before the request was sent nothing
// has; after it, only a readable answer tells. It never logs a request or an answer.
import { NotConnectedError, type ProviderHttp } from '@tollgate/provider-kit';
import type { LibraryAccount, LibraryAnswer } from './process/library.ts';
import { LibraryGone, type LibraryProcess } from './process/library-process.ts';
import type { Fault, Reply } from './process/protocol.ts';

export type Exchange<Message> =
  /** Certainly nothing was sent. `fault`: the library refused; absent: no library, or no connection. */
  | { kind: 'not-sent'; fault?: Fault }
  /** It may have arrived, and nothing readable came back. `statusCode`: of the answer, if there was one. */
  | { kind: 'no-answer'; statusCode?: number }
  /** The connector answered, and the library takes it for a refusal. */
  | { kind: 'refused'; statusCode: number; connectorCode: string }
  /** `own`: the connector's own answer as JSON; null: it is no JSON. */
  | { kind: 'answered'; statusCode: number; message: Message; own: unknown };

export interface Call {
  flow: string;
  message: object;
  signal: AbortSignal;
  /** Makes a repeated call harmless, at connectors that have a header for it. */
  idempotencyKey?: string;
}

export interface Wire {
  process: Pick<LibraryProcess, 'ask'>;
  http: Pick<ProviderHttp, 'send'>;
  account: LibraryAccount;
  idempotencyHeader: string | undefined;
}

/** The library says so of a refusal that it could read. Everything else is no answer. */
const REFUSED = 'CONNECTOR_ERROR_RESPONSE';

export async function exchange<Message>(wire: Wire, call: Call): Promise<Exchange<Message>> {
  const { flow, message, signal, idempotencyKey } = call;
  const made = await asked(wire, { step: 'request', flow, account: wire.account, message });
  if (made === null) return { kind: 'not-sent' };
  if ('fault' in made) return { kind: 'not-sent', fault: made.fault };
  if (!('request' in made)) return { kind: 'not-sent' };

  let http: LibraryAnswer;
  try {
    const { method, url, headers, body } = made.request;
    const key = wire.idempotencyHeader && idempotencyKey ? { [wire.idempotencyHeader]: idempotencyKey } : {};
    const sent = { method, url, headers: { ...sendable(headers), ...key }, body: body || undefined, signal };
    const { statusCode, headers: answered, text } = await wire.http.send(sent);
    http = { statusCode, headers: answered, body: text };
  } catch (error) {
    return { kind: wasNotSent(error) ? 'not-sent' : 'no-answer' };
  }

  const { statusCode } = http;
  const question = { step: 'answer', flow, account: wire.account, message, http } as const;
  // Reading changes nothing, so a process that died meanwhile is asked once more: the answer may name the charge.
  const read = (await asked(wire, question)) ?? (await asked(wire, question));
  if (read === null || 'request' in read) return { kind: 'no-answer', statusCode };
  if ('message' in read)
    return { kind: 'answered', statusCode, message: read.message as Message, own: jsonIn(http.body) };
  const { code, connectorCode = '' } = read.fault;
  return code === REFUSED
    ? { kind: 'refused', statusCode, connectorCode }
    : { kind: 'no-answer', statusCode };
}

/** No connection, or a request that our client never sends, such as one with a line break in a header. */
const wasNotSent = (error: unknown): boolean =>
  error instanceof NotConnectedError ||
  ['UND_ERR_INVALID_ARG', 'ERR_INVALID_URL'].includes(String((error as { code?: unknown } | null)?.code));

/** null: the process has not replied. */
async function asked(
  { process }: Wire,
  question: Parameters<LibraryProcess['ask']>[0],
): Promise<Reply | null> {
  try {
    return await process.ask(question);
  } catch (error) {
    if (error instanceof LibraryGone) return null;
    throw error;
  }
}

/** The length is counted when the body is sent. */
const sendable = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length'));

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
