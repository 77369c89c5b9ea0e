// The page of an order: its status and how the shop knows it, what can be done, and beside it what happens underneath.
// live.ts sends the card again whenever something changes.
import { type Html, html } from '../html.ts';
import { decimalText, money } from '../money.ts';
import { hasEnded, hasFailed, isHeld, type Order } from '../orders.ts';
import { refundableMinor } from '../settle-status.ts';
import { framed } from './frame.ts';
import { underneath } from './underneath.ts';

export function orderPage(order: Order, publicUrl: string): Html {
  const body = html`<div class="columns order-columns" data-live-from="/shop/orders/${order.id}/events">
<div class="order-side">${orderCard(order)}</div>
${underneath(order, publicUrl)}
</div>`;
  return framed({
    title: `Order ${order.reference}`,
    name: 'order',
    body,
    countryCode: order.country.code,
  });
}

export function orderCard(order: Order): Html {
  const { tone, title, text } = standing(order);
  return html`<section class="order-card" id="order" aria-labelledby="order-title">
<div aria-live="polite">
<p class="standing ${tone}"><span class="standing-mark" aria-hidden="true"></span>${order.status ?? (order.refusal ? 'REFUSED' : 'OPEN')}</p>
<h1 id="order-title">${title}</h1>
<p class="order-text">${text}</p>
${order.refusal && html`<ul class="refusal">${order.refusal.map((fault) => html`<li><code>${fault}</code></li>`)}</ul>`}
${order.notice && html`<p class="alert">${order.notice}</p>`}
</div>
${order.hybrid && methodChoice(order)}
${actions(order)}
${knowledge(order)}
${facts(order)}
</section>`;
}

interface Standing {
  tone: 'good' | 'bad' | 'wait';
  title: string;
  text: string;
}

function standing(order: Order): Standing {
  const { way, status, reason } = order;
  const payout = way === 'payout';
  const sum = money(order.amountMinor, order.country.currency);
  if (order.refusal) {
    return {
      tone: 'bad',
      title: 'The gateway refused the request',
      text: 'There is no payment, and nothing was charged. It says what to change:',
    };
  }
  switch (status) {
    case 'COMPLETED':
      if (order.chargesLater) {
        return {
          tone: 'good',
          title: 'Shipped and paid',
          text: `${goods(order)} left the harbour, and only then the money was charged.`,
        };
      }
      return payout
        ? {
            tone: 'good',
            title: `${sum} was paid out to you`,
            text: 'Thank you for bringing the cups back.',
          }
        : {
            tone: 'good',
            title: 'Paid. We are packing it',
            text: `${goods(order)} will leave with the morning tide. We pack it once, however many webhooks arrive.`,
          };
    case 'DECLINED':
    case 'ERROR':
      return {
        tone: 'bad',
        title: payout ? 'The deposit was not paid out' : 'Not paid',
        text: `${reason === null ? 'It did not go through' : sentence(reason)}. ${payout ? 'Nothing was sent.' : 'Nothing was charged, and you can try again.'}`,
      };
    case 'PENDING':
      return {
        tone: 'wait',
        title: 'Waiting for our approval',
        text: `You told the cashier where to pay ${sum}. Every payout needs our approval before money moves.`,
      };
    case 'PROCESSING':
      if (order.held) {
        return {
          tone: 'good',
          title: 'Ordered. The money is held',
          text: `${sum} is held until ${day(order.held.until)}. Nothing is charged before ${goods(order)} ships.`,
        };
      }
      return {
        tone: 'wait',
        title: payout ? 'The deposit is being paid out' : 'Waiting for your bank',
        text: 'This page updates by itself. You can also close it.',
      };
    default:
      if (order.hybrid) return { tone: 'wait', title: 'How would you like to pay?', text: `${sum} to pay.` };
      return {
        tone: 'wait',
        title: payout ? 'Tell the cashier where to pay it' : 'Not paid yet',
        text: order.goOnUrl ? 'The cashier has your order open.' : 'We are waiting for the gateway.',
      };
  }
}

const day = (iso: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso));
const goods = ({ quantity, product }: Order): string => `${quantity} × ${product?.name ?? 'cup'}`;
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, '');

/** A hybrid link: the shop shows the methods, then the banks or wallets of the chosen one. */
function methodChoice(order: Order): Html {
  const { options, chosen, suboptions } = order.hybrid!;
  const list = chosen
    ? suboptions.map(({ id, name, logo }) => ({ id, name, logo }))
    : options.map(({ paymentOptionId, name, logo }) => ({ id: paymentOptionId, name, logo }));
  return html`<form class="methods" method="post" action="/shop/orders/${order.id}/${chosen ? 'suboption' : 'choose'}">
${chosen && html`<p class="methods-title">${chosen.name}: which one?</p>`}
${list.map(
  ({ id, name, logo }) =>
    html`<button name="option" value="${id}" class="method">${logo && html`<img src="${new URL(logo).pathname}" alt="" width="40" height="26">`}<span>${name}</span></button>`,
)}
${list.length === 0 && html`<p class="alert">Nothing can be used for this amount and country.</p>`}
</form>`;
}

