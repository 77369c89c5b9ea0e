// An account of a brand at a provider over HTTP (contract 13): its settings as operators and the portal send them, and
// its shape in answers; each caller adds the credentials of a request. Nothing here may name a credential in an answer.
import { WALLETS } from '@tollgate/provider-kit/seam/wallet';
import { type Static, Type } from 'typebox';
import type { AccountRequest } from '../../actions/providers/account-faults.ts';
import type { AccountView } from '../../actions/providers/account-view.ts';
import { choice, maybe, orNull, text, textOrNull, timeOrNull, uuid } from './schema-fields.ts';

const ENVIRONMENTS = ['test', 'live'] as const;
export const CARD_ENTRIES = ['tollgate', 'provider'] as const;
const HIGHEST_PRIORITY = 1_000_000;

export const CheckResult = {
  ok: Type.Boolean({ description: 'Whether the provider accepted the credentials.' }),
  reason: textOrNull('What is wrong, and what to do about it; null if nothing is.'),
};

export const ProviderAccount = Type.Object(
  {
    provider: Type.String({ description: 'Id of the provider.' }),
    accountId: uuid('The account. If the same merchant account is connected again, it keeps its id.'),
    environment: choice(ENVIRONMENTS, 'The environment of the provider.'),
    priority: Type.Integer({
      description: 'Accounts with lower numbers are asked first; of equal numbers, the older account.',
    }),
    optionIds: orNull(
      Type.Array(Type.String({ format: 'uuid' }), {
        description: 'Options that this account serves; null: all that the provider serves.',
      }),
    ),
    cardEntry: choice(
      CARD_ENTRIES,
      'Where the shopper enters a card. `tollgate`: here; the gateway sends its number to the provider. `provider`: on ' +
        'the provider’s page; the gateway never sees the number.',
    ),
    multipleCaptures: Type.Optional(
      Type.Boolean({
        description:
          'Whether the provider takes several captures of one authorised payment. Only for a provider that has this ' +
          'setting.',
      }),
    ),
    wallets: Type.Array(choice(WALLETS, 'A wallet.'), {
      description:
        'Wallets that you have switched on at the provider, for payments by card. The cashier shows their marks.',
    }),
    endpoint: textOrNull('Scheme, host and port of every call; null: the provider’s own.'),
    merchantAccount: textOrNull('The merchant account as the provider names it; null: not known yet.'),
    notificationUrl: Type.String({
      description: 'Address to enter at the provider, to which it sends its notifications.',
    }),
    checkedAt: timeOrNull('When its credentials were checked last; null: never.'),
    checkResult: orNull(
      Type.Object(CheckResult, { description: 'Result of that check; null: it was never checked.' }),
    ),
    lastNotificationAt: timeOrNull('When its last authentic notification came; null: none yet.'),
    lastRefusedAt: timeOrNull('When a notification was last refused because of its signature; null: never.'),
    retiredAt: timeOrNull(
      'When it was retired: it gets no new payments; refunds and notifications of earlier payments continue. null: in use.',
    ),
  },
  { title: 'ProviderAccount', description: 'An account of a brand at a provider, without its credentials.' },
);

export function answerAccount({ id, check, ...view }: AccountView): Static<typeof ProviderAccount> {
  const text = (at: Date | null) => at?.toISOString() ?? null;
  return {
    provider: view.provider,
    accountId: id,
    environment: view.environment,
    priority: view.priority,
    optionIds: view.optionIds && [...view.optionIds],
    cardEntry: view.cardEntry,
    multipleCaptures: view.multipleCaptures ?? undefined,
    wallets: [...view.wallets],
    endpoint: view.endpoint,
    merchantAccount: view.merchantAccount,
    notificationUrl: view.notificationUrl,
    checkedAt: text(check?.at ?? null),
    checkResult: check && { ok: check.ok, reason: check.reason },
    lastNotificationAt: text(view.lastNotificationAt),
    lastRefusedAt: text(view.lastRefusedAt),
    retiredAt: text(view.retiredAt),
  };
}

const LONGEST_LIST = 1_000;

export const accountSettingFields = {
  environment: choice(
    ENVIRONMENTS,
    'The environment of the provider: `test` in the test environment, `live` in production.',
  ),
  priority: maybe(
    Type.Integer({
      minimum: 0,
      maximum: HIGHEST_PRIORITY,
      description:
        '0 to 1,000,000. Accounts with lower numbers are asked first; of equal numbers, the older account. Default 100.',
    }),
  ),
  optionIds: maybe(
    Type.Array(uuid('An option or suboption of the catalogue.'), {
      minItems: 1,
      maxItems: LONGEST_LIST,
      description: 'Options that this account serves. Absent: all that the provider serves.',
    }),
  ),
  cardEntry: maybe(
    choice(
      CARD_ENTRIES,
      'Where the shopper enters a card. `tollgate`: here; the gateway sends its number to the provider. `provider`: on ' +
        'the provider’s page. `listProviderKinds` tells the values that a provider allows, the default first.',
    ),
  ),
  multipleCaptures: maybe(
    Type.Boolean({
      description:
        'Only for a provider with `hasMultipleCaptures`: true if it has enabled multiple partial captures for the ' +
        'merchant account. Otherwise the first capture is the last one, and the provider cancels the rest itself. ' +
        'Default false.',
    }),
  ),
  wallets: maybe(
    Type.Array(choice(WALLETS, 'A wallet.'), {
      maxItems: WALLETS.length,
      description:
        'Wallets that you have switched on at the provider, for payments by card. With `cardEntry` `provider` its page ' +
        'offers them; with `tollgate` the cashier has a button for Apple Pay. `listProviderKinds` tells which ones a ' +
        'provider allows. Default: none.',
    }),
  ),
  acceptUntried: maybe(
    Type.Boolean({
      description:
        'true: connects a live account of a provider that nobody has tried here (`played` is `not-tried`). The audit ' +
        'log notes it. It is not stored, so each such request needs it.',
    }),
  ),
  endpoint: maybe(
    text(
      500,
      'Scheme, host and port in place of the provider’s own for every call; paths stay. In the test environment only, ' +
        'never link-local, and otherwise under the rules of `notificationUrl`. Absent: the provider’s own.',
      { numbers: 'any', examples: ['http://127.0.0.1:4010'] },
    ),
  ),
};

const Settings = Type.Object(accountSettingFields);

export function accountRequestOf(
  body: Static<typeof Settings>,
  credentials: Readonly<Record<string, unknown>> | null | undefined,
): AccountRequest {
  return {
    environment: body.environment,
    priority: body.priority ?? null,
    optionIds: body.optionIds ?? null,
    cardEntry: body.cardEntry ?? null,
    multipleCaptures: body.multipleCaptures ?? null,
    wallets: body.wallets ?? [],
    endpoint: body.endpoint ?? null,
    acceptUntried: body.acceptUntried ?? false,
    credentials: credentials ?? {},
  };
}
