// The commands and files that a page of the guide names, as a reader would copy them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = join(import.meta.dirname, '../../../gateway/src/http/docs/shops');

export type Step = Readonly<{ command: string } | { file: string; text: string }>;

/** In the order of the page. A fence `sh` is commands; a fence with a file's name behind its language is that file. */
export function stepsOf(page: string): Step[] {
  const text = readFileSync(join(PAGES, `${page}.md`), 'utf8');
  return [...text.matchAll(/^```(\w+)(?: ([\w./-]+))?\n([\s\S]*?)^```$/gm)].flatMap(
    ([, language, file, body]): Step[] => {
      if (file !== undefined) return [{ file, text: body! }];
      return language === 'sh'
        ? body!
            .trim()
            .split('\n')
            .map((command) => ({ command }))
        : [];
    },
  );
}
