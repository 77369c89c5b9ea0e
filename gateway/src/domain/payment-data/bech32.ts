// Bitcoin's newer addresses (BIP 173 and 350): bc1, a witness version, a program in groups of five bits, and a checksum of
// six characters that finds any four wrong ones. Version 0 uses Bech32, later ones Bech32m. Called by
// crypto-address.ts. Pure.

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** What the checksum of a whole address comes to. */
const BECH32 = 1;
const BECH32M = 0x2bc830a3;
const CHECKSUM_LENGTH = 6;

/** Of Bitcoin's main network; in lower case, which is the normal form. */
export function isSegwitAddress(address: string): boolean {
  const match = /^bc1([02-9ac-hj-np-z]{8,87})$/.exec(address);
  if (!match) return false;
  const values = [...match[1]!].map((character) => ALPHABET.indexOf(character));
  const version = values[0]!;
  if (version > 16 || checksumOf('bc', values) !== (version === 0 ? BECH32 : BECH32M)) return false;
  const program = programLength(values.slice(1, -CHECKSUM_LENGTH));
  if (program === null || program < 2 || program > 40) return false;
  return version > 0 || program === 20 || program === 32;
}

function checksumOf(prefix: string, values: readonly number[]): number {
  const codes = [...prefix].map((character) => character.charCodeAt(0));
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values];
  let checksum = 1;
  for (const value of expanded) {
    const top = checksum >>> 25;
    checksum = ((checksum & 0x1ffffff) << 5) ^ value;
    for (const [bit, polynomial] of GENERATOR.entries()) if ((top >> bit) & 1) checksum ^= polynomial;
  }
  return checksum >>> 0;
}

/** Bytes in the groups of five bits; null where what is left over is a whole group, or is not zero. */
function programLength(groups: readonly number[]): number | null {
  const spareBits = (groups.length * 5) % 8;
  if (spareBits > 4) return null;
  const last = groups.at(-1) ?? 0;
  return (last & ((1 << spareBits) - 1)) === 0 ? Math.floor((groups.length * 5) / 8) : null;
}
