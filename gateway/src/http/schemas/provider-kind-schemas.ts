// The providers that a brand can connect, as operators and the portal see them: all from the providers' declarations.
// It must hold no credential.
import { WALLETS } from '@tollgate/provider-kit/seam/wallet';
import { type Static, Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { servesOption, unavailableFor } from '../../actions/providers/account-faults.ts';
import { optionsOf } from '../../domain/options/payment-option.ts';
import { CARD_ENTRIES } from './provider-account-schemas.ts';
import { choice, orNull, textOrNull, uuid } from './schema-fields.ts';

type ProviderDeclaration = Context['providerKinds'][number];
type Place = 'countries' | 'currencies';

const places = (description: string) => orNull(Type.Array(Type.String(), { description }));

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

export const ProviderKind = Type.Object(
  {
    provider: Type.String({ description: 'Id of the provider, as in addresses.' }),
    name: Type.String({ description: 'Name of the provider for people.' }),
    cardEntries: Type.Array(choice(CARD_ENTRIES, 'A place where cards can be entered.'), {
      description: 'The values that `cardEntry` may have, the default first; none: it takes no cards.',
    }),
    hasMultipleCaptures: Type.Boolean({
      description: 'Whether its accounts have the setting `multipleCaptures`.',
    }),
    wallets: Type.Object(
      {
        tollgate: Type.Array(choice(WALLETS, 'A wallet.'), { description: 'For `cardEntry` `tollgate`.' }),
        provider: Type.Array(choice(WALLETS, 'A wallet.'), { description: 'For `cardEntry` `provider`.' }),
      },
      { description: 'The values that `wallets` of an account may have, by its `cardEntry`.' },
    ),
    played: choice(
      ['played', 'not-tried'],
      'played: its messages were played here against a stand-in of the provider. not-tried: nobody has done that yet, ' +
        'so a live account needs `acceptUntried`.',
    ),
    unavailable: textOrNull('Why it cannot be connected on this machine; null: it can.'),
    countries: places('Countries in which it serves at least one option; null: no limit.'),
    currencies: places('Currencies in which it serves at least one option; null: no limit.'),
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

export function toKind(kind: ProviderDeclaration, environment: 'test' | 'live'): Static<typeof ProviderKind> {
  const options = (['PAYIN', 'PAYOUT'] as const).flatMap((direction) => optionsOf(direction));
  return {
    provider: kind.id,
    name: kind.name,
    cardEntries: [...kind.cardEntries],
    hasMultipleCaptures: kind.hasMultipleCaptures === true,
    wallets: {
      tollgate: [...(kind.wallets?.tollgate ?? [])],
      provider: [...(kind.wallets?.provider ?? [])],
    },
    played: kind.played ?? 'played',
    unavailable: unavailableFor(kind),
    countries: servedPlaces(kind, 'countries'),
    currencies: servedPlaces(kind, 'currencies'),
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

/** null: one of its methods has no limit. */
function servedPlaces({ capabilities }: ProviderDeclaration, place: Place): string[] | null {
  const served = new Set<string>();
  for (const { [place]: codes } of capabilities.methods) {
    if (codes === 'any') return null;
    for (const code of codes) served.add(code);
  }
  return [...served].sort();
}
