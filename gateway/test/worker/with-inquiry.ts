// A process whose provider answers inquiries as a test says; for tests of
// due transactions.
import type { Provider } from '@tollgate/provider-kit';
import type { Context } from '../../src/actions/context.ts';

export function withInquiry(context: Context, inquire: Provider['inquire']): Context {
  return { ...context, provider: (...sentTo) => ({ ...context.provider(...sentTo)!, inquire }) };
}
