// Revokes a mandate: the dialog says that later charges are declined, and that nothing else changes.
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { useBrand } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import { ConfirmAction } from '../confirm-action.tsx';
import { ReasonField } from '../reason-field.tsx';
import { MANDATES, type Mandate, meansOf } from './mandate.ts';

export function RevokeMandate({ mandate, onClose }: { mandate: Mandate; onClose: () => void }) {
  const { id: brandId } = useBrand();
  const [reason, setReason] = useState('');
  const whose = mandate.userId ?? 'the customer';
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={`Revoke the mandate of ${meansOf(mandate)}?`}
      action="Revoke mandate"
      danger
      disabled={reason.trim().length < 3}
      onConfirm={async () => {
        await post('/portal/api/brands/{brandId}/mandates/{mandateId}/revoke', {
          params: { brandId, mandateId: mandate.id },
          body: { reason: reason.trim() },
        }).finally(() => invalidate(MANDATES, '/portal/api/brands/{brandId}/transactions/{transactionId}'));
        toast('Mandate revoked');
      }}
    >
      <Stack gap="sm">
        <p style={{ margin: 0 }}>
          From now on each charge of it is declined (error code 2014). A charge that is under way continues,
          and nothing is refunded. To charge {whose} again, the customer must agree to a new mandate. This is
          final.
        </p>
        <ReasonField reason={reason} onChange={setReason} />
      </Stack>
    </ConfirmAction>
  );
}
