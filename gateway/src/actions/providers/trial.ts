// What the parts of a trial share (npm run provider:check): the account, how long to wait, and a verdict in plain
// words.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';

export interface Trial {
  account: ProviderAccount;
  /** How long each part may take; a person may have to pay on a page. */
  waitMs: number;
  /** Prints a line for the person who runs the trial. */
  tell(line: string): void;
}

export interface TrialVerdict {
  part: 'credentials' | 'payment' | 'refund' | 'notification' | 'capture' | 'mandate';
  ok: boolean;
  /** In plain words. */
  message: string;
}

const POLL_MS = 250;

export const yes = (part: TrialVerdict['part'], message: string): TrialVerdict => ({
  part,
  ok: true,
  message,
});

export const no = (part: TrialVerdict['part'], message: string): TrialVerdict => ({
  part,
  ok: false,
  message,
});

/** Its status, with the code if it has one. */
export const statusOf = ({ status, errorCode }: { status: string; errorCode: string | null }): string =>
  errorCode ? `${status} (${errorCode})` : status;

/** Ends when it is done or when the time is over, after at least one look. */
export async function until(waitMs: number, isDone: () => Promise<boolean>): Promise<void> {
  const looks = Math.max(1, Math.ceil(waitMs / POLL_MS));
  for (let look = 0; look < looks; look++) {
    if (await isDone()) return;
    await sleep(POLL_MS);
  }
}
