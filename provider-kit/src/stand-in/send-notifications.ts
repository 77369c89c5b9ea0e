// Sends a provider's notifications to a gateway: in order, doubled, in disorder or late. The package signs them: only
// it knows how.

export interface PlayedNotification {
  headers?: Readonly<Record<string, string>>;
  /** As it goes out; a signature may cover each byte. */
  body: string;
}

export interface Sending {
  /** The address of the account's notifications. */
  to: string;
  /** How often each is sent; 1 if absent. */
  times?: number;
  /** The last one first. */
  isReversed?: boolean;
  /** How long each waits before it is sent. */
  delayMs?: number;
}

/** Sends one after the other, and answers the statuses in the order of sending. */
export async function sendNotifications(
  notifications: readonly PlayedNotification[],
  { to, times = 1, isReversed = false, delayMs = 0 }: Sending,
): Promise<number[]> {
  const ordered = isReversed ? [...notifications].reverse() : notifications;
  const statuses: number[] = [];
  for (const { headers, body } of ordered) {
    for (let turn = 0; turn < times; turn += 1) {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      const answer = await fetch(to, { method: 'POST', headers: { ...headers }, body, redirect: 'manual' });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  }
  return statuses;
}
