// Where the rows of each merchant are on a Citus cluster, as far as this process knows: the shard and its worker.
// Merchants of one shard share groups of writes (pipeline-pool.ts), which may go straight to the worker
// (shard-pipelines.ts). This file asks the cluster and never computes a place: the answer comes from the coordinator's
// catalogue and costs no other node anything. If this knowledge is old or missing, groups are smaller or slower. Writes
// are correct in any case, because hold_shard (0001-data-model.citus.sql) refuses a shard that has moved.
import type postgres from 'postgres';
import { ShardTables } from './shard-tables.ts';

/** Shards keep their merchants until somebody splits them, and their worker until somebody moves them. */
const HOLDS_MS = 60_000;
/** Views that writers read. */
const VIEWS = ['transactions', 'webhook_events'];

export interface Shard {
  /** The shard number in `openings`, which stands for all tables of the shard. */
  id: string;
  host: string;
  port: number;
  tables: ShardTables;
}

type Sql = postgres.Sql<{ bigint: bigint }>;

export class ShardPlaces {
  readonly #sql: Sql;
  readonly #isOurs: (coordinator: { host: string; port: number }) => boolean;
  readonly #places = new Map<string, { shardId: string; readMs: number }>();
  #shards = new Map<string, Shard>();
  #shardsReadMs = Number.NEGATIVE_INFINITY;
  /** This process connects to no worker. */
  #hasNone = false;
  #wanted = new Set<string>();
  #isAsking = false;

  /**
   * `isOurs`: does this process reach the coordinator under this address? Then it is in the network of the nodes, and
   * reaches the workers under their addresses. Through a proxy or a pooler, this process connects to no worker.
   */
  constructor(sql: Sql, isOurs: (coordinator: { host: string; port: number }) => boolean) {
    this.#sql = sql;
    this.#isOurs = isOurs;
  }

  /** The number of the merchant's shard; while it is unknown, the merchant itself. */
  placeOf(merchantId: string): string {
    const known = this.#places.get(merchantId);
    if (known === undefined || performance.now() - known.readMs > HOLDS_MS) this.#want(merchantId);
    return known?.shardId ?? merchantId;
  }

  shardOf(merchantId: string): Shard | null {
    const shard = this.#shards.get(this.placeOf(merchantId));
    if (!shard && !this.#hasNone) this.#want(merchantId);
    return shard ?? null;
  }

  /** A shard was not in the expected place. */
  forget(shard: Shard): void {
    this.#shards.delete(shard.id);
    this.#shardsReadMs = Number.NEGATIVE_INFINITY;
  }

  #want(merchantId: string): void {
    this.#wanted.add(merchantId);
    if (!this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    while (this.#wanted.size > 0) {
      const ids = [...this.#wanted];
      this.#wanted.clear();
      try {
        const rows = await this.#sql`
          select id, get_shard_id_for_distribution_column('openings', id)::text as shard from unnest(${ids}::uuid[]) as given (id)`;
        if (performance.now() - this.#shardsReadMs > HOLDS_MS) await this.#readShards();
        const readMs = performance.now();
        for (const { id, shard } of rows) this.#places.set(id, { shardId: shard, readMs });
      } catch {
        // The next request for a merchant's place asks the cluster again.
        break;
      }
    }
    this.#isAsking = false;
  }

  async #readShards(): Promise<void> {
    const [coordinator] = await this.#sql<{ host: string; port: number }[]>`
      select nodename as host, nodeport as port from pg_dist_node where groupid = 0`;
    this.#hasNone = !coordinator || !this.#isOurs(coordinator);
    this.#shards = this.#hasNone ? new Map() : await this.#shardsOfWorkers();
    this.#shardsReadMs = performance.now();
  }

  async #shardsOfWorkers(): Promise<Map<string, Shard>> {
    const rows = await this.#sql`
      select t.logicalrelid::regclass::text as name, s.shardid::text as shard, s.shardminvalue as begins, n.nodename as host,
        n.nodeport as port
      from pg_dist_partition t
      join pg_class c on c.oid = t.logicalrelid and not c.relispartition
      join pg_dist_shard s on s.logicalrelid = t.logicalrelid
      join pg_dist_placement p on p.shardid = s.shardid
      join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
      where t.colocationid = (select colocationid from pg_dist_partition where logicalrelid = 'openings'::regclass)`;
    const found = await this.#sql`
      select name, pg_get_viewdef(name::regclass) as text from unnest(${VIEWS}::text[]) as given (name)`;
    const views = new Map(found.map(({ name, text }) => [name as string, text as string]));
    const shards = new Map<string, Shard>();
    for (const own of Map.groupBy(rows, (row) => row.begins).values()) {
      const { shard: id, host, port } = own.find(({ name }) => name === 'openings')!;
      const names = new Map(own.map(({ name, shard }) => [name as string, `${name}_${shard}`]));
      const former = this.#shards.get(id);
      const isSame = former !== undefined && former.host === host && former.port === port;
      shards.set(id, isSame ? former : { id, host, port, tables: new ShardTables(names, views) });
    }
    return shards;
  }
}
