// The preview in the portal (Settings › Cashier look): this page in a frame, with a made-up payment. The form beside it
// sends the look whenever the user changes it. The preview never calls the gateway.

import type { PreviewedLook } from '../../gateway/src/domain/merchants/previewed-look.ts';
import { currentState, show } from './current.ts';
import { applyBrand } from './shell/apply-brand.ts';

export function startPreview(): void {
  addEventListener('message', ({ origin, data }: MessageEvent<PreviewedLook>) => {
    if (origin !== location.origin) return;
    const state = currentState();
    applyBrand(data.brand);
    applyScheme(data.scheme);
    show({ ...state, brand: data.brand, version: state.version + 1 });
  });
}

const ASKED = 'prefers-color-scheme';
const darkRules = new Set<CSSMediaRule>();

/** The user chooses the scheme beside the preview. The device does not decide. */
function applyScheme(scheme: PreviewedLook['scheme']): void {
  for (const { cssRules } of document.styleSheets) {
    for (const rule of cssRules)
      if (rule instanceof CSSMediaRule && rule.conditionText.includes(ASKED)) darkRules.add(rule);
  }
  for (const { media } of darkRules) media.mediaText = scheme === 'dark' ? 'all' : 'not all';
  document.documentElement.style.colorScheme = scheme;
}
