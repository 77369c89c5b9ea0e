// A statement entry as the gateway answers it, and its states in words.
import type { Answer } from '../../../api/client.ts';

export const ENTRIES = '/portal/api/brands/{brandId}/bank/entries';
export type Entry = Answer<typeof ENTRIES>['items'][number];

export const STATES = {
  unmatched: ['warn', 'No match'],
  conflict: ['bad', 'Conflict'],
  applied: ['good', 'Applied'],
  dismissed: ['quiet', 'Dismissed'],
} as const;
