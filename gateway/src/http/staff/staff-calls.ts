// A call that operators and a merchant's users both have, declared once (contract 2 and 14): the same path below the
// brand or merchant, the same input, the same action. The operator's call names the brand by `id`; the portal's call
// needs a permission of the user's role.
import type { FastifyReply } from 'fastify';
import { type TProperties, type TSchema, Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { requireBrand } from '../../actions/merchants/change-brand.ts';
import type { AuditActor } from '../../domain/audit/audit.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { SignedIn } from '../../storage/access/portal-session-store.ts';
import { type Address, type Call, type CallRequest, call, type RouteOptions } from '../calls/call.ts';
import type { Answer, Operation } from '../calls/operation.ts';
import { operatorErrors } from '../operator/operator-schemas.ts';
import { portalErrors } from '../portal/portal-schemas.ts';
import { ErrorBody } from '../schemas/answer-schemas.ts';
import { uuid } from '../schemas/schema-fields.ts';

type StaffBrand = Pick<Brand, 'merchantId' | 'brandId' | 'notificationUrl'>;

export interface Staff {
  actor: AuditActor;
  /** null: an operator. */
  session: SignedIn | null;
  merchantId: string;
  /** Asking for it in a call of a merchant is our mistake. */
  brand: StaffBrand;
}

interface Audience<Result> extends Partial<Operation> {
  operationId: string;
  /** Errors that only this audience meets. */
  errors?: Record<number, string>;
  /** For an audience with an answer of its own: makes it from the result. `answers` then has its successes. */
  show?: (context: Context, result: Result, staff: Staff) => unknown;
}

interface Declaration<Ids extends TProperties, Body, Result>
  extends Pick<Operation, 'summary' | 'description'> {
  under: 'brand' | 'merchant';
  /** Below the brand or merchant. */
  address: Address;
  /** The ids in the path. */
  ids?: Ids;
  body?: Body;
  options?: RouteOptions;
  /** The successes. */
  answers: Record<number, Answer>;
  /** Further errors of this call, such as 409. All calls of these callers have the usual errors. */
  errors?: Record<number, string>;
  operator: Audience<Result>;
  portal: Audience<Result> & Pick<Operation, 'tags' | 'permission'> & { address?: Address };
  handle: (
    context: Context,
    staff: Staff,
    request: Pick<CallRequest<ReturnType<typeof Type.Object<Ids>>, undefined, Body>, 'params' | 'body'>,
    reply: FastifyReply,
  ) => Promise<Result>;
}

export function staffCalls<
  Ids extends TProperties,
  Body extends TSchema | undefined = undefined,
  Result = unknown,
>(declaration: Declaration<Ids, Body, Result>): { operatorCall: Call; portalCall: Call } {
  const {
    under,
    address,
    summary,
    description,
    ids,
    body,
    options,
    answers,
    errors = {},
    handle,
  } = declaration;
  const { show: showOperator, errors: operatorOwn = {}, ...operator } = declaration.operator;
  const {
    show: showUser,
    errors: portalOwn = {},
    address: portalAddress = address,
    ...portal
  } = declaration.portal;
  const said = { summary, description, ...(body && { body }), ...(options && { options }) };
  const sent = (request: unknown) => request as Parameters<typeof handle>[2];
  return {
    operatorCall: call({
      address: below(under === 'brand' ? '/operator/brands/:id' : '/operator/merchants/:id', address),
      tags: ['Operator'],
      access: 'operator',
      ...said,
      params: Type.Object({ id: uuid(under === 'brand' ? 'The brand.' : 'The merchant.'), ...ids }),
      ...operator,
      answers: { ...(operator.answers ?? answers), ...operatorErrors({ ...errors, ...operatorOwn }) },
      handle: async (context, request, reply) => {
        const { id } = request.params as { id: string };
        const brand = under === 'brand' ? await requireBrand(context.sql, id) : null;
        const { merchantId } = brand ?? { merchantId: id };
        const staff = { actor: request.operator, session: null, merchantId, brand: brand as StaffBrand };
        const result = await handle(context, staff, sent(request), reply);
        return showOperator ? await showOperator(context, result, staff) : result;
      },
    }),
    portalCall: call({
      address: below(under === 'brand' ? '/portal/api/brands/:brandId' : '/portal/api', portalAddress),
      access: 'portal',
      ...said,
      params: Type.Object({ ...(under === 'brand' && { brandId: uuid('The brand.') }), ...ids }),
      ...portal,
      answers: {
        ...(portal.answers ?? withoutExamples(answers)),
        ...errorsOfPortal({ ...errors, ...portalOwn }),
      },
      handle: async (context, request, reply) => {
        const { portal: staff } = request;
        const result = await handle(context, staff, sent(request), reply);
        return showUser ? await showUser(context, result, staff) : result;
      },
    }),
  };
}

const below = (parent: `/${string}`, address: Address) => address.replace(' ', ` ${parent}`) as Address;

function errorsOfPortal(errors: Record<number, string>): Record<number, Answer> {
  const own = Object.entries(errors).map(([status, description]) => [
    status,
    { description, schema: ErrorBody },
  ]);
  return { ...portalErrors(), ...Object.fromEntries(own) };
}

/** The examples are for the operator's reference page. */
function withoutExamples(answers: Record<number, Answer>): Record<number, Answer> {
  return Object.fromEntries(
    Object.entries(answers).map(([status, { examples: _, ...answer }]) => [status, answer]),
  );
}
