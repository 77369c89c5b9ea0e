// Says something to a screen reader through the page's one polite live region.

const REGION_ID = 'said';

export function announce(text: string): void {
  const region = document.getElementById(REGION_ID);
  if (!region) return;
  region.textContent = '';
  // The region is emptied first and filled a moment later, so that a repeated text is read again.
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}

export const LIVE_REGION = { id: REGION_ID, role: 'status', 'aria-live': 'polite' } as const;
