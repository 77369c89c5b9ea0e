// Payment addresses of the crypto networks as wallets scan them. If a network marks its test addresses, these addresses
// have that mark, so that a wallet with real money cannot pay to them.
import { hash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { formatMinor, type Transaction } from '@tollgate/provider-kit';
import { bytesFrom } from './derived-digits.ts';

/** USDT on the test networks Shasta and Sepolia. */
const TRON_USDT = 'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs';
const ETHEREUM_USDT = '0x7169D38820dfd117C3FA1f22a697dBA58d90BA06';
const SEPOLIA = 11_155_111;

const BITCOIN_TEST_KEY_HASH = 0x6f;
const TRON_ADDRESS = 0x41;

const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'));

type Asked = Pick<Transaction, 'id' | 'amountMinor' | 'currency'>;

const URIS: Readonly<Record<string, (asked: Asked) => string>> = {
  /** BIP 21. */
  bitcoin: (asked) =>
    `bitcoin:${base58Address(BITCOIN_TEST_KEY_HASH, asked.id)}?amount=${amountOf(asked)}&label=Tollgate%20Sandbox`,
  tron: (asked) =>
    `tron:${base58Address(TRON_ADDRESS, asked.id)}?token=${TRON_USDT}&amount=${amountOf(asked)}`,
  /** ERC-681: a call of the token's transfer, its amount in the smallest units. */
  ethereum: (asked) =>
    `ethereum:${ETHEREUM_USDT}@${SEPOLIA}/transfer?address=0x${bytesFrom(asked.id, 'ethereum', 20).toString('hex')}&uint256=${asked.amountMinor}`,
};

/** Null for a network that the sandbox does not know. */
export function cryptoUri(network: string | undefined, asked: Asked): string | null {
  return network !== undefined && Object.hasOwn(URIS, network) ? URIS[network]!(asked) : null;
}

function amountOf({ amountMinor, currency }: Asked): string {
  return formatMinor(amountMinor, currency);
}

/** The address of a key that nobody has: a version and twenty bytes. */
function base58Address(version: number, id: string): string {
  return base58check.encode(Buffer.concat([Buffer.from([version]), bytesFrom(id, `address ${version}`, 20)]));
}
