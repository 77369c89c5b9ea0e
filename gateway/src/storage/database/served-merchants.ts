// Which share of the merchants this process can serve now, for readiness. On PostgreSQL it is all or nothing. On a
// Citus cluster each merchant's data is on one node: while a node is away, its merchants get 503, and the gateway
// serves the others. Each node is asked to keep a write (write-proof.ts). The coordinator tells where the merchants
// are, without any other node.
import { randomUUID } from 'node:crypto';
import { isOnCitus, type Sql } from './database.ts';
import { DiskSpace } from './disk-space.ts';
import { WriteProof, withDeadline } from './write-proof.ts';

/** Shards move rarely, and a new merchant changes the share only a little. */
const PLACES_HOLD_MS = 60_000;
/** Among this many ids there is almost certainly one for each of some ten nodes. */
const TRIED_IDS = 128;

interface Places {
  readMs: number;
  /** Keyed by the number of the node's group: the proof of writes on that node, and how many merchants the node has. */
  nodes: Map<number, { proof: WriteProof; merchants: number }>;
}

export class ServedMerchants {
  readonly #sql: Sql;
  readonly #merchantIds: () => Iterable<string>;
  readonly #proof: WriteProof;
  readonly #room: DiskSpace;
  #places: Places | null = null;

  constructor(sql: Sql, merchantIds: () => Iterable<string>) {
    this.#sql = sql;
    this.#merchantIds = merchantIds;
    this.#proof = new WriteProof(sql);
    this.#room = new DiskSpace(sql);
  }

  /** From 0 to 1. */
  async share(): Promise<number> {
    if (!isOnCitus(this.#sql)) {
      const both = await Promise.all([this.#proof.isProven(), withDeadline(this.#room.isThere())]);
      return both.every(Boolean) ? 1 : 0;
    }
    try {
      const places = await this.#readPlaces();
      const nodes = [...places.nodes.values()];
      const served = await Promise.all(
        nodes.map(async ({ proof, merchants }) => ((await proof.isProven()) ? merchants : 0)),
      );
      const sum = (counts: number[]) => counts.reduce((total, one) => total + one, 0);
      return sum(served) / sum(nodes.map(({ merchants }) => merchants));
    } catch {
      return 0;
    }
  }

  async #readPlaces(): Promise<Places> {
    if (this.#places && performance.now() - this.#places.readMs < PLACES_HOLD_MS) return this.#places;
    const former = this.#places?.nodes;
    const places: Places = { readMs: performance.now(), nodes: new Map() };
    for (const [id, node] of await this.#nodesOf(
      'process_marks',
      Array.from({ length: TRIED_IDS }, randomUUID),
    )) {
      const proof = former?.get(node)?.proof ?? new WriteProof(this.#sql, id);
      if (!places.nodes.has(node)) places.nodes.set(node, { proof, merchants: 0 });
    }
    for (const [, node] of await this.#nodesOf('merchants', [...new Set(this.#merchantIds())])) {
      const own = places.nodes.get(node);
      if (own) own.merchants++;
    }
    // If there are no merchants, each node counts the same.
    const nodes = [...places.nodes.values()];
    if (nodes.every(({ merchants }) => merchants === 0)) for (const node of nodes) node.merchants = 1;
    this.#places = places;
    return places;
  }

  async #nodesOf(table: string, ids: string[]): Promise<[string, number][]> {
    const rows = await this.#sql`
      select given.id, p.groupid as node from unnest(${ids}::uuid[]) as given (id)
      join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column(${table}::regclass, given.id)`;
    return rows.map(({ id, node }) => [id, node]);
  }
}
