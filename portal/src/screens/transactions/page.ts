// What the page of one transaction reads: its address in the API, and its type.
import type { Answer } from '../../api/client.ts';

export const PAGE = '/portal/api/brands/{brandId}/transactions/{transactionId}';
export type PageOf = Answer<typeof PAGE>;
export type DisputeOf = PageOf['disputes'][number];
