// Which IP addresses the public internet can reach (contract 5, 13). It must never resolve a name.
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** From the registries of special-purpose addresses (IANA; RFC 6890), and multicast. */
const SPECIAL = blockList(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20
`);

/**
 * Public by their number, but a cloud's own services answer there for programs inside it. Metadata services elsewhere
 * are in ranges that are refused anyway: 169.254.0.0/16, 100.64.0.0/10, 192.0.0.0/24, fc00::/7, fe80::/10.
 * Azure's wire server (certificates and settings of the machine, DNS, health probes); IBM Cloud's infrastructure
 * services and service endpoints.
 */
const INSIDE_CLOUDS = blockList('168.63.129.16/32 161.26.0.0/16 166.8.0.0/14');

/** Global unicast (RFC 4291). */
const GLOBAL = blockList('2000::/3');

/** Whether the public internet can reach this IP address. false for anything private, reserved, or not an address. */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return !SPECIAL.check(ip) && !INSIDE_CLOUDS.check(ip);
  const groups = groupsOf(ip);
  if (groups === null) return false;
  const carried = carriedIn(groups);
  if (carried !== null) return carried.length > 0 && carried.every(isPublicAddress);
  return GLOBAL.check(ip, 'ipv6') && !SPECIAL.check(ip, 'ipv6');
}

/** 169.254.0.0/16 and fe80::/10, also inside an IPv6 address that carries an IPv4 one; false for a name. */
export function isLinkLocalAddress(ip: string): boolean {
  if (isIPv4(ip)) return ip.startsWith('169.254.');
  const [withoutZone] = ip.split('%');
  const groups = groupsOf(withoutZone!);
  if (groups === null) return false;
  if ((groups[0]! & 0xffc0) === 0xfe80) return true;
  // The obsolete ::1.2.3.4, translated addresses, and NAT64 for local use: never public, but they reach the IPv4
  // address that they carry.
  const start = groups.slice(0, 6).join(':');
  const carriesLast =
    start === '0:0:0:0:0:0' || start === '0:0:0:0:65535:0' || (groups[0] === 0x64 && groups[1] === 0xff9b);
  const carried = carriesLast ? [ipv4At(groups, 6)] : (carriedIn(groups) ?? []);
  return carried.some(isLinkLocalAddress);
}

/**
 * The IPv4 addresses that decide about an IPv6 address that carries them; null: it carries none. Empty: it is of such a
 * form, but never public.
 */
function carriedIn(groups: readonly number[]): string[] | null {
  const beginsWith = (...start: number[]) => start.every((group, i) => groups[i] === group);
  if (beginsWith(0, 0, 0, 0, 0, 0xffff)) return [ipv4At(groups, 6)];
  // The obsolete ::1.2.3.4, and translated addresses (RFC 6145).
  if (beginsWith(0, 0, 0, 0, 0, 0) || beginsWith(0, 0, 0, 0, 0xffff, 0)) return [];
  // NAT64: 64:ff9b::/96 alone. 64:ff9b:1::/48 is for local use (RFC 8215).
  if (beginsWith(0x64, 0xff9b, 0, 0, 0, 0)) return [ipv4At(groups, 6)];
  if (beginsWith(0x2002)) return [ipv4At(groups, 1)];
  // Teredo: the server's address in clear, the client's with every bit inverted (RFC 4380).
  if (beginsWith(0x2001, 0)) return [ipv4At(groups, 2), ipv4At(groups, 6, 0xffff)];
  return null;
}

function ipv4At(groups: readonly number[], at: number, flip = 0): string {
  const [high, low] = [groups[at]! ^ flip, groups[at + 1]! ^ flip];
  return `${high >> 8}.${high & 0xff}.${low >> 8}.${low & 0xff}`;
}

/** The eight groups of an IPv6 address; null: it is none. */
function groupsOf(ip: string): number[] | null {
  if (!isIPv6(ip) || ip.includes('%')) return null;
  // The parser writes each address in one form: hexadecimal groups, at most one `::`.
  const [front = '', back] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const numbers = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [numbers(front), numbers(back ?? '')];
  return [...before, ...Array(8 - before.length - after.length).fill(0), ...after];
}

function blockList(ranges: string): BlockList {
  const list = new BlockList();
  for (const range of ranges.trim().split(/\s+/)) {
    const [network, prefix] = range.split('/') as [string, string];
    list.addSubnet(network, Number(prefix), network.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
