// Settings › Providers: where the payments of the brand go. It lists the accounts in use in the order in which they are
// asked, every provider, the sandbox in test, and the retired accounts, whose refunds and notifications go on.
import { Alert } from '@mantine/core';
import { numberText } from '../../../parts/format.ts';
import { Fact, Facts, Section } from '../../../parts/section.tsx';
import { EmptyState } from '../../../parts/states.tsx';
import { StatusDot } from '../../../parts/status-dot.tsx';
import { type Column, DataTable } from '../../../parts/table/data-table.tsx';
import { Time } from '../../../parts/time.tsx';
import { useBrand, useCan } from '../../../shell/session/session.ts';
import { SettingsFrame } from '../frame/settings-frame.tsx';
import { AllProviders } from './all-providers.tsx';
import { Circuit } from './circuit.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import { answersText, callsText, failuresText } from './health-text.ts';
import { type Account, optionsText, type ProviderList, stateOf, titleOf } from './provider-list.ts';
import classes from './providers.module.css';
import { useProviders } from './use-providers.ts';

export function Providers() {
  const { id: brandId } = useBrand();
  const { list, error, again } = useProviders();
  const mayChange = useCan('providers.change');
  const inUse = list?.accounts.filter(({ retiredAt }) => retiredAt === null);
  const retired = list?.accounts.filter(({ retiredAt }) => retiredAt !== null) ?? [];
  return (
    <SettingsFrame
      lead="Your accounts at payment providers. Payments go to the first one that serves their method."
      readOnly={!mayChange && 'An owner or a developer'}
    >
      {list?.declinesAll && (
        <Alert color="red" title="Every payment is declined" role="alert">
          No provider is connected. Payments are declined with error code 1011 until you connect one.
        </Alert>
      )}
      <DataTable
        label="Accounts in use"
        columns={columnsOf(list)}
        rows={inUse}
        rowKey={({ accountId }) => accountId}
        link={({ provider }) => ({ to: `/b/${brandId}/settings/providers/${provider}` as '/' })}
        error={error}
        again={again}
        expected={2}
        empty={
          <EmptyState title="No provider is connected">
            {list?.environment === 'test'
              ? 'The sandbox serves every payment, and no money moves. Connect the test account of a provider to try real calls.'
              : 'Connect an account, and payments go there within two seconds.'}
          </EmptyState>
        }
      />
      {list && mayChange && <AllProviders list={list} />}
      {list?.sandbox && <Sandbox list={list} />}
      {retired.length > 0 && (
        <Section
          title="Retired"
          lead="They get no new payments. Refunds and notifications of earlier payments still work."
        >
          <DataTable
            label="Retired accounts"
            columns={RETIRED}
            rows={retired}
            rowKey={({ accountId }) => accountId}
          />
        </Section>
      )}
    </SettingsFrame>
  );
}

/** `list`: also shows which options the account serves. */
const named = (list?: ProviderList): Column<Account> => ({
  id: 'provider',
  header: 'Account',
  cell: ({ name, environment, merchantAccount, provider, optionIds }) => {
    const kind = list?.kinds.find((one) => one.provider === provider);
    const words = [merchantAccount ?? 'Merchant account not known yet', kind && optionsText(kind, optionIds)];
    return (
      <span className={classes.named}>
        <span className={classes.name}>
          {titleOf({ provider, name })} <EnvironmentBadge environment={environment} />
        </span>
        <span className={classes.quiet}>{words.filter(Boolean).join(' · ')}</span>
      </span>
    );
  },
});
const told: Column<Account> = {
  id: 'told',
  header: 'Last notification',
  cell: ({ lastNotificationAt }) => (lastNotificationAt ? <Time at={lastNotificationAt} /> : 'None yet'),
};

const columnsOf = (list: ProviderList | undefined): Column<Account>[] => [
  named(list),
  {
    id: 'state',
    header: 'State',
    beside: true,
    cell: (account) => {
      const [word, mood] = stateOf(account);
      return <StatusDot mood={mood}>{word}</StatusDot>;
    },
  },
  { id: 'priority', header: 'Priority', align: 'end', cell: ({ priority }) => numberText(priority) },
  {
    id: 'calls',
    header: 'Last hour',
    cell: ({ health }) => (!health || health.calls === 0 ? 'No calls' : callsText(health)),
  },
  told,
];

const RETIRED: Column<Account>[] = [
  named(),
  {
    id: 'retired',
    header: 'Retired',
    beside: true,
    cell: ({ retiredAt }) => <Time at={retiredAt!} />,
  },
  told,
];

/** Only in the test environment. */
function Sandbox({ list: { sandbox, accounts } }: { list: ProviderList }) {
  const isAlone = accounts.every(({ retiredAt }) => retiredAt !== null);
  if (!sandbox) return null;
  return (
    <Section
      title="Sandbox"
      lead={
        isAlone
          ? 'In test it plays every provider: it serves all methods, and no money moves.'
          : 'In test it serves the methods that no account above serves. No money moves.'
      }
    >
      <Facts wide>
        <Fact label="Gets payments">
          <Circuit health={sandbox} />
        </Fact>
        <Fact label="Last hour">{failuresText(sandbox)}</Fact>
        <Fact label="Answers">{answersText(sandbox)}</Fact>
      </Facts>
    </Section>
  );
}
