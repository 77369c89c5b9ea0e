// One connection of a pipeline: greets the server, sends groups of statements (each group is one write with one Sync at
// its end), and returns the answers. Statements are prepared under their text, once per connection. A lost connection
// is never used again; the pipeline (pipeline.ts) opens another. wire.ts has the time limits, TLS and keepalive.
import postgres from 'postgres';
import { Incoming, Outgoing, type Value } from '../wire/protocol-messages.ts';
import { Wire, type WireOptions } from '../wire/wire.ts';
import { ArrayWriter } from './array-writer.ts';
import { Authentication } from './authentication.ts';
import { ColumnArray } from './recordset.ts';
import { type Column, type Encoded, type Row, readColumns, readRow } from './values.ts';

export interface Server {
  wire: Omit<WireOptions, 'onLoss'>;
  user: string;
  password: string;
  /** Including user and database. */
  parameters: Readonly<Record<string, string>>;
  /** Default: PLAN_LIFETIME_MS. */
  planLifetimeMs?: number;
}

export interface Query {
  text: string;
  values: readonly Encoded[];
  resolve(rows: Row[]): void;
}

interface Statement {
  name: string;
  preparedMs: number;
  /**
   * The statement that this one replaces. It stays valid until the server confirms that it has prepared the new one.
   */
  former: Statement | null;
  /** The server has confirmed that it is prepared. */
  isParsed: boolean;
  columns: Column[];
}

interface Group {
  queries: readonly Query[];
  statements: Statement[];
  /** The query whose answer is being read. */
  index: number;
  rows: Row[];
  error: Error | null;
  done(error: Error | null): void;
}

/** A statement is prepared again after this time, so that no plan is older (docs/decisions/0021). */
const PLAN_LIFETIME_MS = 250;
/** With more statements than this, each further one is parsed every time. The gateway has fewer. */
const MOST_PREPARED = 500;
/**
 * Rows as `values` (recordset.ts) have a separate text for each number of rows. A text with more parameters than this
 * is not kept.
 */
export const MOST_PARAMETERS_KEPT = 250;
const FIELDS: Readonly<Record<string, string>> = {
  S: 'severity_local',
  V: 'severity',
  C: 'code',
  M: 'message',
  D: 'detail',
  H: 'hint',
  P: 'position',
  p: 'internal_position',
  q: 'internal_query',
  W: 'where',
  s: 'schema_name',
  t: 'table_name',
  c: 'column_name',
  d: 'data_type_name',
  n: 'constraint_name',
  F: 'file',
  L: 'line',
  R: 'routine',
};
const IDLE = 'I'.charCodeAt(0);

export class PipelineConnection {
  /** Resolves when the server has greeted. Rejects with the fault that prevented it. */
  readonly ready: Promise<void>;
  readonly #wire: Wire;
  readonly #out = new Outgoing();
  readonly #arrays = new ArrayWriter();
  readonly #authentication: Authentication;
  readonly #statements = new Map<string, Statement>();
  #named = 0;
  #greeted: { resolve(): void; reject(error: Error): void } | null;
  /** Sent groups, in their order. The first one receives its answers now. */
  #groups: Group[] = [];
  /** Why the connection ends, if the server or this side gave a reason. */
  #reason: Error | null = null;
  #status = IDLE;

  readonly #planLifetimeMs: number;

