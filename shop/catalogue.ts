// The shop's products and countries: products with prices in euro, and countries with their currency, its rate, and the
// methods people there can pay with. All prices end in 00 or 50, because the sandbox gives certain cents a meaning.

export interface Product {
  id: string;
  name: string;
  kind: string;
  text: string;
  /** Euro cents. */
  priceMinor: number;
}

export interface Country {
  code: string;
  name: string;
  currency: string;
  /** Hundredths of this currency for one euro. */
  rate: number;
  /** Prices are rounded to this many minor units. */
  stepMinor: number;
  /** Shown beside the country. */
  methods: string;
  /** The shop pays out deposits here. */
  paysOut: boolean;
}

export const PRODUCTS: readonly Product[] = [
  {
    id: 'first-light',
    name: 'First Light',
    kind: 'Filter roast, 250 g',
    text: 'Washed Ethiopian. Apricot, jasmine, and a quiet morning.',
    priceMinor: 1250,
  },
  {
    id: 'foghorn',
    name: 'Foghorn',
    kind: 'Espresso roast, 250 g',
    text: 'Dark and round. Cocoa, molasses, heard across the bay.',
    priceMinor: 1300,
  },
  {
    id: 'keel',
    name: 'Keel dripper',
    kind: 'Stoneware, one to two cups',
    text: 'Thrown by hand two streets from the water.',
    priceMinor: 2400,
  },
  {
    id: 'deck-mug',
    name: 'Deck mug',
    kind: 'Enamel, 350 ml',
    text: 'Survives falls, tides and dishwashers.',
    priceMinor: 1650,
  },
  {
    id: 'night-watch',
    name: 'Night Watch',
    kind: 'Cold brew, 500 ml',
    text: 'Steeped for eighteen hours. Drink before sunrise.',
    priceMinor: 650,
  },
  {
    id: 'crew-box',
    name: 'Crew box',
    kind: 'Three bags, one postcard',
    text: 'Our three roasts of the season, with notes from the roaster.',
    priceMinor: 3900,
  },
];

const euro = (code: string, name: string, methods: string, paysOut = true): Country => ({
  code,
  name,
  currency: 'EUR',
  rate: 100,
  stepMinor: 50,
  methods,
  paysOut,
});

export const COUNTRIES: readonly Country[] = [
  euro('DE', 'Germany', 'card, open banking, SEPA transfer, SEPA direct debit, wallets'),
  euro('FR', 'France', 'card, open banking, SEPA transfer, SEPA direct debit, wallets'),
  euro('ES', 'Spain', 'card, open banking, SEPA transfer, SEPA direct debit, wallets'),
  euro('NL', 'Netherlands', 'card, open banking, SEPA transfer, SEPA direct debit, wallets'),
  {
    code: 'GB',
    name: 'United Kingdom',
    currency: 'GBP',
    rate: 86,
    stepMinor: 50,
    methods: 'card, open banking, wallets',
    paysOut: true,
  },
  {
    code: 'US',
    name: 'United States',
    currency: 'USD',
    rate: 110,
    stepMinor: 50,
    methods: 'card, wallets',
    paysOut: true,
  },
  {
    code: 'IN',
    name: 'India',
    currency: 'INR',
    rate: 9600,
    stepMinor: 1000,
    methods: 'UPI, P2P transfer, card',
    paysOut: true,
  },
  {
    code: 'BR',
    name: 'Brazil',
    currency: 'BRL',
    rate: 620,
    stepMinor: 100,
    methods: 'PIX, boleto, card',
    paysOut: true,
  },
  {
    code: 'KE',
    name: 'Kenya',
    currency: 'KES',
    rate: 14500,
    stepMinor: 1000,
    methods: 'M-Pesa, card',
    paysOut: true,
  },
  {
    code: 'MX',
    name: 'Mexico',
    currency: 'MXN',
    rate: 2050,
    stepMinor: 500,
    methods: 'OXXO, card',
    paysOut: false,
  },
  {
    code: 'EG',
    name: 'Egypt',
    currency: 'EGP',
    rate: 5500,
    stepMinor: 500,
    methods: 'Fawry, card',
    paysOut: false,
  },
  {
    code: 'TR',
    name: 'Türkiye',
    currency: 'TRY',
    rate: 4600,
    stepMinor: 500,
    methods: 'P2P transfer, card',
    paysOut: false,
  },
];

/** Euro cents for each cup that comes back. */
const DEPOSIT_MINOR = 400;
export const MOST_CUPS = 10;
export const MOST_PIECES = 5;

/** Cents with a meaning in the sandbox, for methods other than the card. */
export const OUTCOMES: readonly { cents: number; text: string }[] = [
  { cents: 0, text: 'It works' },
  { cents: 2, text: 'Declined by the bank (amount ends in .02)' },
  { cents: 3, text: 'Nobody pays, it expires (.03)' },
  { cents: 4, text: 'A technical failure (.04)' },
  { cents: 5, text: 'No answer, outcome known later (.05)' },
];

/** The sandbox's own numbers, for the shop's card form. */
export const TEST_CARDS: readonly { number: string; text: string }[] = [
  { number: '4242424242424242', text: 'Approved' },
  { number: '4000000000003220', text: '3-D Secure' },
  { number: '4000000000009995', text: 'Insufficient funds' },
  { number: '4000000000000069', text: 'Expired' },
  { number: '4000000000000259', text: 'Settles later' },
  { number: '4000000000000341', text: 'No answer' },
];

export const productOf = (id: string | null): Product | undefined => PRODUCTS.find((one) => one.id === id);
export const countryOf = (code: string | null): Country | undefined =>
  COUNTRIES.find((one) => one.code === code);

export const priceIn = (country: Country, product: Product): number => convert(country, product.priceMinor);
export const depositIn = (country: Country): number => convert(country, DEPOSIT_MINOR);

function convert({ rate, stepMinor }: Country, euroMinor: number): number {
  return Math.max(1, Math.round((euroMinor * rate) / (100 * stepMinor))) * stepMinor;
}
