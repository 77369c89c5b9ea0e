// The merchant's webhook receiver in a crash test. It remembers each event's first bytes and reports every repeat that
// differs. It is unreliable on purpose, so that repeats happen.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Recorded {
  body: string;
  signature: string;
  /** null: the event is about a refund. */
  status: string | null;
  arrivals: number;
  /** Whether it was answered with a 2xx at least once. */
  accepted: boolean;
}

export interface WebhookRecorder {
  url: string;
  /** Transaction → sequence → event. */
  byTransaction: Map<string, Map<number, Recorded>>;
  /** Sentences about wrong events. */
  faults: string[];
  /** Sentences about events that came before their predecessor. */
  outOfTurn: string[];
  arrivals: number;
  /** Answers a delivery instead of accepting it. The event is recorded anyway. */
  misbehave: ((response: ServerResponse) => unknown) | null;
  /** Accepts every delivery from now on. */
  calmDown(): void;
  close(): Promise<void>;
}

export async function startWebhookRecorder(
  signingSecret: () => string,
  random: () => number,
): Promise<WebhookRecorder> {
  let moody = true;
  const recorder: WebhookRecorder = {
    url: '',
    byTransaction: new Map(),
    faults: [],
    outOfTurn: [],
    arrivals: 0,
    misbehave: null,
    calmDown() {
      moody = false;
      recorder.misbehave = null;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function record(body: string, signature: string): Recorded {
    recorder.arrivals++;
    const { transactionId, sequence, eventType } = JSON.parse(body);
    const name = `transaction ${transactionId}, event ${sequence}`;
    const events = recorder.byTransaction.get(transactionId) ?? new Map<number, Recorded>();
    recorder.byTransaction.set(transactionId, events);
    const known = events.get(sequence);
    if (known) {
      known.arrivals++;
      if (known.body !== body || known.signature !== signature) {
        recorder.faults.push(`${name} came with other bytes: ${known.body} and then ${body}`);
      }
      return known;
    }
    if (createHmac('sha256', signingSecret()).update(body).digest('base64') !== signature) {
      recorder.faults.push(`${name} is signed wrongly`);
    }
    if (sequence > 1 && !events.has(sequence - 1)) recorder.outOfTurn.push(`${name} came before its former`);
    const event = {
      body,
      signature,
      status: eventType.startsWith('refund.') ? null : eventType.split('.')[1].toUpperCase(),
      arrivals: 1,
      accepted: false,
    };
    events.set(sequence, event);
    return event;
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const event = record(Buffer.concat(chunks).toString('utf8'), String(request.headers['x-signature']));
    if (recorder.misbehave !== null) return void recorder.misbehave(response);
    const mood = moody ? random() : 1;
    // Received, but the sender gets no answer.
    if (mood < 0.01) return void request.socket.destroy();
    if (mood < 0.03) return void response.writeHead(503).end();
    event.accepted = true;
    response.writeHead(204).end();
  }

  // A sender that was killed in the middle of a body has delivered nothing.
  const server = createServer((request, response) => void receive(request, response).catch(() => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  recorder.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  return recorder;
}
