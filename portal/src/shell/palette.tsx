// What Ctrl/⌘ K opens: go to an area, change brand or colours. Loaded by search-everywhere.tsx alone.
import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { IconArrowRight, IconBuildingStore, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { areasFor } from './open-areas.ts';
import { useBrand, useSession } from './session.ts';

export default function Palette({ asked }: { asked: number }) {
  const { permissions, brands } = useSession();
  const brand = useBrand();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => spotlight.open(), [asked]);

  const groups: SpotlightActionGroupData[] = [
    {
      group: 'Go to',
      actions: areasFor(permissions).map(({ label, path }) => ({
        id: path,
        label,
        leftSection: <IconArrowRight size={18} stroke={1.5} />,
        onClick: () => navigate({ to: `/b/${brand.id}${path}` as '/' }),
      })),
    },
    {
      group: 'Brands',
      actions: brands
        .filter(({ id }) => id !== brand.id)
        .map(({ id, name }) => ({
          id,
          label: name,
          leftSection: <IconBuildingStore size={18} stroke={1.5} />,
          onClick: () => navigate({ to: '/b/$brandId', params: { brandId: id } }),
        })),
    },
    {
      group: 'Appearance',
      actions: [
        {
          id: 'light',
          label: 'Light colours',
          leftSection: <IconSun size={18} stroke={1.5} />,
          onClick: () => setColorScheme('light'),
        },
        {
          id: 'dark',
          label: 'Dark colours',
          leftSection: <IconMoon size={18} stroke={1.5} />,
          onClick: () => setColorScheme('dark'),
        },
      ],
    },
  ];
  return (
    <Spotlight
      actions={groups.filter(({ actions }) => actions.length > 0)}
      shortcut={null}
      attributes={{ content: { 'aria-label': 'Search and actions' } }}
      nothingFound="Nothing found"
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.5} />,
        placeholder: 'Go to or do',
        'aria-label': 'Search',
      }}
    />
  );
}
