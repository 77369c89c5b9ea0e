// Reads DATABASE_URL: one server, the folder of a unix socket, or a list of servers as libpq has it, each with a port of its own,
// and which of them fits (target_session_attrs). Its messages never show the password. It opens no connection.

export interface DatabaseAddress {
  /** At least one. `host` begins with a slash where it is the folder of a unix socket; `port` is null where none is given. */
  hosts: { host: string; port: number | null }[];
  target: Target;
  /** All the rest: of the hosts only the first, without its port, and without target_session_attrs. */
  url: URL;
}

/** The gateway writes, so it has no use for the other targets of libpq. */
export const TARGETS = ['any', 'primary', 'read-write'] as const;
export type Target = (typeof TARGETS)[number];

const PARTS = /^(?<scheme>[a-z]+:\/\/)(?<user>[^/?#]*@)?(?<hosts>[^/?#]*)(?<rest>.*)$/is;

/** Throws where it cannot be read. */
export function readDatabaseAddress(databaseUrl: string): DatabaseAddress {
  const { scheme, user = '', hosts: list, rest } = PARTS.exec(databaseUrl)?.groups ?? {};
  if (!scheme || !list) throw new Error('the address of the database names no host');
  // `new URL` takes no list whose hosts have ports.
  const hosts = list.split(',').map(readHost);
  if (hosts.length > 1 && hosts.some(({ host }) => host.startsWith('/')))
    throw new Error('the address of the database has a unix socket in a list of hosts; it must stand alone');
  const url = new URL(`${scheme}${user}${list.split(',')[0]!.replace(/:\d*$/, '')}${rest}`);
  // With "any", as libpq has it, a connection that moves on would stay at a standby.
  const unsaid = hosts.length > 1 ? 'read-write' : 'any';
  const target = url.searchParams.get('target_session_attrs') ?? unsaid;
  if (!isTarget(target))
    throw new Error(
      `target_session_attrs of the address of the database must be one of ${TARGETS.join(', ')}`,
    );
  url.searchParams.delete('target_session_attrs');
  return { hosts, target, url };
}

function readHost(text: string) {
  const { hostname, port } = URL.parse(`postgres://${text}`) ?? {};
  if (!hostname) throw new Error('the address of the database has a host that is empty or has a wrong port');
  const host = decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1');
  return { host, port: port ? Number(port) : null };
}

const isTarget = (text: string): text is Target => TARGETS.some((one) => one === text);

/** For messages, and before a port. */
export const bracketed = (host: string): string =>
  host.includes(':') && !host.startsWith('/') ? `[${host}]` : host;
