// Worked pay-ins by card for the API reference: a request for each feature and for each test card of the sandbox, and
// under the same name its answer. The guide's table of test cards comes from them. A test sends each request to a
// running gateway and compares.
import { errorReason } from '../../domain/errors/error-codes.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import type { Example } from '../calls/operation.ts';
import {
  CARD_OPTION_ID,
  envelopeAfter,
  exampleSteps,
  exampleTransaction,
  inMinutes,
  PAGE_TOKEN,
  PUBLIC_URL,
} from './example-transaction.ts';

const CHALLENGE: Outcome = {
  kind: 'redirect',
  redirectUrl: `${PUBLIC_URL}/sandbox/3ds/${PAGE_TOKEN}`,
  expiresAt: inMinutes(15),
  threeDs: { flow: 'CHALLENGE', status: 'PENDING' },
};
const COMPLETED: Outcome = { kind: 'completed' };

export interface TestCard {
  number: string;
  /** The guide's text about it. */
  says: string;
  outcome: Outcome;
}

const refusing = (
  number: string,
  errorCode: '2001' | '2002' | '2004' | '2005' | '2006' | '2007',
): TestCard => ({
  number,
  says: `Declined \`${errorCode}\`: ${errorReason(errorCode)}`,
  outcome: { kind: 'declined', errorCode },
});

/** Contract 7. */
export const TEST_CARDS: Record<string, TestCard> = {
  visa: { number: '4242424242424242', says: 'Completed', outcome: COMPLETED },
  mastercard: { number: '5555555555554444', says: 'Completed', outcome: COMPLETED },
  amex: { number: '378282246310005', says: 'Completed (four-digit code)', outcome: COMPLETED },
  challenge: {
    number: '4000000000003220',
    says: '3-D Secure challenge: redirect to a simulated bank, whose buttons decide',
    outcome: CHALLENGE,
  },
  frictionless: {
    number: '4000000000003055',
    says: '3-D Secure without a challenge, completed',
    outcome: { ...COMPLETED, threeDs: { flow: 'FRICTIONLESS', status: 'AUTHENTICATED' } },
  },
  challengeDeclined: {
    number: '4000008400001629',
    says: '3-D Secure challenge, and declined `2005` after it',
    outcome: CHALLENGE,
  },
  challengeUnavailable: {
    number: '4000008400001280',
    says: `3-D Secure down: declined \`2104\``,
    outcome: { kind: 'declined', errorCode: '2104' },
  },
  doNotHonour: refusing('4000000000000002', '2005'),
  insufficientFunds: refusing('4000000000009995', '2001'),
  lostCard: refusing('4000000000009987', '2006'),
  stolenCard: refusing('4000000000009979', '2007'),
  expiredCard: refusing('4000000000000069', '2002'),
  wrongCvv: refusing('4000000000000127', '2004'),
  technicalFailure: {
    number: '4000000000000119',
    says: 'Technical failure: 999, `ERROR`, `9002`; not charged',
    outcome: { kind: 'failed', errorCode: '9002' },
  },
  processing: {
    number: '4000000000000259',
    says: '200 and `PROCESSING`, completed a little later',
    outcome: { kind: 'pending' },
  },
  unknown: {
    number: '4000000000000341',
    says: 'No answer: 999, `PROCESSING`, `9001`; found completed later',
    outcome: { kind: 'unknown' },
  },
};

const payin = { paymentOptionId: CARD_OPTION_ID, currency: 'EUR', amount: 49.9 };
/** For examples that production shows too, so it is not a test card of the sandbox. */
const card = {
  cardNumber: '4111111111111111',
  expiryMonth: '12',
  expiryYear: '2030',
  cardCvv: '123',
  cardHolder: 'Anna Schmidt',
};

function requestFor({ number, says }: TestCard): Example {
  const cardCvv = number.startsWith('37') ? '1234' : '123';
  return {
    summary: `Sandbox: ${says.replaceAll('`', '')}`,
    value: {
      ...payin,
      redirectUrl: 'https://shop.example/return',
      paymentData: { ...card, cardNumber: number, cardCvv },
    },
  };
}

