// Shows whether an account is a test account or a live one. Nobody must confuse the two, so words, colour and icon all
// differ.
import { Badge } from '@mantine/core';
import { IconCoins, IconFlask } from '@tabler/icons-react';

export function EnvironmentBadge({ environment }: { environment: 'test' | 'live' }) {
  const isLive = environment === 'live';
  const Icon = isLive ? IconCoins : IconFlask;
  return (
    <Badge
      color={isLive ? 'red' : 'gray'}
      variant={isLive ? 'filled' : 'light'}
      tt="none"
      leftSection={<Icon size={12} aria-hidden="true" />}
    >
      {isLive ? 'Live' : 'Test'}
    </Badge>
  );
}
