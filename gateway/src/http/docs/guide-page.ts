// A page of the guide as HTML: its words, each call in every language, each answer and webhook in a panel. The content
// is in the folders guides/ and basics/.
import { type Html, html, join } from '../pages/html.ts';
import { inline, json, prose } from './markup.ts';
import { inLanguages, sample } from './panels.ts';
import { sampleCallOfGuide } from './samples/call-of.ts';
import { writeSamples } from './samples/write-samples.ts';
import type { Block, ShownMessage, Source } from './source/read-source.ts';
import { renderVectors } from './source/signature-vectors.ts';

/** `after`: the page that follows. */
export function renderGuide(
  name: string,
  source: Source,
  publicUrl: string,
  after: { name: string; title: string } | null,
): Html {
  const blocks = source.blocks.map((block, at) => renderBlock(block, `${name}-${at}`, publicUrl));
  const next = after && html`<a class="next" href="${after.name}"><span>Next</span> ${after.title}</a>`;
  return html`<article class="guide operation" id="${name}">
<h1>${source.title}</h1>
<p class="lead">${inline(source.lead)}</p>
<div class="words">${join(blocks)}</div>
<footer class="page-foot">${next}<a href="${name}.md" type="text/markdown">This page as Markdown</a></footer>
</article>`;
}

function renderBlock(block: Block, id: string, publicUrl: string): Html {
  switch (block.kind) {
    case 'prose':
      return prose(block.text);
    case 'call':
      return inLanguages(block.id ?? id, block.title, writeSamples(sampleCallOfGuide(block, publicUrl)));
    case 'answer':
    case 'webhook':
      return sample(block.id ?? id, messageTitle(block), json(block.value));
    case 'code':
      return inLanguages(block.id, block.title, block.languages);
    case 'vectors':
      return renderVectors();
    case 'played':
      return html``;
  }
}

export function messageTitle({ kind, status, value, isPart }: ShownMessage): string {
  const what =
    kind === 'answer' ? `Answer, HTTP ${status}` : `Webhook ${(value as { eventType: string }).eventType}`;
  return isPart ? `${what}, some of its fields` : what;
}
