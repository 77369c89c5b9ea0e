// Reads DATABASE_URL: one server, the folder of a unix socket, or a list of servers with their ports as in libpq, and
// which of them fits (target_session_attrs). Its messages never show the password. It opens no connection.

export interface DatabaseAddress {
  /** At least one. `host` begins with a slash if it is the folder of a unix socket; `port` is null if none is given. */
  hosts: { host: string; port: number | null }[];
  target: Target;
  /** Everything else. It has only the first host, without its port, and no target_session_attrs. */
  url: URL;
}

/** The gateway writes, so it does not use the other targets of libpq. */
export const TARGETS = ['any', 'primary', 'read-write'] as const;
export type Target = (typeof TARGETS)[number];

const PARTS = /^(?<scheme>[a-z]+:\/\/)(?<user>[^/?#]*@)?(?<hosts>[^/?#]*)(?<rest>.*)$/is;

/** Throws if the address is not valid. */
export function readDatabaseAddress(databaseUrl: string): DatabaseAddress {
  const { scheme, user = '', hosts: list, rest } = PARTS.exec(databaseUrl)?.groups ?? {};
  if (!scheme || !list) throw new Error('the address of the database contains no host');
  // `new URL` accepts no list of hosts with ports.
  const hosts = list.split(',').map(readHost);
  if (hosts.length > 1 && hosts.some(({ host }) => host.startsWith('/')))
    throw new Error('the address of the database has a unix socket in a list of hosts; it must stand alone');
  const url = new URL(`${scheme}${user}${list.split(',')[0]!.replace(/:\d*$/, '')}${rest}`);
  // With libpq's default "any", a connection could move to a standby and stay there.
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
