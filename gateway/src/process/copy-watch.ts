// Watches which database server this process works on, and renews the process's row. While the database is held, the
// gateway sends and takes nothing until a person accepts the copy. If the server changes under a running process and
// this process's last write is there, it is a failover. Otherwise it is a restored copy, and the process ends, so that
// its next start is held (decision 94).
import type { Logger } from 'pino';
import type { Sql } from '../storage/database/database.ts';
import type { ProcessMark } from '../storage/schema/process-mark.ts';
import {
  differenceOf,
  type Hold,
  holdCopy,
  type Identity,
  keepAfterFailover,
  readCopy,
  settleIdentity,
} from '../storage/schema/restored-copy.ts';

type Parts = Readonly<{
  sql: Sql;
  log: Pick<Logger, 'warn' | 'error'>;
  mark: ProcessMark;
  /** How a running process learns which server it works on; a test gives its own. */
  identify?: () => Promise<Identity>;
}>;

export class CopyWatch {
  readonly #parts: Parts;
  #identity: Identity;
  #hold: Hold | null;
  #released: () => void = () => {};
  #lost: (reason: string) => void = () => {};

  private constructor(parts: Parts, identity: Identity, hold: Hold | null) {
    this.#parts = parts;
    this.#identity = identity;
    this.#hold = hold;
  }

  /** `told`: the operator says that this is a restored copy. */
  static async open(parts: Parts, isRestored: boolean): Promise<CopyWatch> {
    const { identity, hold } = await settleIdentity(parts.sql, { isRestored });
    if (hold)
      parts.log.error(
        { heldSince: hold.heldSince },
        `this database is a restored copy: ${hold.reason}. The gateway takes no payments and sends nothing until restore:accept; restore:report shows what is missing`,
      );
    return new CopyWatch(parts, identity, hold);
  }

  get isHeld(): boolean {
    return this.#hold !== null;
  }

  /** `released`: the copy was accepted. `lost`: this process must end. */
  on(handlers: { released: () => void; lost: (reason: string) => void }): void {
    this.#released = handlers.released;
    this.#lost = handlers.lost;
  }

  /** One turn of a loop. */
  async turn(): Promise<void> {
    const { sql, mark, log, identify } = this.#parts;
    const { hold, identity } = await readCopy(sql);
    if (this.#hold !== null && hold === null) {
      this.#identity = identity;
      this.#hold = null;
      log.warn('the restored copy was accepted: work continues');
      this.#released();
    } else if (this.#hold === null && hold !== null) {
      this.#lost(`this database is held as a restored copy: ${hold.reason}`);
    } else if (this.#hold === null) await this.#compare((await identify?.()) ?? identity);
    await mark.beat();
  }

  async #compare(found: Identity): Promise<void> {
    const { sql, mark, log } = this.#parts;
    const difference = differenceOf(this.#identity, found);
    if (difference === null) return;
    if (found.systemIdentifier === this.#identity.systemIdentifier && (await mark.isAsWritten())) {
      await keepAfterFailover(sql, found);
      this.#identity = found;
      log.warn(`the database has failed over: ${difference}`);
      return;
    }
    await holdCopy(sql, difference);
    this.#lost(`this database is a restored copy: ${difference}`);
  }
}
