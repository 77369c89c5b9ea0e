// Checks that what pages and comments cite exists: sections of docs/SPECIFICATION.md and docs/CONTRACT.md, decisions by
// number and file, pages by name and heading, walks of docs/ARCHITECTURE.md, and the links between pages. Reads files
// as text. The last tests show each rule a text with faults.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import test from 'node:test';

const REPOSITORY = join(import.meta.dirname, '../../..');
const SPECIFICATION = 'docs/SPECIFICATION.md';
const CONTRACT = 'docs/CONTRACT.md';
const SOURCES =
  '{*,{bench,cashier,docs,embedded-postgres,examples,gateway,integrations,openapi,portal,provider-kit,providers,shop}/**/*}.{ts,tsx,js,mjs,sh,css,html,sql,md,json}';
const PAGES = [
  '*.md',
  'docs/**/*.md',
  'bench/*.md',
  '{examples,integrations}/**/*.md',
  '{cashier,deploy,embedded-postgres,gateway,portal,provider-kit,providers,sdk,shop}/**/README.md',
];
/** Files that others made, installed or generated. */
const NOT_OURS = ['node_modules', 'dist', '.data', 'package-lock.json'];

/** Path within the repository → text. */
type Files = ReadonlyMap<string, string>;

function readFiles(patterns: string | readonly string[]): Files {
  const exclude = (path: string) => NOT_OURS.some((name) => path.split(/[/\\]/).includes(name));
  const paths = globSync(patterns, { cwd: REPOSITORY, exclude });
  return new Map(
    paths.sort().map((path) => [path.replaceAll('\\', '/'), readFileSync(join(REPOSITORY, path), 'utf8')]),
  );
}

/** The text of each heading, without lines in code blocks that only look like headings. */
function headingsOf(page: string): string[] {
  const prose = page.replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, text]) => text!.replace(/\[(.*?)\]\(.*?\)/g, '$1'));
}

/** The sections of a paper in the form of citations: `5`, `2.10`, `5 rule 3`, `4.10 step 2`. */
function sectionsOf(paper: string): Set<string> {
  const numbers = headingsOf(paper).map((text) => /^\d+(\.\d+)*( (rule|step) \d+)?(?= )/.exec(text)?.[0]);
  return new Set(numbers.filter((one) => one !== undefined));
}

