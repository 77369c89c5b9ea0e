// Accepts a dispute: the merchant gives its money up. No money moves before the provider says so.
import { post } from '../../../api/client.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { moneyText } from '../../../parts/format.ts';
import { toast } from '../../../shell/toasts.tsx';
import type { DisputeOf, PageOf } from '../page.ts';
import { useTransactionAction } from '../transaction-action.ts';

interface Props {
  page: PageOf;
  dispute: DisputeOf;
  onClose: () => void;
}

export function AcceptDispute({ page, dispute: { id: disputeId, amount, fundsWithheld }, onClose }: Props) {
  const { params, done } = useTransactionAction(page);
  const { brandId } = params;
  const money = moneyText(amount, page.transaction.currency);
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={`Accept the dispute over ${money}?`}
      action="Accept this dispute"
      danger
      onConfirm={async () => {
        const { response } = await post('/portal/api/brands/{brandId}/disputes/{disputeId}/accept', {
          params: { brandId, disputeId },
        });
        await done();
        if (response?.status === 'REFUSED')
          throw new Error(`${page.exchange.provider ?? 'The provider'} refused it. ${response.reason ?? ''}`);
        toast(response?.status === 'SENT' ? 'Dispute accepted' : 'Acceptance is being sent');
      }}
    >
      <p>
        The customer keeps the {money}, and nobody can undo it.{' '}
        {fundsWithheld
          ? 'The bank has taken the money already.'
          : 'The bank takes the money, and the balance changes when the provider says so.'}{' '}
        If the payment was right, hand in evidence instead.
      </p>
    </ConfirmAction>
  );
}