  constructor(
    { wire, user, password, parameters, planLifetimeMs = PLAN_LIFETIME_MS }: Server,
    onLoss: () => void,
  ) {
    this.#planLifetimeMs = planLifetimeMs;
    const greeting = Promise.withResolvers<void>();
    this.ready = greeting.promise;
    this.#greeted = greeting;
    this.#authentication = new Authentication(user, password);
    this.#wire = new Wire({ ...wire, onLoss });
    const incoming = new Incoming((type, bytes, at, end) => this.#hear(type, bytes, at, end));
    this.#wire.on('data', (bytes: Buffer) => {
      try {
        incoming.push(bytes);
      } catch (error) {
        this.#giveUp(error as Error);
      }
    });
    this.#wire.on('error', (error: Error) => this.#fail(error));
    this.#out.startup(parameters);
    this.#wire.write(this.#out.take());
  }

  /** Whether everything is answered and no transaction is open. */
  get isIdle(): boolean {
    return this.#groups.length === 0 && this.#status === IDLE;
  }

  /**
   * Sends the queries in one write. Each gets its answer through its `resolve`. After the first failed query the server
   * does not execute the others, and they get no answer. Then `done` is called.
   */
  run(queries: readonly Query[], done: Group['done']): void {
    if (this.#groups.length === 0) this.#out.clear();
    this.#arrays.clear();
    // This comes first, because it may throw: then nothing is sent.
    const encoded = queries.map(({ values }) => values.map((value) => this.#encode(value)));
    const statements = queries.map(({ text, values }, i) => {
      const statement = this.#statementOf(text, values.length);
      this.#out.bindAndExecute(statement.name, encoded[i]!);
      return statement;
    });
    this.#out.sync();
    this.#groups.push({ queries, statements, index: 0, rows: [], error: null, done });
    this.#wire.write(this.#out.take());
  }

  #encode(value: Encoded): Value {
    return value instanceof ColumnArray ? this.#arrays.write(value) : value;
  }

  /** Ends the connection with a closing message. */
  async close(): Promise<void> {
    if (this.#wire.readyState === 'closed') return;
    const closed = new Promise<void>((resolve) => this.#wire.once('close', () => resolve()));
    this.#out.terminate();
    this.#wire.end(this.#out.take());
    await closed;
  }

  destroy(): void {
    this.#wire.destroy();
  }

  #statementOf(text: string, width: number): Statement {
    const preparedMs = performance.now();
    const known = this.#statements.get(text);
    if (known && preparedMs - known.preparedMs < this.#planLifetimeMs) return known;
    if (known) this.#out.close(known.name);
    const isKept =
      known !== undefined || (this.#statements.size < MOST_PREPARED && width <= MOST_PARAMETERS_KEPT);
    const name = isKept ? `s${this.#named++}` : '';
    const statement = { name, preparedMs, former: known ?? null, isParsed: false, columns: [] };
    if (isKept) this.#statements.set(text, statement);
    this.#out.parse(name, text);
    return statement;
  }

  #hear(type: number, bytes: Buffer, at: number, end: number): void {
    switch (String.fromCharCode(type)) {
      case 'D': {
        const group = this.#current();
        group.rows.push(readRow(group.statements[group.index]!.columns, bytes, at));
        return;
      }
      // A command is complete, or was empty.
      case 'C':
      case 'I':
        this.#answer(this.#current());
        return;
      case 'Z':
        this.#isReady(bytes[at]!);
        return;
      case 'E':
        this.#hearError(readError(bytes, at, end));
        return;
      case '1':
        this.#isParsed(this.#current());
        return;
      case 'T':
        this.#current().statements[this.#current().index]!.columns = readColumns(bytes, at);
        return;
      case 'R':
        this.#authentication.answer(bytes, at, end, this.#out);
        this.#sendAnswer();
        return;
      // The other messages are not needed: settings, notices, parameters of a statement …
    }
  }

  #current(): Group {
    const group = this.#groups[0];
    if (!group) throw new Error('the database sent an answer without a request');
    return group;
  }

  #answer(group: Group): void {
    const { rows } = group;
    group.rows = [];
    group.queries[group.index++]!.resolve(rows);
  }

  #isParsed({ statements, index }: Group): void {
    const statement = statements[index]!;
    statement.isParsed = true;
    statement.former = null;
  }

  #sendAnswer(): void {
    const answer = this.#out.take();
    if (answer.length > 0) this.#wire.write(answer);
  }

  #isReady(status: number): void {
    this.#status = status;
    if (this.#greeted) {
      this.#greeted.resolve();
      this.#greeted = null;
      return;
    }
    const group = this.#current();
    this.#groups.shift();
    if (group.error) this.#forgetUnparsed(group);
    group.done(group.error);
  }

  /** The server skips the statements after a failed one, and does not prepare them. */
  #forgetUnparsed({ queries, statements }: Group): void {
    for (const [i, statement] of statements.entries()) {
      const { text } = queries[i]!;
      if (statement.isParsed || this.#statements.get(text) !== statement) continue;
      if (statement.former) this.#statements.set(text, statement.former);
      else this.#statements.delete(text);
    }
  }

  #hearError(error: Error & { severity?: string }): void {
    const group = this.#groups[0];
    if (group) group.error ??= error;
    if (!group || error.severity === 'FATAL' || error.severity === 'PANIC') this.#giveUp(error);
  }

  #giveUp(reason: Error): void {
    this.#reason ??= reason;
    this.#wire.destroy();
  }

  #fail(error: Error): void {
    const reason = this.#reason ?? error;
    this.#greeted?.reject(reason);
    this.#greeted = null;
    const groups = this.#groups;
    this.#groups = [];
    for (const group of groups) group.done(group.error ?? reason);
  }
}

/** With the fields that the driver's errors have. */
function readError(bytes: Buffer, start: number, end: number): Error & { severity?: string } {
  const fields: Record<string, string> = {};
  for (let at = start; at < end && bytes[at] !== 0; ) {
    const stop = bytes.indexOf(0, at);
    const name = FIELDS[String.fromCharCode(bytes[at]!)];
    if (name) fields[name] = bytes.toString('utf8', at + 1, stop);
    at = stop + 1;
  }
  return new (postgres.PostgresError as unknown as new (fields: object) => Error)(fields);
}
