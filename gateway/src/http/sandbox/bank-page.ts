// How the simulated bank's pages look: the 3-D Secure question, and the pages that say there is nothing to ask.
// Words and markup only; show-challenge.ts and decide-challenge.ts decide which page it is. They work without
// JavaScript, and nothing on them comes from another address (contract 11).
import type { FastifyReply } from 'fastify';
import { currencyDigits } from '../../domain/currency.ts';
import { formatMinor } from '../../domain/money.ts';
import { returnUrl } from '../../domain/return-url.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { type Html, html, trusted } from '../html.ts';

/**
 * No form-action: browsers hold the redirect that answers a form against it, and the shop behind that redirect
 * may redirect further. There is nothing else a form on these pages could be turned to.
 */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

export function sendPage(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.text);
}

export function challengePage(transaction: Transaction, brandName: string): Html {
  const { card } = transaction;
  return layout(
    `Confirm your payment to ${brandName}`,
    html`<h1>Confirm your payment</h1>
      <p class="amount">${amountOf(transaction)}</p>
      <dl>
        <div><dt>To</dt><dd>${brandName}</dd></div>
        ${card && html`<div><dt>Card</dt><dd>${cardName(card.brand)} <span class="number">•••• ${card.last4}</span></dd></div>`}
        <div><dt>Reference</dt><dd>${transaction.merchantReference}</dd></div>
      </dl>
      <form method="post">
        <button class="primary" name="decision" value="approve">Approve</button>
        <button name="decision" value="decline">Decline</button>
        <button class="quiet" name="decision" value="cancel">Cancel</button>
      </form>
      <details>
        <summary>What do these buttons do?</summary>
        <ul>
          <li><strong>Approve</strong>: the bank has recognised you, and the card is charged. The test card decides how that ends.</li>
          <li><strong>Decline</strong>: the bank could not recognise you. The payment is declined with 2101.</li>
          <li><strong>Cancel</strong>: you leave without an answer. The payment is declined with 2103.</li>
        </ul>
        <p>Without an answer until ${timeOf(transaction.expiresAt)} the payment expires with 3002.</p>
      </details>`,
  );
}

/** The challenge has been answered; `transaction` tells with what result. */
export function answeredPage(transaction: Transaction, brandName: string): Html {
  const amount = amountOf(transaction);
  switch (transaction.status) {
    case 'COMPLETED':
      return notice(
        'done',
        'Payment confirmed',
        `${amount} went to ${brandName}.`,
        wayBack(transaction, brandName),
      );
    case 'DECLINED':
    case 'ERROR':
      return notice(
        'stop',
        'Payment not made',
        `${amount} did not go to ${brandName}. You can pay in another way there.`,
        wayBack(transaction, brandName),
      );
    default:
      return notice(
        'wait',
        'Your payment is on its way',
        `${brandName} will be told as soon as it is through. You can close this page.`,
        wayBack(transaction, brandName),
      );
  }
}

export function expiredPage(transaction: Transaction, brandName: string): Html {
  return notice(
    'wait',
    'Time ran out',
    `The bank waited 15 minutes for your answer. Nothing was charged. Go back to ${brandName} to pay again.`,
    wayBack(transaction, brandName),
  );
}

export function unknownPage(): Html {
  return notice(
    'stop',
    'There is no payment here',
    'The address may have been cut off on its way. Go back to the shop and open the link from there.',
    null,
  );
}

export function unclearPage(): Html {
  return notice(
    'stop',
    'That answer is not one of the three',
    'Go back and choose Approve, Decline or Cancel.',
    null,
  );
}

function notice(mood: 'done' | 'stop' | 'wait', title: string, sentence: string, link: Html | null): Html {
  return layout(
    title,
    html`<div class="notice ${mood}">${MOOD_ICONS[mood]}<h1>${title}</h1><p>${sentence}</p></div>${link}`,
  );
}

function wayBack(transaction: Transaction, brandName: string): Html | null {
  const address = returnUrl(transaction);
  return address === null ? null : html`<a class="button primary" href="${address}">Back to ${brandName}</a>`;
}

function layout(title: string, main: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">
  <title>${title} · Test Bank</title>
  <link rel="icon" type="image/svg+xml" href="../../assets/sandbox/bank.svg">
  <link rel="stylesheet" href="../../assets/sandbox/bank.css">
</head>
<body>
  <aside class="strip" aria-label="Sandbox"><strong>Sandbox</strong> – no money moves</aside>
  <main>
    <header><img src="../../assets/sandbox/bank.svg" alt="" width="28" height="28"><span>Test Bank</span><span class="scheme">3-D Secure</span></header>
    ${main}
  </main>
  <footer>A simulated bank, part of the Tollgate sandbox</footer>
</body>
</html>
`;
}

const icon = (path: string): Html =>
  trusted(
    `<svg viewBox="0 0 48 48" width="48" height="48" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="24" cy="24" r="21"/><path d="${path}"/></svg>`,
  );

const MOOD_ICONS = {
  done: icon('m15 25 6 6 12-14'),
  stop: icon('m17 17 14 14m0-14L17 31'),
  wait: icon('M24 13v12l8 5'),
} as const;

/** Exact: Intl takes the decimal text, so no float comes in between. */
function amountOf({ amountMinor, currency }: Transaction): string {
  const digits = currencyDigits(currency);
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(formatMinor(amountMinor, currency) as Intl.StringNumericLiteral);
}

function timeOf(at: Date | null): string {
  return at === null ? 'the end' : `${at.toISOString().slice(11, 16)} UTC`;
}

/** Card brands as people write them; the others keep one capital. */
const CARD_NAMES: Record<string, string> = {
  AMEX: 'American Express',
  DINERS: 'Diners Club',
  JCB: 'JCB',
  UNIONPAY: 'UnionPay',
  UNKNOWN: 'Card',
};

function cardName(brand: string): string {
  return CARD_NAMES[brand] ?? brand.charAt(0) + brand.slice(1).toLowerCase();
}
