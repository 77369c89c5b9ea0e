// Adyen's Disputes API at the stand-in: the disputes that a test opened, their documents, and how often each was
// defended or accepted. The description names no idempotency key for this API, so each call counts. Used by
// stand-in.ts.
import { refusal } from './checkout.ts';
import type { Answer } from './faults.ts';

export const DISPUTES_PATH = '/ca/services/DisputeService/v30';

interface Dispute {
  /** Type of document → its content type and content. */
  documents: Map<string, { contentType: string; content: string }>;
  defended: string[];
  accepted: number;
}

/** As in Adyen's published example. */
const REASONS: Readonly<Record<string, Readonly<Record<string, 'Required' | 'Optional'>>>> = {
  GoodsNotReturned: { TIDorInvoice: 'Optional', GoodsNotReturned: 'Required' },
  SupplyDefenseMaterial: { TIDorInvoice: 'Optional', DefenseMaterial: 'Required' },
};

export class Disputes {
  readonly #disputes = new Map<string, Dispute>();

  open(reference: string): Dispute {
    const dispute: Dispute = { documents: new Map(), defended: [], accepted: 0 };
    this.#disputes.set(reference, dispute);
    return dispute;
  }

  answer(path: string, body: Record<string, unknown>): Answer {
    const dispute = this.#disputes.get(String(body.disputePspReference));
    if (!dispute) return no('Dispute not found');
    const isOver = dispute.defended.length > 0 || dispute.accepted > 0;
    switch (path) {
      case '/retrieveApplicableDefenseReasons':
        return isOver ? ok({ defenseReasons: [] }) : ok({ defenseReasons: reasonsOf(dispute) });
      case '/supplyDefenseDocument':
        return isOver ? no('Dispute is closed') : supply(dispute, body);
      case '/defendDispute': {
        if (isOver) return no('Dispute is closed');
        const code = String(body.defenseReasonCode);
        if (!isSatisfied(dispute, code)) return no('Required documents are missing');
        dispute.defended.push(code);
        return ok();
      }
      case '/acceptDispute':
        if (isOver) return no('Dispute is closed');
        dispute.accepted += 1;
        return ok();
      default:
        return refusal(404, '000', 'no such address');
    }
  }
}

const ok = (more: object = {}): Answer => ({
  statusCode: 200,
  body: { ...more, disputeServiceResult: { success: true } },
});
const no = (errorMessage: string): Answer => ({
  statusCode: 200,
  body: { disputeServiceResult: { success: false, errorMessage } },
});

const reasonsOf = (dispute: Dispute) =>
  Object.entries(REASONS).map(([defenseReasonCode, types]) => ({
    defenseReasonCode,
    defenseDocumentTypes: Object.entries(types).map(([defenseDocumentTypeCode, requirementLevel]) => ({
      defenseDocumentTypeCode,
      requirementLevel,
      available: dispute.documents.has(defenseDocumentTypeCode),
    })),
    satisfied: isSatisfied(dispute, defenseReasonCode),
  }));

function isSatisfied({ documents }: Dispute, code: string): boolean {
  const types = REASONS[code];
  return (
    types !== undefined &&
    Object.entries(types).every(([type, level]) => level === 'Optional' || documents.has(type))
  );
}

function supply({ documents }: Dispute, body: Record<string, unknown>): Answer {
  const given = body.defenseDocuments as Record<string, string>[];
  for (const { defenseDocumentTypeCode, contentType, content } of given) {
    if (!['application/pdf', 'image/jpg', 'image/tiff'].includes(contentType!))
      return no('Content type is not supported');
    documents.set(defenseDocumentTypeCode!, { contentType: contentType!, content: content! });
  }
  return ok();
}
