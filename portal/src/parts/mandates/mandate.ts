// A mandate as the gateway answers it, and how its means of payment is named.
import type { Answer } from '../../api/client.ts';

export const MANDATES = '/portal/api/brands/{brandId}/customers/{userId}/mandates';
export type Mandate = Answer<typeof MANDATES>['items'][number];

/** "Visa •••• 4242", or the method with its account. */
export const meansOf = ({ card, account, method }: Mandate): string =>
  card ?? [method, account].filter(Boolean).join(' ');
