// GET /operator/merchants/{id}/users and GET /operator/users (contract 2): the users of one merchant, and the users of
// any merchant with a given e-mail address.
import { Type } from 'typebox';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { findUsersByEmail, listUsers } from '../../../storage/access/user-store.ts';
import { merchantExists } from '../../../storage/merchants/merchant-store.ts';
import { call } from '../../calls/call.ts';
import { closed, text } from '../../schemas/schema-fields.ts';
import * as examples from '../access-examples.ts';
import { MerchantPath, operatorErrors } from '../operator-schemas.ts';
import { answerUser, User } from './user-answer.ts';

const Query = closed({
  email: Type.Optional(
    text(255, 'Only users whose address contains this text, in upper or lower case.', { minLength: 1 }),
  ),
});
const AddressQuery = closed({
  email: text(255, 'The whole e-mail address, in upper or lower case.', { minLength: 4 }),
});

export const listUsersCall = call({
  address: 'GET /operator/merchants/:id/users',
  operationId: 'listUsers',
  tags: ['Operator'],
  summary: 'List the portal users of a merchant',
  description: 'All of them, sorted by name, with their state and second factors.',
  access: 'operator',
  params: MerchantPath,
  querystring: Query,
  answers: {
    200: { description: 'The users.', schema: Type.Array(User), examples: examples.users },
    ...operatorErrors(),
  },
  handle: async (context, { params, query }) => {
    const { sql } = context;
    if (!(await merchantExists(sql, params.id))) throw new Refusal(404, 'id: no such merchant');
    const users = await listUsers(sql, params.id, { email: query.email?.toLowerCase() });
    return users.map((user) => answerUser(context, user));
  },
});

export const findUsersCall = call({
  address: 'GET /operator/users',
  operationId: 'findUsers',
  tags: ['Operator'],
  summary: 'Find portal users by their address',
  description: 'One for each merchant that has a user with this address; at most ten.',
  access: 'operator',
  querystring: AddressQuery,
  answers: {
    200: {
      description: 'The users; empty if there is none.',
      schema: Type.Array(User),
      examples: examples.users,
    },
    ...operatorErrors(),
  },
  handle: async (context, { query }) => {
    const users = await findUsersByEmail(context.sql, query.email.toLowerCase());
    return users.map((user) => answerUser(context, user));
  },
});
