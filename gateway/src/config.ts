// The environment, read once into one typed object (contract 1). main.ts calls loadConfig; nobody else reads process.env.
// A wrong value stops the start: ConfigError lists every fault at once and never shows what a secret holds.
// Secrets that nobody gave are made elsewhere (secrets.ts): reading the configuration writes nothing.

import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { weaknessOfKey, weaknessOfToken } from './secret-strength.ts';

export type Environment = 'test' | 'production';
export type Role = 'api' | 'worker' | 'all';
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Config = Readonly<{
  port: number;
  host: string;
  /** A worker listens (health, metrics) only where PORT says so: beside an api process the default is taken. */
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
  /** Waited before each try; the first is the delivery itself. */
  webhookRetryScheduleSeconds: readonly number[];
  webhookTimeoutMs: number;
  allowInsecureWebhooks: boolean;
  sandboxDelayMs: number;
  /** How long after its payment's end a confirmation is kept: receipts and references of shoppers. */
  documentRetentionDays: number;
  /** CIDR notation, a single address as /32 or /128. */
  trustedProxies: readonly string[];
  /** 0: no limit. */
  rateLimitPerSecond: number;
  /** Whom a process that root starts becomes: a user's name, or uid:gid. null: nobody else. */
  runAs: string | null;
  /** Of production: weak settings were allowed, and these are they, a sentence each. */
  trustWeakSettings: boolean;
  weakSettings: readonly string[];
  logLevel: LogLevel;
}>;

export type ConfigFault = Readonly<{ variable: string; holds: string; accepted: string }>;

export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: readonly ConfigFault[];
  constructor(faults: readonly ConfigFault[]) {
    const lines = faults.map((fault) => `  ${fault.variable} ${fault.holds}; accepted: ${fault.accepted}`);
    super(
      `the configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${lines.join('\n')}`,
    );
    this.faults = faults;
  }
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const RETRY_SCHEDULE_SECONDS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** In test the default schedule runs through in 75 minutes instead of three days. */
const TEST_SCHEDULE_DIVISOR = 60;
const LONGEST_WAIT_SECONDS = 30 * 86_400;

