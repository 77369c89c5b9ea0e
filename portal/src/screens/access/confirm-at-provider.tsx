// Asks a user of single sign-on to prove their identity again at the identity provider, before a change that needs it.
// The provider opens in a tab of its own and this dialog waits, so that the user types nothing again.
import { Button, Group, Modal, Skeleton, Stack } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { post } from '../../api/client.ts';
import { Fault } from '../../parts/fault.tsx';
import { faultText } from '../../parts/fault-text.ts';
import classes from './access.module.css';
import { onOutcome } from './single-sign-on/visits.ts';

interface Props {
  onConfirmed: () => void;
  onBack: () => void;
}

export function ConfirmAtProvider({ onConfirmed, onBack }: Props) {
  const [url, setUrl] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isAway, setAway] = useState(false);

  useEffect(() => {
    post('/portal/api/account/confirmation/single-sign-on').then(
      (begun) => setUrl(begun.url),
      (error: Error) => setFault(faultText(error.message)),
    );
  }, []);
  useEffect(() => onOutcome('confirmed', onConfirmed), [onConfirmed]);

  return (
    <Modal opened onClose={onBack} zIndex={300} title="Confirm that it is you">
      <Stack gap="md">
        <p className={classes.lead} role="status">
          {isAway
            ? 'Waiting for your identity provider. This page continues as soon as you have signed in there.'
            : 'This change requires it. Sign in at your identity provider again. The confirmation is valid for ten minutes.'}
        </p>
        <Fault text={fault} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          {url ? (
            <Button
              component="a"
              href={url}
              target="_blank"
              rel="noopener"
              onClick={() => setAway(true)}
              rightSection={<IconExternalLink size={16} aria-hidden="true" />}
            >
              {isAway ? 'Open it again' : 'Go to the identity provider'}
            </Button>
          ) : (
            !fault && <Skeleton width={190} height={36} />
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
