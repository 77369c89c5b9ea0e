// The document of the reference page: its frame, the contents, the guide and each operation; in the test environment a form
// to send requests with. Its addresses must be relative, so that a proxy may show it under a path.
import type { Context } from '../../actions/context.ts';
import { type Html, html, join } from '../pages/html.ts';
import { guide } from './guide.ts';
import type { OpenApi, OperationObject } from './openapi-types.ts';
import { methodBadge, renderOperation } from './render-operation.ts';

interface Given {
  document: OpenApi;
  config: Context['config'];
  demoKey: string;
}

export function renderPage({ document, config, demoKey }: Given): string {
  const canTry = config.environment === 'test';
  const setting = { document, publicUrl: config.publicUrl, canTry };
  const groups = groupByTag(document);
  const sections = guide(config, document);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tollgate API reference</title>
<link rel="icon" href="assets/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="assets/docs/docs.css">
<link rel="stylesheet" href="assets/docs/reference.css">
<link rel="stylesheet" href="assets/docs/tools.css">
<script type="module" src="assets/docs/docs.js"></script>
<script type="module" src="assets/docs/search.js"></script>
${canTry ? html`<script type="module" src="assets/docs/try-it.js"></script>` : null}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
  <a class="brand" href="#start" aria-label="Tollgate API reference, start"><img src="assets/mark.svg" alt="" width="26" height="26"><b>Tollgate</b> <span>API reference</span></a>
  ${SEARCH}
  <nav class="top-links" aria-label="Page">
    <a href="openapi.json">openapi.json</a>
    <button type="button" id="theme" hidden>Theme</button>
    <button type="button" id="menu" aria-controls="sidebar" aria-expanded="false" hidden>Menu</button>
  </nav>
</header>
<div class="frame">
<nav class="sidebar" id="sidebar" aria-label="Contents">
  <p>Guide</p>
  <ul>${join(sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`))}</ul>
  ${join(groups.map(renderGroupLinks))}
</nav>
<main id="content" tabindex="-1">
  <h1>Tollgate API reference</h1>
  ${join(sections.map(({ body }) => body))}
  ${join(
    groups.map(
      ({
        tag,
        operations,
      }) => html`<section class="group" aria-labelledby="${slug(tag)}"><h2 class="group-title" id="${slug(tag)}">${tag}</h2>
      ${join(operations.map((one) => renderOperation(one, setting)))}</section>`,
    ),
  )}
</main>
</div>
${canTry ? tryForm(demoKey) : null}
</body>
</html>`.text;
}

/** search.js shows it; without a script there is no search. */
const SEARCH = html`<search class="search" id="search" hidden>
    <input type="search" role="combobox" aria-label="Search fields, error codes and headings" aria-controls="found" aria-expanded="false" aria-autocomplete="list" placeholder="Search" autocomplete="off" spellcheck="false">
    <kbd>/</kbd>
    <ul id="found" role="listbox" aria-label="Results" hidden></ul>
    <p role="status"></p>
  </search>`;

/** try-it.js fills it and sends its content. */
function tryForm(demoKey: string): Html {
  return html`<dialog id="try-it" aria-labelledby="try-title">
<form>
  <div class="try-head"><h2 id="try-title">Try it</h2><button type="button" class="close">Close</button></div>
  <p>Goes to this gateway, in its test environment: no money moves. It carries no signature.</p>
  <label><span><b class="method"></b> Address</span><input name="address" required spellcheck="false" autocomplete="off"></label>
  <label data-scheme="apiKey"><span>API key, <code>X-API-KEY</code></span><input name="apiKey" value="${demoKey}" spellcheck="false" autocomplete="off"></label>
  <label data-scheme="operatorToken"><span>Operator token</span><input name="operatorToken" type="password" autocomplete="off"></label>
  <label data-part="body"><span>Body</span><textarea name="body" rows="12" spellcheck="false"></textarea></label>
  <button type="submit">Send</button>
</form>
<div class="try-answer" hidden><h3>Answer</h3><p role="status"></p><pre tabindex="0" aria-label="Body of the answer"></pre></div>
</dialog>`;
}

interface Group {
  tag: string;
  operations: { method: string; path: string; operation: OperationObject }[];
}

function groupByTag(document: OpenApi): Group[] {
  const groups = new Map<string, Group['operations']>(document.tags.map(({ name }) => [name, []]));
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      groups.get(operation.tags[0]!)?.push({ method, path, operation });
    }
  }
  for (const { post } of Object.values(document.webhooks)) {
    groups.get(post.tags[0]!)?.push({ method: 'post', path: 'your notificationUrl', operation: post });
  }
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}

function renderGroupLinks({ tag, operations }: Group): Html {
  return html`<p>${tag}</p><ul>${join(
    operations.map(
      ({ method, operation }) =>
        html`<li><a href="#${operation.operationId}"><span>${operation.summary}</span>${methodBadge(method)}</a></li>`,
    ),
  )}</ul>`;
}

const slug = (tag: string): string => `group-${tag.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
