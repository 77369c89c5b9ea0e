// The lanes of a store, and how its groups share them. On Citus a group never has merchants of two shards: it has one
// merchant, or merchants of one shard. So its statements ask one shard and lock no other, and it commits on one node
// alone. Groups of a shard go to its worker, if this process can reach it (shard-lanes.ts).
import type { ConnectOptions } from '../database/connect.ts';
import { type Lane, openLane, placesOf, type Sql, type Writer } from '../database/database.ts';
import { ShardLanes } from './shard-lanes.ts';
import { SideLanes } from './side-lanes.ts';

/** How many groups of a store may be in progress on Citus, each for another shard or merchant. */
const GROUPS_ON_CITUS = 6;

/** `own`: settings of these lanes (openLane). `first`: an existing lane. */
export function lanesOfGroups(sql: Sql, own: ConnectOptions = {}, first?: Lane) {
  const placeOf = placesOf(sql);
  const most = placeOf ? GROUPS_ON_CITUS : 1;
  const lanes = new SideLanes(() => openLane(sql, own), most);
  lanes.addFirst(first);
  const ofShards = placeOf && new ShardLanes(sql, own);
  return {
    use: <T>(work: (lane: Lane) => Promise<T>) => lanes.use(work),

    /** For a group that `sharingShards` made. `work` must be safe to repeat. */
    useForShard<T>(merchantIds: readonly string[], work: (writer: Writer) => Promise<T>): Promise<T> {
      const use = () => lanes.use(work);
      return ofShards ? ofShards.use(merchantIds, work, use) : use();
    },

    /** For GroupCommitOptions: on Citus each merchant has its own groups. */
    sharing<Job>(merchantOf: (job: Job) => string) {
      return { lanes: most, apart: placeOf ? merchantOf : undefined };
    },

    /** For stores with statements that take merchants of one shard together (givenRows, insertRows). */
    sharingShards<Job>(merchantOf: (job: Job) => string) {
      return { lanes: most, apart: placeOf ? (job: Job) => placeOf(merchantOf(job)) : undefined };
    },
  };
}
