// Whether an address is in a list of addresses and ranges, only for the warning beside the list. The gateway decides
// (domain/web-address.ts). An unreadable entry matches nothing, so that the page warns too often rather than too
// rarely.

export function isInList(address: string, list: readonly string[]): boolean {
  const bits = bitsOf(address);
  return (
    bits !== null &&
    list.some((entry) => {
      const [network = '', length] = entry.trim().split('/');
      const others = bitsOf(network);
      if (others === null || others.length !== bits.length) return false;
      const most = length === undefined ? bits.length : Number(length);
      return Number.isInteger(most) && bits.slice(0, most) === others.slice(0, most);
    })
  );
}

/** The address in binary digits; an IPv4 address within IPv6 as IPv4. */
function bitsOf(address: string): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (mapped.includes('.')) {
    const parts = mapped.split('.').map(Number);
    const isWhole =
      parts.length === 4 && parts.every((one) => Number.isInteger(one) && one >= 0 && one < 256);
    return isWhole ? parts.map((one) => one.toString(2).padStart(8, '0')).join('') : null;
  }
  const [head = '', tail] = mapped.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [front, back] = [groups(head), groups(tail ?? '')];
  const missing = 8 - front.length - back.length;
  if (tail === undefined ? missing !== 0 : missing < 0) return null;
  const all = [...front, ...Array<string>(missing).fill('0'), ...back];
  if (!all.every((one) => /^[0-9a-f]{1,4}$/i.test(one))) return null;
  return all.map((one) => Number.parseInt(one, 16).toString(2).padStart(16, '0')).join('');
}
