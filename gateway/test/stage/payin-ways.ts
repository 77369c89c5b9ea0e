// Every way to pay in but the card, from the catalogue: where it is sold, the fields that it asks for, and the answer
// of the sandbox that contract 4, 6 and 7 name for what the payer does. The answers are written by hand, per flow.
import type { PaymentFlow } from '../../src/domain/options/payment-flow.ts';
import { optionsOf, type PaymentOption } from '../../src/domain/options/payment-option.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;

export interface FlowAnswer {
  statusCode: number;
  resultType: string;
  lifetimeMs: number;
  /** The fields of the result besides the permanent ones. */
  fields: string[];
  /**
   * The step before the money comes: a step that the gateway does not notice, a confirmation, or a decision on a page.
   */
  waitsFor: 'nothing' | 'confirmation' | 'visit';
}

const redirect: FlowAnswer = {
  statusCode: 300,
  resultType: 'redirect',
  lifetimeMs: 15 * MINUTE,
  fields: ['redirectUrl'],
  waitsFor: 'visit',
};

const ANSWERS: Readonly<Record<Exclude<PaymentFlow, 'card'>, FlowAnswer>> = {
  bank: redirect,
  wallet: redirect,
  mandate: { ...redirect, statusCode: 80, resultType: 'form', fields: ['formData'] },
  qr: {
    statusCode: 81,
    resultType: 'qrcode',
    lifetimeMs: 30 * MINUTE,
    fields: ['base64QRCode', 'qrCodeString'],
    waitsFor: 'nothing',
  },
  receipt: {
    statusCode: 83,
    resultType: 'receipt',
    lifetimeMs: 72 * HOUR,
    fields: ['bankName', 'paymentDetails'],
    waitsFor: 'confirmation',
  },
  transfer: {
    statusCode: 84,
    resultType: 'info',
    lifetimeMs: 72 * HOUR,
    fields: ['bankName', 'paymentDetails'],
    waitsFor: 'nothing',
  },
  agents: {
    statusCode: 84,
    resultType: 'info',
    lifetimeMs: 72 * HOUR,
    fields: ['bankName', 'paymentDetails', 'paymentLocations', 'htmlInstructions'],
    waitsFor: 'nothing',
  },
  voucher: {
    statusCode: 86,
    resultType: 'barcode',
    lifetimeMs: 72 * HOUR,
    fields: ['barcodeData', 'expirationDate'],
    waitsFor: 'nothing',
  },
  code: {
    statusCode: 90,
    resultType: 'fawry',
    lifetimeMs: 72 * HOUR,
    fields: ['referenceNumber'],
    waitsFor: 'nothing',
  },
  mobile: {
    statusCode: 91,
    resultType: 'mobile',
    lifetimeMs: 30 * MINUTE,
    fields: ['sendTo', 'confirmBy'],
    waitsFor: 'confirmation',
  },
};

/** A right value of each field that a method may require. */
const GIVEN: Readonly<Record<string, string>> = {
  iban: 'DE89370400440532013000',
  phoneNumber: '+254712345678',
};

export interface PayinWay extends FlowAnswer {
  name: string;
  method: string;
  /** The id of the suboption, if the option has any. */
  optionId: string;
  country: string;
  currency: string;
  data: Record<string, string>;
  customer?: { document: { type: string; number: string } };
}

/** Each way in each of its countries and currencies; crypto over each network. */
export const PAYIN_WAYS: readonly PayinWay[] = optionsOf('PAYIN')
  .flatMap((option) =>
    (option.suboptions.length > 0 ? option.suboptions : [option]).flatMap(
      ({ id: optionId, name, method, flow, availableCountries }) =>
        availableCountries.flatMap(({ code, currencies }) =>
          currencies.flatMap((currency) =>
            dataOf(option, currency).map(
              (data): PayinWay => ({
                name,
                method,
                optionId,
                country: code.length === 2 ? code : 'DE',
                currency,
                data,
                ...(asksForDocument(option) && {
                  customer: { document: { type: 'CPF', number: '52998224725' } },
                }),
                ...(ANSWERS[flow as keyof typeof ANSWERS] as FlowAnswer),
              }),
            ),
          ),
        ),
    ),
  )
  .filter(({ method }) => method !== 'card');

/** One way for each method. */
export const PAYIN_METHODS: readonly PayinWay[] = [
  ...new Map(PAYIN_WAYS.toReversed().map((one) => [one.method, one])).values(),
].toReversed();

function dataOf({ fields }: PaymentOption, currency: string): Record<string, string>[] {
  const given = fields
    .filter(({ name, required }) => required && !name.startsWith('customer.'))
    .map(({ name, values, valuesByCurrency }) => {
      const allowed = valuesByCurrency?.[currency] ?? values;
      return (allowed.length > 0 ? allowed : [GIVEN[name]!]).map((value) => ({ [name]: value }));
    });
  return given.reduce<Record<string, string>[]>(
    (all, values) =>
      all.flatMap((data) => values.map((value) => ({ ...data, ...value }) as Record<string, string>)),
    [{}],
  );
}

function asksForDocument({ fields }: PaymentOption): boolean {
  return fields.some(({ name }) => name.startsWith('customer.document'));
}
