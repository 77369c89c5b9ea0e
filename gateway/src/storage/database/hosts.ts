// The servers of one DATABASE_URL, and which of them is used now. All connections of the process to the same servers share it, so
// that they move together after a failover. It opens no connection.
import { bracketed, type Target } from './address.ts';

export interface Place {
  /** Of a unix socket. */
  path: string | null;
  host: string;
  port: number;
}

/** By their places and target. */
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

  /** Where the next connection goes: the one that worked last. */
  get current(): Place {
    return this.#places[this.#at]!;
  }

  /** A connection to it was lost or not made, or it does not fit: on to the next, if no other connection has moved on already. */
  leave(place: Place): void {
    if (place === this.current) this.#at = (this.#at + 1) % this.#places.length;
  }

  /** What keeps the server from its use, by a setting that it reports in its greeting (PostgreSQL 14 and newer); null: nothing. */
  faultOf(setting: string, value: string): string | null {
    if (value !== 'on' || this.target === 'any') return null;
    if (setting === 'in_hot_standby') return 'is a standby';
    if (setting === 'default_transaction_read_only' && this.target === 'read-write') return 'is read-only';
    return null;
  }
}

/** For messages. */
export const nameOf = ({ path, host, port }: Place): string => path ?? `${bracketed(host)}:${port}`;
