// Every provider that the brand can connect, with what it serves and where, those with an account first. A gateway with
// packages may have a hundred, so the user searches by name, method, country or currency.
import { TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { numberText } from '../../../parts/format.ts';
import { Section } from '../../../parts/section.tsx';
import { EmptyState } from '../../../parts/states.tsx';
import { StatusDot } from '../../../parts/status-dot.tsx';
import { type Column, DataTable } from '../../../parts/table/data-table.tsx';
import { useBrand } from '../../../shell/session/session.ts';
import { findKinds } from './find-kinds.ts';
import { type Kind, optionsText, type ProviderList, placesText, titleOf } from './provider-list.ts';
import classes from './providers.module.css';

/** Fewer are seen at one glance. */
const FEW = 6;

export function AllProviders({ list: { kinds, accounts, environment } }: { list: ProviderList }) {
  const { id: brandId } = useBrand();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const connected = useMemo(
    () => new Set(accounts.filter(({ retiredAt }) => retiredAt === null).map(({ provider }) => provider)),
    [accounts],
  );
  const found = useMemo(() => findKinds(kinds, connected, wanted), [kinds, connected, wanted]);
  const isLive = environment === 'live';
  const to = ({ provider }: Kind) => ({ to: `/b/${brandId}/settings/providers/${provider}` as '/' });
  const navigate = useNavigate();
  const frame = useRef<HTMLDivElement>(null);
  /** From the search the arrow goes into the list, and Enter opens the first provider that was found. */
  function onKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      frame.current?.querySelector<HTMLElement>('[data-row]')?.focus();
    } else if (event.key === 'Enter') {
      const [first] = findKinds(kinds, connected, typed);
      if (first && typed.trim() !== '') navigate(to(first));
    }
  }
  return (
    <Section
      title="All providers"
      lead={
        <>
          {isLive
            ? 'Connect one with the credentials of your live account. From then on real money moves.'
            : 'Connect one with the credentials of your test account there. No money moves.'}
          {kinds.some(({ played }) => played === 'not-tried') &&
            ` “Played” means that it was tested with a copy of the provider. The others follow the provider’s description alone: ${isLive ? 'you confirm that when you connect one' : 'make a payment and a refund before you go live'}.`}
        </>
      }
    >
      {kinds.length > FEW && (
        <div className={classes.find}>
          <TextInput
            type="search"
            aria-label="Find a provider"
            placeholder="Name, method, country or currency"
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={onKey}
          />
          <span className={classes.quiet} role="status">
            {wanted.trim() === ''
              ? `${numberText(kinds.length)} providers`
              : `${numberText(found.length)} of ${numberText(kinds.length)} providers`}
          </span>
        </div>
      )}
      <div ref={frame}>
        <DataTable
          label="All providers"
          columns={columnsOf(connected)}
          rows={found}
          rowKey={({ provider }) => provider}
          link={to}
          empty={
            <EmptyState title="No provider matches">
              Try a shorter word. The operator of the gateway can add providers.
            </EmptyState>
          }
        />
      </div>
    </Section>
  );
}

const columnsOf = (connected: ReadonlySet<string>): Column<Kind>[] => [
  {
    id: 'provider',
    header: 'Provider',
    width: '24%',
    cell: ({ provider, name }) => (
      <span className={classes.name}>
        <span>
          {!connected.has(provider) && <VisuallyHidden>Connect </VisuallyHidden>}
          {titleOf({ provider, name })}
        </span>
      </span>
    ),
  },
  {
    id: 'serves',
    header: 'Serves',
    cell: (kind) => (
      <span className={classes.serves}>
        {optionsText(kind, null) || 'No method that this gateway offers'}
        <span className={classes.quiet}>{placesText(kind)}</span>
      </span>
    ),
  },
  {
    id: 'played',
    header: 'Tested',
    width: '104px',
    cell: ({ played }) =>
      played === 'played' ? (
        <StatusDot mood="good">Played</StatusDot>
      ) : (
        <StatusDot mood="warn">Not tried</StatusDot>
      ),
  },
  {
    id: 'account',
    header: 'Account',
    width: '128px',
    beside: true,
    cell: ({ provider, unavailable }) =>
      connected.has(provider) ? (
        <StatusDot mood="good">Connected</StatusDot>
      ) : unavailable !== null ? (
        <StatusDot mood="quiet">Not available</StatusDot>
      ) : (
        <span className={classes.connect} aria-hidden="true">
          Connect
        </span>
      ),
  },
];
