// Who looks at the groups of a store: how many jobs each commit had, how long it took, and what waits now. For metrics and
// traces. It must cost a payment nothing that can be
// measured: one call a group, and without traces none a job.

export interface GroupLoad {
  /** Jobs that are in no transaction yet. */
  waiting: number;
  inProgress: number;
}

export interface GroupObserver {
  /** A kind of groups was made. Several kinds of one store may have the same name: their loads are added. */
  opened(store: string, load: () => GroupLoad): void;
  /** A group has ended, well or not. */
  ended(store: string, size: number, seconds: number): void;
  /** For traces: runs the write of one job, with its wait, in its caller's name. Absent: nobody looks. */
  around?<T>(store: string, write: () => Promise<T>): Promise<T>;
}

export const UNOBSERVED: GroupObserver = { opened() {}, ended() {} };
