// The screen on which a shopper chooses a method and fills in its fields, or the missing fields of a payout's recipient
// or of a merchant's request (spec 4.8 to 4.10). It must offer nothing that submit-from-cashier.ts would refuse, and
// ask for nothing that is known already.

import { isLocked } from '../../../actions/cashier/submit-from-cashier.ts';
import type { Context } from '../../../actions/context.ts';
import {
  applePayProvider,
  firstProviderFacts,
  isCardEnteredElsewhere,
  isCvvNeeded,
  neededFields,
} from '../../../actions/payment-means/card-entry.ts';
import { openPaymentData } from '../../../actions/payment-means/keep-payment-fields.ts';
import { usableOptions, usableSuboptions } from '../../../actions/payment-means/usable-options.ts';
import { attemptText, CODE, givenUpText, type Language } from '../../../domain/errors/error-codes.ts';
import { effectiveLook, orderOptions } from '../../../domain/merchants/brand-look.ts';
import {
  type Availability,
  findOption,
  inputsOf,
  type PaymentOption,
  type Suboption,
} from '../../../domain/options/payment-option.ts';
import { holderByCustomer } from '../../../domain/payment-data/account-holder.ts';
import { hasExpired } from '../../../domain/payment-data/card.ts';
import type { PaymentData } from '../../../domain/payment-data/check-fields.ts';
import { missingInputs } from '../../../domain/payment-data/payment-data.ts';
import { MOST_ATTEMPTS } from '../../../domain/transactions/attempt.ts';
import { isCountryFixed, namedUser, type Transaction } from '../../../domain/transactions/transaction.ts';
import { listCards } from '../../../storage/cashier/card-store.ts';
import { attemptsOf } from '../../../storage/transactions/transaction-story.ts';
import { basePath } from '../page/base-path.ts';
import { cardMark } from './paid-with.ts';
import type { ChooseScreen, ShownCard, ShownField, ShownOption, ShownSuboption } from './state.ts';

/** More cards than a shopper would look through. */
const MOST_CARDS = 10;

export async function chooseScreen(
  context: Context,
  transaction: Transaction,
  language: Language,
): Promise<ChooseScreen> {
  const { attempts, type, origin, country, optionId } = transaction;
  const brand = context.brands.byId(transaction.brandId)!;
  const locked = isLocked(transaction);
  const chosen = optionId === null ? undefined : findOption(optionId);
  const kept = await openPaymentData(context, transaction);
  const options = offered(context, transaction, chosen?.option ?? null);
  const useOf = ({ id }: PaymentOption) => ({ ...placeOf(transaction), optionId: id });
  const isGivenUpThere = await wasGivenUpThere(context, transaction);
  const isElsewhere = (option: PaymentOption) => isCardEnteredElsewhere(context, brand, useOf(option));
  const isHere = (option: PaymentOption) =>
    option.type === 'CARD' && kept.token === undefined && !isElsewhere(option);
  const cards = options.some(isHere) ? await savedCards(context, transaction) : [];
  // A payment of zero only stores the card for the merchant's later charges, which the button says.
  const canSave = type === 'PAYIN' && namedUser(transaction) !== null && transaction.amountMinor > 0n;
  return {
    name: 'choose',
    attempt: attempts,
    options: options.map((option) => {
      const suboptions = usableSuboptions(context, brand, placeOf(transaction), option);
      const only = locked && chosen?.suboption ? [chosen.suboption] : suboptions;
      return shownOption(context, transaction, option, {
        suboptions: only,
        fields: isElsewhere(option)
          ? []
          : shownFields(transaction, option, kept, {
              locked,
              needed: neededFields(context, brand, useOf(option)),
            }),
        savedCards: isHere(option) ? cards : [],
        hasApplePay: applePayProvider(context, { ...transaction, ...useOf(option) }) !== null,
        isSavedWithoutCvv: isHere(option) && !isCvvNeeded(context, { ...transaction, ...useOf(option) }),
        canSaveCard: isHere(option) && canSave,
        ...firstProviderFacts(context, brand, useOf(option)),
      });
    }),
    selected:
      chosen && options.includes(chosen.option)
        ? { optionId: chosen.option.id, suboptionId: chosen.suboption?.id ?? null }
        : null,
    locked,
    country: { code: country, fixed: isCountryFixed(transaction) },
    notice: isGivenUpThere ? givenUpText(language) : noticeOf(transaction, language),
    isNoticeCalm: isGivenUpThere,
    retype: transaction.errorCode === CODE.cvvWrong ? 'cardCvv' : null,
    attemptsLeft: type === 'PAYOUT' ? null : origin === 'v3' ? 1 : MOST_ATTEMPTS - attempts,
  };
}

/**
 * While the shopper may choose the country, the page gets the options of every country, and shows those of the chosen
 * country.
 */
function placeOf(transaction: Transaction): Transaction {
  return isCountryFixed(transaction) ? transaction : { ...transaction, country: null };
}

/**
 * The option used last comes first, then the others in the brand's order. If the brand sets no order, options of the
 * country come first, and the card comes first or second.
 */
