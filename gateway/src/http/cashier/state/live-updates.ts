// The open event streams of this process, and one query for all of them: twice a second, while any page listens, it
// asks the database for the versions of all watched payments. So it does not matter which process made a change. A page
// beyond the limit gets no stream and polls instead.
import type { ServerResponse } from 'node:http';
import type { Context } from '../../../actions/context.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { isUnavailable } from '../../../storage/database/database.ts';
import type { Reader } from '../page/read-language.ts';
import { cashierState } from './build-state.ts';
import type { CashierState } from './state.ts';

const ASK_EVERY_MS = 500;
/** Some proxies close a connection that is silent for 20 s, most after a minute. */
const HEARTBEAT_MS = 15_000;
/** After this the page connects again, so that no connection keeps a process, or an old release, for ever. */
const LONGEST_MS = 300_000;
const MOST_LISTENERS = 5_000;
/** Many shoppers may share one address; those beyond this limit poll. */
const MOST_OF_A_SOURCE = 100;
/** Closes a connection if this much of its data stays unread. */
const MOST_UNREAD_BYTES = 256 * 1024;

interface Listener {
  response: ServerResponse;
  source: string;
  reader: Reader;
  transaction: Transaction;
  /** The version that the page received last. */
  sent: { version: number; expired: boolean };
  since: number;
  lastWrite: number;
}

export class LiveUpdates {
  readonly #context: Context;
  readonly #watched = new Map<string, Set<Listener>>();
  readonly #bySource = new Map<string, number>();
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(context: Context) {
    this.#context = context;
  }

  hasRoomFor(source: string): boolean {
    return (
      !this.#stopped && this.#count < MOST_LISTENERS && (this.#bySource.get(source) ?? 0) < MOST_OF_A_SOURCE
    );
  }

  /**
   * The response has its headers already. It gets `state` at once and every newer state from now on. LiveUpdates ends
   * it.
   */
  add(
    response: ServerResponse,
    { source, reader }: Pick<Listener, 'source' | 'reader'>,
    transaction: Transaction,
    state: CashierState,
  ): void {
    // The client disconnected while the gateway built the state, and no later event would report it.
    if (response.destroyed) return;
    const now = performance.now();
    const sent = { version: -1, expired: false };
    const listener: Listener = { response, source, reader, transaction, sent, since: now, lastWrite: now };
    const others = this.#watched.get(transaction.id) ?? new Set();
    this.#watched.set(transaction.id, others.add(listener));
    this.#bySource.set(source, (this.#bySource.get(source) ?? 0) + 1);
    this.#count++;
    response.once('close', () => this.#remove(listener));
    response.on('error', () => {});
    this.#tell(listener, transaction, state);
    if (this.#stopped) response.end();
    this.#timer ??= setTimeout(() => this.#look(), ASK_EVERY_MS);
  }

  /** Ends every stream and accepts no new one. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const { response } of this.#listeners()) response.end();
  }

  #remove(listener: Listener): void {
    const { id } = listener.transaction;
    const others = this.#watched.get(id);
    if (!others?.delete(listener)) return;
    if (others.size === 0) this.#watched.delete(id);
    const left = this.#bySource.get(listener.source)! - 1;
    if (left === 0) this.#bySource.delete(listener.source);
    else this.#bySource.set(listener.source, left);
    this.#count--;
  }

  *#listeners(): Generator<Listener> {
    for (const listeners of this.#watched.values()) yield* listeners;
  }

  async #look(): Promise<void> {
    try {
      await this.#tellNews();
    } catch (error) {
      // The pages keep their content. It asks the database again in half a second.
      if (!isUnavailable(error)) this.#context.log.error({ error }, 'live updates of the cashier failed');
    }
    this.#keepAlive();
    this.#timer =
      this.#count > 0 && !this.#stopped ? setTimeout(() => this.#look(), ASK_EVERY_MS) : undefined;
  }

  async #tellNews(): Promise<void> {
    const wanted = [...this.#watched.values()].flatMap(([first]) => (first ? [first.transaction] : []));
    const versions = await this.#context.transactions.versions(wanted);
    const now = this.#context.now();
    await Promise.all(
      [...this.#watched].map(async ([id, listeners]) => {
        const version = versions.get(id);
        const behind = [...listeners].filter(({ sent, transaction }) => {
          const { expiresAt } = transaction;
          const ranOut = expiresAt !== null && expiresAt <= now && !sent.expired;
          return ranOut || (version !== undefined && version > sent.version);
        });
        const first = behind[0];
        if (!first) return;
        const current = await this.#context.transactions.find(first.transaction.merchantId, id);
        if (!current) return;
        for (const listener of behind) {
          this.#tell(listener, current, await cashierState(this.#context, current, listener.reader));
        }
      }),
    );
  }

  #tell(listener: Listener, transaction: Transaction, state: CashierState): void {
    const { response } = listener;
    if (response.writableEnded) return;
    const expired = transaction.expiresAt !== null && transaction.expiresAt <= this.#context.now();
    listener.transaction = transaction;
    listener.sent = { version: transaction.version, expired };
    this.#write(listener, `event: state\ndata: ${JSON.stringify(state)}\n\n`);
    // After the end only late money can follow, and the page can be opened again for that.
    if (state.screen.name === 'end') response.end();
  }

  #keepAlive(): void {
    const now = performance.now();
    for (const listener of this.#listeners()) {
      const { response, since, lastWrite } = listener;
      if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
      else if (now - since > LONGEST_MS) response.end();
      else if (now - lastWrite > HEARTBEAT_MS) this.#write(listener, ':\n\n');
    }
  }

  #write(listener: Listener, text: string): void {
    listener.lastWrite = performance.now();
    listener.response.write(text);
  }
}
