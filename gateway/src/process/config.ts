// The environment, read once into one typed object (contract 1). Nothing else reads process.env. A wrong value stops
// the start: ConfigError lists every fault at once and never shows a secret. Missing secrets are made elsewhere
// (secrets.ts): reading the configuration writes nothing.

import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { readDatabaseAddress, TARGETS } from '../storage/wire/address.ts';
import { ConfigError, type ConfigFault, EnvironmentReader, shown } from './environment-reader.ts';
import { isSender, type MailSettings, readSmtpUrl, SMTP_URL_FORM, usualSender } from './mail-settings.ts';
import { weaknessOfKey, weaknessOfToken } from './secret-strength.ts';

type Environment = 'test' | 'production';
type Role = 'api' | 'worker' | 'all';
type LogLevel = (typeof LOG_LEVELS)[number];

export type Config = Readonly<{
  port: number;
  host: string;
  /** A worker listens (health, metrics) only if PORT is set: beside an api process the default port is taken. */
  listens: boolean;
  /** Without a slash at its end. */
  publicUrl: string;
  environment: Environment;
  /** null: the embedded database in dataDir. */
  databaseUrl: string | null;
  /** Absolute. */
  dataDir: string;
  /** 32 bytes; null: resolveSecrets finds or makes one (test only). */
  masterKey: Buffer | null;
  operatorToken: string | null;
  role: Role;
  /** The wait before each try; the first try is the delivery itself. */
  webhookRetryScheduleSeconds: readonly number[];
  webhookTimeoutMs: number;
  allowInsecureWebhooks: boolean;
  sandboxDelayMs: number;
  /**
   * After a signal the process is not ready but still answers everything for this long, until balancers send nothing
   * more.
   */
  shutdownDelayMs: number;
  /** How long the gateway keeps a confirmation after the end of its payment: receipts and references of shoppers. */
  documentRetentionDays: number;
  /** The folder of the archive of closed months, absolute. null: there is no archive. */
  archiveDir: string | null;
  /** Packages of providers beside those that come with the gateway: names, or folders. */
  providerPackages: readonly string[];
  /** CIDR notation, a single address as /32 or /128. */
  trustedProxies: readonly string[];
  /** 0: no limit. */
  rateLimitPerSecond: number;
  /** The user that a process started by root becomes: a name, or uid:gid. null: it stays root. */
  runAs: string | null;
  /** null: no mail is sent. */
  mail: MailSettings | null;
  trustWeakSettings: boolean;
  /**
   * Weak settings that are allowed, one sentence each. Those of production; in test too, a secret's file that anybody
   * can read.
   */
  weakSettings: readonly string[];
  logLevel: LogLevel;
  /** A log line for each answered request and each try of a webhook. */
  logRequests: boolean;
  /** The address that gets the traces, without a slash at its end; null: there is no tracing. */
  traceEndpoint: string | null;
}>;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const RETRY_SCHEDULE_SECONDS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** In test the default schedule takes 75 minutes instead of three days. */
const TEST_SCHEDULE_DIVISOR = 60;
const LONGEST_WAIT_SECONDS = 30 * 86_400;

/** A file may hold each of these: the setting's name then ends in _FILE. */
const SECRETS = ['DATABASE_URL', 'MASTER_KEY', 'OPERATOR_TOKEN', 'SMTP_URL'];

