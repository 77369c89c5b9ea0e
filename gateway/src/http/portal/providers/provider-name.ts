// What a provider is called for people, and which account of it a payment went to. For the pages that name one; without any
// credential.
import type { Context } from '../../../actions/context.ts';

export function providerName({ providerKinds }: Pick<Context, 'providerKinds'>, id: string): string {
  return id === 'sandbox' ? 'Sandbox' : (providerKinds.find((one) => one.id === id)?.name ?? id);
}
