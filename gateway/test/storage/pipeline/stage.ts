// A pipeline on its own database, through a bad network that works until a test changes it; and a record of what
// reached the server.
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { type ConnectOptions, readServer } from '../../../src/storage/database/connect.ts';
import { Pipeline } from '../../../src/storage/pipeline/pipeline.ts';
import type { PipelineTransaction } from '../../../src/storage/pipeline/pipeline-transaction.ts';
import { connectTo, type FaultProxy, startFaultProxy } from '../../stage/fault-proxy.ts';
import { createTestDatabase } from '../../stage/harness-database.ts';

export interface PipelineStage {
  databaseUrl: string;
  proxy: FaultProxy;
  pipeline: Pipeline;
  /** A direct pipeline to the same database. */
  beside: Pipeline;
  /** Another pipeline through the bad network. */
  open(options?: ConnectOptions): Pipeline;
}

export function openPipelineTo(databaseUrl: string, options: ConnectOptions = {}): Pipeline {
  const server = readServer(databaseUrl, { connect_timeout: 5, ...options });
  return new Pipeline({ server, placeOf: null });
}

export async function openStage(t: TestContext): Promise<PipelineStage> {
  const { databaseUrl, drop } = await createTestDatabase({ empty: true });
  const proxy = await startFaultProxy(t, databaseUrl);
  const pipelines: Pipeline[] = [];
  const open = (address: string, options?: ConnectOptions) => {
    const pipeline = openPipelineTo(address, options);
    pipelines.push(pipeline);
    return pipeline;
  };
  const beside = open(databaseUrl);
  t.after(async () => {
    await Promise.all(pipelines.map((pipeline) => pipeline.end({ timeout: 1 })));
    await drop();
  });
  return {
    databaseUrl,
    proxy,
    pipeline: open(proxy.databaseUrl),
    beside,
    open: (options) => open(proxy.databaseUrl, options),
  };
}

/** Statements in one transaction; nobody reads their answers. */
export function inOne(pipeline: Pipeline, ...statements: string[]): Promise<unknown> {
  return pipeline.transaction(async (tx) => ({
    last: statements.map((one) => tx.send(one, [])),
    answer: null,
  }));
}

/** A transaction that returns the answer of its last statement, all in one write. */
export function asking<T>(pipeline: Pipeline, work: (tx: PipelineTransaction) => Promise<T>): Promise<T> {
  return pipeline.transaction(async (tx) => {
    const answer = work(tx);
    return { last: [answer], answer };
  }) as Promise<T>;
}

/** A direct pipeline, with its writes as they reached the socket. */
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
