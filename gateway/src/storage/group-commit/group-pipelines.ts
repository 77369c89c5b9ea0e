// The pipelines of a store, and how its groups share them. On Citus a group never has merchants of two shards: it has
// one merchant, or merchants of one shard. So its statements ask one shard and lock no other, and it commits on one
// node alone. Groups of a shard go to its worker, if this process can reach it (shard-pipelines.ts).
import type { ConnectOptions } from '../database/connect.ts';
import { openPipeline, type Pipeline, placesOf, type Sql, type Writer } from '../database/database.ts';
import { PipelinePool } from './pipeline-pool.ts';
import { ShardPipelines } from './shard-pipelines.ts';

/** How many groups of a store may be in progress on Citus, each for another shard or merchant. */
const GROUPS_ON_CITUS = 6;

/** `own`: settings of these pipelines (openPipeline). `first`: an existing pipeline. */
export function groupPipelines(sql: Sql, own: ConnectOptions = {}, first?: Pipeline) {
  const placeOf = placesOf(sql);
  const most = placeOf ? GROUPS_ON_CITUS : 1;
  const pipelines = new PipelinePool(() => openPipeline(sql, own), most);
  pipelines.addFirst(first);
  const ofShards = placeOf && new ShardPipelines(sql, own);
  return {
    use: <T>(work: (pipeline: Pipeline) => Promise<T>) => pipelines.use(work),

    /** For a group that `sharingShards` made. `work` must be safe to repeat. */
    useForShard<T>(merchantIds: readonly string[], work: (writer: Writer) => Promise<T>): Promise<T> {
      const use = () => pipelines.use(work);
      return ofShards ? ofShards.use(merchantIds, work, use) : use();
    },

    /** For GroupCommitOptions: on Citus each merchant has its own groups. */
    sharing<Job>(merchantOf: (job: Job) => string) {
      return { mostInFlight: most, keyOf: placeOf ? merchantOf : undefined };
    },

    /** For stores with statements that take merchants of one shard together (givenRows, insertRows). */
    sharingShards<Job>(merchantOf: (job: Job) => string) {
      return { mostInFlight: most, keyOf: placeOf ? (job: Job) => placeOf(merchantOf(job)) : undefined };
    },
  };
}
