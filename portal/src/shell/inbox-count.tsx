// The number beside the inbox in the rail: how much waits that the reader may decide. Nothing, if nothing waits.
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api/queries.ts';
import { numberText } from '../parts/format.ts';
import { useBrand } from './session/session.ts';
import classes from './shell.module.css';

const LOOK_AGAIN_MS = 60_000;
/** A higher number says no more, and has no room. */
const MOST = 999;

export function InboxCount() {
  const { id: brandId } = useBrand();
  const { data } = useQuery({
    ...apiQuery('/portal/api/brands/{brandId}/inbox/count', { params: { brandId } }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  if (!data || data.count === 0) return null;
  return (
    <span className={classes.count} data-urgent={data.isUrgent || undefined}>
      {data.count > MOST ? `${MOST}+` : numberText(data.count)}
    </span>
  );
}