function actions(order: Order): Html {
  const { id, status, way, goOnUrl } = order;
  const post = (deed: string, inner: Html) =>
    html`<form method="post" action="/shop/orders/${id}/${deed}" data-quiet>${inner}</form>`;
  const again = order.product
    ? `/shop/checkout?product=${order.product.id}&country=${order.country.code}&quantity=${order.quantity}&way=${way}`
    : `/shop/deposit?country=${order.country.code}`;
  const open = order.transactionId !== null && !hasEnded(order);
  const rest = refundableMinor(order);
  return html`<div class="actions">
${hasFailed(order) && html`<a class="button" href="${again}">Try again</a>`}
${open && status !== 'PENDING' && goOnUrl && !isHeld(order) && html`<a class="button" href="${goOnUrl}">${way === 'card' ? 'Go to your bank' : 'Go to the cashier'}</a>`}
${
  status === 'PENDING' &&
  way === 'payout' &&
  html`<div class="office"><p class="office-title">In the shop’s back office</p>${post(
    'settle',
    html`<button class="button" name="decision" value="APPROVE">Approve</button> <button class="button second" name="decision" value="DECLINE">Decline</button>`,
  )}</div>`
}
${isHeld(order) && shipping(order, post)}
${open && post('ask', html`<button class="button second">Ask for the status</button>`)}
${open && !isHeld(order) && (way !== 'payout' || status === 'INIT') && post('cancel', html`<button class="button plain">Cancel</button>`)}
${
  status === 'COMPLETED' &&
  way !== 'payout' &&
  rest > 0 &&
  html`<details class="office" ${order.refunds.length > 0 ? html`open` : null}><summary>Give money back</summary>${post(
    'refund',
    html`<label for="amount">Amount in ${order.country.currency}</label><div class="refund-row"><input id="amount" name="amount" value="${decimalText(rest)}" inputmode="decimal" autocomplete="off"><button class="button second">Refund</button></div>`,
  )}</details>`
}
${status === 'COMPLETED' && html`<a class="button plain" href="/shop?country=${order.country.code}">Back to the shop</a>`}
</div>`;
}

/** The shop's people ship the order, which charges it, or cancel it, which releases the money. */
function shipping(order: Order, post: (deed: string, inner: Html) => Html): Html {
  const sum = money(order.amountMinor, order.country.currency);
  const isOnItsWay = order.captures.some(({ status }) => status === 'PENDING');
  return html`<div class="office"><p class="office-title">In the shop’s back office</p>${
    isOnItsWay
      ? html`<p>The capture is on its way. A webhook tells us the outcome.</p>`
      : html`${post('ship', html`<button class="button">Ship it and charge ${sum}</button>`)}${post('cancel', html`<button class="button plain">Cancel it and release the money</button>`)}`
  }</div>`;
}

function facts(order: Order): Html {
  const row = (name: string, value: Html | string | null) =>
    value !== null && html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const { currency } = order.country;
  return html`<dl class="facts">
${row('Order', html`<code>${order.reference}</code>`)}
${row(order.product ? 'Goods' : 'Deposit', order.product ? goods(order) : `${order.quantity} ${order.quantity === 1 ? 'cup' : 'cups'}`)}
${row('Amount', money(order.amountMinor, currency))}
${row(order.product ? 'Paid with' : 'Paid to', order.paidWith)}
${order.captures.map(({ amountMinor, status }) => row('Capture', `${money(amountMinor, currency)} · ${CAPTURE_WORDS[status] ?? status}`))}
${order.refunds.map(({ amountMinor, status }) => row('Refund', `${money(amountMinor, currency)} · ${REFUND_WORDS[status] ?? status}`))}
${order.disputes.map(({ amountMinor, status, fundsWithheld }) => row('Dispute', `${money(amountMinor, currency)} · ${DISPUTE_WORDS[status] ?? status}${fundsWithheld ? ', funds withheld' : ''}`))}
${row('Came back', order.returned && `${money(order.returned.amountMinor, currency)} · ${order.returned.reason ?? 'the bank gave no reason'}`)}
${row('Transaction', order.transactionId && html`<code class="long">${order.transactionId}</code>`)}
</dl>`;
}

const CAPTURE_WORDS: Record<string, string> = {
  PENDING: 'on its way',
  COMPLETED: 'charged',
  FAILED: 'failed',
};

const DISPUTE_WORDS: Record<string, string> = {
  INQUIRY: 'the bank asks',
  OPEN: 'open',
  WON: 'won',
  LOST: 'lost',
};

const REFUND_WORDS: Record<string, string> = {
  PENDING: 'on its way',
  COMPLETED: 'given back',
  FAILED: 'failed',
};

const SOURCE_WORDS = {
  answer: 'The signed answer of',
  webhook: 'The verified webhook',
  query: 'The answer of',
};

/** The main point of this page: news comes from the gateway's server to ours, never by the customer's browser. */
function knowledge({ knownBy, confirmedBy }: Order): Html {
  const said = knownBy
    ? html`${SOURCE_WORDS[knownBy.source]} <code>${knownBy.detail}</code> told us${
        confirmedBy && html`, and <code>${confirmedBy.detail}</code> says the same`
      }.`
    : 'So far we know only that it was opened.';
  return html`<div class="knowledge"><p class="knowledge-title">How we know</p>
<p>${said} Your return to this page proves nothing: anybody can open an address.</p></div>`;
}
