// Who watches a payment in this process, and the one question that serves them all: twice a second, while anybody listens, the
// database is asked for the versions of everything watched, so that it does not matter which process made a change. For
// state-events.ts. A page that finds no place here asks by itself, so nobody is ever shut out.
import type { ServerResponse } from 'node:http';
import type { Context } from '../../../actions/context.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { isUnavailable } from '../../../storage/database/database.ts';
import type { Reader } from '../page/read-language.ts';
import { cashierState } from './build-state.ts';
import type { CashierState } from './state.ts';

const ASK_EVERY_MS = 500;
/** Proxies close what is silent for a minute, some after 20 s. */
const HEARTBEAT_MS = 15_000;
/** Then the page connects anew: no connection holds a process, or an old release, for ever. */
const LONGEST_MS = 300_000;
const MOST_LISTENERS = 5_000;
/** Many shoppers may share one address; those beyond it poll. */
const MOST_OF_A_SOURCE = 100;
/** Whoever does not read what they were sent is let go. */
const MOST_UNREAD_BYTES = 256 * 1024;

interface Listener {
  response: ServerResponse;
  source: string;
  reader: Reader;
  transaction: Transaction;
  /** What it was last told. */
  told: { version: number; expired: boolean };
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

  /** The response has its headers; it gets `state` at once and from now on every newer one, and is ended here. */
  add(
    response: ServerResponse,
    { source, reader }: Pick<Listener, 'source' | 'reader'>,
    transaction: Transaction,
    state: CashierState,
  ): void {
    // Gone while its state was made: nobody would ever say so again.
    if (response.destroyed) return;
    const now = performance.now();
    const told = { version: -1, expired: false };
    const listener: Listener = { response, source, reader, transaction, told, since: now, lastWrite: now };
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

  /** Every stream ends; nobody new is let in. */
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
      // The pages keep what they show; the database is asked again in half a second.
      if (!isUnavailable(error)) this.#context.log.error({ error }, 'live updates of the cashier failed');
    }
    this.#keepAlive();
    this.#timer =
      this.#count > 0 && !this.#stopped ? setTimeout(() => this.#look(), ASK_EVERY_MS) : undefined;
  }

  async #tellNews(): Promise<void> {
    const versions = await this.#context.transactions.versions([...this.#watched.keys()]);
    const now = this.#context.now();
    await Promise.all(
      [...this.#watched].map(async ([id, listeners]) => {
        const version = versions.get(id);
        const behind = [...listeners].filter(({ told, transaction }) => {
          const { expiresAt } = transaction;
          const ranOut = expiresAt !== null && expiresAt <= now && !told.expired;
          return ranOut || (version !== undefined && version > told.version);
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
    listener.told = { version: transaction.version, expired };
    this.#write(listener, `event: state\ndata: ${JSON.stringify(state)}\n\n`);
    // Nothing follows an end but money that comes too late, and that is worth a new visit.
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
