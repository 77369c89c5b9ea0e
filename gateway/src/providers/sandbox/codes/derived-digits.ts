// Account numbers, references and codes that look random. They are always the same for the same transaction and
// purpose, so the sandbox needs no table of them.
import { hash } from 'node:crypto';

/** `length` decimal digits. */
export function digitsFrom(id: string, purpose: string, length: number): string {
  return (numberFrom(id, purpose) % 10n ** BigInt(length)).toString().padStart(length, '0');
}

/** `length` digits and capital letters. */
export function codeFrom(id: string, purpose: string, length: number): string {
  return numberFrom(id, purpose).toString(36).toUpperCase().padStart(length, '0').slice(-length);
}

export function bytesFrom(id: string, purpose: string, length: number): Buffer {
  return hash('sha256', `${purpose} ${id}`, 'buffer').subarray(0, length);
}

function numberFrom(id: string, purpose: string): bigint {
  return BigInt(`0x${hash('sha256', `${purpose} ${id}`)}`);
}
