// The arguments of `provider:check`: which brand and provider, and how long each part may take.
import { parseArgs } from 'node:util';

export interface CheckProviderArguments {
  brandId: string;
  provider: string;
  waitMs: number;
}

export const CHECK_PROVIDER_USE = '--brand ID --provider NAME [--wait SECONDS]';
const USUAL_WAIT_SECONDS = '120';

/** null: the arguments do not have this form. */
export function readArguments(args: readonly string[]): CheckProviderArguments | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        brand: { type: 'string' },
        provider: { type: 'string' },
        wait: { type: 'string', default: USUAL_WAIT_SECONDS },
      },
    });
    const seconds = Number(values.wait);
    if (!values.brand || !values.provider || !(seconds > 0 && seconds <= 3_600)) return null;
    return { brandId: values.brand, provider: values.provider, waitMs: seconds * 1_000 };
  } catch {
    return null;
  }
}
