// The inbox of a brand: everything that waits for a person, who may decide it, and the screen for it. Plain reads. A
// reader who may not see a kind gets only its count and age.
import { type Static, Type } from 'typebox';
import { mayInPortal } from '../../../domain/access/portal-permission.ts';
import { USER_ROLES, type UserRole } from '../../../domain/access/user-role.ts';
import {
  COUNTED_TO,
  decidersOf,
  INBOX_KINDS,
  KINDS,
  mayDecide,
  screenOf,
  subjectTitle,
  titleOf,
} from '../../../domain/inbox/inbox.ts';
import { countedLike, toWire } from '../../../domain/money/money.ts';
import { withoutQuery } from '../../../domain/webhooks/webhook-event.ts';
import { countInbox, type InboxGroup, type InboxItem, readInbox } from '../../../storage/inbox/read-inbox.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { choice, orNull, textOrNull, timeOrNull, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

/** For each kind; the list of the kind has all. */
const MOST_SHOWN = 5;

const InboxEntry = Type.Object(
  {
    id: Type.String({ description: 'Unique within its kind.' }),
    title: Type.String({ description: 'What it is.' }),
    transactionId: orNull(uuid('The payment that it is about.')),
    reference: textOrNull(
      'The reference of the merchant, an address of webhooks without its query, or an e-mail address.',
    ),
    currency: textOrNull('The currency of the amount.'),
    amount: orNull(Type.Number({ description: 'In units of the currency.' })),
    quantity: orNull(Type.Integer({ description: 'How many it stands for, at most 1,000.' })),
    since: Type.String({ format: 'date-time', description: 'When it began to wait.' }),
    until: timeOrNull('Until when somebody must decide it.'),
    path: Type.String({ description: 'The screen that decides it, below /portal/b/{brandId}.' }),
  },
  { title: 'InboxEntry', description: 'Something that waits for a person.' },
);

const InboxGroupAnswer = Type.Object(
  {
    kind: choice(KINDS, 'What these things are.'),
    title: Type.String({ description: 'The kind and how many there are.' }),
    count: Type.Integer({
      description: `How many there are. Counted up to ${COUNTED_TO.toLocaleString('en')}.`,
    }),
    isUrgent: Type.Boolean({ description: 'Users hear of it at once, by mail.' }),
    deciders: Type.Array(choice(USER_ROLES, 'A role.'), { description: 'The roles that may decide it.' }),
    isYours: Type.Boolean({ description: 'Whether the caller may decide it.' }),
    oldestSince: timeOrNull('When the first of the items began to wait.'),
    path: textOrNull('The list of all of them, below /portal/b/{brandId}; null: the caller may not open it.'),
    items: Type.Array(InboxEntry, {
      description: `At most ${MOST_SHOWN}, those to decide first. Empty if the caller may not see them.`,
    }),
  },
  { title: 'InboxGroup', description: 'The things of one kind that wait.' },
);

const about: Pick<Operation, 'tags' | 'access' | 'permission'> = {
  tags: ['Portal overview'],
  access: 'portal',
  permission: 'payments.read',
};

export const showInboxCall = call({
  address: 'GET /portal/api/brands/:brandId/inbox',
  ...about,
  params: PortalBrandPath,
  operationId: 'showInbox',
  summary: 'Show the inbox',
  description: 'Everything that waits for a person, and the roles that may decide it.',
  answers: {
    200: {
      description: 'The inbox.',
      schema: Type.Object({
        groups: Type.Array(InboxGroupAnswer, { description: 'Kinds of which something waits.' }),
      }),
    },
    ...portalErrors(),
  },
  handle: async ({ sql, now }, { portal: { brand, session } }) => {
    const groups = await readInbox(sql, brand, { now: now(), kinds: KINDS, most: MOST_SHOWN });
    return { groups: groups.map((group) => answerGroup(group, session.user.role)) };
  },
});

export const countInboxCall = call({
  address: 'GET /portal/api/brands/:brandId/inbox/count',
  ...about,
  params: PortalBrandPath,
  operationId: 'countInbox',
  summary: 'Count what the caller may decide',
  description: 'For the number beside the inbox: how much waits that the caller may decide.',
  answers: {
    200: {
      description: 'The count.',
      schema: Type.Object({
        count: Type.Integer({
          description: 'Things that the caller may decide. Each kind counts up to 1,000.',
        }),
        isUrgent: Type.Boolean({ description: 'Whether something urgent is among them.' }),
      }),
    },
    ...portalErrors(),
  },
  handle: async ({ sql, now }, { portal: { brand, session } }) => {
    const kinds = KINDS.filter((kind) => mayDecide(session.user.role, kind));
    const counts = await countInbox(sql, brand, { now: now(), kinds });
    return {
      count: [...counts.values()].reduce((sum, count) => sum + count, 0),
      isUrgent: [...counts.keys()].some((kind) => INBOX_KINDS[kind].isUrgent),
    };
  },
});

function answerGroup({ kind, count, items }: InboxGroup, role: UserRole): Static<typeof InboxGroupAnswer> {
  const { reads, isUrgent, list } = INBOX_KINDS[kind];
  const maySee = mayInPortal(role, reads);
  const oldest = items.reduce<Date | null>(
    (first, { since }) => (first && first < since ? first : since),
    null,
  );
  return {
    kind,
    title: titleOf(kind, count),
    count,
    isUrgent,
    deciders: decidersOf(kind),
    isYours: mayDecide(role, kind),
    oldestSince: oldest?.toISOString() ?? null,
    path: maySee ? list : null,
    items: maySee ? items.map((item) => answerItem(kind, item)) : [],
  };
}

function answerItem(kind: InboxGroup['kind'], item: InboxItem): Static<typeof InboxEntry> {
  const { id, subject, transactionId, reference, currency, amountMinor, quantity, since, until } = item;
  const amount =
    amountMinor !== null && currency !== null ? toWire(amountMinor, countedLike(currency)) : null;
  return {
    // A payout of a provider can stand in two kinds, an endpoint twice in one.
    id: `${subject}-${id}`,
    title: subjectTitle(subject),
    transactionId,
    reference: kind === 'webhook' && reference !== null ? withoutQuery(reference) : reference,
    currency: amount === null ? null : currency,
    amount,
    quantity,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
    path: screenOf({ kind, transactionId, id }),
  };
}
