// The pages of Stripe's stand-in: Checkout, where a card is entered, and the page of a bank or a wallet. Used by
// stand-in.ts. A browser test clicks what a shopper would: the ids are #number, #pay, #cancel, #approve and #fail.
import type { Books } from './books.ts';
import type { Thing } from './records.ts';

export interface Page {
  status: number;
  html?: string;
  location?: string;
}

export function showCheckout(session: Thing, fault = ''): Page {
  if (session.status !== 'open') return { status: 200, html: page('Checkout', `<p>${session.status}</p>`) };
  const { amount_total: amount, currency } = session;
  return {
    status: 200,
    html: page(
      'Checkout',
      `<p id="amount">${amount} ${String(currency).toUpperCase()}</p><p id="fault">${fault}</p>
<form method="post"><label>Card number <input id="number" name="number" autocomplete="off"></label>
<button id="pay">Pay</button>${WALLETS.map((one) => `<button id="${one}" name="wallet" value="${one}">${one}</button>`).join('')}</form><a id="cancel" href="${asText(session.cancel_url)}">Back</a>`,
    ),
  };
}

/** Checkout offers them by itself beside a card. */
const WALLETS = ['apple_pay', 'google_pay'];

/** The shopper entered a card, or took one from a wallet. If it is declined, the page appears again. */
export function payOnCheckout(books: Books, session: Thing, form: URLSearchParams): Page {
  if (session.status !== 'open') return showCheckout(session);
  const wallet = form.get('wallet');
  const number = wallet === null ? (form.get('number') ?? '') : '4242424242424242';
  const intent = books.payByCard(session.id, number.replaceAll(/\s/g, ''), wallet);
  if (isPaid(intent)) return { status: 303, location: session.success_url };
  if (intent.status === 'requires_action') return { status: 303, location: `/pages/redirect/${intent.id}` };
  return showCheckout(session, String(intent.last_payment_error?.code ?? ''));
}

/** Its money has moved or is held. */
const isPaid = ({ status }: Thing): boolean => status === 'succeeded' || status === 'requires_capture';

export function showRedirect(intent: Thing): Page {
  const at = `/pages/redirect/${intent.id}`;
  return {
    status: 200,
    html: page(
      `Pay by ${intent.method}`,
      `<p id="status">${intent.status}</p><a id="approve" href="${at}/approve">Approve</a>
<a id="fail" href="${at}/fail">Fail</a>`,
    ),
  };
}

/** The shopper decided and goes back as Stripe sends them. */
export function decideRedirect(books: Books, intent: Thing, decision: string): Page {
  if (intent.status === 'requires_action') {
    if (decision !== 'approve') books.decline(intent, { code: 'payment_intent_authentication_failure' });
    else if (intent.session) books.completeSession(books.find(intent.session), intent);
    else books.succeed(intent);
  }
  if (intent.session) {
    const next = isPaid(intent) ? intent.return_url : `/pages/checkout/${intent.session}`;
    return { status: 303, location: next };
  }
  const back = new URL(intent.return_url);
  back.searchParams.set('payment_intent', intent.id);
  back.searchParams.set('payment_intent_client_secret', intent.client_secret);
  back.searchParams.set('redirect_status', isPaid(intent) ? 'succeeded' : 'failed');
  return { status: 303, location: back.href };
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${asText(title)}</title><h1>${asText(title)}</h1>${body}</html>`;
}

function asText(text: unknown): string {
  return String(text ?? '').replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
