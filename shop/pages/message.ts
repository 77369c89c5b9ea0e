// A page with one sentence: for something that does not exist or did not work, and for a shop without a merchant
// account.
import { type Html, html } from '../html.ts';
import { framed } from './frame.ts';

export function messagePage(title: string, text: string): Html {
  const body = html`<section class="message">
<img src="/shop/assets/lighthouse.svg" alt="" width="160" height="160">
<h1>${title}</h1>
<p>${text}</p>
<p><a class="button" href="/shop">To the shop</a></p>
</section>`;
  return framed({ title, name: 'message-page', body });
}

/** The gateway runs on its owner's database, where no demonstration merchant was made. */
export function closedPage(): Html {
  const body = html`<section class="message">
<img src="/shop/assets/lighthouse.svg" alt="" width="160" height="160">
<h1>The shop is closed</h1>
<p>It needs the demonstration merchant, which a first start makes on the embedded database. This gateway runs without it.</p>
<p>Start one with <code>DATABASE_URL</code> unset and an empty <code>DATA_DIR</code>, and the shop opens.</p>
<p><a class="button" href="/docs">To the API reference</a></p>
</section>`;
  return framed({ title: 'Closed', name: 'message-page', body });
}