/** The anchors of a page's headings: small letters, blanks as dashes, no punctuation, a number for repeats. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = headingsOf(page).map((text) => {
    const anchor = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return new Set(anchors);
}

const SECTION = String.raw`\d{1,2}(?:\.\d{1,2})*(?:,? (?:rule|step) \d+)?`;
const LIST = `${SECTION}(?:(?:, | and | to )${SECTION})*`;
const CITATION = new RegExp(
  String.raw`\b(spec|specification|contract)(?:'s)?(?: section)? (${LIST})|\bsection (${LIST}) of the (specification|contract)\b`,
  'gi',
);

interface Citation {
  paper: string;
  section: string;
}

/** Joins the lines of comments, because a line may end between a word and its number. */
const onOneLine = (text: string) => text.replace(/\s*\n\s*(?:\/\/+|\*|--|#+)?\s*/g, ' ');

/** Every section of the specification and the contract that a text cites. */
function citationsIn(text: string): Citation[] {
  return [...onOneLine(text).matchAll(CITATION)].flatMap(([, before, list, otherList, after]) => {
    const paper = (before ?? after)!.toLowerCase() === 'contract' ? CONTRACT : SPECIFICATION;
    const sections = (list ?? otherList)!.match(new RegExp(SECTION, 'gi')) ?? [];
    return sections.map((section) => ({ paper, section: section.toLowerCase().replace(',', '') }));
  });
}

function wrongCitations(files: Files, papers: Files): string[] {
  const sections = new Map([...papers].map(([path, text]) => [path, sectionsOf(text)]));
  return [...files].flatMap(([path, text]) =>
    citationsIn(text)
      .filter(({ paper, section }) => !sections.get(paper)!.has(section))
      .map(({ paper, section }) => `${path} cites ${section}, which ${paper} does not have`),
  );
}

const NUMBERS = String.raw`\d{1,2}(?:(?:, | and | to )\d{1,2})*`;
const DECISION = new RegExp(
  String.raw`\bdecisions?/(\d{4}(?:-[a-z0-9-]+\.md)?)|\bdecisions? (${NUMBERS})\b`,
  'gi',
);
const WALK = new RegExp(String.raw`\bwalks? (${NUMBERS})\b`, 'gi');
/** A page's name, with one of its headings: in quotes, or plain at the end of a sentence or a bracket. */
const PAGE =
  /((?:\b[\w.-]+\/)*)\b([A-Z][A-Z-]{3,})(\.md)?\b(?:, (?:["“]([^"”]+)["”]|([A-Z][a-z][\w’' -]*)(?=[).:;])))?/g;

/** Citations of decisions, walks and pages that `pages` does not have. */
function wrongReferences(text: string, pages: Files): string[] {
  const oneLine = onOneLine(text);
  const wrong: string[] = [];
  const files = [...pages.keys()];
  for (const [, file, list] of oneLine.matchAll(DECISION)) {
    const names = file ? [file] : list!.match(/\d+/g)!.map((number) => number.padStart(4, '0'));
    for (const name of names) {
      const start = `docs/decisions/${name}`;
      if (!files.some((path) => path === start || path.startsWith(`${start}-`)))
        wrong.push(`decision ${name}`);
    }
  }
  for (const [, list] of oneLine.matchAll(WALK)) {
    for (const number of list!.match(/\d+/g)!)
      if (!hasHeading(pages.get('docs/ARCHITECTURE.md')!, `Walk ${number}`)) wrong.push(`walk ${number}`);
  }
  for (const [, folder, name, isFile, quoted, plain] of oneLine.matchAll(PAGE)) {
    const path = files.find((one) => `/${one}`.endsWith(`/${name === 'README' ? folder : ''}${name}.md`));
    const heading = quoted ?? plain;
    if (path === undefined) {
      if (isFile) wrong.push(`${name === 'README' ? folder : ''}${name}.md`);
    } else if (heading !== undefined && !hasHeading(pages.get(path)!, heading))
      wrong.push(`${name}, ${heading}`);
  }
  return wrong;
}

/** A citation may stop at the heading's colon. */
const hasHeading = (page: string, heading: string) =>
  headingsOf(page).some((one) => one === heading || one.startsWith(`${heading}:`));

/** `exists` answers for a path within the repository, or above it. */
function wrongLinks(pages: Files, exists: (path: string) => boolean): string[] {
  return [...pages].flatMap(([path, text]) => {
    const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
    return links
      .filter((target) => !/^[a-z]+:/.test(target) && !leads(path, target, pages, exists))
      .map((target) => `${path} links to ${target}, which leads nowhere`);
  });
}

function leads(from: string, target: string, pages: Files, exists: (path: string) => boolean): boolean {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from : posix.join(posix.dirname(from), file);
  if (path.startsWith('..') || !exists(path)) return false;
  return anchor === undefined || anchorsOf(pages.get(path) ?? '').has(anchor);
}

/** This file cites things that do not exist, to show that the rules find them. */
const withoutThisFile = (files: Files): Files =>
  new Map([...files].filter(([path]) => path !== 'gateway/test/papers/citations.test.ts'));

const pages = readFiles(PAGES);
const papers: Files = new Map([SPECIFICATION, CONTRACT].map((path) => [path, pages.get(path) ?? '']));

test('each section of the specification and of the contract that is cited has a heading', () => {
  const files = readFiles(SOURCES);
  const cited = [...files.values()].flatMap((text) => citationsIn(text));
  assert.ok(cited.filter(({ paper }) => paper === SPECIFICATION).length > 100, 'the sources were read');
  assert.ok(cited.filter(({ paper }) => paper === CONTRACT).length > 100, 'the sources were read');
  assert.deepEqual(wrongCitations(withoutThisFile(files), papers), []);
});

test('each decision, page, heading and walk that is cited exists', () => {
  const files = withoutThisFile(readFiles(SOURCES));
  const wrong = [...files].flatMap(([path, text]) =>
    wrongReferences(text, pages).map((cited) => `${path} cites ${cited}, which does not exist`),
  );
  assert.deepEqual(wrong, []);
});

test('each link between the pages leads to a file and a heading', () => {
  assert.ok(pages.size > 40, 'the pages were read');
  assert.deepEqual(
    wrongLinks(pages, (path) => existsSync(join(REPOSITORY, path))),
    [],
  );
});

test('each link in SPEC-TRACE leads to its section of the specification', () => {
  const titles = pages.get('docs/SPEC-TRACE.md')!.match(/^## .+$/gm) ?? [];
  assert.ok(titles.length > 30, 'the page was read');
  for (const title of titles) {
    const [, section, anchor] = /^## (\S+) \[.+\]\(SPECIFICATION\.md#(.+)\)$/.exec(title) ?? [];
    assert.ok(section && anchor?.startsWith(`${section.replaceAll('.', '')}-`), title);
  }
});

test('a citation is found in each form, and a citation of a missing section is reported', () => {
  for (const [text, sections] of [
    ['// A rule (spec 2.1, 2.5 to 2.7, 8; contract 3): 10 of them.', '2.1 2.5 2.7 8 | 3'],
    ['Spec 5, rule 3: the text', '5 rule 3 |'],
    ['/** (spec 2.11, 5 rule 3; contract 3, 4 and 10). 2 MB */', '2.11 5 rule 3 | 3 4 10'],
    ['(spec 4.10, step 2): the suboptions', '4.10 step 2 |'],
    ['(spec 2.10,\n * 7.2). Ends (contract\n// 12).', '2.10 7.2 | 12'],
    ['Section 2.8 of the specification, and specification 7.3.2', '2.8 7.3.2 |'],
    ['Contract 7: 1 to 50,000. The contract of 12 providers, spec: 3', '| 7'],
  ] as const) {
    const found = citationsIn(text);
    const of = (paper: string) => found.filter((one) => one.paper === paper).map(({ section }) => section);
    assert.equal(`${of(SPECIFICATION).join(' ')} | ${of(CONTRACT).join(' ')}`.trim(), sections, text);
  }
  const paper = '## 5 Signing\n\n### 5 rule 3 Multipart\n\n```\n# 6 no heading\n```\n';
  const both = new Map([
    [SPECIFICATION, paper],
    [CONTRACT, '## 1 Running it\n'],
  ]);
  const source = new Map([['a.ts', '// spec 5, 5 rule 3, 5 rule 4, 6; contract 1, 2']]);
  assert.deepEqual(wrongCitations(source, both), [
    `a.ts cites 5 rule 4, which ${SPECIFICATION} does not have`,
    `a.ts cites 6, which ${SPECIFICATION} does not have`,
    `a.ts cites 2, which ${CONTRACT} does not have`,
  ]);
});

test('a decision, page, heading or walk that does not exist is found', () => {
  const there: Files = new Map([
    ['docs/decisions/0002-b.md', '# 2. B'],
    ['docs/ARCHITECTURE.md', '## Walk 4: a webhook\n## Storage\n'],
    ['README.md', '# A'],
    ['c/a/README.md', '# A'],
  ]);
  for (const [text, wrong] of [
    [
      '// Decision 2, docs/decisions/0002, decisions/0002-b.md, walk 4, README.md, ARCHITECTURE, "Storage"',
      '',
    ],
    ['// (ARCHITECTURE.md, Storage): (ARCHITECTURE,\n// "Walk 4"). POST, PUT', ''],
    ['// decisions 2 and\n// 3', 'decision 0003'],
    ['-- docs/decisions/0004, decisions/0002-c.md', 'decision 0004 | decision 0002-c.md'],
    ['// walks 4 to 5', 'walk 5'],
    ['/** (docs/ARCHITECTURE.md,\n * "Stores") */', 'ARCHITECTURE, Stores'],
    ['// (ARCHITECTURE, Stores) and OPERATIONS.md', 'ARCHITECTURE, Stores | OPERATIONS.md'],
    ['// a/README.md, b/README.md and ../README.md', 'b/README.md'],
  ] as const)
    assert.equal(wrongReferences(text, there).join(' | '), wrong, text);
});

test('a link to nothing is reported', () => {
  const there = new Map([
    ['README.md', '# A\n[b](docs/b.md#1-the-b) [c](docs/b.md#c) [d](d.png) [a](#a) ![e](e.png) `[x](y)`'],
    [
      'docs/b.md',
      '## 1 The `b`\n## Twice\n## Twice\n[2](#twice-1) [3](#twice-2) [up](../../x.md) [w](https://x)',
    ],
  ]);
  assert.deepEqual(
    wrongLinks(there, (path) => there.has(path) || path === 'd.png'),
    [
      'README.md links to docs/b.md#c, which leads nowhere',
      'README.md links to e.png, which leads nowhere',
      'docs/b.md links to #twice-2, which leads nowhere',
      'docs/b.md links to ../../x.md, which leads nowhere',
    ],
  );
});
