// Calls a provider under its deadline, outside any database transaction. If anything goes wrong on the way there or back,
// the outcome is unknown: a broken connection says nothing about the money (contract 4). When the deadline has passed, the
// signal tells the provider, and a later answer is ignored.
import type { Outcome } from '../../domain/transactions/outcome.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Context } from '../context.ts';

type Unknown = Extract<Outcome, { kind: 'unknown' }>;

export async function askProvider<Answer>(
  context: Context,
  provider: Provider,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | Unknown> {
  const { id, deadlineMs } = provider;
  const asking = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<Unknown>((resolve) => {
    timer = setTimeout(() => {
      asking.abort(new Error(`no answer within ${deadlineMs} ms`));
      context.log.warn({ provider: id, deadlineMs }, 'provider did not answer in time; outcome unknown');
      resolve({ kind: 'unknown' });
    }, deadlineMs);
  });
  try {
    return await Promise.race([call(asking.signal), deadline]);
  } catch (error) {
    context.log.warn({ provider: id, err: error }, 'provider call failed; outcome unknown');
    return { kind: 'unknown' };
  } finally {
    clearTimeout(timer);
  }
}
