// The words of the cashier's pages by language, from cashier/messages/<language>/<part>.json. It merges the parts and
// uses English where a text is missing. It reads them on first use.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Language } from '../../../domain/errors/error-codes.ts';

export type Words = Readonly<Record<string, string>>;

const FOLDER = new URL('../../../../../cashier/messages/', import.meta.url);
/** Words of the plain pages, which the script never shows. */
const OF_PLAIN_PAGES = 'pages';

interface Spoken {
  all: Words;
  parts: Readonly<Record<string, Words>>;
}

const spoken = new Map<Language, Spoken>();

/** All words of the language. */
export function pageWords(language: Language): Words {
  return wordsOf(language).all;
}

/** The texts for the page's script: those of these parts, or all it may need. */
export function scriptWords(language: Language, parts?: readonly string[]): Words {
  const wanted = Object.entries(wordsOf(language).parts).filter(([part]) =>
    parts ? parts.includes(part) : part !== OF_PLAIN_PAGES,
  );
  return merged(wanted.map(([, one]) => one));
}

/** The text with its values inserted. If a key has no text, it returns the key. */
export function say(language: Language, key: string, values: Readonly<Record<string, string>> = {}): string {
  const text = pageWords(language)[key] ?? key;
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

const merged = (parts: readonly Words[]): Words => Object.assign({}, ...parts);

function wordsOf(language: Language): Spoken {
  const known = spoken.get(language);
  if (known) return known;
  const own = readParts(language);
  const parts = Object.fromEntries(
    Object.entries(readParts('en')).map(([part, texts]) => [part, { ...texts, ...own[part] }]),
  );
  const read = { all: merged(Object.values(parts)), parts };
  spoken.set(language, read);
  return read;
}

function readParts(language: Language): Record<string, Words> {
  const folder = new URL(`${language}/`, FOLDER);
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))]),
  );
}
