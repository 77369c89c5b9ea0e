// The text of a PIX QR code: an EMV merchant-presented code as the Brazilian central bank profiles it (BR Code). Each
// element is an id, the length of its value and the value; the last one is a checksum of all before.
import { formatMinor, type Transaction } from '@tollgate/provider-kit';
import { codeFrom } from './derived-digits.ts';

/** A random key (EVP) that was never registered. */
const PIX_KEY = '5d1c6f0e-8a0b-4f6c-9a57-2f1f0e6b7c31';
const MERCHANT_NAME = 'TOLLGATE SANDBOX';
const MERCHANT_CITY = 'SAO PAULO';

export function brCode({ id, amountMinor }: Pick<Transaction, 'id' | 'amountMinor'>): string {
  const code =
    element('00', '01') +
    // The code is for one use.
    element('01', '12') +
    element('26', element('00', 'br.gov.bcb.pix') + element('01', PIX_KEY)) +
    element('52', '0000') +
    element('53', '986') +
    element('54', formatMinor(amountMinor, 'BRL')) +
    element('58', 'BR') +
    element('59', MERCHANT_NAME) +
    element('60', MERCHANT_CITY) +
    element('62', element('05', codeFrom(id, 'pix', 25)));
  // The checksum covers its own id and length.
  const checked = `${code}6304`;
  return checked + crc16(checked);
}

function element(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value;
}

/** CRC-16/CCITT-FALSE: polynomial 1021, starting from FFFF. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
