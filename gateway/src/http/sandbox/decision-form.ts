// The form that the buttons of the simulated bank post: one of three words. A route takes forms only within its own
// scope, so that no other route of the gateway ever does.
import type { FastifyInstance } from 'fastify';
import { VISIT_DECISIONS, type VisitDecision } from '../../domain/transactions/visit-decision.ts';
import { FORM_LIMIT_BYTES } from '../request-body/json-body.ts';

export interface DecisionForm {
  /** null: the form held no decision. */
  decision: string | null;
}

export function takeDecisions(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    (_request, text, done) => {
      const form: DecisionForm = { decision: new URLSearchParams(String(text)).get('decision') };
      done(null, form);
    },
  );
}

export function isDecision(value: string | null | undefined): value is VisitDecision {
  return VISIT_DECISIONS.some((known) => known === value);
}