export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = new EnvironmentReader(env, SECRETS);
  const environment = read.choice<Environment>('ENVIRONMENT', ['test', 'production'], 'test');
  const production = environment === 'production';
  const port = read.wholeNumber('PORT', 3000, { least: 0, most: 65_535 });
  const host = hostIn(read);
  const publicUrl = publicUrlIn(read, port);
  const role = read.choice<Role>('ROLE', ['api', 'worker', 'all'], 'all');
  const config: Config = {
    port,
    host,
    listens: role !== 'worker' || read.given('PORT') !== null,
    publicUrl: publicUrl ?? '',
    environment,
    databaseUrl: databaseUrlIn(read),
    dataDir: resolve(read.given('DATA_DIR') ?? './.data'),
    masterKey: masterKeyIn(read, production),
    operatorToken: operatorTokenIn(read, production),
    role,
    webhookRetryScheduleSeconds: scheduleIn(read, production),
    webhookTimeoutMs: read.wholeNumber('WEBHOOK_TIMEOUT_MS', 15_000, { least: 1, most: 300_000 }),
    allowInsecureWebhooks: insecureWebhooksIn(read, production, publicUrl),
    sandboxDelayMs: read.wholeNumber('SANDBOX_DELAY_MS', 10_000, { least: 0, most: 86_400_000 }),
    shutdownDelayMs: read.wholeNumber('SHUTDOWN_DELAY_MS', production ? 10_000 : 0, {
      least: 0,
      most: 300_000,
    }),
    documentRetentionDays: read.wholeNumber('DOCUMENT_RETENTION_DAYS', 400, { least: 1, most: 36_500 }),
    archiveDir: archiveDirIn(read),
    providerPackages: providerPackagesIn(read),
    trustedProxies: trustedProxiesIn(read),
    rateLimitPerSecond: read.wholeNumber('RATE_LIMIT_PER_SECOND', production ? 100 : 0, {
      least: 0,
      most: 1_000_000,
    }),
    runAs: runAsIn(read),
    mail: mailIn(read, publicUrl),
    trustWeakSettings: read.choice('TRUST_WEAK_SETTINGS', ['true', 'false'], 'false') === 'true',
    weakSettings: [],
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    logRequests: read.choice('LOG_REQUESTS', ['true', 'false'], 'true') === 'true',
    traceEndpoint: traceEndpointIn(read),
  };
  const settings = production
    ? weakSettingsOf(config, read).filter((one) => !read.isFaulty(one.variable))
    : [];
  const weak = [...settings, ...read.openFiles];
  const unless = 'in production; TRUST_WEAK_SETTINGS=true turns this into a warning';
  const tooWeak =
    config.trustWeakSettings || !production
      ? []
      : weak.map((one) => ({ ...one, accepted: `${one.accepted} (${unless})` }));
  const faults = [...read.faults, ...tooWeak];
  if (faults.length > 0) throw new ConfigError(faults);
  return {
    ...config,
    weakSettings: weak.map(({ variable, holds, accepted }) => `${variable} ${holds}; better: ${accepted}`),
  };
}

function hostIn(read: EnvironmentReader): string {
  const host = read.given('HOST') ?? '127.0.0.1';
  if (!/^[A-Za-z0-9._:-]{1,255}$/.test(host))
    return read.fault('HOST', 'an address or a host name, such as 127.0.0.1 or 0.0.0.0', host);
  if (!isLoopback(host) && read.given('ENVIRONMENT') === null) {
    const why = `required, because HOST is ${shown(host)}, where others can reach it`;
    read.fault('ENVIRONMENT', `test or production; ${why}`, null);
  }
  return host;
}

function publicUrlIn(read: EnvironmentReader, port: number): string | null {
  const publicUrl = readPublicUrl(read.given('PUBLIC_URL') ?? `http://localhost:${port}`);
  if (publicUrl !== null) return publicUrl;
  const accepted = 'an absolute http or https address without credentials, query or fragment';
  return read.fault('PUBLIC_URL', accepted, null, { secret: read.given('PUBLIC_URL')?.includes('@') });
}

function databaseUrlIn(read: EnvironmentReader): string | null {
  const databaseUrl = read.given('DATABASE_URL');
  if (databaseUrl === null || isDatabaseUrl(databaseUrl)) return databaseUrl;
  const accepted =
    'postgres://user:password@host:port/database, several hosts as host:port,host:port, target_session_attrs as ' +
    `${TARGETS.join(' or ')}, or unset for the embedded database`;
  return read.fault('DATABASE_URL', accepted, databaseUrl, { secret: true });
}

function masterKeyIn(read: EnvironmentReader, production: boolean): Buffer | null {
  const given = read.given('MASTER_KEY');
  if (given === null && !production) return null;
  const required = production ? ' (required in production)' : '';
  const accepted = `32 bytes in Base64, for example from: openssl rand -base64 32${required}`;
  return decodeMasterKey(given) ?? read.fault('MASTER_KEY', accepted, null, { secret: true });
}

