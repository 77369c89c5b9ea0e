// The name of the user who runs a command, for the audit log.
import { userInfo } from 'node:os';

/** A container's user often has no name; then this answers the number. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid!()}`;
  }
}
