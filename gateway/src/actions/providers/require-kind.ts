// The provider that a call names in its address (contract 13), or the 404 of the operator API. It only looks up: it
// must never change an account or call a provider.
import type { ProviderDeclaration } from '@tollgate/provider-kit';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Context } from '../context.ts';

/** The account that a call is about: the brand's account in use at the provider. */
export interface AccountPath {
  brandId: string;
  provider: string;
}

export function requireKind(
  { providerKinds }: Pick<Context, 'providerKinds'>,
  provider: string,
): ProviderDeclaration {
  const kind = providerKinds.find(({ id }) => id === provider);
  if (!kind) throw new Refusal(404, 'provider: no provider has this name');
  return kind;
}

export const noAccount = ({ name }: ProviderDeclaration) =>
  new Refusal(404, `provider: the brand has no account in use at ${name}`);
