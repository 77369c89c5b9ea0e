// Opens a connection pool of the `postgres` driver for a database address (address.ts; also a unix socket,
// postgres://user@%2Ffolder/name, as the embedded database has). Its connections never end the process and never stay
// silent for ever (wire.ts). They go to the server that is in use now (hosts.ts). A pool that has lost a connection
// does not repair itself and ends with its last connection; database.ts then opens a new pool (renewing-pool.ts).

import type { Socket } from 'node:net';
import postgres from 'postgres';
import { ARRAY_TYPES } from '../pipeline/array-types.ts';
import type { Server } from '../pipeline/connection.ts';
import { bracketed, type DatabaseAddress, readDatabaseAddress } from '../wire/address.ts';
import { Hosts } from '../wire/hosts.ts';
import { readSmallFile } from '../wire/regular-file.ts';
import { Wire, type WireOptions } from '../wire/wire.ts';

export type ConnectOptions = Omit<postgres.Options<Record<string, never>>, 'types' | 'onclose' | 'ssl'> & {
  /** A connection was lost, or could not be made. */
  onLoss?: () => void;
  /** How long the server may owe an answer. Default: derived from its own deadline for statements, else no limit. */
  silenceMs?: number;
  /** Replaces the socket to the address. */
  socket?: () => Socket;
};

/** Added to the server's own deadline for a statement: after that, a server without an answer is gone. */
const SILENCE_BEYOND_STATEMENT_MS = 5_000;
const END_TIMEOUT_SECONDS = 30;
const DEFAULT_PORT = 5432;

export type Connected = ReturnType<typeof connectPostgres>;

/** Returns what database.ts calls `Sql`: amounts are bigint. */
export function connectPostgres(databaseUrl: string, options: ConnectOptions = {}) {
  return connectPool(databaseUrl, options).sql;
}

/** The pool, and the parts that only database.ts needs. */
export function connectPool(databaseUrl: string, options: ConnectOptions = {}) {
  const { onLoss = () => {}, silenceMs: _, socket: __, ...rest } = options;
  const address = readAddress(databaseUrl);
  const { connect_timeout } = parsedBy(address, rest);
  const wires = new Set<Wire>();
  let ended = false;

  function openWire(parsed: Parsed): Wire {
    if (ended) throw Object.assign(new Error('the pool has ended'), { code: 'CONNECTION_ENDED' });
    const wire = new Wire({
      ...wireOptions({ ...parsed, connect_timeout }, address, options),
      onLoss() {
        wires.delete(wire);
        if (!ended) onLoss();
        // Otherwise statements that wait in the driver for a connection would never end.
        if (wires.size === 0) endOfDriver({ timeout: 0 });
      },
    });
    wires.add(wire);
    wire.once('close', () => wires.delete(wire));
    return wire;
  }

  const settings = {
    ...rest,
    ssl: false,
    fetch_types: false,
    // Wire has this limit.
    connect_timeout: 0,
    // The driver would close a connection of a certain age even while a transaction has reserved it, and the driver's
    // timer would keep an idle process alive.
    max_lifetime: null,
    types: { ...ARRAY_TYPES, bigint: postgres.BigInt },
    // The driver has this option, but its types do not.
    socket: openWire,
  } as postgres.Options<{ bigint: postgres.PostgresType<bigint> }>;
  const sql = driverFor(address, settings);

  const { reserve, end: endOfDriver } = sql;
  // The driver forgets a reservation that must connect first. This is enough for a pool of one connection.
  sql.reserve = async () => {
    if (wires.size === 0) await sql`select 1`;
    return await reserve();
  };
  sql.end = async ({ timeout = END_TIMEOUT_SECONDS } = {}) => {
    ended = true;
    // The driver never learns that a lost connection is closed.
    await endOfDriver({ timeout: wires.size === 0 ? 0 : timeout });
    for (const wire of wires) wire.dismiss();
  };
  return { sql, isAlive: () => wires.size > 0 };
}

/**
 * Where a pipeline connects and what it sends at the start, read in the same way as the driver reads address, options
 * and environment.
 */
export function readServer(databaseUrl: string, options: ConnectOptions): Server {
  const { silenceMs: _, socket: __, onLoss: ___, ...rest } = options;
  const address = readAddress(databaseUrl);
  const parsed = parsedBy(address, rest);
  const parameters = Object.entries(parsed.connection).map(([name, value]) => [name, String(value)]);
  const { user, database } = parsed;
  return {
    wire: wireOptions(parsed, address, options),
    user,
    password: parsed.pass,
    parameters: { user, database, client_encoding: 'UTF8', ...Object.fromEntries(parameters) },
  };
}

