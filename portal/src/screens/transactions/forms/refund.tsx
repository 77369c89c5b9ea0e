// Refunds any part of a pay-in: shows what is left, and what the brand's balance will be. The reference is made when
// the form opens, so that a second click is the same refund.
import { Alert, Checkbox, Select, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { post } from '../../../api/client.ts';
import { fieldText, readTyped } from '../../../parts/amount.ts';
import { AmountField } from '../../../parts/amount-field.tsx';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { moneyText } from '../../../parts/format.ts';
import { useBrand } from '../../../shell/session/session.ts';
import { toast } from '../../../shell/toasts.tsx';
import { PAGE, type PageOf } from '../page.ts';
import { useTransactionAction } from '../transaction-action.ts';
import { REASONS } from '../words.ts';

type Reason = keyof typeof REASONS;

export function Refund({ page, onClose }: { page: PageOf; onClose: () => void }) {
  const { name, timeZone } = useBrand();
  const { params, done } = useTransactionAction(page);
  const { transaction, available } = page;
  // The gateway refuses such a refund unless the user confirms it.
  const isDisputed = page.actions.includes('refund-disputed');
  const refundable = isDisputed ? page.unrefunded : page.refundable;
  const [isMeant, setIsMeant] = useState(false);
  const { currency, card, option } = transaction;
  const [refundReference] = useState(() => `portal-${crypto.randomUUID()}`);
  const [amount, setAmount] = useState(() => fieldText(page.refundable || refundable, currency, timeZone));
  const [reason, setReason] = useState<Reason>('CUSTOMER_REQUEST');
  const [note, setNote] = useState('');
  const typed = readTyped(amount, currency, timeZone);
  const wanted = 'amount' in typed ? typed.amount : 0;
  const money = (value: number) => moneyText(value, currency);
  const isFit = wanted > 0 && wanted <= refundable;
  const to = card ?? option ?? 'the payer';
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={isFit ? `Refund ${money(wanted)} to ${to}?` : `Refund to ${to}`}
      action={isFit ? `Refund ${money(wanted)}` : 'Refund'}
      danger
      disabled={!isFit || wanted > available || (isDisputed && !isMeant)}
      onConfirm={async () => {
        const despiteDispute = isDisputed && isMeant;
        const body = { amount: wanted, reason, refundReference, note: note.trim() || null, despiteDispute };
        await post(`${PAGE}/refunds`, { params, body });
        await done();
        toast(`Refund of ${money(wanted)} created`);
      }}
    >
      <Stack gap="sm">
        {isDisputed && (
          <Alert color="red" title={`A dispute has already taken ${money(transaction.amountDisputed)}`}>
            <p>
              The payer gets it through their bank. With a refund they get it a second time.
              {page.refundable > 0 && ` ${money(page.refundable)} of this payment is not disputed.`}
            </p>
            <Checkbox
              mt="xs"
              label="Refund it anyway"
              checked={isMeant}
              onChange={({ currentTarget }) => setIsMeant(currentTarget.checked)}
            />
          </Alert>
        )}
        <AmountField
          label={`Amount in ${currency}`}
          description={`${money(refundable)} ${isDisputed ? 'was not refunded' : 'is left to refund'}.`}
          data-autofocus
          currency={currency}
          value={amount}
          onChange={setAmount}
          error={wanted > refundable && `At most ${money(refundable)}.`}
        />
        <Select
          label="Reason"
          allowDeselect={false}
          data={Object.entries(REASONS).map(([value, label]) => ({ value, label }))}
          value={reason}
          onChange={(value) => value && setReason(value as Reason)}
        />
        <Textarea
          label="Note for colleagues (optional)"
          maxLength={1000}
          autosize
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {isFit && (
          <p>
            {wanted > available
              ? `${name} has only ${money(available)} available. Wait for more payments, or fund the brand.`
              : `${wanted < refundable ? money(refundable - wanted) : 'Nothing'} is then left to refund. ${name}'s balance will be ${money(available - wanted)}.`}
          </p>
        )}
      </Stack>
    </ConfirmAction>
  );
}
