// A lane on its own database, through a bad network that works until a test changes it; and a record of what reached
// the server.
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { type ConnectOptions, readServer } from '../../../src/storage/database/connect.ts';
import { Lane } from '../../../src/storage/lane/lane.ts';
import type { LaneTransaction } from '../../../src/storage/lane/transaction.ts';
import { connectTo, type FaultProxy, startFaultProxy } from '../../stage/fault-proxy.ts';
import { createTestDatabase } from '../../stage/harness-database.ts';

export interface LaneStage {
  databaseUrl: string;
  proxy: FaultProxy;
  lane: Lane;
  /** A direct lane to the same database. */
  beside: Lane;
  /** Another lane through the bad network. */
  open(options?: ConnectOptions): Lane;
}

export function openLaneTo(databaseUrl: string, options: ConnectOptions = {}): Lane {
  const server = readServer(databaseUrl, { connect_timeout: 5, ...options });
  return new Lane({ server, placeOf: null });
}

export async function openStage(t: TestContext): Promise<LaneStage> {
  const { databaseUrl, drop } = await createTestDatabase({ empty: true });
  const proxy = await startFaultProxy(t, databaseUrl);
  const lanes: Lane[] = [];
  const open = (address: string, options?: ConnectOptions) => {
    const lane = openLaneTo(address, options);
    lanes.push(lane);
    return lane;
  };
  const beside = open(databaseUrl);
  t.after(async () => {
    await Promise.all(lanes.map((lane) => lane.end({ timeout: 1 })));
    await drop();
  });
  return {
    databaseUrl,
    proxy,
    lane: open(proxy.databaseUrl),
    beside,
    open: (options) => open(proxy.databaseUrl, options),
  };
}

/** Statements in one transaction; nobody reads their answers. */
export function inOne(lane: Lane, ...statements: string[]): Promise<unknown> {
  return lane.transaction(async (tx) => ({ last: statements.map((one) => tx.send(one, [])), answer: null }));
}

/** A transaction that returns the answer of its last statement, all in one write. */
export function asking<T>(lane: Lane, work: (tx: LaneTransaction) => Promise<T>): Promise<T> {
  return lane.transaction(async (tx) => {
    const answer = work(tx);
    return { last: [answer], answer };
  }) as Promise<T>;
}

/** A direct lane, with its writes as they reached the socket. */
export function recording(databaseUrl: string): {
  socket: () => Socket;
  writes: Buffer[];
} {
  const writes: Buffer[] = [];
  return {
    writes,
    socket() {
      const socket = connectTo(databaseUrl);
      const { write } = socket;
      socket.write = ((bytes: Buffer, ...rest: []) => {
        writes.push(Buffer.from(bytes));
        return Reflect.apply(write, socket, [bytes, ...rest]);
      }) as never;
      return socket;
    },
  };
}

/** The types of the messages in a write, such as `BESBES`. */
export function typesIn(bytes: Buffer): string {
  let types = '';
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1))
    types += String.fromCharCode(bytes[at]!);
  return types;
}
