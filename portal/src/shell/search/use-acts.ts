// What the palette offers beside transactions: the pages and actions of the role, other brands, and immediate actions.
import { useMantineColorScheme } from '@mantine/core';
import {
  IconArrowRight,
  IconBolt,
  IconBuildingStore,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useBrand, useSession } from '../session/session.ts';
import { useSignOut } from '../session/sign-out.ts';
import { type Place, placesFor } from './places.ts';

interface Act {
  id: string;
  label: string;
  words?: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  run: () => unknown;
}
type Group = readonly [name: string, acts: readonly Act[]];

export function useActs(onKeys: () => void): readonly Group[] {
  const { permissions, brands } = useSession();
  const brand = useBrand();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const actsOf = (places: readonly Place[], icon: Act['icon']): Act[] =>
    places.map(({ label, words = '', path }) => ({
      id: label,
      label,
      words,
      icon,
      run: () => navigate({ to: `/b/${brand.id}${path}` as '/' }),
    }));
  const { pages, actions } = placesFor(permissions);
  const others = brands
    .filter(({ id }) => id !== brand.id)
    .map(({ id, name }) => ({
      id,
      label: name,
      icon: IconBuildingStore,
      run: () => navigate({ to: '/b/$brandId', params: { brandId: id } }),
    }));
  return [
    ['Go to', actsOf(pages, IconArrowRight)],
    [
      'Do',
      [
        ...actsOf(actions, IconBolt),
        { id: 'keys', label: 'Keyboard shortcuts', icon: IconKeyboard, run: onKeys },
        {
          id: 'auto',
          label: 'Colours as the device',
          icon: IconDeviceDesktop,
          run: () => setColorScheme('auto'),
        },
        { id: 'light', label: 'Light colours', icon: IconSun, run: () => setColorScheme('light') },
        { id: 'dark', label: 'Dark colours', icon: IconMoon, run: () => setColorScheme('dark') },
        { id: 'sign-out', label: 'Sign out', icon: IconLogout, run: signOut },
      ],
    ],
    ['Brands', others],
  ];
}

/** The actions that contain every typed word. */
export function fittingActs(groups: readonly Group[], typed: string): Group[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  const fits = ({ label, words: more = '' }: Act) => {
    const text = `${label} ${more}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map(([name, acts]) => [name, acts.filter(fits)] as const)
    .filter(([, acts]) => acts.length > 0);
}
