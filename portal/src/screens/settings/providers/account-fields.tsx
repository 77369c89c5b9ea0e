// What an account gets and how: its methods, its order among other accounts, where shoppers enter cards, how often a
// payment is captured, and which environment it is.
import { Checkbox, Radio, Skeleton, Stack, Switch, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Setting } from '../frame/settings-frame.tsx';
import type { Draft } from '../frame/use-draft.ts';
import { type AccountDraft, asksUntried, walletsOf } from './account-draft.ts';
import { EnvironmentBadge } from './environment-badge.tsx';
import { optionName } from './find-kinds.ts';
import type { Kind } from './provider-list.ts';
import classes from './providers.module.css';

const PriorityField = lazy(() =>
  import('./priority-field.tsx').then(({ PriorityField: component }) => ({ default: component })),
);

interface Props {
  kind: Kind;
  environment: 'test' | 'live';
  draft: Draft<AccountDraft>;
}

export function AccountFields({ kind, environment, draft }: Props) {
  const { value, set, faults } = draft;
  return (
    <>
      <Setting title="Environment" field={<EnvironmentBadge environment={environment} />}>
        {environment === 'live'
          ? `Real money moves: what is paid here is paid at your live account at ${kind.name}.`
          : `No money moves: payments go to your test account at ${kind.name}. Live accounts are connected where this gateway runs in production.`}
      </Setting>
      {asksUntried(kind, environment) && <Untried kind={kind} draft={draft} />}
      <Options kind={kind} draft={draft} />
      <Setting
        title="Priority"
        field={
          <Suspense fallback={<Skeleton height={36} />}>
            <PriorityField
              value={value.priority as number | string}
              error={faults.priority}
              onChange={(priority) => set('priority', priority)}
            />
          </Suspense>
        }
      >
        If several accounts serve a method, the lowest number is asked first. The next one is asked only if
        the first certainly did nothing.
      </Setting>
      {kind.cardEntries.length > 0 && <CardEntry kind={kind} draft={draft} />}
      <Wallets kind={kind} draft={draft} />
      {kind.hasMultipleCaptures && <Captures kind={kind} draft={draft} />}
      {environment === 'test' && (
        <Setting
          title="Endpoint"
          field={
            <TextInput
              aria-label="Endpoint"
              placeholder={`${kind.name}’s own`}
              maxLength={500}
              value={String(value.endpoint)}
              error={faults.endpoint}
              onChange={({ currentTarget }) => set('endpoint', currentTarget.value.trim())}
            />
          }
        >
          Only in test: scheme, host and port to call instead of {kind.name}, for a mock of your own. Leave it
          empty to call {kind.name}.
        </Setting>
      )}
    </>
  );
}

