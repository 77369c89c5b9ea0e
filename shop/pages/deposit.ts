// Returned cups, whose deposit is paid out: a hosted payout. The shop must not learn anybody's account.
import { randomUUID } from 'node:crypto';
import { COUNTRIES, countryOf, depositIn, MOST_CUPS } from '../catalogue.ts';
import { type Html, html } from '../html.ts';
import { money } from '../money.ts';
import type { Faults } from './checkout.ts';
import { fieldOf } from './field.ts';
import { framed } from './frame.ts';
import { countryChoices } from './home.ts';

export function depositPage(typed: URLSearchParams, faults: Faults = {}): Html {
  const places = COUNTRIES.filter((one) => one.paysOut);
  const asked = countryOf(typed.get('country'));
  const country = asked?.paysOut ? asked : places[0]!;
  const cups = Number(typed.get('cups') ?? 3);
  const each = depositIn(country);
  const faulty = Object.keys(faults).length > 0;

  const body = html`<h1 class="page-title">Cup deposit</h1>
<div class="columns">
<section class="basket">
<img class="deposit-picture" src="/shop/assets/cups.svg" alt="" width="480" height="300">
<p class="basket-name">You brought them back. Here is what you get.</p>
<p class="ware-kind">${money(each, country.currency)} for each cup, paid to your account or wallet.</p>
<form method="get" action="/shop/deposit" data-send-on-change class="basket-form">
<label>Paid out in <select name="country">${countryChoices(places, country)}</select></label>
<button class="small" data-without-script>Change</button>
</form>
</section>
<form class="pay" method="post" action="/shop/deposits" novalidate data-once>
<input type="hidden" name="form" value="${randomUUID()}">
<input type="hidden" name="country" value="${country.code}">
${faulty && html`<p class="alert" role="alert" tabindex="-1" data-focus>Something is missing below. Nothing was sent.</p>`}
<fieldset class="group">
<legend>Your cups</legend>
<div class="field"><label for="cups">How many</label>
<select id="cups" name="cups">${Array.from({ length: MOST_CUPS }, (_, i) => i + 1).map(
    (n) =>
      html`<option value="${n}"${n === cups ? html` selected` : null}>${n === 1 ? '1 cup' : `${n} cups`} · ${money(each * n, country.currency)}</option>`,
  )}</select></div>
</fieldset>
<fieldset class="group">
<legend>About you</legend>
<div class="pair">
${fieldOf({ name: 'name', label: 'Name', value: typed.get('name') ?? 'Ada Lovelace', autocomplete: 'name', fault: faults.name })}
${fieldOf({ name: 'email', label: 'E-mail', type: 'email', value: typed.get('email') ?? 'ada@example.com', autocomplete: 'email', fault: faults.email })}
</div>
</fieldset>
<button class="button wide" data-busy="One moment …">Say where to pay it</button>
<aside class="preview" aria-label="What happens underneath">
<p class="preview-title">What happens underneath</p>
<ol>
<li><code>POST /payout-session</code> <span>signed by our server, answered with a cashier link</span></li>
<li><code>payout.pending</code> <span>you have named an account; now it waits for our word</span></li>
<li><code>POST /settle-payout</code> <span>we approve, and the money is reserved and sent</span></li>
<li><code>payout.completed</code> <span>a signed webhook tells us that it arrived</span></li>
</ol>
</aside>
</form>
</div>`;
  return framed({ title: 'Cup deposit', name: 'checkout', body, countryCode: country.code });
}
