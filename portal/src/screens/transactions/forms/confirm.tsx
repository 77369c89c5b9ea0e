// Enters a shopper's proof of payment: a UTR or transaction id, or a receipt.
import { FileInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { post, postForm } from '../../../api/client.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { toast } from '../../../shell/toasts.tsx';
import { PAGE, type PageOf } from '../page.ts';
import { useTransactionAction } from '../transaction-action.ts';

const LABELS: Record<string, string> = {
  UTR: 'UTR (RRN), 12 digits',
  TRANSACTION_ID: 'Transaction id of the payment',
  DOCUMENT: 'Reference (optional)',
};

export function Confirm({ page, onClose }: { page: PageOf; onClose: () => void }) {
  const { params, done } = useTransactionAction(page);
  const { confirmBy } = page.facts;
  const [reference, setReference] = useState('');
  const [receipt, setReceipt] = useState<File | null>(null);
  const key = confirmBy === 'UTR' ? 'additionalEssentialKey' : 'essentialKey';
  const text = reference.trim();

  async function handIn() {
    if (receipt) await postForm(`${PAGE}/confirmation`, { params }, formOf(key, text, receipt));
    else await post(`${PAGE}/confirmation`, { params, body: { [key]: text } });
    await done();
    toast('Confirmation handed in');
  }
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title="Hand in a confirmation"
      action="Hand in"
      disabled={text === '' && receipt === null}
      onConfirm={handIn}
    >
      <Stack gap="sm">
        <p>The provider checks it. Wait for the final status; this does not say that money came.</p>
        <TextInput
          label={LABELS[confirmBy ?? ''] ?? 'Reference of the payment'}
          data-autofocus
          maxLength={255}
          value={reference}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
        />
        <FileInput
          label={confirmBy === 'DOCUMENT' ? 'Receipt' : 'Receipt (optional)'}
          description="PNG, JPEG, WebP or PDF, under 2 MB."
          accept="image/png,image/jpeg,image/webp,application/pdf"
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the receipt' }}
          value={receipt}
          onChange={setReceipt}
        />
      </Stack>
    </ConfirmAction>
  );
}

function formOf(key: string, text: string, receipt: File): FormData {
  const form = new FormData();
  if (text) form.append(key, text);
  form.append('document', receipt);
  return form;
}
