// Calls a provider under its deadline, outside any database transaction. If anything goes wrong on the way there or
// back, the outcome is unknown: a broken connection says nothing about the money (contract 4). After the deadline the
// caller goes on. A later answer counts only if the caller passes `late`; then the call may go on for a minute
// (contract 13).
import type { Provider } from '@tollgate/provider-kit';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import type { Context } from '../context.ts';

type Unknown = Extract<Outcome, { kind: 'unknown' }>;

/** Measured from the beginning of the call. */
const LATEST_ANSWER_MS = 60_000;

export async function askProvider<Answer>(
  context: Context,
  provider: Provider,
  call: (signal: AbortSignal) => Promise<Answer>,
  /** Gets an answer that comes after the deadline. Absent: the call ends at the deadline. */
  late?: (answer: Answer) => Promise<unknown>,
): Promise<Answer | Unknown> {
  const { id, deadlineMs } = provider;
  const asking = new AbortController();
  const abort = () => asking.abort(new Error('no answer in time'));
  let timer: NodeJS.Timeout | undefined;
  let asked: Promise<Answer> | undefined;
  const deadline = new Promise<Unknown>((resolve) => {
    timer = setTimeout(() => {
      context.log.warn({ provider: id, deadlineMs }, 'provider did not answer in time; outcome unknown');
      if (late && asked) void hearLate(context, provider, asked, { abort, late });
      else abort();
      resolve({ kind: 'unknown' });
    }, deadlineMs);
  });
  try {
    asked = call(asking.signal);
    return await Promise.race([asked, deadline]);
  } catch (error) {
    context.log.warn({ provider: id, err: error }, 'provider call failed; outcome unknown');
    return { kind: 'unknown' };
  } finally {
    clearTimeout(timer);
  }
}

interface Late<Answer> {
  abort: () => void;
  late: (answer: Answer) => Promise<unknown>;
}

/** If this process ends meanwhile, the resolver asks for the outcome. */
async function hearLate<Answer>(
  context: Context,
  { id, deadlineMs }: Provider,
  asked: Promise<Answer>,
  { abort, late }: Late<Answer>,
): Promise<void> {
  const timer = setTimeout(abort, Math.max(LATEST_ANSWER_MS - deadlineMs, 0));
  timer.unref();
  try {
    await late(await asked);
  } catch (error) {
    context.log.warn(
      { provider: id, err: error },
      'a late answer of a provider could not be read or applied',
    );
  } finally {
    clearTimeout(timer);
  }
}
