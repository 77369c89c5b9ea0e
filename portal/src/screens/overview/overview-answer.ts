// What the overview reads: its address in the API, and its type.
import type { Answer } from '../../api/client.ts';

export const PATH = '/portal/api/brands/{brandId}/overview';
export type Overview = Answer<typeof PATH>;