export const cardRequests: Record<string, Example> = {
  card: {
    summary: 'A new card',
    value: {
      ...payin,
      country: 'DE',
      merchantReference: 'order-10021',
      userId: 'customer-77',
      customer: { firstName: 'Anna', lastName: 'Schmidt', email: 'anna@example.com', ip: '203.0.113.24' },
      redirectUrl: 'https://shop.example/return',
      paymentData: card,
    },
  },
  withBrowser: {
    summary: "With the customer's browser, for 3-D Secure",
    value: {
      ...payin,
      country: 'DE',
      merchantReference: 'order-10024',
      paymentData: card,
      browserInfo: {
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        acceptHeader: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
        language: 'de-DE',
        colorDepth: 24,
        screenHeight: 1080,
        screenWidth: 1920,
        timeZoneOffset: -60,
        javaEnabled: false,
      },
    },
  },
  minimal: { summary: 'Only the required fields', value: { ...payin, paymentData: card } },
  authorized: {
    summary: 'Authorise now, capture later',
    value: {
      ...payin,
      country: 'DE',
      merchantReference: 'order-10025',
      captureMode: 'manual',
      redirectUrl: 'https://shop.example/return',
      paymentData: card,
    },
  },
  savedCard: {
    summary: 'A saved card',
    value: {
      ...payin,
      country: 'DE',
      merchantReference: 'order-10023',
      userId: 'customer-77',
      paymentData: { token: 'tok_Zbf078kwxlwQlC1kaPA2k0UzgO1nIw9ARcTWYQs5nAP', cardCvv: '123' },
    },
  },
  ...Object.fromEntries(Object.entries(TEST_CARDS).map(([name, one]) => [name, requestFor(one)])),
};

/** Names of requests → names of their answers, if they differ: requests with equal answers share one. */
export const CARD_ANSWER_OF: Readonly<Record<string, string>> = {
  card: 'completed',
  withBrowser: 'completed',
  minimal: 'completed',
  savedCard: 'completed',
  visa: 'completed',
  mastercard: 'completed',
  amex: 'completed',
  frictionless: 'completed',
  challengeDeclined: 'challenge',
};

const answer = (summary: string, outcome: Outcome): Example => ({ summary, value: envelopeAfter(outcome) });
const declined = (name: string): Example => {
  const { outcome, says } = TEST_CARDS[name]!;
  return answer(says.replaceAll('`', ''), outcome);
};

const authorizedEnvelope = envelopeAfter(
  { kind: 'authorized', takesSeveral: true },
  { details: { ...exampleTransaction().details, captureMode: 'manual' } },
);

export const cardAnswers: Record<string, Example> = {
  completed: answer('Completed', COMPLETED),
  processing: answer('Accepted, final status follows', { kind: 'pending' }),
  authorized: { summary: 'Authorised: capture it before captureBefore', value: authorizedEnvelope },
  challenge: answer('3-D Secure: send the customer to redirectUrl', CHALLENGE),
  ...Object.fromEntries(
    [
      'doNotHonour',
      'insufficientFunds',
      'lostCard',
      'stolenCard',
      'expiredCard',
      'wrongCvv',
      'challengeUnavailable',
    ].map((name) => [name, declined(name)]),
  ),
  technicalFailure: answer('Technical failure, not charged', { kind: 'failed', errorCode: '9002' }),
  unknown: answer('Outcome unknown: wait for the webhook, do not retry', { kind: 'unknown' }),
  notAllowed: answer('Declined by a rule: the option is not enabled for the brand', {
    kind: 'declined',
    errorCode: '1010',
  }),
};

/** A completed pay-in by card, and its timeline. */
export const completedCardPayin = exampleSteps(
  exampleTransaction({
    card: { brand: 'VISA', first6: '411111', last4: '1111', expiryMonth: '12', expiryYear: '2030' },
  }),
  { kind: 'completed', providerReference: 'sandbox-0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15' },
);
