// Connections to addresses that others gave us. It checks the address when connecting, after DNS, so that DNS rebinding
// does not help an attacker (contract 5). The webhook sender and the calls of providers use it. It never connects to an
// address that its rules refuse.
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { withoutUnaskedContinue } from './unasked-continue.ts';

export interface ConnectionRules {
  timeoutMs: number;
  /** https only, except to loopback in tests. */
  requireHttps: boolean;
  isAllowedAddress(ip: string): boolean;
  /** Resolves names to addresses; tests give their own. */
  lookup?: LookupFunction;
  /** Further certificate authorities, for tests. */
  ca?: string;
}

function refusal(): Error {
  return Object.assign(new Error('the address is private or reserved'), { code: 'ADDRESS_REFUSED' });
}

/**
 * Connects only to allowed addresses. It checks every connection: here if the host is an IP address, in the lookup if
 * it is a name.
 */
export function guardedConnector(options: ConnectionRules): buildConnector.connector {
  const lookup = guardedLookup(options.lookup ?? defaultLookup(options), options.isAllowedAddress);
  const connect = buildConnector({
    allowH2: false,
    timeout: options.timeoutMs,
    lookup,
    ...(options.ca ? { ca: options.ca } : {}),
  } as buildConnector.BuildOptions);
  return (target, callback) => {
    const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !options.isAllowedAddress(host)) callback(refusal(), null);
    else
      connect(target, (...[error, socket]) =>
        socket ? callback(null, withoutUnaskedContinue(socket)) : callback(error as Error, null),
      );
  };
}

/** The allowed addresses of a name; an error if there is none. */
export function guardedLookup(lookup: LookupFunction, isAllowed: (ip: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const allowed = (found as LookupAddress[]).filter((one) => isAllowed(one.address));
      if (allowed.length === 0) return callback(refusal(), '', 0);
      if (options.all) return callback(null, allowed);
      callback(null, allowed[0]!.address, allowed[0]!.family);
    });
  };
}

/**
 * Asks the name servers directly. The system's lookup would use one of four threads that the whole process shares: four
 * merchants with dead name servers would delay everybody. Only tests and loopback use the system's lookup, because
 * there names may come from the hosts file.
 */
function defaultLookup({ requireHttps }: ConnectionRules): LookupFunction {
  if (!requireHttps) return systemLookup as LookupFunction;
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return (hostname, _options, callback) => {
    const families = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    Promise.allSettled(families).then(([v4, v6]) => {
      const addresses: LookupAddress[] = [];
      if (v4!.status === 'fulfilled') for (const address of v4!.value) addresses.push({ address, family: 4 });
      if (v6!.status === 'fulfilled') for (const address of v6!.value) addresses.push({ address, family: 6 });
      if (addresses.length > 0) callback(null, addresses);
      else callback((v4 as PromiseRejectedResult).reason, '', 0);
    });
  };
}
