// The servers of one DATABASE_URL, and which of them is in use now. All connections of the process to the same servers
// share this object, so they change the server together after a failover. It opens no connection.
import { bracketed, type Target } from './address.ts';

export interface Place {
  /** The path of a unix socket. */
  path: string | null;
  host: string;
  port: number;
}

/** Keyed by their places and target. */
const known = new Map<string, Hosts>();

export class Hosts {
  readonly target: Target;
  readonly #places: readonly Place[];
  #at = 0;

  private constructor(places: readonly Place[], target: Target) {
    this.#places = places;
    this.target = target;
  }

  static of(places: readonly Place[], target: Target): Hosts {
    const key = JSON.stringify([places, target]);
    const hosts = known.get(key) ?? new Hosts(places, target);
    known.set(key, hosts);
    return hosts;
  }

  /** The server for the next connection: the server that worked last. */
  get current(): Place {
    return this.#places[this.#at]!;
  }

  /**
   * A connection to this server was lost or impossible, or the server does not fit. Selects the next server, unless
   * another connection has already done so.
   */
  leave(place: Place): void {
    if (place === this.current) this.#at = (this.#at + 1) % this.#places.length;
  }

  /**
   * Why the server cannot be used, according to a setting in its greeting (PostgreSQL 14 and newer); null: no reason.
   */
  faultOf(setting: string, value: string): string | null {
    if (value !== 'on' || this.target === 'any') return null;
    if (setting === 'in_hot_standby') return 'is a standby';
    if (setting === 'default_transaction_read_only' && this.target === 'read-write') return 'is read-only';
    return null;
  }
}

/** For messages. */
export const nameOf = ({ path, host, port }: Place): string => path ?? `${bracketed(host)}:${port}`;
