// Binds the gateway to its address, or says in words why it could not. If file descriptors are few, the database gets
// its connections before the first client comes.

import { openAllConnections } from '../storage/database/database.ts';
import type { Config } from './config.ts';
import { capClients } from './descriptors.ts';
import type { Gateway } from './gateway.ts';
import type { WaitingServer } from './waiting-server.ts';

export class ListenError extends Error {
  override name = 'ListenError';
}

/**
 * The server that answers until the gateway listens. null if this process does not listen, or if its port cannot be
 * known in advance.
 */
export async function listenWhileWaiting(config: Config): Promise<WaitingServer | null> {
  if (!config.listens || config.port === 0) return null;
  // Imported only here: it imports all of http/, which no other command needs.
  const { WaitingServer } = await import('./waiting-server.ts');
  try {
    return await WaitingServer.start(config);
  } catch (error) {
    throw explainListen(error as NodeJS.ErrnoException, config);
  }
}

/** The address to show; null if this process does not listen. `waiting` releases the port. */
export async function listen(
  config: Config,
  gateway: Gateway,
  waiting: WaitingServer | null,
): Promise<string | null> {
  if (!config.listens) return null;
  const { app, context } = gateway;
  if (capClients(app.server, context.log)) await openAllConnections(context.sql);
  try {
    // ready() takes longer than everything that follows. It runs first, because after it the port is free for a moment.
    await app.ready();
    await waiting?.stop();
    const { port } = await gateway.listen();
    // PORT 0 took any free port, which PUBLIC_URL could not name.
    return config.port === 0 ? `http://localhost:${port}` : config.publicUrl;
  } catch (error) {
    throw explainListen(error as NodeJS.ErrnoException, config);
  }
}

function explainListen(error: NodeJS.ErrnoException, { port, host }: Config): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ListenError(
        `PORT ${port} on ${host} is taken by another program; stop it, or set PORT to another number`,
      );
    case 'EACCES':
      return new ListenError(`PORT ${port} may not be used by this user; set PORT to a number over 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ListenError(
        `HOST ${host} is not an address of this machine; 127.0.0.1 and 0.0.0.0 always work`,
      );
    default:
      return error;
  }
}
