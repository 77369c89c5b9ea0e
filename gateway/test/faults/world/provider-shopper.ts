// What a shopper does at Adyen's, Stripe's and dLocal's stand-ins, for load.ts: which card they use, in which country,
// and how they decide on a page.
import { CARD_OPTION_ID } from '../../stage/harness.ts';
import type { ProviderName } from './provider-process.ts';

const GOOD = { cardNumber: '4111111111111111', cardHolder: 'Ada Lovelace' };
/** At Adyen the name on the card decides; one card in three uses 3-D Secure. */
const AT_ADYEN = [
  ...Array(5).fill(GOOD),
  { ...GOOD, cardHolder: 'DECLINED' },
  ...Array(3).fill({ ...GOOD, cardNumber: '4212345678910006' }),
];
/** At dLocal the number decides; no card uses 3-D Secure there. */
const AT_DLOCAL = [
  ...Array(5).fill({ ...GOOD, cardNumber: '4242424242424242' }),
  { ...GOOD, cardNumber: '4000000000000002' },
];

export interface CardData extends Record<string, string> {
  cardNumber: string;
  cardHolder: string;
}

/** The card of a new order; null: the shopper enters it on the provider's page. */
export function cardFor(provider: ProviderName, isGood: boolean): CardData | null {
  if (provider === 'stripe') return null;
  const cards = provider === 'adyen' ? AT_ADYEN : AT_DLOCAL;
  const card = isGood ? cards[0] : cards[Math.floor(Math.random() * cards.length)];
  return { ...card, expiryMonth: '12', expiryYear: '2035', cardCvv: '123' };
}

/** Where the shoppers of a merchant are; null: at the suite's own bank. dLocal takes no cards in euros. */
export function placeOf(provider: ProviderName | null): { country: string; currency: string } {
  return provider === 'prism-dlocal'
    ? { country: 'BR', currency: 'BRL' }
    : { country: 'DE', currency: 'EUR' };
}

/** The body that the cashier gets for such a card. */
export function submissionFor(provider: ProviderName): object {
  const paymentData = cardFor(provider, true) ?? {};
  const { country } = placeOf(provider);
  return { attempt: 0, optionId: CARD_OPTION_ID, country, paymentData };
}

/** The page that the gateway's answer leads to; null: none. */
export function pageIn(text: string): string | null {
  return /https?:\/\/127\.0\.0\.1:\d+\/(?:page|pages\/checkout)\/[\w-]+/.exec(text)?.[0] ?? null;
}

/** Pays, or refuses one time in five where the page allows it. Returns where the page sends back to; null: nowhere. */
export async function decideOn(page: string, isSure: boolean): Promise<string | null> {
  const refuses = !isSure && Math.random() < 0.2;
  if (page.includes('/page/'))
    return await locationOf(fetch(`${page}/${refuses ? 'refuse' : 'approve'}`, MANUAL));
  const pay = (number: string) =>
    locationOf(fetch(page, { ...MANUAL, method: 'POST', body: new URLSearchParams({ number }) }));
  // After a refusal they try another card.
  if (refuses) await pay('4000000000009995');
  return await pay('4242424242424242');
}

const MANUAL = { redirect: 'manual' } as const;

async function locationOf(asked: Promise<Response>): Promise<string | null> {
  const answer = await asked;
  await answer.arrayBuffer();
  return answer.headers.get('location');
}
