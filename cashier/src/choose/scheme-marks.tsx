// The marks of card schemes, as the gateway draws them at /assets/schemes (decision 45), and where the security code is
// on the card. A scheme without a picture is written out. Screen readers skip them: the words beside them say the same.

import { ASSETS } from '../assets.ts';
import { brandName, DRAWN_BRANDS, USUAL_BRANDS } from './card-brands.ts';
import type { Wallet } from './wallet.ts';

export function SchemeMark({ brand }: { brand: string }) {
  if (DRAWN_BRANDS.includes(brand)) {
    return <img class="scheme" src={`${ASSETS}schemes/${brand}.svg`} alt="" width="32" height="20" />;
  }
  return (
    <span class="scheme-name" aria-hidden="true">
      {brandName(brand)}
    </span>
  );
}

export function SchemeMarks({ wallet }: { wallet: Wallet | null }) {
  return (
    <span class="schemes">
      {[...USUAL_BRANDS, ...(wallet === null ? [] : [wallet])].map((brand) => (
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
