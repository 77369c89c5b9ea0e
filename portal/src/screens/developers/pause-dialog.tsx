// Pauses the webhooks of the brand's address, with a reason for colleagues.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';

export function PauseDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { id: brandId } = useBrand();
  const [reason, setReason] = useState('');
  return (
    <ConfirmAction
      opened={opened}
      onClose={onClose}
      title="Pause webhooks?"
      action="Pause webhooks"
      onConfirm={async () => {
        const body = reason.trim() ? { reason: reason.trim() } : {};
        await post('/portal/api/brands/{brandId}/webhooks/pause', { params: { brandId }, body });
        await invalidate('/portal/api/brands/{brandId}/webhooks/health');
        toast('Webhooks are paused');
      }}
    >
      <p>
        Nothing is sent to your notification address until somebody resumes it. Events wait and are then sent
        in order. A new address ends the pause.
      </p>
      <TextInput
        label="Reason, for colleagues"
        value={reason}
        maxLength={200}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmAction>
  );
}
