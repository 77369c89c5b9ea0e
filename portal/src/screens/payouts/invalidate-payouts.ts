// Reads the queue, its files and the list of payouts again, after payouts were made or decided.
import { invalidate } from '../../api/queries.ts';

export const invalidatePayouts = () =>
  invalidate(
    '/portal/api/brands/{brandId}/payouts/waiting',
    '/portal/api/brands/{brandId}/payouts/waiting/files',
    '/portal/api/brands/{brandId}/payouts',
  );
