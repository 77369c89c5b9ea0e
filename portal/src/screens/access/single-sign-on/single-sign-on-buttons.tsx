// The single sign-ons that this browser knows, above the password. Over a page whose session has ended they open in a
// new tab, so that no typed text is lost. `onDone` runs after somebody has signed in there.
import { Button, Divider, Stack } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect } from 'react';
import { BASE } from '../../../api/client.ts';
import type { Remembered } from './remembered-merchants.ts';
import { onOutcome } from './visits.ts';

interface Props {
  merchants: readonly Remembered[];
  /** Where the sign-in leads. */
  next?: string | undefined;
  /** Shown over another page. */
  isOver: boolean;
  onDone: () => void;
}

export function SingleSignOnButtons({ merchants, next, isOver, onDone }: Props) {
  useEffect(() => (isOver ? onOutcome('signed-in', onDone) : undefined), [isOver, onDone]);
  if (merchants.length === 0) return null;
  const search = next ? `?next=${encodeURIComponent(next)}` : '';
  return (
    <Stack gap="xs">
      {merchants.map(({ merchantId, name }, i) => (
        <Button
          key={merchantId}
          component="a"
          href={`${BASE}/portal/single-sign-on/${merchantId}${search}`}
          variant={i === 0 ? 'filled' : 'default'}
          fullWidth
          {...(isOver && {
            target: '_blank',
            rel: 'noopener',
            rightSection: <IconExternalLink size={16} aria-hidden="true" />,
          })}
        >
          Single sign-on at {name}
        </Button>
      ))}
      <Divider label="or with a password" mt="xs" />
    </Stack>
  );
}
