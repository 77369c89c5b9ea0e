// Worked pay-ins by every method but the card, for the API reference: a request for each method and for each amount
// with a meaning in the sandbox, and under the same name its answer. They show the payer the sandbox's instructions. A
// test sends each request to a running gateway and compares. Methods that ask for nothing come from the catalogue.

import type { PaymentFlow } from '../../domain/options/payment-flow.ts';
import { optionsOf } from '../../domain/options/payment-option.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import type { ResultType, Transaction } from '../../domain/transactions/transaction.ts';
import type { Example } from '../calls/operation.ts';
import { BITCOIN_QR_CODE, PIX_QR_CODE, UPI_QR_CODE } from './example-qr-codes.ts';
import { envelopeAfter, inMinutes, PAGE_TOKEN, PUBLIC_URL } from './example-transaction.ts';

const optionOf = (method: string) => optionsOf('PAYIN').find((one) => one.method === method)!;
const suboptionOf = (method: string, name: string) =>
  optionOf(method).suboptions.find((one) => one.name === name)!;

const HOURS_72 = 72 * 60;
const BANK_PAGE = `${PUBLIC_URL}/sandbox/bank/${PAGE_TOKEN}`;

interface Payin {
  optionId: string;
  country: string | null;
  currency: string;
  amount: number;
  more?: Record<string, unknown>;
}

/** The answer in words, and the outcome behind it. */
interface ExampleAnswer {
  summary: string;
  outcome: Outcome;
}

const shown = (
  summary: string,
  [statusCode, resultType, minutes]: [number, ResultType, number],
  fields: Record<string, unknown>,
): ExampleAnswer => ({
  summary,
  outcome: { kind: 'instructions', statusCode, resultType, fields, expiresAt: inMinutes(minutes) },
});

const detailsOf = (account: object, { amount, currency }: Payin) => ({
  beneficiary: 'Tollgate Sandbox',
  ...account,
  reference: 'TGITM9ODP39F',
  amount,
  currency,
  expiresAt: inMinutes(HOURS_72).toISOString(),
});

const toBank: ExampleAnswer = {
  summary: 'redirect: send the customer to redirectUrl',
  outcome: { kind: 'redirect', redirectUrl: BANK_PAGE, expiresAt: inMinutes(15) },
};

const inGermany = (optionId: string, amount = 49.9): Payin => ({
  optionId,
  country: 'DE',
  currency: 'EUR',
  amount,
});
const inIndia = (optionId: string): Payin => ({ optionId, country: 'IN', currency: 'INR', amount: 499 });
const inBrazil = (optionId: string): Payin => ({ optionId, country: 'BR', currency: 'BRL', amount: 49.9 });

const transfer = inGermany(optionOf('sepa-transfer').id);
const upiTransfer = inIndia(suboptionOf('upi', 'UPI Transfer').id);
const agents: Payin = {
  optionId: optionOf('cash-agents').id,
  country: 'PE',
  currency: 'PEN',
  amount: 49.9,
};
const p2p: Payin = {
  optionId: suboptionOf('p2p', 'Kervan Bank').id,
  country: 'TR',
  currency: 'TRY',
  amount: 499,
};

const field = (name: string, label: string, type: 'hidden' | 'text', value: string) => ({
  name,
  label,
  type,
  required: true,
  values: [],
  value,
});

const transferDetails = (payin: Payin): ExampleAnswer =>
  shown('info: show where to pay, and wait', [84, 'info', HOURS_72], {
    bankName: 'Tollgate Sandbox Bank',
    paymentDetails: detailsOf({ iban: 'DE79999000012695401959', bic: 'TGSBDE99XXX' }, payin),
  });

const toCashier: ExampleAnswer = {
  summary: 'redirect: the cashier asks for what is missing',
  outcome: { kind: 'cashier', expiresAt: inMinutes(60) },
};

const ending = (minor: string, says: string): [string, Payin] => [
  `Sandbox: an amount that ends in ${minor} ${says}`,
  inGermany(transfer.optionId, Number(`49.${minor}`)),
];

interface Worked {
  about: [string, Payin];
  answer: ExampleAnswer;
}

type PlainFlow = Extract<PaymentFlow, 'bank' | 'wallet' | 'voucher' | 'code'>;

