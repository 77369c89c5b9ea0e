// Posts an event to a receiver as the gateway does: the same bytes, signed anew with the time of this try.
import { webhooks } from '../tollgate.ts';

const TIMEOUT_MS = 15_000;

export interface Delivery {
  /** null: no answer. */
  status: number | null;
  elapsedMs: number;
  /** Why there is no answer. */
  fault: string | null;
  /** What the receiver said, its beginning. */
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
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const said = (await response.text()).slice(0, 200).trim();
    return { status: response.status, elapsedMs: performance.now() - began, fault: null, said };
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string }; name: string };
    const fault =
      name === 'TimeoutError' ? `no answer within ${timeoutMs} ms` : (cause?.code ?? String(error));
    return { status: null, elapsedMs: performance.now() - began, fault, said: '' };
  }
}

export const wasTaken = ({ status }: Delivery): boolean => status !== null && status >= 200 && status < 300;
