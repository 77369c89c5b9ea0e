// The choice of methods: which ones serve a country, their order, the names and the words on the button. It only
// arranges: the gateway has decided which methods are usable. Pure.

import type {
  CashierState,
  ChooseScreen,
  ShownOption,
  ShownSuboption,
} from '../../../gateway/src/http/cashier/state/state.ts';

type Place = Pick<ShownSuboption, 'countries'>;

const serves = ({ countries }: Place, country: string | null): boolean =>
  country === null || countries === null || countries.includes(country);

type Offer = Pick<ChooseScreen, 'options' | 'locked' | 'selected'>;

/** On a locked screen only the allowed method, with its bank if that is chosen already. */
function usable({ options, locked, selected }: Offer): ShownOption[] {
  if (!locked || !selected) return options;
  return options
    .filter(({ id }) => id === selected.optionId)
    .map((option) => {
      const { suboptionId } = selected;
      if (!suboptionId) return option;
      return { ...option, suboptions: option.suboptions.filter(({ id }) => id === suboptionId) };
    });
}

/** The countries to choose from; none if all methods serve everywhere, or all the same single country. */
export function countriesToAsk(screen: Offer & Pick<ChooseScreen, 'country'>): string[] {
  if (screen.country.fixed) return [];
  const codes = new Set(
    usable(screen).flatMap((option) => [option, ...option.suboptions].flatMap((one) => one.countries ?? [])),
  );
  return codes.size > 1 ? [...codes] : [];
}

/** The country of the browser's language, if it is among those asked for: de-AT, ar-EG. */
export function guessedCountry(languages: readonly string[], codes: readonly string[]): string | null {
  for (const language of languages) {
    const region = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/.exec(language)?.[1];
    if (region && codes.includes(region)) return region;
  }
  return null;
}

/** If the choice leaves only one country, it need not be asked for. */
export function countryOf(
  option: ShownOption,
  suboption: ShownSuboption | null,
  chosen: string | null,
): string | null {
  const only = [suboption, option].find((one) => one?.countries?.length === 1);
  return chosen ?? only?.countries?.[0] ?? null;
}

/**
 * The method that is open at first; null: the first one asks for a second choice, and opening it would hide the others.
 */
export function openedFirst(options: readonly ShownOption[]): ShownOption | null {
  const [first = null] = options;
  return options.length > 1 && first && first.suboptions.length > 1 && !usualSuboption(first) ? null : first;
}

/** UPI is paid by QR code unless the shopper chooses otherwise. A bank or a wallet is never preselected. */
export function usualSuboption({ suboptions }: ShownOption): ShownSuboption | null {
  if (suboptions.length === 1) return suboptions[0]!;
  return suboptions.find(({ method }) => method === 'upi-qr') ?? null;
}

/** The methods of the country, in the order of the state, with the last one used first; the card is at most second. */
export function arranged(offer: Offer, country: string | null, lastUsed: string | null): ShownOption[] {
  const here: ShownOption[] = [];
  for (const option of usable(offer)) {
    const suboptions = option.suboptions.filter((one) => serves(one, country));
    const hasNone = suboptions.length === 0 && option.suboptions.length > 0;
    if (serves(option, country) && !hasNone) here.push({ ...option, suboptions });
  }
  const ordered = [...here.filter(({ id }) => id === lastUsed), ...here.filter(({ id }) => id !== lastUsed)];
  const [top, first, second] = ordered;
  if (here[1]?.type === 'CARD' && second === here[1]) ordered.splice(0, 3, top!, second, first!);
  return ordered;
}

/** End of the key of the button's text, `button.…`. */
export type Step =
  | 'pay'
  | 'card'
  | 'bank'
  | 'wallet'
  | 'mandate'
  | 'qr'
  | 'details'
  | 'mobile'
  | 'voucher'
  | 'code'
  | 'agents'
  | 'payout';

/** A pay-in's card without a field is entered on the provider's page. */
const isCardElsewhere = (kind: CashierState['kind'], { type, fields }: ShownOption): boolean =>
  kind === 'payin' && type === 'CARD' && fields.length === 0;

/** The way that texts and button describe: the method, a card entered elsewhere, or a debit agreed to here. */
export function wayOf(
  kind: CashierState['kind'],
  option: ShownOption,
  suboption: ShownSuboption | null,
): string {
  if (option.isMandateHere) return 'mandate-here';
  return isCardElsewhere(kind, option) ? 'card-elsewhere' : (suboption?.method ?? option.method);
}

export function stepOf(kind: CashierState['kind'], method: string): Step {
  return kind === 'payout' ? 'payout' : (STEPS[method] ?? 'pay');
}

/** The name of the place where the shopper goes on; null: their bank or their wallet, whichever that is. */
export function placeNameOf(option: ShownOption, suboption: ShownSuboption | null): string | null {
  const step = STEPS[suboption?.method ?? option.method];
  if (step !== 'bank' && step !== 'wallet') return null;
  return suboption?.name ?? (GENERIC.includes(option.method) ? null : option.name);
}

/** End of the key of the text about a method. Methods that work alike share a text. */
export const aboutOf = (method: string): string => SAME_AS[method] ?? method;

const SAME_AS: Readonly<Record<string, string>> = {
  ideal: 'open-banking',
  bancontact: 'open-banking',
  blik: 'open-banking',
  paypal: 'wallet',
};

/** These names say what a place is, not which one. */
const GENERIC = ['open-banking', 'wallet'];

const STEPS: Readonly<Record<string, Step>> = {
  'card-elsewhere': 'card',
  'open-banking': 'bank',
  ideal: 'bank',
  bancontact: 'bank',
  blik: 'bank',
  wallet: 'wallet',
  paypal: 'wallet',
  klarna: 'wallet',
  'sepa-direct-debit': 'mandate',
  'sepa-transfer': 'details',
  'upi-transfer': 'details',
  p2p: 'details',
  'm-pesa': 'mobile',
  upi: 'qr',
  'upi-qr': 'qr',
  pix: 'qr',
  crypto: 'qr',
  boleto: 'voucher',
  oxxo: 'voucher',
  fawry: 'code',
  'cash-agents': 'agents',
};
