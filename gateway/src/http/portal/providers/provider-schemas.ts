// Providers in the portal's answers (contract 13, 14): which ones there are, and the accounts of the brand with their
// health. It must hold no credential.
import { type Static, type TSchema, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import type { AccountView } from '../../../actions/providers/account-view.ts';
import type { ProviderHealth as ProviderHealthCounts } from '../../../domain/merchants/provider-health.ts';
import { answerAccount, ProviderAccount } from '../../schemas/provider-account-schemas.ts';
import { choice, timeOrNull } from '../../schemas/schema-fields.ts';
import { providerName } from './provider-name.ts';

type ProviderDeclaration = Context['providerKinds'][number];

const ms = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description } as TSchema);

const ProviderHealth = Type.Object(
  {
    circuit: choice(
      ['closed', 'open'],
      'open: at least one process of the gateway sends nothing new to it now.',
    ),
    circuitSince: timeOrNull('Since when it is open; null: it is closed.'),
    calls: Type.Integer({ description: 'Pay-ins and payouts sent to it.' }),
    failed: Type.Integer({
      description: 'How many of these got no answer or failed technically. A decline is no failure.',
    }),
    heldBack: Type.Integer({
      description: 'Number of payments that were not sent, because its circuit was open.',
    }),
    p50Ms: ms('Half of the calls took at most this long, in milliseconds; null: there were no calls.'),
    p95Ms: ms('95 of 100 calls took at most this long, in milliseconds; null: there were no calls.'),
  },
  {
    title: 'ProviderHealth',
    description: 'The last hour: the calls of this brand, counted over all processes of the gateway.',
  },
);

export const PortalProviderAccount = Type.Object(
  {
    ...ProviderAccount.properties,
    name: Type.String({ description: 'Name of the provider for people.' }),
    stored: Type.Unsafe<Record<string, number> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: 'integer' },
      description:
        'How many values of each credential are stored, by its name. null: the caller may not change them.',
    } as TSchema),
    health: Type.Unsafe<Static<typeof ProviderHealth> | null>({
      ...ProviderHealth,
      type: ['object', 'null'],
    } as TSchema),
  },
  {
    title: 'PortalProviderAccount',
    description:
      'An account of the brand at a provider, without its credentials. `health` is null if it is retired.',
  },
);

export const ProviderList = Type.Object(
  {
    environment: choice(
      ['test', 'live'],
      'Environment of the accounts that can be connected. live: real money moves.',
    ),
    declinesAll: Type.Boolean({
      description: 'Whether every payment is declined with 1011, because no provider is connected.',
    }),
    accounts: Type.Array(PortalProviderAccount, {
      description:
        'First the accounts in use, in the order in which they are asked. Then the retired accounts, latest first.',
    }),
    sandbox: Type.Unsafe<Static<typeof ProviderHealth> | null>({
      ...ProviderHealth,
      type: ['object', 'null'],
    } as TSchema),
  },
  {
    title: 'ProviderList',
    description:
      'The accounts of a brand at providers. `sandbox` is the health of the sandbox; null in production.',
  },
);

export function toHealth({
  circuitSince,
  circuit,
  calls,
  failed,
  heldBack,
  p50Ms,
  p95Ms,
}: ProviderHealthCounts) {
  return {
    circuit,
    circuitSince: circuitSince?.toISOString() ?? null,
    calls,
    failed,
    heldBack,
    p50Ms,
    p95Ms,
  };
}

/** `stored`: null if the caller may not change the account. */
export function toPortalAccount(
  view: AccountView,
  kinds: readonly ProviderDeclaration[],
  { stored, health }: { stored: Record<string, number> | null; health: ProviderHealthCounts | null },
): Static<typeof PortalProviderAccount> {
  return {
    ...answerAccount(view),
    name: providerName({ providerKinds: kinds }, view.provider),
    stored,
    health: health ? toHealth(health) : null,
  };
}
