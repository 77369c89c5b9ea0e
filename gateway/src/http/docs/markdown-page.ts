// A page of the guide as Markdown, and llms.txt, the list of them: for programs that read. The words are those of the
// pages. Calls are in curl only.

import { messageTitle } from './guide-page.ts';
import { sampleCallOfGuide } from './samples/call-of.ts';
import { curlSample } from './samples/curl.ts';
import type { Block, Source } from './source/read-source.ts';
import { shownVectors } from './source/signature-vectors.ts';

/** `isPage`: whether a name is that of a page of the guide; links to those go to the Markdown page. */
export function markdownPage(source: Source, publicUrl: string, isPage: (name: string) => boolean): string {
  const blocks = source.blocks.map((block) => blockText(block, publicUrl)).filter((text) => text !== null);
  const text = [`# ${source.title}`, source.lead, ...blocks].join('\n\n');
  const linked = text.replaceAll(/\]\(([a-z0-9-]+)(#[\w-]+)?\)/g, (whole, name: string, anchor = '') =>
    isPage(name) ? `](${name}.md${anchor})` : whole,
  );
  return `${linked}\n`;
}

function blockText(block: Block, publicUrl: string): string | null {
  switch (block.kind) {
    case 'prose':
      return block.text;
    case 'call':
      return `${block.title}:\n\n${fence('sh', curlSample(sampleCallOfGuide(block, publicUrl)))}`;
    case 'answer':
    case 'webhook':
      return `${messageTitle(block)}:\n\n${fence('json', JSON.stringify(block.value, null, 2))}`;
    case 'code':
      return block.languages
        .map(([name, code]) => `${block.title}, ${name}:\n\n${fence(FENCES[name]!, code)}`)
        .join('\n\n');
    case 'vectors':
      return shownVectors();
    case 'played':
      return null;
  }
}

const FENCES: Readonly<Record<string, string>> = { SDK: 'js', 'Node.js': 'js', Python: 'python', PHP: 'php' };
const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

interface Listed {
  heading: string;
  pages: readonly { name: string; title: string; lead: string }[];
}

/** https://llmstxt.org: a title, a summary, and lists of links. */
export function llmsText(publicUrl: string, lists: readonly Listed[]): string {
  const parts = lists.map(({ heading, pages }) => {
    const links = pages.map(
      ({ name, title, lead }) => `- [${title}](${publicUrl}/docs/${name}.md): ${lead.replaceAll('`', '')}`,
    );
    return `## ${heading}\n\n${links.join('\n')}`;
  });
  return `# Tollgate

> A payment gateway: pay-ins by card and by many other methods, payouts, refunds, a hosted cashier, signed webhooks. A merchant's server calls it over HTTP with an API key in \`X-API-KEY\`.

${parts.join('\n\n')}

## API reference

- [OpenAPI document](${publicUrl}/openapi.json): every call, its fields and its answers, with worked examples.
- [Signature vectors](${publicUrl}/signature-vectors.json): texts, secrets and signatures to check your own code.
`;
}
