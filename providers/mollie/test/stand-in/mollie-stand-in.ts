// Plays Mollie on this machine, for tests of the adapter, and of whole gateways that reach it by an account's
// `endpoint`. A test moves its payments by `books`. It is no copy of Mollie: it has only what the adapter uses, and
// refuses what Mollie would refuse there.
import {
  type PlayedNotification,
  StandIn,
  type StandInAnswer,
  type StandInRequest,
} from '@tollgate/provider-kit/stand-in';
import { routesOf } from './api.ts';
import { Books } from './books.ts';
import { RequestCheck } from './description.ts';
import { refusal } from './records.ts';

/** Mollie forgets a key after this time. */
const KEY_KEPT_MS = 60 * 60_000;

interface KeyUse {
  key: string;
  /** The body of the first request. */
  text: string;
  since: number;
  turn: number;
}

export class MollieStandIn {
  readonly apiKey = 'test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM';
  readonly accessToken = 'access_Wwvu7egPcJLLJ9Kb7J632x8wJ2zMeJ';
  readonly books: Books;
  readonly description = new RequestCheck();
  /** Calls that the credentials may not make, as "METHOD /path". */
  forbidden: RegExp | null = null;
  readonly #keys = new Map<string, KeyUse>();
  #server: StandIn | null = null;

  private constructor(now: () => Date) {
    this.books = new Books(now);
    this.books.onChange = ({ id }) => this.server.tell(notificationOf(id));
  }

  static async start({ now = () => new Date() }: { now?: () => Date } = {}): Promise<MollieStandIn> {
    const standIn = new MollieStandIn(now);
    standIn.#server = await StandIn.start({
      routes: routesOf(standIn.books, () => standIn.server.url),
      admit: (request) => standIn.#admit(request),
      keyOf: (request) => standIn.#keyOf(request),
      check: (request) => standIn.description.faultsOf(request),
      otherwise: () => refusal(404, 'Not Found', 'No such address'),
    });
    return standIn;
  }

  get server(): StandIn {
    return this.#server!;
  }

  /** How often money moved under a reference of ours. */
  charges(reference: string): number {
    return this.books.moved.get(reference) ?? 0;
  }

  #admit(request: StandInRequest): StandInAnswer | null {
    const { method, path, headers } = request;
    if (path.startsWith('/checkout/')) return null;
    const isOrganization = path.startsWith('/v2/settlements');
    if (headers.authorization !== `Bearer ${isOrganization ? this.accessToken : this.apiKey}`)
      return refusal(401, 'Unauthorized Request', `Invalid key: ${headers.authorization}`);
    if (this.forbidden?.test(`${method} ${path}`))
      return refusal(403, 'Forbidden', 'A permission is missing');
    const use = this.#useOf(request);
    if (use === null || use.text === request.text) return null;
    return refusal(400, 'Bad Request', 'The Idempotency-Key was used for a request with other parameters');
  }

  #keyOf(request: StandInRequest): string | null {
    const use = this.#useOf(request);
    return use && `${use.key} ${use.turn}`;
  }

  /** The first request with the key of this one. A key that is older than an hour is a new one. null: it has no key. */
  #useOf({ method, path, headers, text }: StandInRequest): KeyUse | null {
    const given = headers['idempotency-key'];
    if (method !== 'POST' || typeof given !== 'string') return null;
    const key = `${path} ${given}`;
    const since = this.books.now().getTime();
    const known = this.#keys.get(key) ?? { key, text, since, turn: 0 };
    const use = since - known.since < KEY_KEPT_MS ? known : { key, text, since, turn: known.turn + 1 };
    this.#keys.set(key, use);
    return use;
  }
}

export const notificationOf = (id: string): PlayedNotification => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `id=${id}`,
});
