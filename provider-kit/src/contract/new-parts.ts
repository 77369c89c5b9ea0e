// What the gateway gives an adapter, for tests of packages.
import type { AdapterParts } from '../provider-kit.ts';
import { choicesOf } from './options.ts';

/** Nothing is logged, and endpoints on this machine are allowed. */
export function newParts(fields: Partial<AdapterParts> = {}): AdapterParts {
  const parts = {
    now: () => new Date(),
    log: { warn() {} },
    allowPrivateEndpoints: true,
    unknownValue() {},
    methodOf: ({ optionId }: { optionId: string | null }) =>
      [...choicesOf('PAYIN'), ...choicesOf('PAYOUT')].find(({ id }) => id === optionId)?.method ?? null,
    qrCode: (text: string) => ({
      base64QRCode: Buffer.from(text).toString('base64'),
      qrCodeString: text,
    }),
    ...fields,
  };
  return parts;
}
