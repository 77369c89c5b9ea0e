// A provider for tests that asks for confirmations and answers as the test says. It replaces the sandbox in a context.
// `heard` has its calls. Its pay-ins stay open for half an hour.
import type { Outcome, Provider } from '@tollgate/provider-kit';
import type { Context } from '../../src/actions/context.ts';
import type { Confirmation } from '../../src/domain/confirmations/confirmation.ts';
import { findOption, optionsOf } from '../../src/domain/options/payment-option.ts';
import { routeTo } from '../../src/providers/registry.ts';
import { everywhere } from '../providers/a-provider.ts';

const choices = optionsOf('PAYIN').flatMap((option) => [option, ...option.suboptions]);
const idOf = (method: string, country: string) =>
  choices.find((one) => one.method === method && one.availableCountries.some(({ code }) => code === country))!
    .id;

/** The fields that a pay-in of each confirmation method needs. */
export const ASKING = {
  upiTransfer: { paymentOptionId: idOf('upi-transfer', 'IN'), currency: 'INR', country: 'IN' },
  p2p: {
    paymentOptionId: choices.findLast(({ method }) => method === 'p2p')!.id,
    currency: 'INR',
    country: 'IN',
  },
  mPesa: { paymentOptionId: idOf('m-pesa', 'KE'), currency: 'KES', country: 'KE' },
} as const;

let utrs = 412_345_678_900;
/** An unused UTR: one UTR confirms one payment of a merchant. */
export const aUtr = (): string => String(++utrs);

export interface ReceiptProvider {
  heard: Confirmation[];
  /** Its answer to a confirmation. */
  says: Outcome | (() => Promise<Outcome>);
  inquired: Outcome;
  /** A call that takes longer is late. */
  deadlineMs: number;
}

export function askForReceipts(context: Context): ReceiptProvider {
  const control: ReceiptProvider = {
    heard: [],
    says: { kind: 'pending' },
    inquired: { kind: 'waiting' },
    deadlineMs: 5_000,
  };
  const provider: Provider = {
    ...context.provider('sandbox', null)!,
    id: 'receipts',
    get deadlineMs() {
      return control.deadlineMs;
    },
    capabilities: {
      methods: everywhere({ PAYIN: ['upi-transfer', 'p2p', 'm-pesa', 'card'] }),
      refund: false,
      cancel: false,
      inquiry: 'supported',
    },
    async payIn({ optionId }) {
      const found = findOption(optionId!)!;
      const { method } = found.suboption ?? found.option;
      const expiresAt = new Date(context.now().getTime() + 30 * 60_000);
      if (method === 'card') return { kind: 'pending' };
      const mobile = method === 'm-pesa';
      return {
        kind: 'instructions',
        resultType: mobile ? 'mobile' : 'receipt',
        statusCode: mobile ? 91 : 83,
        fields: mobile ? { sendTo: '600100' } : { bankName: 'A Bank', paymentDetails: {} },
        expiresAt,
      };
    },
    async confirm(_transaction, confirmation) {
      control.heard.push(confirmation);
      return typeof control.says === 'function' ? await control.says() : control.says;
    },
    inquire: async () => control.inquired,
  };
  const { forOption, byId } = routeTo([provider]);
  Object.assign(context, { providersFor: forOption, provider: byId });
  return control;
}