function operatorTokenIn(read: EnvironmentReader, production: boolean): string | null {
  const token = read.given('OPERATOR_TOKEN');
  const shortest = production ? 32 : 1;
  if (token === null ? !production : isBearerToken(token, shortest)) return token;
  const required = production ? ' (required in production)' : '';
  const accepted = `${shortest} to 512 characters of A-Z a-z 0-9 - . _ ~ + / =${required}`;
  return read.fault('OPERATOR_TOKEN', accepted, token, { secret: true });
}

function scheduleIn(read: EnvironmentReader, production: boolean): number[] {
  const usual = RETRY_SCHEDULE_SECONDS.map((seconds) =>
    production ? seconds : seconds / TEST_SCHEDULE_DIVISOR,
  );
  const given = read.given('WEBHOOK_RETRY_SCHEDULE');
  if (given === null) return usual;
  const accepted = `seconds before each try, separated by commas: 1 to 50 numbers from 0 to ${LONGEST_WAIT_SECONDS}`;
  return readSchedule(given) ?? read.fault('WEBHOOK_RETRY_SCHEDULE', accepted, usual);
}

function insecureWebhooksIn(read: EnvironmentReader, production: boolean, publicUrl: string | null): boolean {
  const secure = production || publicUrl === null || !isLoopback(new URL(publicUrl).hostname);
  const allowed = read.choice('ALLOW_INSECURE_WEBHOOKS', ['true', 'false'], secure ? 'false' : 'true');
  if (!production || allowed === 'false') return allowed === 'true';
  return read.fault('ALLOW_INSECURE_WEBHOOKS', 'false or unset, because ENVIRONMENT is production', false);
}

function trustedProxiesIn(read: EnvironmentReader): string[] {
  const accepted = 'addresses or CIDR ranges separated by commas, such as 10.0.0.0/8,::1';
  return readCidrs(read.given('TRUSTED_PROXIES') ?? '') ?? read.fault('TRUSTED_PROXIES', accepted, []);
}

function providerPackagesIn(read: EnvironmentReader): string[] {
  const given = read.given('PROVIDER_PACKAGES');
  const packages = given?.split(',').map((one) => one.trim()) ?? [];
  if (packages.every((one) => one !== '')) return packages;
  const accepted =
    'names of packages, or folders, separated by commas, such as @acme/tollgate-acme,/opt/bank-of-x';
  return read.fault('PROVIDER_PACKAGES', accepted, []);
}

function archiveDirIn(read: EnvironmentReader): string | null {
  const archiveDir = read.given('ARCHIVE_DIR');
  return archiveDir === null ? null : resolve(archiveDir);
}

function traceEndpointIn(read: EnvironmentReader): string | null {
  const variable = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const given = read.given(variable);
  const endpoint = given === null ? null : readPublicUrl(given);
  if (given === null || endpoint !== null) return endpoint;
  const accepted =
    'the http or https address of a collector of OTLP over HTTP, such as http://localhost:4318, without credentials; or unset';
  return read.fault(variable, accepted, null, { secret: given.includes('@') });
}

function runAsIn(read: EnvironmentReader): string | null {
  const runAs = read.given('RUN_AS');
  const isUser = runAs === null || /^([A-Za-z_][A-Za-z0-9._-]{0,31}|\d{1,9}:\d{1,9})$/.test(runAs);
  if (isUser && (runAs === null || !isRoot(runAs))) return runAs;
  return read.fault('RUN_AS', 'the name of a user other than root, or a uid:gid such as 1000:1000', runAs);
}

function mailIn(read: EnvironmentReader, publicUrl: string | null): MailSettings | null {
  const from = read.given('MAIL_FROM');
  if (from !== null && !isSender(from))
    read.fault('MAIL_FROM', 'an address, or a name and an address: Demo Shop <tollgate@shop.example>', null);
  const given = read.given('SMTP_URL');
  if (given === null) return null;
  const server = readSmtpUrl(given);
  if (server === null) return read.fault('SMTP_URL', SMTP_URL_FORM, null, { secret: true });
  return { ...server, from: from ?? usualSender(publicUrl) };
}

