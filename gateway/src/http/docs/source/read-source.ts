// Reads a page of the guide: Markdown of ours with four additions. A fence `call` is a request to this gateway, a fence
// `json answer` or `json webhook` is its result, `:::test` to `:::` is for the test environment alone, and a line
// `{{name}}` stands for something that the program knows. A test plays every call of a page against a gateway and
// compares.

/** Something that the program knows: texts within a line, or whole blocks. */
export interface Known {
  facts: Readonly<Record<string, string>>;
  blocks: Readonly<Record<string, Block>>;
}

export interface Call {
  kind: 'call';
  title: string;
  /** The id of its panel; null: its place on the page gives the id. */
  id: string | null;
  method: 'GET' | 'POST' | 'DELETE';
  /** With the query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** null: the call sends no body. */
  body: Record<string, unknown> | null;
}

export interface ShownMessage {
  kind: 'answer' | 'webhook';
  id: string | null;
  /** 0: it is a webhook. */
  status: number;
  value: unknown;
  /** Whether the page shows only some of the fields. */
  isPart: boolean;
}

export type Block =
  | { kind: 'prose'; text: string }
  | Call
  | ShownMessage
  | { kind: 'code'; id: string; title: string; languages: readonly (readonly [string, string])[] }
  | { kind: 'vectors' }
  /** Something that a person does between two calls, for the test that plays the page. Not shown. */
  | { kind: 'played'; what: string };

export interface Source {
  title: string;
  /** The first paragraph of the page: a list of pages shows it. */
  lead: string;
  blocks: readonly Block[];
}

export function readSource(text: string, environment: 'test' | 'production', known: Known): Source {
  const isTest = environment === 'test';
  const own = text
    .replaceAll(/^:::test\n([\s\S]*?)^:::\n/gm, (_, inner: string) => (isTest ? inner : ''))
    .replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => known.facts[name] ?? whole);
  const [, title, lead, rest] = /^# (.+)\n\n(.+)\n([\s\S]*)$/.exec(own)!;
  const blocks = rest!
    .split(/^(```[a-z]+ ?.*\n[\s\S]*?^```$|\{\{[\w-]+\}\}$|<!-- .+ -->$)/gm)
    .map((piece) => readBlock(piece.trim(), known.blocks))
    .filter((block) => block.kind !== 'prose' || block.text !== '');
  return { title: title!, lead: lead!, blocks };
}

function readBlock(piece: string, blocks: Known['blocks']): Block {
  const played = /^<!-- (.+) -->$/.exec(piece);
  if (played) return { kind: 'played', what: played[1]! };
  const name = /^\{\{([\w-]+)\}\}$/.exec(piece)?.[1];
  if (name !== undefined) {
    const block = blocks[name];
    if (!block) throw new Error(`a page of the guide asks for {{${name}}}, which nobody makes`);
    return block;
  }
  const fence = /^```(call|json) ?(.*)\n([\s\S]*)^```$/m.exec(piece);
  if (!fence) return { kind: 'prose', text: piece };
  const [, language, info, content] = fence as unknown as [string, string, string, string];
  const id = /#([\w-]+)/.exec(info)?.[1] ?? null;
  const words = info.replace(/ ?#[\w-]+/, '').trim();
  return language === 'call' ? readCall(content, words, id) : readMessage(content, words, id);
}

function readCall(content: string, title: string, id: string | null): Call {
  const [head, ...body] = content.split('\n\n');
  const [start, ...lines] = head!.trim().split('\n');
  const [method, path] = start!.split(' ') as [Call['method'], string];
  const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
  const sent = body.join('\n\n').trim();
  return { kind: 'call', title, id, method, path, headers, body: sent === '' ? null : JSON.parse(sent) };
}

/** Reads `answer 201`, `webhook`, `answer 200 some fields`. */
function readMessage(content: string, words: string, id: string | null): ShownMessage {
  const [kind, status] = words.split(' ') as [ShownMessage['kind'], string];
  return {
    kind,
    id,
    status: kind === 'webhook' ? 0 : Number(status),
    value: JSON.parse(content),
    isPart: words.endsWith('some fields'),
  };
}
