// The bar codes of vouchers as pictures, which the shop's cashier scans. bwip-js draws one in a millisecond. It keeps
// the last few pictures, because a waiting page asks again and again. It loads the library with the first code: the
// library knows a hundred kinds, and most processes never draw one.
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';

const load = createRequire(import.meta.url);
const drawer = () => load('bwip-js/node') as typeof import('bwip-js/node');

const pictures = new LRUCache<string, { url: string | null }>({ max: 500 });

/** As data:image/svg+xml; null if the number does not fit the method's bar code. */
export function barCode(method: string, number: string): string | null {
  const key = `${method} ${number}`;
  const known = pictures.get(key);
  if (known) return known.url;
  const url = draw(method, number);
  pictures.set(key, { url });
  return url;
}

function draw(method: string, number: string): string | null {
  const symbol = symbolOf(method, number);
  if (symbol === null) return null;
  const svg = drawer().toSVG({
    ...symbol,
    height: 15,
    includetext: false,
    backgroundcolor: 'FFFFFF',
    padding: 4,
  });
  return dataUrl(svg);
}

/** For a payment if its provider sent the text of the code but no picture. */
export function qrPicture(text: string): string | null {
  try {
    return dataUrl(drawer().toSVG({ bcid: 'qrcode', text, backgroundcolor: 'FFFFFF', padding: 4 }));
  } catch {
    // The text is longer than any code holds.
    return null;
  }
}

const dataUrl = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

function symbolOf(method: string, number: string): { bcid: string; text: string } | null {
  if (method === 'boleto') {
    const text = boletoBarDigits(number);
    return text === null ? null : { bcid: 'interleaved2of5', text };
  }
  // Other vouchers have the bar code of payment references: Code 128, as at OXXO.
  return /^\d{14,30}$/.test(number) ? { bcid: 'code128', text: number } : null;
}

/**
 * The 44 digits in a boleto's bar code (FEBRABAN): bank and currency, check digit, due date and amount, and the free
 * field. People type 47 digits. These have the same parts in other places, with three more check digits.
 */
export function boletoBarDigits(line: string): string | null {
  const digits = line.replaceAll(/[\s.]/g, '');
  const [, bank, free1, free2, free3, check, dueAndAmount] =
    /^(\d{4})(\d{5})\d(\d{10})\d(\d{10})\d(\d)(\d{14})$/.exec(digits) ?? [];
  return bank === undefined ? null : `${bank}${check}${dueAndAmount}${free1}${free2}${free3}`;
}
