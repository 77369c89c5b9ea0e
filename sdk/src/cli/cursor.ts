// Keeps the position of the last event that `listen` handled, in a file, so that a later start continues after it. It
// writes a whole new file and then renames it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Cursor {
  file: string;
  /** null: no position is stored yet. '': before the first event. */
  read(): string | null;
  write(position: string): void;
}

/** Without `file`, each gateway, key and receiver has a file of its own. The key itself is not written. */
export function cursorAt(
  file: string | undefined,
  environment: NodeJS.ProcessEnv,
  ...names: string[]
): Cursor {
  const state = environment.XDG_STATE_HOME ?? join(environment.HOME ?? homedir(), '.local/state');
  const own = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16);
  const path = file ?? join(state, 'tollgate', `${own}.json`);
  return {
    file: path,
    read() {
      if (!existsSync(path)) return null;
      const { after } = JSON.parse(readFileSync(path, 'utf8')) as { after?: string };
      return after ?? null;
    },
    write(after) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.new`, `${JSON.stringify({ after })}\n`);
      renameSync(`${path}.new`, path);
    },
  };
}
