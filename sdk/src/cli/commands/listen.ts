// listen: brings the brand's events to a receiver on this machine, each once and in order. It also brings events that
// somebody sends again in the portal. After a lost connection, a sleep of the machine or a restart it continues where
// it stopped. Its place is in a file and moves only after an event was delivered. If it cannot continue, it ends with a
// code that is not 0.
import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamedEvent, Tollgate } from '../../tollgate.ts';
import {
  accessOf,
  type Call,
  CallFault,
  type Command,
  clientOf,
  requireAlone,
  secretOf,
} from '../command.ts';
import { cursorAt } from '../cursor.ts';
import { type Delivery, deliver, wasTaken } from '../deliver.ts';
import { paintFor, tell } from '../terminal.ts';

const TRIES = 4;
const ALIVE_EVERY_MS = 60_000;

export const listen: Command = {
  name: 'listen',
  words: ['listen'],
  arguments: [],
  summary: 'Forward events to a receiver on this machine',
  options: {
    'forward-to': { type: 'string', value: 'URL', text: 'your receiver; without it events are only shown' },
    'print-secret': { type: 'boolean', text: 'print the signing secret and end' },
    cursor: { type: 'string', value: 'FILE', text: 'where to remember the last event' },
    after: { type: 'string', value: 'EVENT-ID', text: 'begin after this event' },
    'from-start': { type: 'boolean', text: 'begin with the oldest event of 90 days' },
  },
  async run(call) {
    const { terminal, text, environment } = call;
    if (call.is('print-secret')) {
      requireAlone(call, 'print-secret', ['forward-to', 'cursor', 'after', 'from-start']);
      terminal.out(terminal.json ? JSON.stringify({ signingSecret: secretOf(call) }) : secretOf(call));
      return 0;
    }
    const receiver = text('forward-to');
    if (receiver !== undefined && !URL.canParse(receiver))
      throw new CallFault('--forward-to: must be an address, such as http://localhost:4000/webhooks');
    requireAlone(call, 'after', ['from-start']);
    const { baseUrl, apiKey = '' } = accessOf(call);
    const secret = receiver === undefined ? '' : secretOf(call);
    const client = clientOf(call);
    const cursor = cursorAt(text('cursor'), environment, baseUrl, apiKey, receiver ?? '');
    const after =
      text('after') ??
      (call.is('from-start') ? '' : (cursor.read() ?? (await newest(client, terminal.signal))));
    if (after === null) return 0;
    cursor.write(after);
    const paint = paintFor(terminal);
    const where = receiver === undefined ? '' : `, forwarding to ${receiver}`;
    let isOpen = false;
    let toldAt = Date.now();
    const onAlive = () => {
      if (isOpen && Date.now() - toldAt < ALIVE_EVERY_MS) return;
      if (!isOpen) terminal.err(paint.green(`listening to ${baseUrl}${where}`));
      else if (terminal.json) terminal.out(JSON.stringify({ alive: new Date().toISOString() }));
      isOpen = true;
      toldAt = Date.now();
    };
    const onBreak = (error: unknown, retryInMs: number) => {
      isOpen = false;
      terminal.err(
        paint.yellow(
          `${(error as Error).message}; again in ${Math.ceil(retryInMs / 1000)} s, nothing is lost`,
        ),
      );
    };
    for await (const event of client.events.streamRaw({
      signal: terminal.signal,
      resends: true,
      onNoResends: () =>
        terminal.err(
          paint.yellow('this gateway has release 0.2.0: events resent in the portal do not arrive'),
        ),
      onAlive,
      onBreak,
      after,
    })) {
      if (receiver === undefined) show(call, event, null);
      // Stopped (Ctrl-C) while the receiver is away: the next start begins with this event.
      else if (!(await forward(call, event, receiver, secret))) break;
      cursor.write(event.position);
    }
    return 0;
  },
};

/** null: the user stopped it before the gateway answered. */
const newest = ({ events }: Tollgate, signal: AbortSignal) =>
  events.newest({ signal }).catch((error) => {
    if (signal.aborted) return null;
    throw error;
  });

/**
 * Waits for a receiver that is away. Asks a receiver that refuses an event a few times, then goes on with the next
 * event. false: the user stopped it before that.
 */
async function forward(call: Call, event: StreamedEvent, receiver: string, secret: string): Promise<boolean> {
  const { terminal } = call;
  const paint = paintFor(terminal);
  let isAway = false;
  for (let tries = 1; !terminal.signal.aborted; ) {
    const delivery = await deliver(receiver, event.body, event.eventId, secret);
    if (delivery.status !== null) {
      show(call, event, delivery);
      if (wasTaken(delivery)) return true;
      if (tries++ === TRIES) {
        terminal.err(
          paint.red(
            `gave up; send it again with: tollgate events resend ${event.eventId} --forward-to ${receiver}`,
          ),
        );
        return true;
      }
    } else if (!isAway) {
      isAway = true;
      terminal.err(paint.yellow(`${receiver} does not answer (${delivery.fault}); waiting for it`));
    }
    await sleep(Math.min(250 * 2 ** tries, 5_000), null, { signal: terminal.signal }).catch(() => {});
  }
  return false;
}

export type Shown = Pick<StreamedEvent, 'eventId' | 'event'> & { isResend?: boolean };

export function show(
  { terminal }: Call,
  { eventId, event, isResend }: Shown,
  delivery: Delivery | null,
): void {
  const paint = paintFor(terminal);
  const status = delivery?.status ?? null;
  const { eventType, merchantReference, amount, currency, occurredAt } = event;
  const answer =
    delivery === null
      ? ''
      : ` ${wasTaken(delivery) ? paint.green(`${status}`) : paint.red(`${status ?? delivery.fault}`)}`;
  const again = isResend ? ` ${paint.blue('sent again')}` : '';
  const line = `${paint.dim(occurredAt.slice(11, 19))} ${paint.bold(eventType)}${again} ${merchantReference} ${amount} ${currency}${answer} ${paint.dim(eventId)}`;
  tell(
    terminal,
    {
      eventId,
      eventType,
      merchantReference,
      status,
      ...(isResend && { isResend }),
      ...(delivery === null && { event }),
    },
    line,
  );
}
