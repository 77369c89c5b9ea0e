// The palette that Ctrl/⌘ K opens: finds a transaction by any of its data, goes to an area, starts an action.
import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import {
  IconArrowRight,
  IconBuildingStore,
  IconKeyboard,
  IconMoon,
  IconSearch,
  IconSun,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { Money } from '../../parts/money.tsx';
import { TransactionStatus } from '../../parts/status-dot.tsx';
import { Time } from '../../parts/time.tsx';
import { areasFor } from '../open-areas.ts';
import { useBrand, useSession } from '../session/session.ts';
import classes from '../shell.module.css';

/** A shorter text would match everything. */
const LEAST_TYPED = 3;
const TRANSACTIONS = '/transactions';

interface Act {
  id: string;
  label: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  run: () => unknown;
}

export default function Palette({ asked, onKeys }: { asked: number; onKeys: () => void }) {
  const [typed, setTyped] = useState('');
  const brand = useBrand();
  const navigate = useNavigate();
  const groups = useActs(onKeys);
  const found = useFound(typed);
  useEffect(() => spotlight.open(), [asked]);

  const goTo = (path: string) => navigate({ to: `/b/${brand.id}${path}` as '/' });
  const fitting = groups
    .map(
      ([name, acts]) =>
        [name, acts.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))] as const,
    )
    .filter(([, acts]) => acts.length > 0);
  return (
    <Spotlight.Root
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      scrollable
      maxHeight={460}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      attributes={{ content: { 'aria-label': 'Search and actions' } }}
    >
      <Spotlight.Search
        placeholder="Reference, id, e-mail, last four digits, or where to go"
        aria-label="Search"
        leftSection={<IconSearch size={18} stroke={1.5} />}
      />
      <Spotlight.ActionsList>
        {found.items.length > 0 && (
          <Spotlight.ActionsGroup label="Transactions">
            {found.items.map((one) => (
              <Spotlight.Action key={one.id} onClick={() => goTo(`${TRANSACTIONS}/${one.id}`)}>
                <span className={classes.found}>
                  <Money amount={one.amount} currency={one.currency} />
                  <TransactionStatus {...one} />
                  <span className={classes.foundReference}>{one.merchantReference}</span>
                  <Time at={one.createdAt} />
                </span>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        {fitting.map(([name, acts]) => (
          <Spotlight.ActionsGroup key={name} label={name}>
            {acts.map(({ id, label, icon: Icon, run }) => (
              <Spotlight.Action
                key={id}
                label={label}
                leftSection={<Icon size={18} stroke={1.5} />}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.items.length === 0 && fitting.length === 0 && (
          <Spotlight.Empty>{found.searching ? 'Searching' : 'Nothing found'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Searches transactions once the user pauses typing; the former ones stay until the new ones are there. */
function useFound(typed: string) {
  const brand = useBrand();
  const { permissions } = useSession();
  const [q] = useDebouncedValue(typed.trim(), 150);
  const canOpen = areasFor(permissions).some(({ path }) => path === TRANSACTIONS);
  const enabled = canOpen && q.length >= LEAST_TYPED;
  const { data, isFetching } = useQuery({
    ...apiQuery('/portal/api/brands/{brandId}/transactions', {
      params: { brandId: brand.id },
      query: { q, limit: '6' },
    }),
    enabled,
    placeholderData: (former) => former,
  });
  return { items: enabled ? (data?.items ?? []) : [], searching: isFetching || q !== typed.trim() };
}

function useActs(onKeys: () => void): readonly (readonly [string, Act[]])[] {
  const { permissions, brands } = useSession();
  const brand = useBrand();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const areas = areasFor(permissions).map(({ label, path }) => ({
    id: path,
    label,
    icon: IconArrowRight,
    run: () => navigate({ to: `/b/${brand.id}${path}` as '/' }),
  }));
  const others = brands
    .filter(({ id }) => id !== brand.id)
    .map(({ id, name }) => ({
      id,
      label: name,
      icon: IconBuildingStore,
      run: () => navigate({ to: '/b/$brandId', params: { brandId: id } }),
    }));
  return [
    ['Go to', areas],
    ['Brands', others],
    [
      'Here',
      [
        { id: 'keys', label: 'Keyboard shortcuts', icon: IconKeyboard, run: onKeys },
        { id: 'light', label: 'Light colours', icon: IconSun, run: () => setColorScheme('light') },
        { id: 'dark', label: 'Dark colours', icon: IconMoon, run: () => setColorScheme('dark') },
      ],
    ],
  ];
}