/** Settings that work but protect too little in production (contract 1). It names no part of a secret. */
function weakSettingsOf(config: Config, read: EnvironmentReader): ConfigFault[] {
  const faults: ConfigFault[] = [];
  const weak = (variable: string, holds: string, accepted: string) =>
    faults.push({ variable, holds, accepted });

  if (!config.publicUrl.startsWith('https:'))
    weak('PUBLIC_URL', `is ${shown(config.publicUrl)}`, 'an https address');
  if (config.rateLimitPerSecond === 0)
    weak('RATE_LIMIT_PER_SECOND', 'is 0, which means no limit', 'a number from 1');
  const key = config.masterKey && weaknessOfKey(config.masterKey, read.given('MASTER_KEY') ?? '');
  if (key)
    weak(
      'MASTER_KEY',
      `holds ${key} ${read.origin('MASTER_KEY')}`,
      'random bytes, from: openssl rand -base64 32',
    );
  const token = config.operatorToken && weaknessOfToken(config.operatorToken);
  if (token)
    weak(
      'OPERATOR_TOKEN',
      `holds ${token} ${read.origin('OPERATOR_TOKEN')}`,
      'random characters, from: openssl rand -hex 32',
    );
  if (config.databaseUrl !== null && !isGuardedDatabase(config.databaseUrl)) {
    weak(
      'DATABASE_URL',
      'connects to another machine without TLS',
      'an address that ends in ?sslmode=verify-full',
    );
  }
  const { mail } = config;
  if (mail && !mail.secure && !mail.requireTls && !isLoopback(mail.host))
    weak(
      'SMTP_URL',
      'connects to another machine and may go on without TLS',
      'smtps://…, or …?requireTLS=true',
    );
  return faults;
}

/** The 32 bytes of a Base64 text, or null if it is anything else. */
export function decodeMasterKey(text: string | null): Buffer | null {
  const unpadded = text?.trim().replace(/=$/, '') ?? '';
  if (!/^[A-Za-z0-9+/]{43}$/.test(unpadded)) return null;
  return Buffer.from(unpadded, 'base64');
}

/** RFC 6750's b64token: other characters are not possible in an Authorization header. */
export function isBearerToken(token: string, shortest: number): boolean {
  return token.length >= shortest && token.length <= 512 && /^[A-Za-z0-9._~+/-]+=*$/.test(token);
}

function readPublicUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '' || /[?#]/.test(text)) return null;
  return url.href.replace(/(?<!\/)\/+$/, '');
}

function isDatabaseUrl(text: string): boolean {
  try {
    return ['postgres:', 'postgresql:'].includes(readDatabaseAddress(text).url.protocol);
  } catch {
    return false;
  }
}

/** On this machine, or encrypted all the way. As in connect.ts, `allow` and `prefer` continue in clear without TLS. */
function isGuardedDatabase(databaseUrl: string): boolean {
  const { hosts, url } = readDatabaseAddress(databaseUrl);
  const { searchParams } = url;
  if (hosts.every(({ host }) => host.startsWith('/') || isLoopback(host))) return true;
  const unsaid = searchParams.has('sslrootcert') ? 'verify-full' : 'disable';
  const mode = searchParams.get('sslmode') || searchParams.get('ssl') || unsaid;
  return !['disable', 'false', 'allow', 'prefer'].includes(mode);
}

const isRoot = (user: string) => user === 'root' || /^0+:/.test(user);

/** An address or a name; in brackets if it comes from a URL. */
function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  );
}

function readSchedule(text: string): number[] | null {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > 50 || !parts.every((part) => /^\d+(\.\d+)?$/.test(part))) return null;
  const seconds = parts.map(Number);
  return seconds.every((one) => one <= LONGEST_WAIT_SECONDS) ? seconds : null;
}

function readCidrs(text: string): string[] | null {
  if (text === '') return [];
  const ranges: string[] = [];
  for (const part of text.split(',').map((one) => one.trim())) {
    const [address = '', bits, ...rest] = part.split('/');
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    if (family === 0 || rest.length > 0) return null;
    // A prefix of 0 would trust everybody.
    if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most || Number(bits) === 0))
      return null;
    ranges.push(`${address}/${bits ?? most}`);
  }
  return ranges;
}
