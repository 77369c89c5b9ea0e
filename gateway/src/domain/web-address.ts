// Addresses that merchants give us and addresses that we connect to: which redirectUrl or notificationUrl is valid,
// which IP addresses belong to a list of CIDR ranges. It must never resolve a name and never rewrite an address.

import { isLinkLocalAddress, isPublicAddress } from '@tollgate/provider-kit/http/addresses';
import ipaddr from 'ipaddr.js';

/** Contract 3: absolute http or https, no credentials. null: valid, else the fault. The schema checks the length. */
export function checkRedirectUrl(text: string): string | null {
  const read = readUrl(text);
  return typeof read === 'string' ? read : null;
}

/**
 * Contract 3: https, no credentials, no private or reserved address literal. `allowInsecure` permits http and such
 * literals.
 */
export function checkNotificationUrl(
  text: string,
  { allowInsecure }: { allowInsecure: boolean },
): string | null {
  const read = readUrl(text);
  if (typeof read === 'string') return read;
  if (allowInsecure) return null;
  if (read.protocol !== 'https:') return 'must be an https address';
  // The URL parser has already turned 2130706433, 0x7f.1, 0177.1 and full-width digits into dotted decimals.
  const host = read.hostname.replace(/(?<!\.)\.+$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return 'must not point to localhost';
  if (!IP_LITERAL.test(host)) return null;
  const ip = host.replace(/[[\]]/g, '');
  return isPublicAddress(ip) ? null : 'must not point to a private or reserved address';
}

/**
 * Contract 13: scheme, host and port that replace a provider's own, at most with a slash at the end. Never link-local,
 * because a cloud's metadata service answers there; otherwise the rules for notification addresses apply. null: valid,
 * else the fault.
 */
export function checkEndpoint(text: string, { allowInsecure }: { allowInsecure: boolean }): string | null {
  const read = readUrl(text);
  if (typeof read === 'string') return read;
  if (!ORIGIN_ALONE.test(text)) return 'must be scheme, host and port alone, without a path or a query';
  if (isLinkLocalAddress(read.hostname.replace(/[[\]]/g, ''))) return 'must not be a link-local address';
  return checkNotificationUrl(text, { allowInsecure });
}

const ORIGIN_ALONE = /^https?:\/\/[^/?#]+\/?$/i;

/**
 * A host name of DNS, also in letters beyond ASCII: labels of letters, digits and hyphens with dots between them,
 * without scheme, port or path. The last label is not a number, because that would be an address. null: valid, else the
 * fault.
 */
export function checkHostName(text: string): string | null {
  const labels = text.split('.');
  const fine =
    text.length <= LONGEST_HOST_NAME &&
    (labels.length > 1 || text.toLowerCase() === 'localhost') &&
    labels.every((label) => HOST_LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1)!);
  return fine ? null : 'must be a host name alone, such as shop.example';
}

const LONGEST_HOST_NAME = 253;
/** 1 to 63 characters (RFC 1035), no hyphen at either end. */
const HOST_LABEL = /^(?!-)[\p{L}\p{N}\p{M}-]{1,63}(?<!-)$/u;

/**
 * An IP literal in the form that the URL parser writes. Checked first, because parsing every name as an address costs 9
 * µs.
 */
const IP_LITERAL = /^(?:\[.*\]|\d+\.\d+\.\d+\.\d+)$/;

export type Cidr = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

/**
 * Reads "10.0.0.0/8", "2001:db8::/32" or a single address. Throws RangeError with the name of an entry that is neither.
 */
export function parseCidrs(list: readonly string[]): Cidr[] {
  return list.map((entry) => {
    const cidr = parseCidr(entry);
    if (cidr === null)
      throw new RangeError(`"${entry}" is not an IP address or a CIDR range such as 203.0.113.0/24`);
    return cidr;
  });
}

/** Whether the address lies in any of the ranges. An IPv4 client of a dual-stack socket (::ffff:…) counts as IPv4. */
export function addressInCidrs(ip: string, cidrs: readonly Cidr[]): boolean {
  if (cidrs.length === 0) return false;
  const address = parseAddress(ip);
  if (address === null) return false;
  return cidrs.some(([network, prefixLength]) =>
    isIPv4(address)
      ? isIPv4(network) && address.match(network, prefixLength)
      : !isIPv4(network) && address.match(network, prefixLength),
  );
}

/** The range or single address in a text, in one normal spelling, such as 203.0.113.0/24; null: the text names none. */
export function rangeOf(text: string): string | null {
  const cidr = parseCidr(text);
  return cidr && rangeText(...cidr);
}

/** The ranges of those lengths that contain an address, spelled as `rangeOf` does; none if it is not an address. */
export function rangesAround(
  ip: string,
  lengths: Readonly<Record<'ipv4' | 'ipv6', Iterable<number>>>,
): string[] {
  const address = parseAddress(ip);
  return address ? [...lengths[address.kind()]].map((length) => rangeText(address, length)) : [];
}

const DOTTED_IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;

/** The normal form for counting an address: one household has a whole /64 of IPv6. null: it is not an address. */
export function addressSource(ip: string): string | null {
  // Nearly all addresses have this form. Reading all spellings below takes ten times as long.
  if (DOTTED_IPV4.test(ip)) return `${ip}/32`;
  return rangesAround(ip, { ipv4: [32], ipv6: [64] })[0] ?? null;
}

function rangeText(address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number): string {
  const network = address.toByteArray().map((byte, i) => {
    const kept = Math.min(8, Math.max(0, prefixLength - 8 * i));
    return byte & (0xff00 >> kept);
  });
  return `${ipaddr.fromByteArray(network)}/${prefixLength}`;
}

/** An absolute http(s) URL, or the fault as a sentence. */
function readUrl(text: string): URL | string {
  // The parser accepts too much for a payment gateway: it trims blanks, drops tabs and reads "\" as "/".
  if (/[\s\\]/.test(text)) return 'must not contain blanks or backslashes';
  const written = /^https?:\/\/([^/?#]*)/i.exec(text);
  if (written === null) return 'must be an absolute http or https address';
  if (written[1]!.includes('@')) return 'must not contain a user name or password';
  const url = written[1] === '' ? null : URL.parse(text);
  return url ?? 'must be an absolute http or https address';
}

const isIPv4 = (address: ipaddr.IPv4 | ipaddr.IPv6): address is ipaddr.IPv4 => address.kind() === 'ipv4';

/**
 * Strict dotted decimals or IPv6; ::ffff:1.2.3.4 becomes its IPv4 address. The obsolete ::1.2.3.4 is refused: the
 * library would read it as the mapped form, the system as another address.
 */
function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) return ipaddr.IPv4.parse(ip);
  if (DEPRECATED_IPV4_COMPATIBLE.test(ip) || !ipaddr.IPv6.isValid(ip)) return null;
  const address = ipaddr.IPv6.parse(ip);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

const DEPRECATED_IPV4_COMPATIBLE = /^::\d+\./;

function parseCidr(entry: string): Cidr | null {
  const parts = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry);
  if (parts === null) return null;
  const address = parseAddress(parts[1]!);
  if (address === null) return null;
  const bits = isIPv4(address) ? 32 : 128;
  // A range in mapped form (::ffff:10.0.0.0/104) counts its prefix from the start of the IPv6 address.
  const mappedBits = isIPv4(address) && parts[1]!.includes(':') ? 96 : 0;
  const prefixLength = parts[2] === undefined ? bits : Number(parts[2]) - mappedBits;
  return prefixLength >= 0 && prefixLength <= bits ? [address, prefixLength] : null;
}
