// Reads environment variables one by one and collects what is wrong with them, so that ConfigError lists every fault at
// once. Secrets may come as files (secrets-in-files.ts). It never shows a secret, and knows no setting by name: those
// are in config.ts.

import { type Environment, readSecretFiles } from './secrets-in-files.ts';

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

export class EnvironmentReader {
  readonly faults: ConfigFault[];
  /** Files with secrets that anybody on this machine can read: in production too weak, in test a warning. */
  readonly openFiles: readonly ConfigFault[];
  readonly #env: Environment;
  /** The files that secrets came from, by the name of the secret. */
  readonly #origins: ReadonlyMap<string, string>;

  /** `secrets`: settings that a file may hold too. */
  constructor(env: Environment, secrets: readonly string[] = []) {
    const read = readSecretFiles(env, secrets);
    this.faults = [...read.faults];
    this.openFiles = read.open;
    this.#env = read.env;
    this.#origins = read.origins;
  }

  /** null: not set, or empty. */
  given(variable: string): string | null {
    return this.#env[variable]?.trim() || null;
  }

  /** True if the setting or its file is at fault. */
  isFaulty(variable: string): boolean {
    return this.faults.some((one) => one.variable === variable || one.variable === `${variable}_FILE`);
  }

  /** The origin of a secret, for a message that does not show the secret. */
  origin(variable: string): string {
    const path = this.#origins.get(variable);
    return path === undefined ? '(not shown)' : `(in ${shown(path)}, not shown)`;
  }

  /**
   * Records a fault and answers `instead`, so that reading continues. If a secret's file is at fault, this adds no
   * second fault.
   */
  fault<T>(variable: string, accepted: string, instead: T, { secret = false } = {}): T {
    const value = this.given(variable);
    if (value === null && this.isFaulty(variable)) return instead;
    const length = `holds ${value?.length} characters ${this.origin(variable)}`;
    const holds = value === null ? 'is not set' : secret ? length : `is ${shown(value)}`;
    this.faults.push({ variable, holds, accepted });
    return instead;
  }

  choice<T extends string>(variable: string, choices: readonly T[], fallback: T): T {
    const value = this.given(variable);
    if (value === null) return fallback;
    const found = choices.find((one) => one === value);
    return found ?? this.fault(variable, `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`, fallback);
  }

  wholeNumber(
    variable: string,
    fallback: number,
    { least, most }: Readonly<{ least: number; most: number }>,
  ): number {
    const value = this.given(variable);
    if (value === null) return fallback;
    const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    return this.fault(variable, `a whole number from ${least} to ${most}`, fallback);
  }
}

export function shown(value: string): string {
  return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
}