/** The driver connects only at its first query. */
function parsedBy(address: Address, settings: postgres.Options<Record<string, never>>): Parsed {
  return driverFor(address, { ...settings, max: 1 }).options as unknown as Parsed;
}

function driverFor<T extends Record<string, postgres.PostgresType>>(
  { forDriver }: Address,
  settings: postgres.Options<T>,
) {
  return typeof forDriver === 'string'
    ? postgres(forDriver, settings)
    : postgres({ ...forDriver, ...settings });
}

function wireOptions(parsed: Parsed, { hosts, target, tls }: Address, { silenceMs, socket }: ConnectOptions) {
  const path = parsed.path || null;
  const places = hosts.map(({ host, port }) => ({ path, host, port: port ?? parsed.port[0]! }));
  return {
    hosts: Hosts.of(places, target),
    tls,
    silenceMs: silenceMs ?? silenceOf(parsed.connection.statement_timeout),
    connectTimeoutMs: parsed.connect_timeout * 1_000,
    socket,
  };
}

/** The settings that the driver has read from address, options and environment. */
interface Parsed {
  path: string | false;
  port: number[];
  user: string;
  pass: string;
  database: string;
  connect_timeout: number;
  connection: Record<string, string | number | boolean> & { statement_timeout?: string | number };
}

function silenceOf(statementTimeout: string | number | undefined): number {
  const statementMs = Number(statementTimeout ?? 0);
  return statementMs > 0 ? statementMs + SILENCE_BEYOND_STATEMENT_MS : Number.POSITIVE_INFINITY;
}

interface Address extends Pick<DatabaseAddress, 'hosts' | 'target'> {
  /** Without the parts that the driver does not receive: hosts for later use, and TLS. */
  forDriver: string | object;
  tls: WireOptions['tls'];
}

/** As in psql, sslmode and sslrootcert request TLS. */
function readAddress(databaseUrl: string): Address {
  const { hosts, target, url } = readDatabaseAddress(databaseUrl);
  const { host, port } = hosts[0]!;
  if (host.startsWith('/')) {
    const user = decodeURIComponent(url.username);
    const password = decodeURIComponent(url.password);
    const database = decodeURIComponent(url.pathname.slice(1));
    const forDriver = { host, port: port ?? DEFAULT_PORT, user, password, database };
    return { hosts, target, forDriver, tls: null };
  }
  const tls = readTls(url.searchParams);
  for (const name of ['ssl', 'sslmode', 'sslrootcert']) url.searchParams.delete(name);
  return { hosts, target, forDriver: url.href, tls };
}

/** All authorities that a system knows fit into a third of this. */
const LARGEST_CERTIFICATES_BYTES = 1024 * 1024;

function readCertificates(path: string): string {
  const found = readSmallFile(path, LARGEST_CERTIFICATES_BYTES);
  if (found.kind === 'text') return found.text;
  throw new Error(
    `sslrootcert of DATABASE_URL names ${JSON.stringify(path)}, which is not a file with certificates`,
  );
}

function readTls(parameters: URLSearchParams): WireOptions['tls'] {
  const rootCert = parameters.get('sslrootcert');
  const ca = rootCert === null || rootCert === 'system' ? {} : { ca: readCertificates(rootCert) };
  switch (parameters.get('sslmode') ?? parameters.get('ssl')) {
    case 'disable':
    case 'false':
      return null;
    case null:
      return rootCert === null ? null : { options: ca, orPlain: false };
    case 'allow':
    case 'prefer':
      return { options: { ...ca, rejectUnauthorized: false }, orPlain: true };
    case 'require':
      return { options: { ...ca, rejectUnauthorized: rootCert !== null }, orPlain: false };
    // verify-ca, verify-full, true
    default:
      return { options: ca, orPlain: false };
  }
}

/** Whether the address names this server. */
export const isAddressOf = (databaseUrl: string, server: { host: string; port: number }): boolean =>
  readDatabaseAddress(databaseUrl).hosts.some(
    ({ host, port }) => host === server.host && (port ?? DEFAULT_PORT) === server.port,
  );

/** The same database and user on another server. */
export function addressAt(databaseUrl: string, { host, port }: { host: string; port: number }): string {
  const { url } = readDatabaseAddress(databaseUrl);
  const own = new URL(url.href);
  own.host = `${bracketed(host)}:${port}`;
  return own.href;
}

/** host:port/database, or host:port,host:port/database, for messages: never the user's password. */
export function describeDatabase(databaseUrl: string): string {
  const { hosts, url } = readDatabaseAddress(databaseUrl);
  const named = hosts.map(({ host, port }) => `${bracketed(host)}:${port ?? DEFAULT_PORT}`);
  return named.join(',') + decodeURIComponent(url.pathname);
}
