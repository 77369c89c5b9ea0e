// The stand-in's pages, for a browser or a plain fetch: the bank's or wallet's page with three decisions, and the page
// where a card is entered. A decision sends the shopper back to the return address, as Adyen does.
import type { ServerResponse } from 'node:http';
import { type Books, cardVerdict, type Decision, type Session, WALLETS } from './books.ts';
import { store } from './checkout.ts';

const DECISIONS: readonly (readonly [Decision, string])[] = [
  ['approve', 'Approve'],
  ['refuse', 'Refuse'],
  ['cancel', 'Cancel'],
];

/** /page/{token} shows it, /page/{token}/{decision} decides. False: there is no such page. */
export function bankPage(books: Books, path: readonly string[], response: ServerResponse): boolean {
  const [token = '', decision] = path;
  const payment = books.pages.get(token);
  if (!payment) return false;
  if (decision === undefined) {
    const { value, currency } = payment.amount;
    const links = DECISIONS.map(
      ([name, label]) => `<a id="${name}" href="/page/${token}/${name}">${label}</a>`,
    );
    show(response, `<h1>Pay by ${payment.method}</h1><p>${value} ${currency}</p><p>${links.join(' ')}</p>`);
    return true;
  }
  const found = DECISIONS.find(([name]) => name === decision);
  if (!found) return false;
  goBack(response, payment.returnUrl, { redirectResult: books.decide(payment, found[0]) });
  return true;
}

/** /hosted/{token}: GET shows the form, POST pays, /hosted/{token}/cancel gives up. */
export function cardPage(
  books: Books,
  path: readonly string[],
  form: URLSearchParams | null,
  response: ServerResponse,
): boolean {
  const [token = '', step] = path;
  const session = books.sessions.find((one) => one.token === token);
  if (session?.status !== 'active') return false;
  if (step === 'cancel') {
    session.status = 'canceled';
    goBack(response, session.returnUrl, { sessionId: session.id, sessionResult: session.result });
  } else if (form === null) show(response, cardForm(session, ''));
  else payHere(books, session, form, response);
  return true;
}

function payHere(books: Books, session: Session, form: URLSearchParams, response: ServerResponse): void {
  const { id, result, reference, merchantAccount, amount, returnUrl, isManual } = session;
  const wallet = walletsOf(session).find((one) => one === form.get('wallet'));
  const verdict = cardVerdict(form.get('holderName'));
  const last4 = (form.get('number') ?? '').replaceAll(' ', '').slice(-4);
  const payment = books.open({
    reference,
    merchantAccount,
    amount,
    method: wallet ?? 'scheme',
    returnUrl,
    verdict,
    last4,
    isManual,
  });
  session.payments.push(payment);
  books.finish(payment);
  if (session.storesFor !== null && payment.state === 'authorised') {
    const [expiryMonth, year] = (form.get('expiry') ?? '').split('/');
    const card = { number: form.get('number')?.replaceAll(' ', ''), expiryMonth, expiryYear: `20${year}` };
    store(books, payment, session.storesFor, card);
  }
  // The page lets the shopper try three cards.
  if (verdict.resultCode !== 'Authorised' && session.payments.length < 3) {
    show(response, cardForm(session, '<p role="alert">The card was refused. Try another one.</p>'));
    return;
  }
  session.status = verdict.resultCode === 'Authorised' ? 'completed' : 'refused';
  goBack(response, returnUrl, { sessionId: id, sessionResult: result });
}

const walletsOf = ({ offers }: Session) => WALLETS.filter((one) => offers?.includes(one));

function cardForm(session: Session, message: string): string {
  const { token, amount } = session;
  const wallets = walletsOf(session).map(
    (one) => `<button id="${one}" name="wallet" value="${one}">${one}</button>`,
  );
  const fields = [
    ['number', 'Card number'],
    ['expiry', 'Expiry date'],
    ['cvc', 'Security code'],
    ['holderName', 'Name on card'],
  ].map(([name, label]) => `<label>${label} <input name="${name}"></label>`);
  return `<h1>Pay ${amount.value} ${amount.currency}</h1>${message}
    <form method="post" action="/hosted/${token}">${fields.join('')}<button>Pay</button>${wallets.join('')}</form>
    <a id="cancel" href="/hosted/${token}/cancel">Cancel</a>`;
}

function goBack(response: ServerResponse, returnUrl: string, parameters: Record<string, string>): void {
  const address = new URL(returnUrl);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  response.writeHead(302, { location: address.href }).end();
}

function show(response: ServerResponse, content: string): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Stand-in of Adyen</title><body>${content}</body></html>`);
}
