// The brand's colours and corners as custom properties, for light and dark. They are set by script, because the page's
// policy allows no style in the markup.

import type { ShownBrand } from '../../../gateway/src/http/cashier/state/state.ts';

export function applyBrand({ light, dark, cornerRadius }: ShownBrand): void {
  const { style } = document.documentElement;
  style.setProperty('--light-accent', light.accent);
  style.setProperty('--light-on-accent', light.onAccent);
  style.setProperty('--dark-accent', dark.accent);
  style.setProperty('--dark-on-accent', dark.onAccent);
  style.setProperty('--radius', `${cornerRadius}px`);
}
