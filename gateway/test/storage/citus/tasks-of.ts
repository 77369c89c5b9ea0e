// How many shards Citus asks for a statement, from its
// plan. It does not execute the statement.
import type { Pipeline } from '../../../src/storage/pipeline/pipeline.ts';
import type { Heard } from './statement-tap.ts';

export interface Plan {
  /** The largest number of shards that a part of it asks. */
  tasks: number;
  /** Whether rows pass through the coordinator. */
  viaCoordinator: boolean;
  text: string;
}

export async function planOf(pipeline: Pipeline, { text, values }: Heard): Promise<Plan> {
  const rows = await pipeline.send(`explain (costs off) ${text}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const counts = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
  return {
    tasks: Math.max(0, ...counts),
    viaCoordinator: /INSERT \.\.\. SELECT|Distributed Subplan|MERGE INTO/.test(plan),
    text: plan,
  };
}
