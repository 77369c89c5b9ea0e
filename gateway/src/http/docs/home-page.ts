// The first page of the documentation: a list of all pages. Each entry keeps the ids it had when the documentation was
// a single page. So an old address leads to the entry, and former-anchors.js leads on to the place itself.
import { type Html, html, join } from '../pages/html.ts';
import type { Contents, ListedPage } from './frame.ts';
import { inline } from './markup.ts';
import type { ReferencePage } from './reference-page.ts';
import { methodBadge } from './render-operation.ts';

export const HOME_LEAD =
  'Take payments, pay out and give money back over one API. Begin with a guide; look up a call when you need it.';

export interface Shown {
  guides: Contents;
  basics: Contents;
  reference: { heading: string; pages: readonly ReferencePage[] };
}

export function renderHome({ guides, basics, reference }: Shown): Html {
  return html`<div class="page-head"><h1>Tollgate documentation</h1><p class="lead">${HOME_LEAD}</p></div>
<section class="home" aria-labelledby="guides"><h2 id="guides">${guides.heading}</h2><ul class="cards">${join(guides.pages.map(card))}</ul></section>
<section class="home" aria-labelledby="basics"><h2 id="basics">${basics.heading}</h2><ul class="cards small">${join(basics.pages.map(card))}</ul></section>
<section class="home" aria-labelledby="reference"><h2 id="reference">${reference.heading}</h2>
<div class="index">${join(reference.pages.map(group))}</div></section>
<p class="machines">For programs that read: <a href="llms.txt">llms.txt</a> lists the pages as Markdown, <a href="openapi.json">openapi.json</a> describes every call.</p>`;
}

function card({ name, title, lead, formerAnchors }: ListedPage): Html {
  return html`<li>${formerPlaces(formerAnchors, name)}<a href="docs/${name}"><b>${title}</b> <span class="about">${inline(lead)}</span></a></li>`;
}

const formerPlaces = (anchors: readonly string[], name: string): Html =>
  join(anchors.map((anchor) => html`<span class="former" id="${anchor}" data-page="docs/${name}"></span>`));

function group({ name, title, operations, formerAnchors }: ReferencePage): Html {
  const calls = operations.map(
    ({ method, path, operation: { operationId, summary } }) =>
      html`<li id="${operationId}" data-page="docs/${name}"><a class="call" href="docs/${name}#${operationId}"><span>${summary}</span> <code>${methodBadge(method)} ${path}</code></a></li>`,
  );
  return html`<div>${formerPlaces(formerAnchors, name)}<h3><a href="docs/${name}">${title}</a></h3><ul>${join(calls)}</ul></div>`;
}
