// The dialogs in which a person decides about a statement entry: it pays a payment, in whole or in part, it is a payout
// of a provider, it is nothing of ours, or an assignment is taken back. Each names the payment and what follows.
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { post } from '../../../../api/client.ts';
import { invalidate } from '../../../../api/queries.ts';
import { ConfirmAction } from '../../../../parts/confirm-action.tsx';
import { FindPayment } from '../../../../parts/find-payment.tsx';
import { moneyText } from '../../../../parts/format.ts';
import { ReasonField } from '../../../../parts/reason-field.tsx';
import type { Found } from '../../../../shell/search/use-found.ts';
import { useBrand } from '../../../../shell/session/session.ts';
import { toast } from '../../../../shell/toasts.tsx';
import { READS_OF_ENTRIES } from '../bank-answer.ts';
import { type Decision, ENTRIES, type Entry, type Named } from '../entry-answer.ts';

interface Deciding {
  entry: Entry;
  decision: Decision;
  onClose: () => void;
  onDone: () => void;
}

interface Asked {
  title: string;
  action: string;
  consequence: string;
  done: string;
  call: 'assign' | 'dismiss' | 'take-back';
  body: { transactionId?: string; settlementId?: string; partPayment?: true };
  danger?: true;
}

export function DecideEntry({ entry, decision, onClose, onDone }: Deciding) {
  const { id: brandId } = useBrand();
  const [reason, setReason] = useState(decision.kind === 'send-back' ? 'Sent back at the bank' : '');
  const [found, setFound] = useState<Found | null>(null);
  const payment = decision.kind === 'payment' ? decision.payment : found && namedOf(found);
  const asked = askedOf(entry, decision, payment);
  const isChosen = decision.kind !== 'other' || payment !== null;
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={asked.title}
      action={asked.action}
      danger={asked.danger ?? false}
      disabled={reason.trim().length < 3 || !isChosen}
      onConfirm={async () => {
        const params = { brandId, entryId: entry.entryId };
        const body = { ...asked.body, reason: reason.trim() };
        if (asked.call === 'assign') await post(`${ENTRIES}/{entryId}/assign`, { params, body });
        else await post(`${ENTRIES}/{entryId}/${asked.call}`, { params, body });
        await invalidate(...READS_OF_ENTRIES);
        toast(asked.done);
        onDone();
      }}
    >
      <Stack gap="sm">
        {decision.kind === 'other' && (
          <FindPayment
            chosen={found}
            onChoose={setFound}
            description="An open or expired pay-in of the same amount or a larger one. Search by reference, customer or id."
          />
        )}
        <p>{asked.consequence}</p>
        <ReasonField reason={reason} onChange={setReason} />
      </Stack>
    </ConfirmAction>
  );
}

const namedOf = ({ id, merchantReference, customer, amount, currency }: Found): Named => ({
  transactionId: id,
  merchantReference,
  customer,
  amount,
  currency,
});

/** "INV-7002 of Ada Lovelace" */
const nameOf = ({ merchantReference, customer }: Named): string =>
  customer ? `${merchantReference} of ${customer}` : merchantReference;

function askedOf(entry: Entry, decision: Decision, payment: Named | null): Asked {
  const { amount, currency } = entry;
  const came = amount === null || currency === null ? '' : moneyText(amount, currency);
  switch (decision.kind) {
    case 'payout':
      return {
        title: `Assign ${came} to payout ${decision.name}?`,
        action: 'Assign entry',
        consequence: 'The settlement then says that your bank has it. No balance changes.',
        done: 'Entry assigned. The bank has the payout.',
        call: 'assign',
        body: { settlementId: decision.settlementId },
      };
    case 'dismiss':
      return {
        title: 'Dismiss this entry?',
        action: 'Dismiss entry',
        consequence: 'No payment changes, and nobody has to look at it again.',
        done: 'Entry dismissed',
        call: 'dismiss',
        body: {},
        danger: true,
      };
    case 'send-back':
      return {
        title: `Send ${came} back?`,
        action: 'Dismiss entry',
        consequence:
          'Send the money back at your bank; the gateway cannot do that. The entry is dismissed here, and no payment changes.',
        done: 'Entry dismissed. Send the money back at your bank.',
        call: 'dismiss',
        body: {},
        danger: true,
      };
    case 'take-back':
      return {
        title:
          payment || entry.payment
            ? `Take ${came} back from ${nameOf((payment ?? entry.payment)!)}?`
            : `Take the assignment of ${came} back?`,
        action: 'Take back',
        consequence: entry.payment
          ? `The payment stays completed and is marked as returned, the balance decreases by ${came}, and your server gets a webhook. The entry needs a decision again.`
          : 'No balance changes. The entry needs a decision again.',
        done: 'Assignment taken back. The entry needs a decision.',
        call: 'take-back',
        body: {},
        danger: true,
      };
    default:
      return payment ? assigning(entry, payment, came) : UNCHOSEN(came);
  }
}

const UNCHOSEN = (came: string): Asked => ({
  title: `Assign ${came} to a payment`,
  action: 'Assign entry',
  consequence: 'Choose the payment that this money pays.',
  done: '',
  call: 'assign',
  body: {},
});

function assigning({ amount, currency }: Entry, payment: Named, came: string): Asked {
  const { transactionId } = payment;
  const isPart = amount !== null && currency === payment.currency && amount < payment.amount;
  const wanted = moneyText(payment.amount, payment.currency);
  if (!isPart)
    return {
      title: `Assign ${came} to ${nameOf(payment)}?`,
      action: 'Assign entry',
      consequence: `The payment of ${wanted} is completed, the balance grows by ${came}, and your server gets a webhook.`,
      done: 'Entry assigned. The payment is completed.',
      call: 'assign',
      body: { transactionId },
    };
  const missing = moneyText(Math.round((payment.amount - amount) * 1e8) / 1e8, payment.currency);
  return {
    title: `Accept ${came} for ${nameOf(payment)}?`,
    action: `Accept ${came}`,
    consequence: `${wanted} was expected, so ${missing} is missing. The payment is completed with ${came}, nothing more is expected, and your server is told the amount that came.`,
    done: `Part payment accepted. The payment is completed with ${came}.`,
    call: 'assign',
    body: { transactionId, partPayment: true },
  };
}