function Options({ kind, draft: { value, set, faults } }: Pick<Props, 'kind' | 'draft'>) {
  const chosen = value.optionIds as string[] | null;
  const others = chosen?.filter((id) => !kind.options.some(({ optionId }) => optionId === id)) ?? [];
  return (
    <Setting
      title="Methods"
      field={
        <Stack gap="sm">
          <Radio.Group
            aria-label="Methods"
            value={chosen === null ? 'all' : 'some'}
            error={faults.optionIds}
            onChange={(which) =>
              set('optionIds', which === 'all' ? null : kind.options.map(({ optionId }) => optionId))
            }
          >
            <Stack gap="xs">
              <Radio value="all" label={`All that ${kind.name} serves`} />
              <Radio value="some" label="Only these" />
            </Stack>
          </Radio.Group>
          {chosen !== null && (
            <Checkbox.Group
              aria-label="Only these methods"
              value={chosen}
              onChange={(ids) => set('optionIds', ids)}
            >
              <Stack gap="xs" className={classes.chosen!}>
                {kind.options.map((option) => (
                  <Checkbox key={option.optionId} value={option.optionId} label={optionName(option)} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          {others.length > 0 && (
            <p className={classes.quiet}>
              {others.length === 1 ? 'One bank or wallet' : `${others.length} banks or wallets`} below them,
              set by the operator of the gateway, stay as they are.
            </p>
          )}
        </Stack>
      }
    >
      Which methods go to this account. {kind.name} serves {kind.options.map(optionName).join(', ')}; each in
      its countries and currencies.
    </Setting>
  );
}

function Untried({ kind, draft: { value, set, faults } }: Pick<Props, 'kind' | 'draft'>) {
  return (
    <Setting
      title="Not tried"
      field={
        <Checkbox
          label={`Connect ${kind.name} although it was not tried`}
          checked={value.acceptUntried === true}
          error={faults.acceptUntried}
          onChange={({ currentTarget }) => set('acceptUntried', currentTarget.checked)}
        />
      }
    >
      Nobody has tested {kind.name} with this gateway yet. Begin with small amounts, and compare each payment
      with what {kind.name} shows. The audit log notes who accepted this.
    </Setting>
  );
}

function Captures({ kind, draft: { value, set, faults } }: Pick<Props, 'kind' | 'draft'>) {
  return (
    <Setting
      title="Captures"
      field={
        <Switch
          label="Several captures of one payment"
          checked={value.multipleCaptures === true}
          error={faults.multipleCaptures}
          onChange={({ currentTarget }) => set('multipleCaptures', currentTarget.checked)}
        />
      }
    >
      For orders that ship in parts. Turn it on only if {kind.name} has enabled multiple partial captures for
      the merchant account. While it is off, the first capture is the last one, and {kind.name} releases the
      rest.
    </Setting>
  );
}

const WALLET_NAMES = { 'apple-pay': 'Apple Pay', 'google-pay': 'Google Pay' } as const;

function Wallets({ kind, draft: { value, set, faults } }: Pick<Props, 'kind' | 'draft'>) {
  const offered = walletsOf(kind, value.cardEntry);
  if (offered.length === 0) return null;
  return (
    <Setting
      title="Wallets"
      field={
        <Checkbox.Group
          value={value.wallets as string[]}
          error={faults.wallets}
          onChange={(chosen) => set('wallets', chosen)}
        >
          <Stack gap="xs">
            {offered.map((wallet) => (
              <Checkbox key={wallet} value={wallet} label={WALLET_NAMES[wallet]} />
            ))}
          </Stack>
        </Checkbox.Group>
      }
    >
      Tick what you have switched on at {kind.name}. The cashier then shows the mark beside Card, to shoppers
      whose device has that wallet.{' '}
      {value.cardEntry === 'tollgate' &&
        'Apple Pay gets a button on our page, so its domain must be registered for Apple Pay at ' +
          kind.name +
          '.'}
    </Setting>
  );
}

const PLACES = {
  tollgate: (name: string) => ({
    label: 'On our page',
    hint: `The number is sent to ${name} server to server, so this gateway handles card numbers: PCI DSS self-assessment SAQ D.`,
  }),
  provider: (name: string) => ({
    label: `On the page of ${name}`,
    hint: `No card number ever reaches this gateway: PCI DSS self-assessment SAQ A.`,
  }),
};

function CardEntry({ kind, draft: { value, set, faults } }: Pick<Props, 'kind' | 'draft'>) {
  const places = kind.cardEntries.map((entry) => ({ entry, ...PLACES[entry](kind.name) }));
  const [only] = places;
  return (
    <Setting
      title="Card entry"
      field={
        places.length === 1 ? (
          <>
            {only!.label}
            <p className={classes.quiet}>{only!.hint}</p>
          </>
        ) : (
          <Radio.Group
            aria-label="Card entry"
            value={String(value.cardEntry)}
            error={faults.cardEntry}
            onChange={(entry) => set('cardEntry', entry)}
          >
            <Stack gap="sm">
              {places.map(({ entry, label, hint }) => (
                <Radio key={entry} value={entry} label={label} description={hint} />
              ))}
            </Stack>
          </Radio.Group>
        )
      }
    >
      Where shoppers enter their card number.
    </Setting>
  );
}
