// Providers in the portal's answers (contract 13, 14): which ones there are, the fields that each asks for, and the
// accounts of the brand with their health. It must hold no credential.
import { type Static, type TSchema, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { servesOption } from '../../../actions/providers/account-faults.ts';
import type { AccountView } from '../../../actions/providers/account-view.ts';
import { optionsOf } from '../../../domain/options/payment-option.ts';
import { answerAccount, CARD_ENTRIES, ProviderAccount } from '../../schemas/provider-account-schemas.ts';
import { choice, uuid } from '../../schemas/schema-fields.ts';
import { providerName } from './provider-name.ts';

type ProviderDeclaration = Context['providerKinds'][number];
type Health = ReturnType<Context['providerHealth']>[number];

const ms = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description } as TSchema);

const ProviderHealth = Type.Object(
  {
    circuit: choice(['closed', 'open'], 'open: nothing new is sent to it now.'),
    circuitSince: Type.String({
      format: 'moment',
      description: 'When the circuit got this state.',
    }),
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
    description:
      'The last hour, as counted by the answering process. Other processes of the gateway count their own calls, and a restart ' +
      'resets the counts.',
  },
);

const CredentialField = Type.Object(
  {
    name: Type.String({ description: 'Its name in `credentials`.' }),
    label: Type.String({ description: 'As the provider calls it.' }),
    help: Type.String({ description: 'Where to find it, and what it is for.' }),
    isNeeded: Type.Boolean({ description: 'Whether an account needs it in this environment.' }),
    isLiveOnly: Type.Boolean({ description: 'Whether only live accounts have it.' }),
    isList: Type.Boolean({
      description: 'One or two values, so that a secret can be replaced without a gap.',
    }),
    isSecret: Type.Boolean({ description: 'Whether it must be hidden while it is typed.' }),
  },
  { title: 'ProviderCredentialField', description: 'A credential that a provider asks for.' },
);

const Kind = Type.Object(
  {
    provider: Type.String({ description: 'Name of the provider in addresses.' }),
    name: Type.String({ description: 'Name of the provider for people.' }),
    cardEntries: Type.Array(choice(CARD_ENTRIES, 'A place where cards can be entered.'), {
      description: 'The values that `cardEntry` may have, the default first; none: it takes no cards.',
    }),
    hasMultipleCaptures: Type.Boolean({
      description: 'Whether its accounts have the setting `multipleCaptures`.',
    }),
    refunds: Type.Boolean({ description: 'Whether pay-ins can be refunded there.' }),
    credentials: Type.Array(CredentialField, { description: 'What an account needs.' }),
    options: Type.Array(
      Type.Object({
        optionId: uuid('The option.'),
        name: Type.String({ description: 'Its name.' }),
        direction: choice(['PAYIN', 'PAYOUT'], 'Whether shoppers pay with it or recipients are paid by it.'),
        isCard: Type.Boolean({ description: 'Whether a card is entered for it.' }),
      }),
      { description: 'The options that it serves in at least one country and currency.' },
    ),
  },
  { title: 'ProviderKind', description: 'A provider that a brand can connect.' },
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
    kinds: Type.Array(Kind, { description: 'The providers that can be connected.' }),
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
      'The providers of a brand. `sandbox` is the health of the sandbox, which all brands share; null in production.',
  },
);

export function toKind(kind: ProviderDeclaration, environment: 'test' | 'live'): Static<typeof Kind> {
  const options = (['PAYIN', 'PAYOUT'] as const).flatMap((direction) => optionsOf(direction));
  return {
    provider: kind.id,
    name: kind.name,
    cardEntries: [...kind.cardEntries],
    hasMultipleCaptures: kind.hasMultipleCaptures === true,
    refunds: kind.capabilities.refund,
    credentials: kind.credentials.map(({ name, label, help, needed, isList, isSecret }) => ({
      name,
      label,
      help,
      isList,
      isSecret,
      isLiveOnly: needed === 'live',
      isNeeded: needed === 'always' || (needed === 'live' && environment === 'live'),
    })),
    options: options
      .filter((option) => servesOption(kind, option))
      .map(({ id, name, direction, type }) => ({ optionId: id, name, direction, isCard: type === 'CARD' })),
  };
}

export function toHealth({ circuitSince, circuit, calls, failed, heldBack, p50Ms, p95Ms }: Health) {
  return { circuit, circuitSince: circuitSince.toISOString(), calls, failed, heldBack, p50Ms, p95Ms };
}

/** `stored`: null if the caller may not change the account. */
export function toPortalAccount(
  view: AccountView,
  kinds: readonly ProviderDeclaration[],
  { stored, health }: { stored: Record<string, number> | null; health: Health | undefined },
): Static<typeof PortalProviderAccount> {
  return {
    ...answerAccount(view),
    name: providerName({ providerKinds: kinds }, view.provider),
    stored,
    health: health ? toHealth(health) : null,
  };
}