export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: ConfigFault[] = [];
  const given = (variable: string): string | null => env[variable]?.trim() || null;

  function fault<T>(variable: string, accepted: string, instead: T, { secret = false } = {}): T {
    const value = given(variable);
    const holds =
      value === null
        ? 'is not set'
        : secret
          ? `holds ${value.length} characters (not shown)`
          : `is ${shown(value)}`;
    faults.push({ variable, holds, accepted });
    return instead;
  }

  function choice<T extends string>(variable: string, choices: readonly T[], fallback: T): T {
    const value = given(variable);
    if (value === null) return fallback;
    const found = choices.find((one) => one === value);
    return found ?? fault(variable, `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`, fallback);
  }

  function wholeNumber(variable: string, fallback: number, least: number, most: number): number {
    const value = given(variable);
    if (value === null) return fallback;
    const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    return fault(variable, `a whole number from ${least} to ${most}`, fallback);
  }

  const environment = choice<Environment>('ENVIRONMENT', ['test', 'production'], 'test');
  const production = environment === 'production';
  const port = wholeNumber('PORT', 3000, 0, 65_535);
  const host = given('HOST') ?? '127.0.0.1';
  if (!/^[A-Za-z0-9._:-]{1,255}$/.test(host))
    fault('HOST', 'an address or a host name, such as 127.0.0.1 or 0.0.0.0', null);
  else if (!isLoopback(host) && given('ENVIRONMENT') === null) {
    const why = `it must be said, because HOST is ${shown(host)}, where others can reach it`;
    fault('ENVIRONMENT', `test or production; ${why}`, null);
  }

  const publicUrl = readPublicUrl(given('PUBLIC_URL') ?? `http://localhost:${port}`);
  if (publicUrl === null) {
    const accepted = 'an absolute http or https address without credentials, query or fragment';
    fault('PUBLIC_URL', accepted, null, { secret: given('PUBLIC_URL')?.includes('@') });
  }

  const databaseUrl = given('DATABASE_URL');
  if (databaseUrl !== null && !isDatabaseUrl(databaseUrl)) {
    fault(
      'DATABASE_URL',
      'postgres://user:password@host:port/database, or unset for the embedded database',
      null,
      {
        secret: true,
      },
    );
  }

  let masterKey: Buffer | null = null;
  if (given('MASTER_KEY') !== null || production) {
    const accepted = `32 bytes in Base64, for example from: openssl rand -base64 32${production ? ' (required in production)' : ''}`;
    masterKey = decodeMasterKey(given('MASTER_KEY')) ?? fault('MASTER_KEY', accepted, null, { secret: true });
  }

  const operatorToken = given('OPERATOR_TOKEN');
  const shortestToken = production ? 32 : 1;
  if (operatorToken === null ? production : !isBearerToken(operatorToken, shortestToken)) {
    const accepted = `${shortestToken} to 512 characters of A-Z a-z 0-9 - . _ ~ + / =${production ? ' (required in production)' : ''}`;
    fault('OPERATOR_TOKEN', accepted, null, { secret: true });
  }

  let schedule = RETRY_SCHEDULE_SECONDS;
  if (!production) schedule = schedule.map((seconds) => seconds / TEST_SCHEDULE_DIVISOR);
  if (given('WEBHOOK_RETRY_SCHEDULE') !== null) {
    const accepted = `seconds before each try, separated by commas: 1 to 50 numbers from 0 to ${LONGEST_WAIT_SECONDS}`;
    schedule =
      readSchedule(given('WEBHOOK_RETRY_SCHEDULE')!) ?? fault('WEBHOOK_RETRY_SCHEDULE', accepted, schedule);
  }

  const secureByDefault = production || publicUrl === null || !isLoopback(new URL(publicUrl).hostname);
  let allowInsecureWebhooks =
    choice('ALLOW_INSECURE_WEBHOOKS', ['true', 'false'], secureByDefault ? 'false' : 'true') === 'true';
  if (production && allowInsecureWebhooks) {
    allowInsecureWebhooks = fault(
      'ALLOW_INSECURE_WEBHOOKS',
      'false or unset, because ENVIRONMENT is production',
      false,
    );
  }

  const trustedProxies = readCidrs(given('TRUSTED_PROXIES') ?? '');
  if (trustedProxies === null) {
    fault('TRUSTED_PROXIES', 'addresses or CIDR ranges separated by commas, such as 10.0.0.0/8,::1', null);
  }

  const runAs = given('RUN_AS');
  if (runAs !== null && (!/^([A-Za-z_][A-Za-z0-9._-]{0,31}|\d{1,9}:\d{1,9})$/.test(runAs) || isRoot(runAs))) {
    fault('RUN_AS', 'the name of a user other than root, or a uid:gid such as 1000:1000', null);
  }

  const role = choice<Role>('ROLE', ['api', 'worker', 'all'], 'all');
  const trustWeakSettings = choice('TRUST_WEAK_SETTINGS', ['true', 'false'], 'false') === 'true';
  const config: Config = {
    port,
    host,
    listens: role !== 'worker' || given('PORT') !== null,
    publicUrl: publicUrl ?? '',
    environment,
    databaseUrl,
    dataDir: resolve(given('DATA_DIR') ?? './.data'),
    masterKey,
    operatorToken,
    role,
    webhookRetryScheduleSeconds: schedule,
    webhookTimeoutMs: wholeNumber('WEBHOOK_TIMEOUT_MS', 15_000, 1, 300_000),
    allowInsecureWebhooks,
    sandboxDelayMs: wholeNumber('SANDBOX_DELAY_MS', 10_000, 0, 86_400_000),
    documentRetentionDays: wholeNumber('DOCUMENT_RETENTION_DAYS', 400, 1, 36_500),
    trustedProxies: trustedProxies ?? [],
    rateLimitPerSecond: wholeNumber('RATE_LIMIT_PER_SECOND', production ? 100 : 0, 0, 1_000_000),
    runAs,
    trustWeakSettings,
    weakSettings: [],
    logLevel: choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  const wrong = new Set(faults.map(({ variable }) => variable));
  const weak = production ? weakSettingsOf(config, given).filter(({ variable }) => !wrong.has(variable)) : [];
  if (!trustWeakSettings) {
    const unless = 'in production; TRUST_WEAK_SETTINGS=true makes a warning of this';
    for (const one of weak) faults.push({ ...one, accepted: `${one.accepted} (${unless})` });
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return {
    ...config,
    weakSettings: weak.map(({ variable, holds, accepted }) => `${variable} ${holds}; better: ${accepted}`),
  };
}

/** What works and protects too little, for production (contract 1). It names no secret, not even in part. */
function weakSettingsOf(config: Config, given: (variable: string) => string | null): ConfigFault[] {
  const faults: ConfigFault[] = [];
  const weak = (variable: string, holds: string, accepted: string) =>
    faults.push({ variable, holds, accepted });

  if (!config.publicUrl.startsWith('https:'))
    weak('PUBLIC_URL', `is ${shown(config.publicUrl)}`, 'an https address');
  if (config.rateLimitPerSecond === 0)
    weak('RATE_LIMIT_PER_SECOND', 'is 0, which is no limit', 'a number from 1');
  const key = config.masterKey && weaknessOfKey(config.masterKey, given('MASTER_KEY') ?? '');
  if (key) weak('MASTER_KEY', `holds ${key} (not shown)`, 'random bytes, from: openssl rand -base64 32');
  const token = config.operatorToken && weaknessOfToken(config.operatorToken);
  if (token)
    weak('OPERATOR_TOKEN', `holds ${token} (not shown)`, 'random characters, from: openssl rand -hex 32');
  if (config.databaseUrl !== null && !isGuardedDatabase(config.databaseUrl)) {
    weak(
      'DATABASE_URL',
      'leads to another machine without TLS',
      'an address that ends in ?sslmode=verify-full',
    );
  }
  return faults;
}

/** The 32 bytes that a Base64 text stands for, or null when it stands for anything else. */
export function decodeMasterKey(text: string | null): Buffer | null {
  const unpadded = text?.trim().replace(/=$/, '') ?? '';
  if (!/^[A-Za-z0-9+/]{43}$/.test(unpadded)) return null;
  return Buffer.from(unpadded, 'base64');
}

/** RFC 6750's b64token: anything else could not stand in an Authorization header. */
export function isBearerToken(token: string, shortest: number): boolean {
  return token.length >= shortest && token.length <= 512 && /^[A-Za-z0-9._~+/-]+=*$/.test(token);
}

function shown(value: string): string {
  return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
}

function readPublicUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '' || /[?#]/.test(text)) return null;
  return url.href.replace(/\/+$/, '');
}

function isDatabaseUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && (url.protocol === 'postgres:' || url.protocol === 'postgresql:') && url.hostname !== ''
  );
}

/** On this machine, or encrypted all the way. As connect.ts reads it: `allow` and `prefer` go on in clear where there is no TLS. */
function isGuardedDatabase(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const hosts = decodeURIComponent(hostname).split(',');
  if (hosts.every((host) => host.startsWith('/') || isLoopback(host))) return true;
  const unsaid = searchParams.has('sslrootcert') ? 'verify-full' : 'disable';
  const mode = searchParams.get('sslmode') || searchParams.get('ssl') || unsaid;
  return !['disable', 'false', 'allow', 'prefer'].includes(mode);
}

const isRoot = (user: string) => user === 'root' || /^0+:/.test(user);

/** An address or a name; in brackets where it comes from a URL. */
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
    // A prefix of 0 would believe everybody.
    if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most || Number(bits) === 0))
      return null;
    ranges.push(`${address}/${bits ?? most}`);
  }
  return ranges;
}
