// Calls a provider under its deadline, outside any database transaction. Whatever goes wrong on the way there and
// back leaves the outcome unknown: a broken connection says nothing about the money (contract 4).
import type { Outcome } from '../domain/outcome.ts';
import type { Provider } from '../providers/provider.ts';
import type { Context } from './context.ts';

export async function askProvider<Answer>(
  context: Context,
  provider: Provider,
  call: () => Promise<Answer>,
): Promise<Answer | Extract<Outcome, { kind: 'unknown' }>> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<Extract<Outcome, { kind: 'unknown' }>>((resolve) => {
    timer = setTimeout(resolve, provider.deadlineMs, { kind: 'unknown' as const });
  });
  try {
    return await Promise.race([call(), deadline]);
  } catch (error) {
    context.log.warn({ provider: provider.id, err: error }, 'provider call failed; outcome unknown');
    return { kind: 'unknown' };
  } finally {
    clearTimeout(timer);
  }
}
