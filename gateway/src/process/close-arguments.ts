// How the commands `close` and `close:verify` are called (close.ts runs them).
import { parseArgs } from 'node:util';

/** A fault that the user can correct. */
export class CloseError extends Error {}

export const CLOSE_USE = '--brand ID --month 2026-10 [--out FILE]';
export const CLOSE_VERIFY_USE = 'FILE [--former FILE] [--key KEYS.pem] [--audit ROWS.json] [--database]';

export interface CloseArguments {
  brandId: string;
  month: string;
  /** null: the file is named after brand and month, in this folder. */
  out: string | null;
}

export interface VerifyArguments {
  file: string;
  /** The archive of the month before. */
  former: string | null;
  /** A file of public keys, one of which must have signed the seal. */
  key: string | null;
  /** An export of the audit log, as JSON. */
  audit: string | null;
  /** The audit log of the gateway's database is checked too. */
  database: boolean;
}

/** null: the command is not used correctly. */
export function readCloseArguments(options: readonly string[]): CloseArguments | null {
  const read = parsed(options, { brand: 'string', month: 'string', out: 'string' });
  const { brand, month, out } = read?.values ?? {};
  if (!read || read.rest.length > 0 || typeof brand !== 'string' || typeof month !== 'string') return null;
  return { brandId: brand, month, out: typeof out === 'string' ? out : null };
}

/** null: the command is not used correctly. */
export function readVerifyArguments(options: readonly string[]): VerifyArguments | null {
  const read = parsed(options, { former: 'string', key: 'string', audit: 'string', database: 'boolean' });
  const [file, ...more] = read?.rest ?? [];
  if (!read || file === undefined || more.length > 0) return null;
  const { former, key, audit, database } = read.values;
  return {
    file,
    former: typeof former === 'string' ? former : null,
    key: typeof key === 'string' ? key : null,
    audit: typeof audit === 'string' ? audit : null,
    database: database === true,
  };
}

function parsed(given: readonly string[], kinds: Record<string, 'string' | 'boolean'>) {
  const options = Object.fromEntries(Object.entries(kinds).map(([name, type]) => [name, { type }]));
  try {
    const { values, positionals } = parseArgs({ args: [...given], options, allowPositionals: true });
    return { values, rest: positionals };
  } catch {
    return null;
  }
}
