// What a stricter setting would refuse from the moment it is saved: unsigned calls, and callers that a new address list
// does not contain.
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries.ts';
import { Time } from '../../parts/time.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { isInList } from './address-list.ts';

export function RefusedCalls() {
  const { id } = useBrand();
  const path = '/portal/api/brands/{brandId}/signing-secrets';
  const { data } = useQuery(apiQuery(path, { params: { brandId: id } }));
  const lastUsed = data?.items.map(({ lastUsedAt }) => lastUsedAt).find((at) => at !== null) ?? null;
  return (
    <Alert color="yellow" mt="xs" title="From the moment you save">
      <p>
        These calls are refused with 403 unless they carry <code>X-Signature</code>: payment session, payout
        session, confirm payment, cancel payment, settle payout, refund. A card payment is refused unless it
        carries <code>Signature</code>.
      </p>
      <p>
        {lastUsed === null
          ? 'Your server has not sent a signed request yet. Check a signature on the Signatures page first.'
          : 'The last request with a valid signature came '}
        {lastUsed !== null && <Time at={lastUsed} />}
      </p>
    </Alert>
  );
}

export function RefusedCallers({ list }: { list: string[] }) {
  const { id } = useBrand();
  const path = '/portal/api/brands/{brandId}/api-keys';
  const { data } = useQuery(apiQuery(path, { params: { brandId: id } }));
  if (!data) return null;
  const callers = data.items.filter(({ state, lastUsedFrom }) => state !== 'ended' && lastUsedFrom !== null);
  const shutOut = callers.filter(({ lastUsedFrom }) => !isInList(lastUsedFrom!, list));
  return (
    <Alert color={shutOut.length > 0 ? 'yellow' : 'gray'} mt="xs" title="From the moment you save">
      <p>Calls from any other address are refused with 403, even with a valid key.</p>
      {shutOut.map(({ id: key, lastUsedFrom, lastUsedAt }) => (
        <p key={key}>
          Your server called from <b>{lastUsedFrom}</b> <Time at={lastUsedAt} />. This list does not contain
          it.
        </p>
      ))}
      {callers.length === 0 && (
        <p>There were no calls yet, so nobody knows which servers this list would block.</p>
      )}
      {callers.length > 0 && shutOut.length === 0 && (
        <p>This list contains all recent addresses of your server.</p>
      )}
    </Alert>
  );
}
