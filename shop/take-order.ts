// A checkout form becomes an order, or is shown again with its faults. A form that is sent twice makes one order. The
// card number and security code must never come back to the page, not even for a correction.
import { countryOf, depositIn, MOST_CUPS, MOST_PIECES, OUTCOMES, priceIn, productOf } from './catalogue.ts';
import type { Html } from './html.ts';
import type { NewOrder, Order, Way } from './orders.ts';
import { checkoutPage } from './pages/checkout.ts';
import { depositPage } from './pages/deposit.ts';
import { BadRequest, type Form, type Visitor } from './read-request.ts';
import {
  type CardDetails,
  openHybrid,
  orderPath,
  payByCard,
  payHosted,
  payOut,
  type Till,
} from './take-payment.ts';

type Taken = { goTo: string } | { page: Html };

export async function takeOrder(till: Till, form: Form, visitor: Visitor): Promise<Taken> {
  const product = productOf(form.text('product'));
  const country = countryOf(form.text('country'));
  if (product === undefined || country === undefined) throw new BadRequest(400, 'We do not sell that there.');
  const quantity = form.whole('quantity', 1, MOST_PIECES);
  const way = form.text('way');
  const customer = customerOf(form, visitor);
  const faults = faultsOfCustomer(customer);
  const card = way === 'card' ? cardOf(form, customer.name) : null;
  if (card) Object.assign(faults, faultsOfCard(card));
  if (Object.keys(faults).length > 0) {
    const typed = new URLSearchParams({
      product: product.id,
      country: country.code,
      way,
      later: form.text('later'),
    });
    for (const name of ['quantity', 'cents', 'name', 'email', 'cardHolder', 'expiry'])
      typed.set(name, form.text(name));
    return { page: checkoutPage(typed, faults) };
  }
  const amountMinor = priceIn(country, product) * quantity + centsOf(form);
  return openOnce(
    till,
    form,
    {
      product,
      quantity,
      country,
      amountMinor,
      customer,
      chargesLater: form.text('later') === 'yes',
      ...wayOf(way),
    },
    (order) => {
      if (card) return payByCard(till, order, card);
      return order.way === 'hybrid' ? openHybrid(till, order) : payHosted(till, order);
    },
  );
}

export async function takeDeposit(till: Till, form: Form, visitor: Visitor): Promise<Taken> {
  const country = countryOf(form.text('country'));
  if (!country?.paysOut) throw new BadRequest(400, 'We do not pay deposits out there.');
  const quantity = form.whole('cups', 1, MOST_CUPS);
  const customer = customerOf(form, visitor);
  const faults = faultsOfCustomer(customer);
  if (Object.keys(faults).length > 0) {
    const typed = new URLSearchParams({ country: country.code, cups: String(quantity) });
    for (const name of ['name', 'email']) typed.set(name, form.text(name));
    return { page: depositPage(typed, faults) };
  }
  const amountMinor = depositIn(country) * quantity;
  const fields = {
    product: null,
    quantity,
    country,
    amountMinor,
    customer,
    chargesLater: false,
    way: 'payout' as const,
  };
  return openOnce(till, form, fields, (order) => payOut(till, order));
}

/** A double click, or a form sent again, finds the first order. */
async function openOnce(
  { orders }: Till,
  form: Form,
  fields: NewOrder,
  pay: (order: Order) => Promise<string>,
): Promise<Taken> {
  const key = form.text('form', 40);
  const before = orders.ofForm(key);
  if (before) return { goTo: before.goOnUrl ?? orderPath(before) };
  return { goTo: await pay(orders.open(fields, key)) };
}

/** The cents with a meaning in the sandbox. */
function centsOf(form: Form): number {
  const cents = form.whole('cents', 0, 99);
  return OUTCOMES.some((one) => one.cents === cents) ? cents : 0;
}

const wayOf = (way: string): { way: Way } => ({ way: way === 'card' || way === 'hybrid' ? way : 'hosted' });

function customerOf(form: Form, { id, ip, userAgent }: Visitor): Order['customer'] {
  return { id, name: form.text('name', 100), email: form.text('email', 200), ip, userAgent };
}

function faultsOfCustomer({ name, email }: Order['customer']): Record<string, string> {
  return {
    ...(name === '' && { name: 'Tell us your name.' }),
    ...(!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email) && {
      email: 'Write an address like ada@example.com.',
    }),
  };
}

function cardOf(form: Form, name: string): CardDetails {
  const [, month = '', year = ''] = /^(\d{1,2})\s*\/?\s*(\d{2}|\d{4})$/.exec(form.text('expiry', 9)) ?? [];
  return {
    cardNumber: form.text('cardNumber', 30).replaceAll(/[\s-]/g, ''),
    expiryMonth: month.padStart(2, '0'),
    expiryYear: year.length === 2 ? `20${year}` : year,
    cardCvv: form.text('cardCvv', 4),
    cardHolder: form.text('cardHolder', 100) || name,
  };
}

/** Checks only for fields that are plainly incomplete; the gateway checks the rest. */
function faultsOfCard({ cardNumber, expiryYear, cardCvv }: CardDetails): Record<string, string> {
  return {
    ...(!/^\d{12,19}$/.test(cardNumber) && { cardNumber: 'Enter the whole number of the card.' }),
    ...(expiryYear === '' && { expiry: 'Write it as on the card, like 12/34.' }),
    ...(!/^\d{3,4}$/.test(cardCvv) && { cardCvv: 'Enter the 3 or 4 digits.' }),
  };
}
