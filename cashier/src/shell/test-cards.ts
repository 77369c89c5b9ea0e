// The cards of the sandbox that the strip offers (contract 7), and what happens with each: `test.card.<name>` in words.

export const TEST_CARDS = [
  { name: 'completed', number: '4242424242424242' },
  { name: 'completed', number: '5555555555554444' },
  { name: 'completed', number: '378282246310005' },
  { name: 'declined', number: '4000000000000002' },
  { name: 'funds', number: '4000000000009995' },
  { name: 'expired', number: '4000000000000069' },
  { name: 'cvv', number: '4000000000000127' },
  { name: 'challenge', number: '4000000000003220' },
  { name: 'frictionless', number: '4000000000003055' },
  { name: 'challengeDeclined', number: '4000008400001629' },
  { name: 'failed', number: '4000000000000119' },
  { name: 'slow', number: '4000000000000259' },
  { name: 'silent', number: '4000000000000341' },
] as const;

/**
 * The last two digits of an amount, and how a payment by another method ends; null: no answer, known later (contract
 * 7).
 */
export const AMOUNTS = [
  { digits: '02', outcome: 'DECLINED' },
  { digits: '03', outcome: 'EXPIRED' },
  { digits: '04', outcome: 'ERROR' },
  { digits: '05', outcome: null },
] as const;

/** The same for the amount of a capture (contract 16). */
export const CAPTURE_AMOUNTS = [
  { digits: '02', outcome: 'ERROR' },
  { digits: '05', outcome: null },
] as const;

/** Cards whose mandates do not let every later charge through (contract 16). */
export const LATER_CARDS = [
  { name: 'payer', number: '4000000000003220' },
  { name: 'failed', number: '4000000000000127' },
] as const;

/** The event on the document that the card form listens for; `event.detail` is a TestCard. */
export const FILL_CARD = 'fill-card';

export interface TestCard {
  cardNumber: string;
  expiryMonth: string;
  expiryYear: string;
  cardCvv: string;
  cardHolder: string;
}

export function fillCard(cardNumber: string): void {
  const detail: TestCard = {
    cardNumber,
    expiryMonth: '12',
    expiryYear: String(new Date().getFullYear() + 3),
    cardCvv: cardNumber.startsWith('37') ? '1234' : '123',
    cardHolder: 'Maria Sample',
  };
  document.dispatchEvent(new CustomEvent(FILL_CARD, { detail }));
}
