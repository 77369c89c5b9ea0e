// Faults outside a gateway: a bank that loses answers or dies, and webhook
// receivers that hang, drip or answer garbage.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../play.ts';
import { until } from '../world.ts';

/** After five failed calls in a row the gateway leaves a provider alone for 30 s. */
const OPEN_CIRCUIT_MS = 60_000;
const RECOVERS_MS = 30_000;

/** The first merchant's receiver misbehaves for 15 s. The second merchant's events must not wait for it. */
function receiver(name: string, does: string, misbehave: (response: ServerResponse) => unknown): Scenario {
  return {
    name,
    promise: `A merchant’s receiver ${does}: events of another merchant arrive within 5 s, and its own once it works again.`,
    async fault({ merchants }, load, complain) {
      const [first, second] = merchants;
      first!.receiver.misbehave = misbehave;
      const end = performance.now() + 15_000;
      let slowestMs = 0;
      while (performance.now() < end) {
        const order = await load.probe(0, second!);
        const began = performance.now();
        const hasCome = () => second!.receiver.byTransaction.get(order?.transactionId ?? '') !== undefined;
        if (order !== null && !(await until(hasCome, 5_000, 10)))
          complain('reached another', `an event of ${order.reference} did not come within 5 s`);
        slowestMs = Math.max(slowestMs, performance.now() - began);
        await sleep(100);
      }
      first!.receiver.misbehave = null;
      return `slowest event of another merchant meanwhile ${Math.round(slowestMs)} ms`;
    },
    recoversWithinMs: RECOVERS_MS,
    quietWithinMs: 180_000,
  };
}

async function drip(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-length': 100 });
  for (let sent = 0; sent < 100 && !response.destroyed; sent++) {
    response.write('.');
    await sleep(500);
  }
}

function bank(
  name: string,
  promise: string,
  faults: Record<string, number>,
  recoversWithinMs = RECOVERS_MS,
): Scenario {
  return {
    name,
    promise,
    async fault({ bank: process }, load) {
      await process.setFaults(faults);
      const before = load.orders.length;
      await sleep(8_000);
      await process.setFaults({});
      return `${load.orders.length - before} orders meanwhile`;
    },
    recoversWithinMs,
    quietWithinMs: 180_000,
  };
}

export const OUTSIDE_FAULTS: readonly Scenario[] = [
  bank(
    'bank-lost-before',
    'Requests are lost before the provider acts: the payments fail once it says that it never received them.',
    { loseBefore: 0.3 },
    OPEN_CIRCUIT_MS,
  ),
  bank(
    'bank-lost-after',
    'Answers of the provider are lost after it acted: no payment is recorded as a failure or charged twice.',
    { loseAfter: 0.3 },
    OPEN_CIRCUIT_MS,
  ),
  bank(
    'bank-late',
    'The provider answers after its deadline: no payment is recorded as a failure or charged twice.',
    { late: 0.2 },
  ),
  bank('bank-twice', 'Requests reach the provider twice: it charges once.', { twice: 0.5 }),
  {
    name: 'bank-killed',
    promise:
      'The provider is away for 10 s: no paid payment is recorded as a failure, and payments work afterwards.',
    async fault(world) {
      await world.bank.kill();
      await sleep(10_000);
      await world.bank.start();
      return undefined;
    },
    recoversWithinMs: OPEN_CIRCUIT_MS,
    quietWithinMs: 180_000,
  },
  receiver('receiver-hangs', 'accepts events and never answers', () => {}),
  receiver('receiver-drips', 'answers a byte every half second', drip),
  receiver('receiver-lies', 'answers with garbage and closes', (response) => {
    response.socket?.end('HTTP/1.1 200 MAYBE\r\ncontent-length: -1\r\n\r\n{');
  }),
];
