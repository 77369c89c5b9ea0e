// What an API key may do, in words, and the dialog that lets a key approve payouts. If the brand requires four eyes,
// another person than the maker of the key must allow it; the gateway refuses the maker.
import { type Answer, post } from '../../api/client.ts';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';

type Key = Answer<'/portal/api/brands/{brandId}/api-keys'>['items'][number];

const MAY: Record<NonNullable<Key['scopes']>[number], string> = {
  read: 'look up payments',
  payments: 'take payments',
  refunds: 'make refunds',
  payouts: 'create payouts',
  settle: 'approve payouts',
};

export function wordsOf(scopes: Key['scopes']): string {
  if (scopes?.length === Object.keys(MAY).length) return 'Everything';
  const words = (scopes ?? []).map((one) => MAY[one]).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const lacksSettle = ({ scopes, state, madeByYou }: Key) =>
  state !== 'ended' && !madeByYou && scopes !== null && !scopes.includes('settle');

export function AllowSettle({
  row,
  onClose,
  onChanged,
}: {
  row: Key | null;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
}) {
  const brand = useBrand();
  return (
    <ConfirmAction
      opened={row !== null}
      onClose={onClose}
      title={`Allow ${row?.hint ?? 'this key'} to approve payouts?`}
      action="Allow approvals"
      onConfirm={async () => {
        const params = { brandId: brand.id, credentialId: row!.id };
        await post('/portal/api/brands/{brandId}/api-keys/{credentialId}/settle', { params });
        await onChanged();
        toast('This key can approve payouts now');
      }}
    >
      Every server that has this key can then approve and decline payouts over the API. No person in the
      portal has to approve them.
    </ConfirmAction>
  );
}
