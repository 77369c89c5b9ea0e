// The observer of a store's groups: how many jobs each commit had, how long it took, and what waits now. For metrics
// and traces. It must never cost a payment measurable time: one call a group, and without traces none a job.

export interface GroupLoad {
  /** Jobs that are in no transaction yet. */
  waiting: number;
  inProgress: number;
}

export interface GroupObserver {
  /** A kind of groups was made. Several kinds in one store may have the same name; metrics add their loads. */
  opened(store: string, load: () => GroupLoad): void;
  /** A group has ended, whether or not it succeeded. */
  ended(store: string, size: number, seconds: number): void;
  /** For traces: runs the write of one job, with its wait, under its caller's trace. Absent: no traces. */
  around?<T>(store: string, write: () => Promise<T>): Promise<T>;
}

export const UNOBSERVED: GroupObserver = { opened() {}, ended() {} };
