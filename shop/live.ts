// Updates an order's page without reloading: server-sent events carry the changed pieces of the page, already written
// and escaped. The first message after each connection carries all pieces, so that none is missed.
import type { ServerResponse } from 'node:http';
import { askWhileWatched } from './after-sale.ts';
import type { Order } from './orders.ts';
import { orderCard } from './pages/order.ts';
import { stepItem } from './pages/underneath.ts';
import type { Till } from './take-payment.ts';

const MOST_STREAMS = 200;
const BEAT_MS = 5_000;

export class LiveOrders {
  readonly #till: Till;
  readonly #open = new Set<ServerResponse>();
  #closed = false;

  constructor(till: Till) {
    this.#till = till;
  }

  stream(order: Order, response: ServerResponse): void {
    if (this.#closed || this.#open.size >= MOST_STREAMS) {
      response.writeHead(503, { 'retry-after': '10' }).end();
      return;
    }
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    });
    const sent = new Map<string, string>();
    let waiting = false;

    const send = () => {
      waiting = false;
      const pieces = this.#pieces(order).filter(({ id, html }) => sent.get(id) !== html);
      if (pieces.length === 0 || response.writableEnded) return;
      for (const { id, html } of pieces) sent.set(id, html);
      response.write(`event: order\ndata: ${JSON.stringify(pieces)}\n\n`);
    };
    const unwatch = this.#till.orders.watch(order, () => {
      // Several changes at one moment are sent together.
      if (waiting) return;
      waiting = true;
      setImmediate(send);
    });
    const beat = setInterval(() => {
      response.write(': still here\n\n');
      askWhileWatched(this.#till, order);
    }, BEAT_MS);
    this.#open.add(response);
    response.on('close', () => {
      clearInterval(beat);
      unwatch();
      this.#open.delete(response);
    });
    send();
  }

  #pieces(order: Order): { id: string; html: string }[] {
    return [
      { id: 'order', html: orderCard(order).text },
      ...order.steps.map((step) => ({
        id: `step-${step.id}`,
        html: stepItem(order, step, this.#till.options.publicUrl).text,
      })),
    ];
  }

  close(): void {
    this.#closed = true;
    for (const response of this.#open) response.end();
  }
}
