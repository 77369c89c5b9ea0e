// The load generator, in a separate process. `closed`: each connection sends its next request as soon as the last is
// answered. `open`: requests are sent on a fixed schedule whatever the gateway does, and each latency counts from the
// scheduled time, so that waiting of the generator cannot hide a stall of the gateway. Requests are made in `prepare`,
// which is not measured.
import { setTimeout as sleep } from 'node:timers/promises';
import { answerAsks } from './children.ts';
import { type Distribution, distribution } from './distribution.ts';
import { LeanConnection } from './lean-connection.ts';
import { ANSWERS, prepareRequests, type RequestPlan } from './requests.ts';

export interface Faults {
  count: number;
  first: string | null;
}
export interface ClosedRun {
  perSecond: number;
  latencyMs: Distribution;
  /** Correctly answered requests in total, including warm-up and tail. */
  completed: number;
  faults: Faults;
}
export interface OpenRun {
  latencyMs: Distribution;
  scheduled: number;
  completed: number;
  /** Requests sent more than 5 ms late, because the generator or all its connections were busy. */
  sentLate: number;
  /** Requests not sent before the time was over. */
  unsent: number;
  faults: Faults;
}

let plan: RequestPlan;
let requests: string[] = [];
let connections: LeanConnection[] = [];

const LATE_MS = 5;
const DRAIN_MS = 10_000;

async function connectAll(count: number): Promise<void> {
  for (const connection of connections) connection.close();
  connections = await Promise.all(
    Array.from({ length: count }, () => LeanConnection.open(plan.target.port, ANSWERS[plan.kind])),
  );
}

function nextRequest(): string {
  // Normally not needed: `prepare` makes more requests than are expected.
  if (requests.length === 0) requests = prepareRequests({ ...plan, count: 1_000 });
  return requests.pop()!;
}

function noteFault(faults: Faults, fault: string): void {
  faults.count++;
  faults.first ??= fault;
}

async function closed(run: { connections: number; warmupMs: number; measureMs: number }): Promise<ClosedRun> {
  await connectAll(run.connections);
  const faults: Faults = { count: 0, first: null };
  const latencies: number[] = [];
  const begin = performance.now() + run.warmupMs;
  const end = begin + run.measureMs;
  let completed = 0;
  let inWindow = 0;
  const loops = connections.map(
    (connection) =>
      new Promise<void>((resolve) => {
        let sentAt = 0;
        const answered = (fault: string | null) => {
          const now = performance.now();
          if (fault === null) {
            completed++;
            if (now >= begin && now < end) {
              inWindow++;
              latencies.push(now - sentAt);
            }
          } else noteFault(faults, fault);
          if (now >= end || faults.count > 100) resolve();
          else {
            sentAt = now;
            connection.send(nextRequest(), answered);
          }
        };
        sentAt = performance.now();
        connection.send(nextRequest(), answered);
      }),
  );
  await Promise.all(loops);
  return {
    perSecond: inWindow / (run.measureMs / 1_000),
    latencyMs: distribution(latencies),
    completed,
    faults,
  };
}

async function open(run: {
  connections: number;
  perSecond: number;
  warmupMs: number;
  measureMs: number;
}): Promise<OpenRun> {
  await connectAll(run.connections);
  const faults: Faults = { count: 0, first: null };
  const latencies: number[] = [];
  const free = [...connections];
  const gapMs = 1_000 / run.perSecond;
  const start = performance.now() + 20;
  const begin = start + run.warmupMs;
  const total = Math.floor((run.warmupMs + run.measureMs) / gapMs);
  const firstMeasured = Math.ceil(run.warmupMs / gapMs);
  let next = 0;
  let completed = 0;
  let sentLate = 0;

  const sendDue = () => {
    const now = performance.now();
    while (next < total && start + next * gapMs <= now) {
      const connection = free.pop();
      // All are busy: the request waits, and its latency still counts from its scheduled time.
      if (!connection) return;
      const due = start + next++ * gapMs;
      if (due >= begin && now - due > LATE_MS) sentLate++;
      connection.send(nextRequest(), (fault) => {
        free.push(connection);
        if (fault === null) {
          completed++;
          if (due >= begin) latencies.push(performance.now() - due);
        } else noteFault(faults, fault);
      });
    }
  };
  const end = start + run.warmupMs + run.measureMs;
  while (performance.now() < end && next < total && faults.count <= 100) {
    sendDue();
    await sleep(1);
  }
  const unsent = total - next;
  next = total;
  for (
    const limit = performance.now() + DRAIN_MS;
    free.length < connections.length && performance.now() < limit;
  ) {
    await sleep(5);
  }
  return {
    latencyMs: distribution(latencies),
    scheduled: total - firstMeasured,
    completed,
    sentLate,
    unsent,
    faults,
  };
}

answerAsks({
  prepare(given: RequestPlan) {
    plan = given;
    requests = prepareRequests(plan);
  },
  closed,
  open,
});