/** What the sandbox answers with these flows. */
const PLAIN: Readonly<Record<PlainFlow, ExampleAnswer>> = {
  bank: toBank,
  wallet: toBank,
  voucher: shown('barcode: the reference of a shop', [86, 'barcode', HOURS_72], {
    barcodeData: '98458011010074',
    expirationDate: inMinutes(HOURS_72).toISOString(),
  }),
  code: shown('fawry: show the reference', [90, 'fawry', HOURS_72], { referenceNumber: '978499756' }),
};

/** Every option of the flow that asks for nothing more, in the first place where it is offered. */
function plainPayins(flow: PlainFlow): Record<string, Worked> {
  const plain = optionsOf('PAYIN').filter(
    (option) =>
      option.flow === flow &&
      option.suboptions.length === 0 &&
      option.fields.length === 0 &&
      // The number of a boleto has a format of its own.
      option.method !== 'boleto',
  );
  return Object.fromEntries(
    plain.map(({ id, method, name, availableCountries: [place] }) => {
      const { code, currencies } = place!;
      const country = code.length === 2 ? code : 'DE';
      const payin = { ...inGermany(id), country, currency: currencies[0]! };
      return [exampleName(method), { about: [name, payin], answer: PLAIN[flow] }];
    }),
  );
}

/** In camel case. PayPal has another spelling, because links to its example use that. */
const exampleName = (method: string) =>
  method === 'paypal' ? 'payPal' : method.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const WORKED: Record<string, Worked> = {
  openBanking: {
    about: ['Open banking, the bank chosen', inGermany(suboptionOf('open-banking', 'Hansetal Bank').id)],
    answer: toBank,
  },
  wallet: {
    about: ['A wallet, chosen', { ...inGermany(suboptionOf('wallet', 'Pocketwell').id), country: null }],
    answer: toBank,
  },
  ...plainPayins('bank'),
  ...plainPayins('wallet'),
  sepaTransfer: { about: ['SEPA transfer', transfer], answer: transferDetails(transfer) },
  sepaDirectDebit: {
    about: [
      'SEPA direct debit',
      {
        ...inGermany(optionOf('sepa-direct-debit').id),
        more: {
          customer: { firstName: 'Anna', lastName: 'Schmidt' },
          paymentData: { iban: 'DE89370400440532013000' },
        },
      },
    ],
    answer: shown('form: present the mandate', [80, 'form', 15], {
      formData: {
        url: BANK_PAGE,
        method: 'POST',
        fields: [
          field('mandateReference', 'Mandate reference', 'hidden', 'TGITM9ODP39F'),
          field('creditor', 'Creditor', 'hidden', 'Tollgate Sandbox'),
          field('creditorIdentifier', 'Creditor identifier', 'hidden', 'DE98ZZZ09999999999'),
          field('iban', 'Account to be debited', 'hidden', 'DE89 •••• 3000'),
          field('accountHolder', 'Account holder', 'hidden', 'Anna Schmidt'),
        ],
      },
    }),
  },
  upiQr: {
    about: ['UPI by QR code', inIndia(suboptionOf('upi', 'UPI QR').id)],
    answer: shown('qrcode: a UPI deep link', [81, 'qrcode', 30], { ...UPI_QR_CODE }),
  },
  upiTransfer: {
    about: ['UPI transfer', upiTransfer],
    answer: shown('receipt: show where to pay, then collect the UTR', [83, 'receipt', HOURS_72], {
      bankName: 'Tollgate Sandbox Bank',
      paymentDetails: detailsOf({ accountNumber: '212695401959', bankCode: 'TOLL0999999' }, upiTransfer),
    }),
  },
  pix: {
    about: [
      'PIX',
      {
        ...inBrazil(optionOf('pix').id),
        more: { customer: { document: { type: 'CPF', number: '529.982.247-25' } } },
      },
    ],
    answer: shown('qrcode: a BR Code', [81, 'qrcode', 30], { ...PIX_QR_CODE }),
  },
  boleto: {
    about: ['Boleto', inBrazil(optionOf('boleto').id)],
    answer: shown('barcode: the digits of a boleto', [86, 'barcode', HOURS_72], {
      barcodeData: '99990705100613010574238728890666813750000004990',
      expirationDate: inMinutes(HOURS_72).toISOString(),
    }),
  },
  ...plainPayins('voucher'),
  cashAgents: {
    about: ['Cash at an agent', agents],
    answer: shown('info: with places, and instructions as HTML', [84, 'info', HOURS_72], {
      bankName: 'Agentes Cóndor',
      paymentDetails: detailsOf({}, agents),
      paymentLocations: [
        {
          name: 'Bodega Doña Rosa',
          address: 'Avenida José Larco 345',
          city: 'Lima',
          mapUrl:
            'https://www.openstreetmap.org/search?query=Avenida%20Jos%C3%A9%20Larco%20345%2C%20Lima%2C%20Peru',
        },
      ],
      htmlInstructions:
        '<ol><li>Go to a shop with the sign of <strong>Agentes Cóndor</strong>.</li><li>Say that you want to pay the code ' +
        '<strong>TGITM9ODP39F</strong>.</li><li>Pay <strong>PEN 49.90</strong> in cash and keep the receipt.</li></ol>',
    }),
  },
  ...plainPayins('code'),
  mPesa: {
    about: [
      'M-Pesa',
      {
        ...inGermany(optionOf('m-pesa').id),
        country: 'KE',
        currency: 'KES',
        amount: 499,
        more: { paymentData: { phoneNumber: '+254712345678' } },
      },
    ],
    answer: shown('mobile: show sendTo, then collect the transaction id', [91, 'mobile', 30], {
      sendTo: '5698812',
      confirmBy: 'TRANSACTION_ID',
    }),
  },
  p2p: {
    about: ['Transfer to a person, the bank chosen', p2p],
    answer: shown('receipt: show where to pay, then collect a document', [83, 'receipt', HOURS_72], {
      bankName: 'Kervan Bank',
      paymentDetails: detailsOf({ iban: 'TR690099904002212695401959' }, p2p),
    }),
  },
  crypto: {
    about: [
      'Bitcoin',
      {
        optionId: optionOf('crypto').id,
        country: null,
        currency: 'BTC',
        amount: 0.0499,
        more: { paymentData: { network: 'bitcoin' } },
      },
    ],
    answer: shown('qrcode: a bitcoin address', [81, 'qrcode', 30], { ...BITCOIN_QR_CODE }),
  },
  incomplete: {
    about: ['No bank chosen: the cashier asks', inGermany(optionOf('open-banking').id)],
    answer: toCashier,
  },
  amount02: {
    about: ending('02', 'is declined'),
    answer: {
      summary: 'Declined 2005',
      outcome: { kind: 'declined', errorCode: '2005' },
    },
  },
  amount03: {
    about: ending('03', 'is never paid, and expires'),
    answer: transferDetails({ ...transfer, amount: 49.03 }),
  },
  amount04: {
    about: ending('04', 'fails at once'),
    answer: { summary: 'Technical failure, not paid', outcome: { kind: 'failed', errorCode: '9002' } },
  },
  amount05: {
    about: ending('05', 'gets no answer; later found completed'),
    answer: { summary: 'Outcome unknown: wait for the webhook', outcome: { kind: 'unknown' } },
  },
};

export const methodRequests: Record<string, Example> = Object.fromEntries(
  Object.entries(WORKED).map(([name, { about }]) => {
    const [summary, { optionId, country, currency, amount, more }] = about;
    const value = { paymentOptionId: optionId, ...(country && { country }), currency, amount, ...more };
    return [name, { summary, value }];
  }),
);

export const methodAnswers: Record<string, Example> = Object.fromEntries(
  Object.entries(WORKED).map(([name, { about, answer }]) => [
    name,
    {
      summary: `${about[0]}: ${answer.summary}`,
      value: envelopeAfter(answer.outcome, toTransaction(about[1])),
    },
  ]),
);

function toTransaction({ optionId, country, currency, amount }: Payin): Partial<Transaction> {
  const decimals = currency === 'BTC' ? 8 : 2;
  const [whole, rest = ''] = String(amount).split('.');
  return { optionId, country, currency, amountMinor: BigInt(whole + rest.padEnd(decimals, '0')) };
}
