// How many clients fit beside the database. Each socket takes a file descriptor, and a process has only so many
// (`ulimit -n`): clients may not take those that the database, webhooks and files need. Node has raised the soft limit
// to the hard one when it started.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Logger } from 'pino';

/** Some 30 of Node, some 30 connections to the database, the rest for files. */
const KEPT = 80;
/** The rest is for webhooks. */
const SHARE_OF_CLIENTS = 3 / 4;
const FEWEST_CLIENTS = 8;
const FEW = 1_024;
const TELL_AGAIN_MS = 60_000;

/** Answers whether descriptors are few; then the database's connections should be opened before clients come. */
export function capClients(server: Server, log: Logger, limit = descriptorLimit()): boolean {
  if (limit === null) return false;
  const clients = roomForClients(limit);
  server.maxConnections = clients;
  let toldAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (performance.now() - toldAt < TELL_AGAIN_MS) return;
    toldAt = performance.now();
    log.warn({ clients }, 'too many client connections: one was closed; raise ulimit -n');
  });
  if (limit >= FEW) return false;
  log.warn(
    { descriptors: limit, clients },
    `few file descriptors (ulimit -n ${limit}): at most ${clients} client connections at once; raise the limit to ${FEW} or more`,
  );
  return true;
}

/** The limit of connected clients. */
export function roomForClients(limit: number): number {
  return Math.max(FEWEST_CLIENTS, Math.floor((limit - KEPT) * SHARE_OF_CLIENTS));
}

/** null: unknown, or no limit. */
export function descriptorLimit(): number | null {
  let words: string;
  try {
    words = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? '';
  } catch {
    // A child has the same limit.
    words = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout ?? '';
  }
  const limit = Number.parseInt(words, 10);
  return Number.isNaN(limit) ? null : limit;
}
