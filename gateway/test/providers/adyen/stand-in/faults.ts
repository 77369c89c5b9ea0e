// Faults on the way to the stand-in and back, on demand. The
// requests that meet a fault use it up.
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Fault =
  /** Resets the connection before or after recording the request. */
  | { kind: 'reset'; when: 'before' | 'after' }
  /** Answers with this status; `when`: before or after recording the request. */
  | { kind: 'status'; statusCode: number; errorCode?: string; when?: 'before' | 'after' }
  /** A page with status 200, as a proxy sends it; the request was recorded. */
  | { kind: 'html' }
  /** Recorded; the answer ends in the middle. */
  | { kind: 'half-body' }
  /** Recorded; the answer comes this much later. */
  | { kind: 'late'; delayMs: number }
  /** Recorded; fields of the answer are replaced. */
  | { kind: 'changed'; fields: Record<string, unknown> };

export interface PlannedFault {
  /** The end of the path, such as /payments; absent: any path. */
  path?: string;
  /** The number of requests that it affects. */
  times?: number;
  fault: Fault;
}

export interface Answer {
  statusCode: number;
  body: unknown;
}

export class FaultPlan {
  #planned: Required<PlannedFault>[] = [];

  add({ path = '', times = 1, fault }: PlannedFault): void {
    this.#planned.push({ path, times, fault });
  }

  clear(): void {
    this.#planned = [];
  }

  next(path: string): Fault | null {
    const found = this.#planned.find((one) => path.endsWith(one.path));
    if (!found) return null;
    found.times -= 1;
    if (found.times <= 0) this.#planned = this.#planned.filter((one) => one !== found);
    return found.fault;
  }
}

/** Answers as the fault says. `record` carries the request out and returns the true answer. */
export async function answerWith(
  fault: Fault | null,
  request: IncomingMessage,
  response: ServerResponse,
  record: () => Answer,
): Promise<void> {
  if (fault === null) return send(response, record());
  switch (fault.kind) {
    case 'reset':
      if (fault.when === 'after') record();
      request.socket.resetAndDestroy();
      return;
    case 'status': {
      if (fault.when === 'after') record();
      const { statusCode, errorCode = '000' } = fault;
      const body = { status: statusCode, errorCode, message: 'as the test wants it', errorType: 'internal' };
      return send(response, { statusCode, body });
    }
    case 'html':
      record();
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Please wait</body></html>');
      return;
    case 'half-body': {
      const text = JSON.stringify(record().body);
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      });
      response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
      return;
    }
    case 'late': {
      const answer = record();
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
      return send(response, answer);
    }
    case 'changed': {
      const { statusCode, body } = record();
      return send(response, { statusCode, body: { ...(body as object), ...fault.fields } });
    }
  }
}

export function send(response: ServerResponse, { statusCode, body }: Answer): void {
  if (response.destroyed) return;
  if (statusCode === 204) {
    response.writeHead(204).end();
    return;
  }
  response.writeHead(statusCode, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
