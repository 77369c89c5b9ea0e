// The checkout: one product, the customer, and three ways to pay. Beside them the page says what each way does
// underneath. The style sheet shows parts by the chosen radio button, so that the page works without a script.
import { randomUUID } from 'node:crypto';
import {
  COUNTRIES,
  countryOf,
  MOST_PIECES,
  OUTCOMES,
  PRODUCTS,
  priceIn,
  productOf,
  TEST_CARDS,
} from '../catalogue.ts';
import { type Html, html } from '../html.ts';
import { money } from '../money.ts';
import { fieldOf } from './field.ts';
import { framed } from './frame.ts';
import { countryChoices } from './home.ts';

export type Faults = Readonly<Record<string, string>>;

/** `typed`: the query, or a form that has to be corrected. */
export function checkoutPage(typed: URLSearchParams, faults: Faults = {}): Html {
  const product = productOf(typed.get('product')) ?? PRODUCTS[0]!;
  const country = countryOf(typed.get('country')) ?? COUNTRIES[0]!;
  const asked = Number(typed.get('quantity') ?? 1);
  const quantity = Number.isInteger(asked) ? Math.min(MOST_PIECES, Math.max(1, asked)) : 1;
  const eachMinor = priceIn(country, product);
  const total = money(eachMinor * quantity, country.currency);
  const way = ['card', 'hybrid'].find((one) => one === typed.get('way')) ?? 'hosted';
  const faulty = Object.keys(faults).length > 0;

  const body = html`<h1 class="page-title">Checkout</h1>
<div class="columns">
<section class="basket" aria-labelledby="basket-title">
<h2 id="basket-title" class="sr">Your order</h2>
<div class="basket-ware">
<img src="/shop/assets/${product.id}.svg" alt="" width="480" height="360">
<div><p class="basket-name">${product.name}</p><p class="ware-kind">${product.kind}</p></div>
</div>
<form method="get" action="/shop/checkout" data-send-on-change class="basket-form">
<input type="hidden" name="product" value="${product.id}">
<label>Quantity <select name="quantity">${Array.from({ length: MOST_PIECES }, (_, i) => i + 1).map(
    (n) => html`<option${n === quantity ? html` selected` : null}>${n}</option>`,
  )}</select></label>
<label>Deliver to <select name="country">${countryChoices(COUNTRIES, country)}</select></label>
<button class="small" data-without-script>Update</button>
</form>
<dl class="sums">
<div><dt>${quantity} × ${money(eachMinor, country.currency)}</dt><dd>${total}</dd></div>
<div><dt>Delivery</dt><dd>Free</dd></div>
<div class="total"><dt>Total</dt><dd>${total}</dd></div>
</dl>
<p class="basket-methods">In ${country.name} you can pay by ${country.methods}.</p>
</section>

<form class="pay" method="post" action="/shop/orders" novalidate data-once>
<input type="hidden" name="form" value="${randomUUID()}">
<input type="hidden" name="product" value="${product.id}">
<input type="hidden" name="quantity" value="${quantity}">
<input type="hidden" name="country" value="${country.code}">
${faulty && html`<p class="alert" role="alert" tabindex="-1" data-focus>Something is missing below. Nothing was paid.</p>`}
<fieldset class="group">
<legend>About you</legend>
<div class="pair">
${fieldOf({ name: 'name', label: 'Name', value: typed.get('name') ?? 'Ada Lovelace', autocomplete: 'name', fault: faults.name })}
${fieldOf({ name: 'email', label: 'E-mail', type: 'email', value: typed.get('email') ?? 'ada@example.com', autocomplete: 'email', fault: faults.email })}
</div>
</fieldset>

<fieldset class="group">
<legend>How to pay</legend>
<div class="choices">
${choice('hosted', way, 'Hosted checkout', 'You pay on the gateway’s cashier and come back.')}
${choice('card', way, 'Card, on this page', 'The shop’s own form, the direct API.')}
<div class="card-fields">${cardFields(typed, faults)}</div>
${choice('hybrid', way, 'Choose the method here', 'The shop lists the methods, the cashier asks for the rest.')}
</div>
</fieldset>

<fieldset class="group">
<legend>When to charge</legend>
<div class="choices"><label class="choice"><input type="checkbox" name="later" value="yes"${typed.get('later') === 'yes' ? html` checked` : null}><span class="choice-words"><b>Only when it ships</b><span>The money is held now, and the shop captures it later.</span></span></label></div>
</fieldset>

<details class="trial">
<summary>Choose what the simulated bank does</summary>
<p>For methods other than the card: the sandbox goes by the cents of the amount, so we add some. Cards go by their number.</p>
<label>Outcome <select name="cents">${OUTCOMES.map(
    ({ cents, text }) =>
      html`<option value="${cents}"${typed.get('cents') === String(cents) ? html` selected` : null}>${text}</option>`,
  )}</select></label>
</details>

<button class="button wide" data-busy="One moment …">
<span class="for-hosted">Go to the checkout</span>
<span class="for-card">Pay ${total}</span>
<span class="for-hybrid">Show the methods</span>
</button>
${preview()}
</form>
</div>`;
  return framed({ title: 'Checkout', name: 'checkout', body, countryCode: country.code });
}

