// The words of a language, for gallery and tests: its parts merged, English where a text is missing. The gateway does
// the same for /assets/cashier/messages.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const MESSAGES = join(import.meta.dirname, 'messages');

/** `only`: the parts to read; without it, all parts. */
export function readMessages(language: string, only?: string[]): Record<string, string> {
  return { ...readLanguage('en', only), ...readLanguage(language, only) };
}

function readLanguage(language: string, only: string[] | undefined): Record<string, string> {
  const folder = join(MESSAGES, language);
  if (!existsSync(folder)) return {};
  const parts = readdirSync(folder).filter((name) =>
    only ? only.includes(name.replace('.json', '')) : true,
  );
  return Object.assign({}, ...parts.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}
