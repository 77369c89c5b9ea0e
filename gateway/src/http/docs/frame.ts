// The frame of every page of the documentation: its head, the top bar with the search, the contents beside it.
// Addresses must be relative, so that a proxy may show the pages under a path; nothing is inline (contract 11).
import { type Html, html, join } from '../pages/html.ts';
import { methodBadge } from './render-operation.ts';

export interface ListedPage {
  name: string;
  title: string;
  /** What the page says, in one sentence. */
  lead: string;
  /** The parts of the page, which the contents show while it is open. */
  parts: readonly { id: string; title: string; method?: string }[];
  /** The anchors of this page and its parts in the former documentation, which was a single page. */
  formerAnchors: readonly string[];
}

export interface Contents {
  heading: string;
  pages: readonly ListedPage[];
}

interface Framed {
  /** null: the first page. */
  page: ListedPage | null;
  title: string;
  lead: string;
  contents: readonly Contents[];
  body: Html;
  /** Comes after the frame: the form that sends requests. */
  form?: Html | null;
  /** Whether the page is available as Markdown too. */
  asMarkdown?: boolean;
}

export function frame({
  page,
  title,
  lead,
  contents,
  body,
  form = null,
  asMarkdown = false,
}: Framed): string {
  // Paths from the page to the root, and to the folder of the pages.
  const [root, folder, first] = page ? ['../', '', '../docs'] : ['', 'docs/', 'docs'];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${lead.replaceAll('`', '')}">
<title>${title === '' ? 'Tollgate documentation' : `${title} – Tollgate documentation`}</title>
<link rel="icon" href="${root}assets/mark.svg" type="image/svg+xml">
${asMarkdown && page ? html`<link rel="alternate" href="${page.name}.md" type="text/markdown">` : null}
${join(STYLES.map((file) => html`<link rel="stylesheet" href="${root}assets/docs/${file}">`))}
<script type="module" src="${root}assets/docs/docs.js"></script>
<script type="module" src="${root}assets/docs/search.js"></script>
${page ? null : html`<script type="module" src="${root}assets/docs/former-anchors.js"></script>`}
${form ? html`<script type="module" src="${root}assets/docs/try-it.js"></script>` : null}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
  <a class="brand" href="${first}" aria-label="Tollgate Docs, first page"><img src="${root}assets/mark.svg" alt="" width="26" height="26"><b>Tollgate</b> <span>Docs</span></a>
  ${SEARCH}
  <nav class="top-links" aria-label="Page">
    <a href="${root}openapi.json">openapi.json</a>
    <button type="button" id="theme" hidden>Theme</button>
    <button type="button" id="menu" aria-controls="sidebar" aria-expanded="false" hidden>Menu</button>
  </nav>
</header>
<div class="frame">
<nav class="sidebar" id="sidebar" aria-label="Contents">
  ${join(contents.map(({ heading, pages }) => html`<p>${heading}</p><ul>${join(pages.map((one) => link(one, folder, one === page)))}</ul>`))}
</nav>
<main id="content" tabindex="-1">
${body}
</main>
</div>
${form}
</body>
</html>`.text;
}

const STYLES = ['docs.css', 'reference.css', 'guide.css', 'tools.css'];

function link({ name, title, parts }: ListedPage, folder: string, isOpen: boolean): Html {
  if (!isOpen) return html`<li><a href="${folder}${name}">${title}</a></li>`;
  const inner = parts.map(
    (part) =>
      html`<li><a href="#${part.id}"><span>${part.title}</span>${part.method ? methodBadge(part.method) : null}</a></li>`,
  );
  return html`<li><a href="${folder}${name}" aria-current="page">${title}</a>${inner.length > 0 && html`<ul>${join(inner)}</ul>`}</li>`;
}

/** search.js shows it; without a script there is no search. */
const SEARCH = html`<search class="search" id="search" hidden>
    <input type="search" role="combobox" aria-label="Search guides, fields and error codes" aria-controls="found" aria-expanded="false" aria-autocomplete="list" placeholder="Search" autocomplete="off" spellcheck="false">
    <kbd>/</kbd>
    <ul id="found" role="listbox" aria-label="Results" hidden></ul>
    <p role="status"></p>
  </search>`;
