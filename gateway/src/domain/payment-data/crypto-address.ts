// Checks addresses on the crypto networks (contract 7) by their checksums: Bitcoin, Ethereum, Tron. For payouts. Main
// networks only: whatever is sent to an address of a test network is lost. A message must never repeat the address,
// because it is an account.

import { hash } from 'node:crypto';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { type CheckedFormats, checkEach, type PaymentData, type Surroundings } from './check-fields.ts';

interface Network {
  name: string;
  currency: string;
  /** The address in its normal form, or null. */
  read: (address: string) => string | null;
}

const NETWORKS: readonly Network[] = [
  { name: 'bitcoin', currency: 'BTC', read: bitcoinAddress },
  { name: 'tron', currency: 'USDT', read: tronAddress },
  { name: 'ethereum', currency: 'USDT', read: ethereumAddress },
];

/** Without a named network, the address must be valid in some network of the currency. */
export function checkCryptoAddress(data: PaymentData, { currency }: Surroundings): CheckedFormats {
  const possible = NETWORKS.filter((one) =>
    data.network === undefined ? one.currency === currency : one.name === data.network,
  );
  return checkEach(data, {
    address(value) {
      if (possible.length === 0) return { value };
      for (const { read } of possible) {
        const address = read(value.trim());
        if (address !== null) return { value: address };
      }
      return {
        fault: `is not an address on ${possible.map(({ name }) => name).join(' or ')}: copy it again`,
      };
    },
  });
}

/**
 * An address of a key's hash (1…) or a script's (3…), or the newer bc1…, which may be all in upper case as in a QR
 * code.
 */
function bitcoinAddress(address: string): string | null {
  if (isBase58Check(address, [0x00, 0x05])) return address;
  const lower = address.toLowerCase();
  const inOneCase = address === lower || address === address.toUpperCase();
  return inOneCase && isSegwitAddress(lower) ? lower : null;
}

const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'));
/** A version and the hash of a key or script. */
const ADDRESS_BYTES = 21;
/** The length for 25 bytes with the checksum. We do not decode longer texts. */
const LONGEST_BASE58 = 35;

function isBase58Check(text: string, versions: readonly number[]): boolean {
  if (text.length > LONGEST_BASE58) return false;
  try {
    const bytes = base58check.decode(text);
    return bytes.length === ADDRESS_BYTES && versions.includes(bytes[0]!);
  } catch {
    return false;
  }
}

/** BIP 173 and 350, in lower case: version 0 has a checksum of Bech32, later ones of Bech32m. */
function isSegwitAddress(address: string): boolean {
  const coder = address.startsWith('bc1q') ? bech32 : bech32m;
  const decoded = coder.decodeUnsafe(address);
  if (decoded?.prefix !== 'bc') return false;
  const [version, ...words] = decoded.words;
  const program = coder.fromWordsUnsafe(words);
  if (version === undefined || version > 16 || !program) return false;
  return version === 0 ? [20, 32].includes(program.length) : program.length >= 2 && program.length <= 40;
}

function tronAddress(address: string): string | null {
  return isBase58Check(address, [0x41]) ? address : null;
}

/**
 * An address in one case has no checksum. In mixed case the checksum must be that of EIP-55, which is the normal form.
 */
function ethereumAddress(address: string): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return null;
  const digits = address.slice(2);
  const checksummed = withChecksum(digits.toLowerCase());
  const inOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return inOneCase || digits === checksummed ? `0x${checksummed}` : null;
}

/** EIP-55: a letter is upper case if the hash of the address has 8 or more at the same place. */
function withChecksum(digits: string): string {
  const places = hash('keccak-256', digits);
  return digits.replaceAll(/[a-f]/g, (letter, at: number) =>
    Number.parseInt(places[at]!, 16) >= 8 ? letter.toUpperCase() : letter,
  );
}
