// The pages of the API reference, one for each group of calls, and the form of the test environment that sends
// requests.
import { type Html, html, join } from '../pages/html.ts';
import type { ListedPage } from './frame.ts';
import { inline, slug } from './markup.ts';
import type { OpenApi, OperationObject } from './openapi-types.ts';
import { renderOperation, type Setting } from './render-operation.ts';

export interface ReferencePage extends ListedPage {
  operations: { method: string; path: string; operation: OperationObject }[];
}

/** The page of the calls with this tag. */
export const pageOf = (tag: string): string => `api-${slug(tag)}`;

/** The anchor of the group in the former documentation, which was a single page. */
const groupAnchor = (tag: string): string => `group-${tag.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;

export function referencePages(document: OpenApi): ReferencePage[] {
  const groups = new Map<string, ReferencePage['operations']>(document.tags.map(({ name }) => [name, []]));
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      groups.get(operation.tags[0]!)?.push({ method, path, operation });
    }
  }
  for (const { post } of Object.values(document.webhooks)) {
    groups.get(post.tags[0]!)?.push({ method: 'post', path: 'your notificationUrl', operation: post });
  }
  return document.tags
    .map(({ name: title, description: lead }) => ({ title, lead, operations: groups.get(title)! }))
    .filter(({ operations }) => operations.length > 0)
    .map(({ title, lead, operations }) => ({
      name: pageOf(title),
      title,
      lead,
      operations,
      parts: operations.map(({ method, operation }) => ({
        id: operation.operationId,
        title: operation.summary,
        method,
      })),
      formerAnchors: [groupAnchor(title)],
    }));
}

export function renderReference({ title, lead, operations }: ReferencePage, setting: Setting): Html {
  return html`<div class="page-head" id="${groupAnchor(title)}"><h1>${title}</h1><p class="lead">${inline(lead)}</p></div>
${join(operations.map((one) => renderOperation(one, setting)))}`;
}

/** try-it.js fills it and sends its content. */
export function tryForm(demoKey: string): Html {
  return html`<dialog id="try-it" aria-labelledby="try-title">
<form>
  <div class="try-head"><h2 id="try-title">Try it</h2><button type="button" class="close">Close</button></div>
  <p>The call goes to this gateway, in its test environment: no money moves. It is sent without a signature.</p>
  <label><span><b class="method"></b> Address</span><input name="address" required spellcheck="false" autocomplete="off"></label>
  <label data-scheme="apiKey"><span>API key, <code>X-API-KEY</code></span><input name="apiKey" value="${demoKey}" spellcheck="false" autocomplete="off"></label>
  <label data-scheme="operatorToken"><span>Operator token</span><input name="operatorToken" type="password" autocomplete="off"></label>
  <label data-part="body"><span>Body</span><textarea name="body" rows="12" spellcheck="false"></textarea></label>
  <button type="submit">Send</button>
</form>
<div class="try-answer" hidden><h3>Answer</h3><p role="status"></p><pre tabindex="0" aria-label="Body of the answer"></pre></div>
</dialog>`;
}
