// Base58Check: how Bitcoin and Tron write addresses. A version byte, a hash of twenty bytes and the first four bytes of a double
// SHA-256 over both, in an alphabet without 0, O, I and l. Called by crypto-address.ts. Pure.

import { hash } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const ADDRESS_BYTES = 25;
const CHECKSUM_BYTES = 4;

/** Whether it is an address of one of these versions with a right checksum. */
export function isBase58Check(text: string, versions: readonly number[]): boolean {
  const bytes = decodeAddress(text);
  if (bytes === null || !versions.includes(bytes[0]!)) return false;
  const payload = bytes.subarray(0, -CHECKSUM_BYTES);
  const checksum = sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES);
  return checksum.equals(bytes.subarray(-CHECKSUM_BYTES));
}

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/** Twenty-five bytes, or null. Each leading zero byte is one leading 1, so that each address is written in one way only. */
function decodeAddress(text: string): Buffer | null {
  // 25 bytes are at most 35 digits; longer ones are not worth the arithmetic.
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,35}$/.test(text)) return null;
  let number = 0n;
  for (const digit of text) number = number * 58n + BigInt(ALPHABET.indexOf(digit));
  const hex = number.toString(16);
  if (hex.length > ADDRESS_BYTES * 2) return null;
  const bytes = Buffer.from(hex.padStart(ADDRESS_BYTES * 2, '0'), 'hex');
  const zeroBytes = bytes.findIndex((byte) => byte !== 0);
  const ones = /^1*/.exec(text)![0].length;
  return ones === zeroBytes ? bytes : null;
}
