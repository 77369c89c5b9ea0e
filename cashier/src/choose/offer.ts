// The choice of methods: which ones serve a country, their order, the names and the words on the button. It only
// arranges: the gateway has decided which methods are usable. Pure.

import type { PaymentFlow } from '../../../gateway/src/domain/options/payment-flow.ts';
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

/**
 * The countries to choose from. The list is empty if all methods serve everywhere, or if all serve the same single
 * country.
 */
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
  return suboptions.find(({ flow }) => flow === 'qr') ?? null;
}

/** The id of the method that comes first: that of the shopper's saved cards, else the one used last on this device. */
export function firstFor({ options }: Offer, lastUsed: string | null): string | null {
  return options.find(({ savedCards }) => savedCards.length > 0)?.id ?? lastUsed;
}

/** The methods of the country, in the order of the state, after the first one; the card is at most second. */
export function arranged(offer: Offer, country: string | null, firstId: string | null): ShownOption[] {
  const here: ShownOption[] = [];
  for (const option of usable(offer)) {
    const suboptions = option.suboptions.filter((one) => serves(one, country));
    const hasNone = suboptions.length === 0 && option.suboptions.length > 0;
    if (serves(option, country) && !hasNone) here.push({ ...option, suboptions });
  }
  const ordered = [...here.filter(({ id }) => id === firstId), ...here.filter(({ id }) => id !== firstId)];
  const [top, first, second] = ordered;
  if (here[1]?.type === 'CARD' && second === here[1]) ordered.splice(0, 3, top!, second, first!);
  return ordered;
}

/** End of the key of the button's text, `button.…`. */
export type Step = Exclude<PaymentFlow, 'receipt'> | 'pay' | 'payout';

/** A pay-in's card without a field is entered on the provider's page. */
const isCardElsewhere = (kind: CashierState['kind'], { type, fields }: ShownOption): boolean =>
  kind === 'payin' && type === 'CARD' && fields.length === 0;

export function stepOf(
  kind: CashierState['kind'],
  option: ShownOption,
  suboption: ShownSuboption | null,
): Step {
  if (kind === 'payout') return 'payout';
  const { flow } = suboption ?? option;
  // With these the button pays at once.
  if (option.isMandateHere || (flow === 'card' && !isCardElsewhere(kind, option))) return 'pay';
  return flow === 'receipt' ? 'transfer' : flow;
}

/**
 * The name of the place where the shopper goes on; null: no name is known, so the page speaks of the shopper's bank or
 * wallet.
 */
export function placeNameOf(option: ShownOption, suboption: ShownSuboption | null): string | null {
  const { flow } = suboption ?? option;
  if (flow !== 'bank' && flow !== 'wallet') return null;
  // The name of an option with banks or wallets to choose from says what they are, not which one.
  return suboption?.name ?? (option.suboptions.length > 0 ? null : option.name);
}

/** Keys of the text about a way to pay. The first that has a text counts: the method's own before its flow's. */
export function aboutKeys(
  /** `isOnce`: the merchant may not charge again. `isPaid`: an amount of zero is not. */
  { kind, isOnce, isPaid }: { kind: CashierState['kind']; isOnce: boolean; isPaid: boolean },
  option: ShownOption,
  suboption: ShownSuboption | null,
): string[] {
  if (kind === 'payout') return [];
  if (option.isMandateHere) return [isOnce ? 'about.mandate-here' : 'about.mandate-here.again'];
  if (isCardElsewhere(kind, option)) return ['about.card-elsewhere'];
  if (!isPaid) return [];
  const { method, flow } = suboption ?? option;
  return [`about.${method}`, `about.${flow}`];
}