function offered(context: Context, transaction: Transaction, chosen: PaymentOption | null): PaymentOption[] {
  const brand = context.brands.byId(transaction.brandId)!;
  const usable = usableOptions(context, brand, placeOf(transaction));
  if (isLocked(transaction)) return usable.filter((option) => option === chosen);
  const local = (option: PaymentOption) => (isEverywhere(option.availableCountries) ? 1 : 0);
  const nearFirst = cardAtMostSecond(usable.toSorted((a, b) => local(a) - local(b)));
  const ordered = orderOptions(nearFirst, effectiveLook(brand, '').methodOrder);
  const last = transaction.attempts > 0 ? chosen : null;
  const lastFirst = ordered.toSorted((a, b) => Number(b === last) - Number(a === last));
  // The option used last does not push the card to the third place.
  return ordered[1]?.type === 'CARD' ? cardAtMostSecond(lastFirst) : lastFirst;
}

function cardAtMostSecond(options: PaymentOption[]): PaymentOption[] {
  const card = options.findIndex(({ type }) => type === 'CARD');
  return card < 2 ? options : options.toSpliced(card, 1).toSpliced(1, 0, options[card]!);
}

/** The shopper gave up or failed on the provider's page: some providers do not tell which of the two. */
async function wasGivenUpThere({ sql }: Context, transaction: Transaction): Promise<boolean> {
  const { attempts, errorCode } = transaction;
  if (attempts === 0 || errorCode !== CODE.cancelled) return false;
  const [last] = (await attemptsOf(sql, transaction)).slice(-1);
  return last?.actor === 'provider';
}

/** null: no attempt failed, or the shopper left the last attempt in the cashier. */
function noticeOf({ attempts, errorCode }: Transaction, language: Language): string | null {
  if (attempts === 0 || errorCode === null || errorCode === CODE.cancelled) return null;
  return attemptText(errorCode, language);
}

type Named = Pick<
  ShownOption,
  'id' | 'name' | 'type' | 'method' | 'flow' | 'logoUrl' | 'countries' | 'suboptions'
>;

function shownOption(
  context: Context,
  { currency }: Transaction,
  { id, name, type, method, flow, logo, availableCountries }: PaymentOption,
  { suboptions, ...more }: Omit<ShownOption, keyof Named> & { suboptions: readonly Suboption[] },
): ShownOption {
  const logoUrl = (file: string) => `${basePath(context)}/assets/logos/${file}`;
  return {
    id,
    name,
    type,
    method,
    flow,
    logoUrl: logoUrl(logo),
    countries: countriesOf(availableCountries, currency),
    suboptions: suboptions.map(
      (one): ShownSuboption => ({
        id: one.id,
        name: one.name,
        method: one.method,
        flow: one.flow,
        logoUrl: logoUrl(one.logo),
        countries: countriesOf(one.availableCountries, currency),
      }),
    ),
    ...more,
  };
}

const isEverywhere = (available: readonly Availability[]) =>
  available.some(({ code }) => code === 'WORLDWIDE' || code === 'ANY');

function countriesOf(available: readonly Availability[], currency: string): string[] | null {
  const here = available.filter(({ currencies }) => currencies.includes(currency));
  return isEverywhere(here) ? null : here.map(({ code }) => code);
}

/**
 * Fields that are not known yet. It asks only a payout's recipient for optional ones, and only if the screen is not
 * locked.
 */
function shownFields(
  transaction: Transaction,
  option: PaymentOption,
  kept: PaymentData,
  { locked, needed }: { locked: boolean; needed: readonly string[] },
): ShownField[] {
  const { currency, details, type } = transaction;
  const asksOptional = type === 'PAYOUT' && !locked;
  const holder = holderByCustomer(option.id, details.customer);
  const given = { country: null, currency, data: kept, customer: details.customer };
  const missing = missingInputs({ option }, given);
  const isMissing = (name: string) => missing.includes(name) || missing.includes(`paymentData.${name}`);
  const askedBeside = option.fields
    .filter(
      ({ name, askedWith }) => needed.includes(name) || (askedWith !== undefined && isMissing(askedWith)),
    )
    .map(({ name }) => name);
  return inputsOf(option, currency)
    .filter(({ name, required }) =>
      required ? isMissing(name) : kept[name] === undefined && (asksOptional || askedBeside.includes(name)),
    )
    .map(({ name, required, values }) => ({
      name,
      // If the shopper leaves it empty, the customer is the holder (contract 13).
      required: required || (askedBeside.includes(name) && !(name === 'accountHolder' && holder !== null)),
      values,
    }));
}

async function savedCards(context: Context, transaction: Transaction): Promise<ShownCard[]> {
  const { merchantId, brandId } = transaction;
  const userId = namedUser(transaction);
  if (userId === null) return [];
  const stored = await listCards(context.sql, { merchantId, brandId, userId }, MOST_CARDS);
  return stored
    .filter(({ card }) => !hasExpired(Number(card.expiryMonth), Number(card.expiryYear), context.now()))
    .map(({ token, card: { brand, last4, expiryMonth, expiryYear } }) => ({
      token,
      brand: cardMark(brand),
      last4,
      expiryMonth,
      expiryYear,
    }));
}
