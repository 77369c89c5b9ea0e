// Small marks of card brands in plain type, and where the security code stands. Drawn by us and neutral: no brand's
// artwork. Only seen: the words beside them say the same.

import { brandName } from './card-brands.ts';

/** Those nearly every card of the world belongs to. */
const SHOWN = ['visa', 'mastercard', 'american-express'];

/** By card-validator's name; one that is long has a short form. */
export function SchemeMark({ brand }: { brand: string }) {
  return (
    <span class="scheme" aria-hidden="true">
      {brand === 'american-express' ? 'Amex' : brandName(brand)}
    </span>
  );
}

export function SchemeMarks() {
  return (
    <span class="schemes" aria-hidden="true">
      {SHOWN.map((brand) => (
        <SchemeMark key={brand} brand={brand} />
      ))}
    </span>
  );
}

export function CvvPicture({ inFront }: { inFront: boolean }) {
  return (
    <svg class="cvv-picture" viewBox="0 0 32 22" width="32" height="22" aria-hidden="true">
      <rect x=".75" y=".75" width="30.5" height="20.5" rx="3" />
      {inFront ? <path d="M5 12h13M5 16h8" /> : <path class="stripe" d="M1 6h30" />}
      <rect class="code" x="20" y={inFront ? 5 : 11} width="9" height="6" rx="3" />
    </svg>
  );
}
