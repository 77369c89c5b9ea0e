// Says something to a screen reader through the page's one polite live region, which shell.tsx draws.

const REGION_ID = 'said';

export function announce(text: string): void {
  const region = document.getElementById(REGION_ID);
  if (!region) return;
  region.textContent = '';
  // Emptied first and filled a moment later, so that the same words are said twice when they happen twice.
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}

export const LIVE_REGION = { id: REGION_ID, role: 'status', 'aria-live': 'polite' } as const;
