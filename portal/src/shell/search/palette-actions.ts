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

interface PaletteAction {
  id: string;
  label: string;
  words?: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  run: () => unknown;
}
type Group = readonly [name: string, actions: readonly PaletteAction[]];

export function usePaletteActions(onKeys: () => void): readonly Group[] {
  const { permissions, brands } = useSession();
  const brand = useBrand();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const paletteActionsOf = (places: readonly Place[], icon: PaletteAction['icon']): PaletteAction[] =>
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
    ['Go to', paletteActionsOf(pages, IconArrowRight)],
    [
      'Do',
      [
        ...paletteActionsOf(actions, IconBolt),
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
export function fittingActions(groups: readonly Group[], typed: string): Group[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  const fits = ({ label, words: more = '' }: PaletteAction) => {
    const text = `${label} ${more}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map(([name, actions]) => [name, actions.filter(fits)] as const)
    .filter(([, actions]) => actions.length > 0);
}
