// What the gateway gives an adapter, for tests of packages.
import type { AdapterParts, OwnOption } from '../provider-kit.ts';
import { choicesOf } from './options.ts';

/** Nothing is logged, and endpoints on this machine are allowed. `options`: those that the package brings itself. */
export function newParts(
  fields: Partial<AdapterParts> = {},
  options: readonly Pick<OwnOption, 'id' | 'method'>[] = [],
): AdapterParts {
  const choices = [...choicesOf('PAYIN'), ...choicesOf('PAYOUT'), ...options];
  const parts = {
    now: () => new Date(),
    log: { warn() {} },
    allowPrivateEndpoints: true,
    unknownValue() {},
    methodOf: ({ optionId }: { optionId: string | null }) =>
      choices.find(({ id }) => id === optionId)?.method ?? null,
    qrCode: (text: string) => ({
      base64QRCode: Buffer.from(text).toString('base64'),
      qrCodeString: text,
    }),
    ...fields,
  };
  return parts;
}
