// The objects and events that Stripe's stand-in remembers, by id, and how Stripe refuses a call. books.ts has the
// moves. It knows nothing of HTTP.
import { randomBytes } from 'node:crypto';

// biome-ignore lint/suspicious/noExplicitAny: an object of Stripe's as JSON; the tests read many of its fields
export type Thing = { id: string; [field: string]: any };

/** Stripe's refusal, as an error of its API. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(`${status} ${String(body.code ?? body.type)}`);
    this.status = status;
    this.body = body;
  }
}

export const invalid = (code: string, message: string, param?: string): StripeRefusal =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code,
    message,
    ...(param !== undefined && { param }),
  });

export interface RecordsOptions {
  now: () => Date;
  /** The origin of the stand-in's pages, without a slash at the end. */
  origin: () => string;
  onEvent: (event: Thing) => void;
}

export class Records {
  readonly accountId = `acct_${newId()}`;
  readonly things = new Map<string, Thing>();
  readonly events: Thing[] = [];
  /** How often money was charged or held, by our reference. */
  readonly charged = new Map<string, number>();
  /** How often a capture was made, by its id; `dashboard`: without an id of ours. */
  readonly captured = new Map<string, number>();
  /** Whether the account may capture a card payment several times; null: it may not even ask. */
  multicapture: boolean | null = false;
  /** The settings of the account, as far as the adapter reads them. */
  settings: Record<string, unknown> | null = { payouts: { statement_descriptor: null } };
  /** Lists show ids in place of the objects that a call asks for. */
  ignoresExpand = false;
  protected readonly options: RecordsOptions;

  constructor(options: RecordsOptions) {
    this.options = options;
  }

  of(kind: string): Thing[] {
    return [...this.things.values()].filter(({ object }) => object === kind);
  }

  /** Throws a 404 refusal if there is none. */
  find(id: string): Thing {
    const found = this.things.get(id);
    if (!found) {
      throw new StripeRefusal(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such object: '${id}'`,
        param: 'id',
      });
    }
    return found;
  }

  /** Writes an event about the object's present state. */
  tell(type: string, thing: Thing): Thing {
    const event: Thing = {
      id: `evt_${newId()}`,
      object: 'event',
      type,
      created: this.seconds(),
      livemode: false,
      data: { object: structuredClone(thing) },
      delivered: false,
    };
    this.events.push(event);
    this.options.onEvent(event);
    return event;
  }

  keep(thing: Thing): Thing {
    const whole = { created: this.seconds(), livemode: false, ...thing };
    this.things.set(thing.id, whole);
    return whole;
  }

  seconds(): number {
    return Math.floor(this.options.now().getTime() / 1000);
  }
}

export const newId = (): string => randomBytes(9).toString('hex');

export function count(counts: Map<string, number>, reference: string | undefined): void {
  const key = reference ?? '';
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
