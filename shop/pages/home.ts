// The first page a newcomer opens: what the shop sells, where it sells, and what can be tried here.
import { COUNTRIES, type Country, countryOf, PRODUCTS, type Product, priceIn } from '../catalogue.ts';
import { type Html, html } from '../html.ts';
import { money } from '../money.ts';
import { framed } from './frame.ts';

export function homePage(countryCode: string | null): Html {
  const country = countryOf(countryCode) ?? COUNTRIES[0]!;
  const body = html`<section class="hero">
<div class="hero-words">
<h1>Coffee for early tides.</h1>
<p>Roasted by the water, packed by hand, and sold here to show how a payment works, from the button down to the last signature.</p>
<p class="hero-actions"><a class="button" href="/shop/checkout?product=first-light&amp;country=${country.code}">Buy a bag for ${money(priceIn(country, PRODUCTS[0]!), country.currency)}</a> <a class="quiet" href="#goods">See all goods</a></p>
</div>
<img class="hero-picture" src="/shop/assets/harbour.svg" alt="" width="640" height="480">
</section>

<section class="goods" id="goods" aria-labelledby="goods-title">
<div class="goods-head">
<h2 id="goods-title">Goods</h2>
${countryForm(country)}
</div>
<ul class="shelf">${PRODUCTS.map((product) => productItem(product, country))}</ul>
</section>

<section class="ways" aria-labelledby="ways-title">
<h2 id="ways-title">What you can try here</h2>
<ul class="ways-list">
${wayItem('Hosted checkout', 'One call, one link. The cashier does the rest, in thirteen languages.', 'POST /payment-session')}
${wayItem('Direct API by card', 'The shop has its own card form. 3-D Secure comes back as a redirect.', 'POST /v3/payment')}
${wayItem('Hybrid link', 'The shop shows the methods, the cashier asks for the details.', 'POST /v2/hybrid-payment')}
${wayItem('Refunds and payouts', 'Money back for an order, or a deposit for returned cups.', 'POST /payout-session')}
</ul>
<p class="ways-foot">Every order page shows the requests, the answers and the signed webhooks as they happen.</p>
</section>

<section class="deposit-band">
<div>
<h2>Bring back the cups</h2>
<p>We pay the deposit to your account. You choose how at the cashier; we approve it, and it goes out.</p>
</div>
<a class="button light" href="/shop/deposit?country=${country.code}">Return cups</a>
</section>`;
  return framed({ title: 'Coffee for early tides', name: 'home', body, countryCode: country.code });
}

function productItem(product: Product, country: Country): Html {
  const { id, name, kind, text } = product;
  return html`<li class="ware">
<img src="/shop/assets/${id}.svg" alt="" width="480" height="360">
<div class="ware-words">
<h3><a href="/shop/checkout?product=${id}&amp;country=${country.code}">${name}</a></h3>
<p class="ware-kind">${kind}</p>
<p class="ware-text">${text}</p>
<p class="ware-foot"><span class="price">${money(priceIn(country, product), country.currency)}</span> <span class="buy" aria-hidden="true">Buy</span></p>
</div>
</li>`;
}

function wayItem(name: string, text: string, call: string): Html {
  return html`<li><h3>${name}</h3><p>${text}</p><code>${call}</code></li>`;
}

function countryForm(country: Country): Html {
  return html`<form class="country" method="get" action="/shop" data-send-on-change>
<label for="country">Deliver to</label>
<select id="country" name="country">${countryChoices(COUNTRIES, country)}</select>
<button class="small" data-without-script>Change</button>
<p class="country-methods">Pay by ${country.methods}.</p>
</form>`;
}

export function countryChoices(countries: readonly Country[], chosen: Country): Html[] {
  return countries.map(
    ({ code, name, currency }) =>
      html`<option value="${code}"${code === chosen.code ? html` selected` : null}>${name} · ${currency}</option>`,
  );
}
