// What an API key may do, in words, and the dialog that lets a key approve payouts. If the brand requires four eyes,
// another person than the maker of the key must allow it; the gateway refuses the maker.
import { type Answer, post } from '../../api/client.ts';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';

type Key = Answer<'/portal/api/brands/{brandId}/api-keys'>['items'][number];

const MAY: Record<NonNullable<Key['scopes']>[number], string> = {
  read: 'look up',
  payments: 'take payments',
  refunds: 'refund',
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
      title={`Let ${row?.hint ?? 'this key'} approve payouts?`}
      action="Let it approve payouts"
      onConfirm={async () => {
        const params = { brandId: brand.id, credentialId: row!.id };
        await post('/portal/api/brands/{brandId}/api-keys/{credentialId}/settle', { params });
        await onChanged();
        toast('The key may approve payouts');
      }}
    >
      A server with this key can then approve and decline payouts, without a person in the portal.
    </ConfirmAction>
  );
}
