// Worked examples of the v2 calls for the API reference, made from the catalogue so that ids and inputs stay true.
import { errorReason } from '../../domain/errors/error-codes.ts';
import type { OptionType } from '../../domain/options/payment-flow.ts';
import { type Direction, inputsOf, optionsOf } from '../../domain/options/payment-option.ts';
import type { Example } from '../calls/operation.ts';

const transactionId = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';
const sessionId = '0197c2f4-5b7e-7a31-9d0c-40c1d2e3f405';
const ids = { transactionId, sessionId };
const logoAddress = (file: string) => `https://pay.example/assets/logos/${file}`;
const optionOf = (direction: Direction, wanted: OptionType) =>
  optionsOf(direction).find(({ type }) => type === wanted)!;

const offers = (direction: Direction, types: OptionType[]) =>
  types
    .map((type) => optionOf(direction, type))
    .map((option) => ({
      paymentOptionId: option.id,
      name: option.name,
      logo: logoAddress(option.logo),
      extraData: inputsOf(option, 'EUR', 'v2'),
    }));

export const openings: Record<string, Example> = {
  usual: {
    summary: 'An order',
    value: {
      country: 'DE',
      currency: 'EUR',
      amount: 49.9,
      redirectUrl: 'https://shop.example/return',
      language: 'de',
      paymentReference: 'invoice-10021',
      userId: 'customer-77',
      customer: { name: 'Anna Schmidt', email: 'anna@example.com' },
    },
  },
};

export const paymentSession = { ...ids, paymentOptions: offers('PAYIN', ['CARD', 'OPEN_BANKING']) };
export const payoutSession = { ...ids, payoutOptions: offers('PAYOUT', ['BANK_TRANSFER', 'WALLET']) };

const openBanking = optionOf('PAYIN', 'OPEN_BANKING');
const [bank] = openBanking.suboptions;

export const suboptionRequests: Record<string, Example> = {
  banks: { summary: 'The banks of an option', value: { sessionId, paymentOptionId: openBanking.id } },
};

const wallet = optionOf('PAYOUT', 'WALLET');

export const payoutSuboptionRequests: Record<string, Example> = {
  wallet: { summary: 'An option without suboptions', value: { sessionId, paymentOptionId: wallet.id } },
};

export const noSuboptions: Record<string, Example> = {
  none: {
    summary: 'Nothing to choose',
    value: {
      statusCode: '085',
      resultType: 'option_choice',
      result: { paymentOptionId: wallet.id, ...ids, options: [] },
    },
  },
};

export const choices: Record<string, Example> = {
  bank: {
    summary: 'A bank',
    value: { sessionId, paymentOptionId: openBanking.id, optionId: bank!.id },
  },
  card: { summary: 'The card', value: { sessionId, paymentOptionId: optionOf('PAYIN', 'CARD').id } },
};

export const suboptions: Record<string, Example> = {
  banks: {
    summary: 'A bank to choose',
    value: {
      statusCode: '085',
      resultType: 'option_choice',
      result: {
        paymentOptionId: openBanking.id,
        ...ids,
        options: [
          { id: bank!.id, name: bank!.name, logo: logoAddress(bank!.logo), uuid: bank!.id, formInputs: [] },
        ],
      },
    },
  },
};

export const redirect: Record<string, Example> = {
  redirect: {
    summary: 'The customer continues in the cashier',
    value: {
      statusCode: '300',
      resultType: 'redirect',
      result: {
        redirectUrl: 'https://pay.example/cashier/jK3vN0xq2mWc7Rt5uYb8Ze1aLd4fHg6iPo9sXwQyTkE',
        transactionId,
      },
    },
  },
};

export const payouts: Record<string, Example> = {
  bank: {
    summary: 'To a bank account',
    value: {
      sessionId,
      paymentOptionId: optionOf('PAYOUT', 'BANK_TRANSFER').id,
      paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Anna Schmidt' },
    },
  },
};

export const payoutAnswers: Record<string, Example> = {
  pending: {
    summary: 'The payout waits for approval',
    value: { statusCode: '000', status: 'PENDING', result: 'Payout waits for approval', transactionId },
  },
  ...redirect,
  declined: {
    summary: 'Declined: the balance is too low for an automatic approval',
    value: {
      statusCode: '999',
      status: 'DECLINED',
      result: 'Payout could not be processed',
      transactionId,
      errorCode: '4001',
      errorReason: errorReason('4001'),
    },
  },
};
