// Who runs a command, for the audit log.
import { userInfo } from 'node:os';

/** A user of a container often has no name: then the number. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid!()}`;
  }
}
