// The look that the portal sends to the preview of the cashier while it is being changed. The preview is a page of its
// own origin in a frame.
import type { AccentPair } from './accent-colour.ts';

export interface PreviewedLook {
  brand: AccentPair & { name: string; logoUrl: string | null; cornerRadius: number };
  /** The user chooses it beside the preview. In the cashier the shopper's device chooses. */
  scheme: 'light' | 'dark';
}
