// Posts an event to a receiver as the gateway does: the same bytes, with a new signature that has the time of this try.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { webhooks } from '../tollgate.ts';

const TIMEOUT_MS = 15_000;
const MOST_SAID = 200;

export interface Delivery {
  /** null: no answer. */
  status: number | null;
  elapsedMs: number;
  /** Why there is no answer. */
  fault: string | null;
  /** The beginning of the receiver's answer. */
  said: string;
}

export async function deliver(url: string, body: string, eventId: string, secret: string): Promise<Delivery> {
  const { headers } = await webhooks.sign(body, secret, { eventId });
  return await post(url, body, headers);
}

export async function post(
  url: string,
  body: string,
  headers: Record<string, string>,
  timeoutMs = TIMEOUT_MS,
): Promise<Delivery> {
  const began = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await answerTo(url, { body, headers, signal });
    const said = await beginningOf(response);
    return { status: response.statusCode!, elapsedMs: performance.now() - began, fault: null, said };
  } catch (error) {
    const { code } = error as { code?: string };
    const fault = signal.aborted ? `no answer within ${timeoutMs} ms` : (code ?? String(error));
    return { status: null, elapsedMs: performance.now() - began, fault, said: '' };
  }
}

/** Does not use `fetch`, which breaks off if a receiver sends an unasked `100 Continue` before its answer. */
function answerTo(
  url: string,
  { body, headers, signal }: { body: string; headers: Record<string, string>; signal: AbortSignal },
): Promise<IncomingMessage> {
  return new Promise((then, fail) => {
    const request = url.startsWith('https:') ? httpsRequest : httpRequest;
    // A new connection each time: the receiver may have been restarted.
    request(url, { method: 'POST', headers, signal, agent: false }, then).on('error', fail).end(body);
  });
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of response.setEncoding('utf8')) if (text.length < MOST_SAID) text += piece;
  return text.slice(0, MOST_SAID).trim();
}

export const wasTaken = ({ status }: Delivery): boolean => status !== null && status >= 200 && status < 300;
