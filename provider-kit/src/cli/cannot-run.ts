// Why a command cannot be carried out, in one sentence for the person who typed it.
export class CannotRun extends Error {
  override name = 'CannotRun';
}

/** Writes one line for the person. */
export type Say = (line: string) => void;

export interface CommandOptions {
  say: Say;
  /** Also says where a broken rule was noticed. */
  isTraced: boolean;
}