function choice(value: string, chosen: string, name: string, text: string): Html {
  return html`<label class="choice"><input type="radio" name="way" value="${value}"${
    value === chosen ? html` checked` : null
  }><span class="choice-words"><b>${name}</b><span>${text}</span></span></label>`;
}

function cardFields(typed: URLSearchParams, faults: Faults): Html {
  return html`<div class="testcards" data-with-script hidden>
<p id="testcards-title">Fill in a test card</p>
<div class="chips" role="group" aria-labelledby="testcards-title">${TEST_CARDS.map(
    ({ number, text }) => html`<button type="button" class="chip" data-card="${number}">${text}</button>`,
  )}</div>
</div>
${fieldOf({ name: 'cardNumber', label: 'Card number', inputmode: 'numeric', most: 23, fault: faults.cardNumber })}
<div class="pair">
${fieldOf({ name: 'expiry', label: 'Expires', hint: 'MM/YY', inputmode: 'numeric', most: 7, value: typed.get('expiry') ?? '', fault: faults.expiry })}
${fieldOf({ name: 'cardCvv', label: 'Security code', inputmode: 'numeric', most: 4, fault: faults.cardCvv })}
</div>
${fieldOf({ name: 'cardHolder', label: 'Name on card', value: typed.get('cardHolder') ?? 'Ada Lovelace' })}
<p class="warn">A test: never type the number of a real card.</p>`;
}

function preview(): Html {
  return html`<aside class="preview" aria-label="What happens underneath">
<p class="preview-title">What happens underneath</p>
<ol class="for-hosted">
<li><code>POST /payment-session</code> <span>signed by our server, answered with a cashier link</span></li>
<li><code>303</code> <span>you go to the cashier, pay, and come back</span></li>
<li><code>payin.completed</code> <span>a signed webhook tells us; only then we pack</span></li>
</ol>
<ol class="for-card">
<li><code>GET /v3/payment-options</code> <span>finds the card option</span></li>
<li><code>POST /v3/payment</code> <span>with Signature and Idempotency-Key, answered at once</span></li>
<li><code>300 redirect</code> <span>if your bank asks for approval: 3-D Secure</span></li>
<li><code>payin.completed</code> <span>a signed webhook confirms it</span></li>
</ol>
<ol class="for-hybrid">
<li><code>POST /v2/payment-options</code> <span>opens a session, lists the methods</span></li>
<li><code>POST /v2/payment-suboptions</code> <span>banks and wallets of the chosen one</span></li>
<li><code>POST /v2/hybrid-payment</code> <span>a cashier link with the choice made</span></li>
<li><code>payin.completed</code> <span>a signed webhook tells us</span></li>
</ol>
</aside>`;
}
