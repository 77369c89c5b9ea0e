// The refunds that this process sent lately. Many connectors have no key for a refund, so the same refund again must
// not be sent again. Other processes ask: the gateway sends a refund from one process only.
import type { RefundOutcome } from '@tollgate/provider-kit';

const MOST = 1_000;

export class RecentRefunds {
  readonly #sent = new Map<string, Promise<RefundOutcome>>();

  async once(refundId: string, send: () => Promise<RefundOutcome>): Promise<RefundOutcome> {
    const known = this.#sent.get(refundId);
    if (known) return await known;
    const [oldest] = this.#sent.keys();
    if (this.#sent.size >= MOST && oldest !== undefined) this.#sent.delete(oldest);
    const sent = send();
    this.#sent.set(refundId, sent);
    return await sent;
  }

  /** null: it was not sent lately from here. */
  async recent(refundId: string): Promise<RefundOutcome | null> {
    return (await this.#sent.get(refundId)) ?? null;
  }
}
