// The objects that Mollie's stand-in keeps, by their ids, and the errors with which it refuses. Used by the other files
// of this folder.
import { randomBytes } from 'node:crypto';
import type { StandInAnswer } from '@tollgate/provider-kit/stand-in';

// biome-ignore lint/suspicious/noExplicitAny: an object of Mollie's API, in JSON
export type Thing = Record<string, any> & { id: string; resource: string };

/** An error in the form of Mollie's API. */
export class MollieRefusal extends Error {
  readonly answer: StandInAnswer;

  constructor(status: number, title: string, detail: string, field?: string) {
    super(detail);
    this.answer = refusal(status, title, detail, field);
  }
}

export function refusal(status: number, title: string, detail: string, field?: string): StandInAnswer {
  const documentation = { href: 'https://docs.mollie.com/errors', type: 'text/html' };
  const about = field === undefined ? {} : { field };
  const body = { status, title, detail, ...about, _links: { documentation } };
  return { status, headers: { 'content-type': 'application/hal+json' }, json: body };
}

export const notFound = (id: string) =>
  new MollieRefusal(404, 'Not Found', `No object exists with token ${id}.`);

export const invalid = (detail: string, field?: string) =>
  new MollieRefusal(422, 'Unprocessable Entity', detail, field);

export class Records {
  readonly now: () => Date;
  /** In the order in which they were made. */
  readonly #things = new Map<string, Thing>();

  constructor(now: () => Date) {
    this.now = now;
  }

  create(prefix: string, resource: string, fields: Record<string, unknown>): Thing {
    const id = `${prefix}_${randomBytes(9).toString('hex')}`;
    const thing: Thing = { resource, id, mode: 'test', createdAt: this.time(), ...fields };
    this.#things.set(id, thing);
    return thing;
  }

  /** As Mollie writes a time. */
  time(afterMs = 0): string {
    const text = new Date(this.now().getTime() + afterMs).toISOString();
    return text.replace(/\.\d+Z$/, '+00:00');
  }

  find(id: string): Thing {
    const thing = this.#things.get(id);
    if (!thing) throw notFound(id);
    return thing;
  }

  remove(id: string): void {
    this.#things.delete(id);
  }

  /** Newest first, as Mollie lists them. */
  all(resource: string, fits: (thing: Thing) => boolean = () => true): Thing[] {
    return [...this.#things.values()].filter((one) => one.resource === resource && fits(one)).reverse();
  }
}

/** A page of a list, as Mollie answers it. */
export function pageIn(
  things: readonly Thing[],
  name: string,
  path: string,
  { from, limit = '50' }: Readonly<Record<string, string>>,
): StandInAnswer {
  const start = from === undefined ? 0 : things.findIndex(({ id }) => id === from);
  if (start < 0) throw notFound(from!);
  const found = things.slice(start, start + Number(limit));
  const next = things[start + Number(limit)];
  const href = `https://api.mollie.com${path}?from=${next?.id}&limit=${limit}`;
  const links = { self: null, previous: null, next: next ? { href, type: 'application/hal+json' } : null };
  return { json: { count: found.length, _embedded: { [name]: found }, _links: links } };
}
