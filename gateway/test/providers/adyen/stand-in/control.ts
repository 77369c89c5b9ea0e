// The stand-in's control address, for tests in other processes: POST /stand-in/faults, /stand-in/notifications,
// /stand-in/pay, /stand-in/captures, /stand-in/voids, /stand-in/lapses, /stand-in/events, /stand-in/reports,
// /stand-in/disputes, /stand-in/deliver; GET /stand-in/charges/{reference} and /stand-in/requests.
import type { Books, Event } from './books.ts';
import type { Answer, PlannedFault } from './faults.ts';
import type { Delivery } from './notifier.ts';

/** The parts of the stand-in that can be controlled from outside. */
interface Controlled {
  readonly books: Books;
  readonly requests: readonly object[];
  readonly violations: readonly string[];
  readonly reports: { publish(name: string, content: string): void };
  readonly disputes: { open(reference: string): unknown };
  notifications: Delivery | null;
  charges(reference: string): number;
  fault(planned: PlannedFault): void;
  noFaults(): void;
  deliver(delivery: Delivery): Promise<number[]>;
}

export async function control(
  standIn: Controlled,
  method: string,
  path: readonly string[],
  text: string,
): Promise<Answer> {
  const [what, reference] = path;
  const body = text === '' ? {} : JSON.parse(text);
  const { books } = standIn;
  switch (`${method} ${what}`) {
    case 'GET charges':
      return ok({ charges: standIn.charges(reference ?? ''), payments: books.payments.length });
    case 'GET requests':
      return ok(standIn.requests);
    case 'GET violations':
      return ok(standIn.violations);
    case 'POST faults':
      standIn.fault(body as PlannedFault);
      return ok({});
    case 'DELETE faults':
      standIn.noFaults();
      return ok({});
    case 'POST notifications':
      // Where to send every event from now on; null: events wait.
      standIn.notifications = body as Delivery | null;
      return ok({});
    case 'POST pay':
      // The shopper pays a code, a voucher or a debit elsewhere.
      return ok(books.finish(books.latest(body.reference), body.verdict ?? { resultCode: 'Authorised' }));
    case 'POST captures':
      // In the Customer Area.
      return ok(books.capture(books.latest(body.reference), body.amount));
    case 'POST voids':
      return ok(books.void(books.latest(body.reference)));
    case 'POST lapses':
      return ok(books.lapse(books.latest(body.reference)));
    case 'POST events': {
      const { reference: about, eventCode, ...fields } = body as Partial<Event> & { reference: string };
      return ok(books.tell(books.latest(about), String(eventCode), fields));
    }
    case 'POST disputes':
      standIn.disputes.open(body.reference);
      return ok({});
    case 'POST reports':
      standIn.reports.publish(body.name, body.content);
      return ok({});
    case 'POST deliver':
      return ok(await standIn.deliver(body as Delivery));
    default:
      return { statusCode: 404, body: {} };
  }
}

function ok(body: unknown): Answer {
  return { statusCode: 200, body };
}
