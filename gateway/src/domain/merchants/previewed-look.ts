// What the portal sends to the preview of the cashier, a page of its own origin in a frame: the look as it is being changed.
import type { AccentPair } from './accent-colour.ts';

export interface PreviewedLook {
  brand: AccentPair & { name: string; logoUrl: string | null; cornerRadius: number };
  /** Chosen beside the preview; a shopper's device chooses for itself. */
  scheme: 'light' | 'dark';
}
