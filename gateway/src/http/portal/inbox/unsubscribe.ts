// The address in each mail about the inbox that ends such mail (RFC 8058). Opening it changes nothing, because programs
// that check mails open every link: its page has a button. A POST, from that button or from the mail program, ends the
// mail. The address is signed, so no sign-in is needed.
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../../actions/access/open-portal-session.ts';
import type { Context } from '../../../actions/context.ts';
import { chooseMail } from '../../../actions/inbox/choose-mail.ts';
import { readUnsubscribeToken } from '../../../domain/inbox/unsubscribe-token.ts';
import { findUser, type UserRow } from '../../../storage/access/user-store.ts';
import { callerAddress } from '../../auth/source-ip.ts';
import { call } from '../../calls/call.ts';
import { type Html, html } from '../../pages/html.ts';
import type { NoticeKind } from '../../pages/page-parts.ts';
import { plainPage } from '../../pages/plain-page.ts';
import { sendPage } from '../../pages/send-page.ts';
import { FORM_LIMIT_BYTES } from '../../request-body/json-body.ts';

async function userOf({ sql, vault }: Context, token: string): Promise<UserRow | null> {
  const whose = readUnsubscribeToken(token, (text) => vault.fingerprint(text));
  return whose && (await findUser(sql, whose.merchantId, whose.userId));
}

export const showUnsubscribeCall = call({
  address: 'GET /portal/mail/:token',
  handle: async (context, request, reply) => {
    const user = await userOf(context, request.params.token!);
    if (!user) return sendPage(reply, 404, UNKNOWN);
    if (user.mail === 'none') return sendPage(reply, 200, donePage(user));
    const form = html`<form method="post"><button class="button primary" type="submit">No more mail</button></form>`;
    const sentence = `You get mail about what waits for a decision at ${user.merchantName}. In your account in the portal you can also choose only a part of it.`;
    return sendPage(reply, 200, page('wait', 'No more mail about the inbox?', sentence, form));
  },
});

export const unsubscribeCall = call({
  address: 'POST /portal/mail/:token',
  reads: takeForms,
  handle: async (context, request, reply) => {
    const user = await userOf(context, request.params.token!);
    if (!user) return sendPage(reply, 404, UNKNOWN);
    const by = actorOf(user, { requestId: request.id, ip: callerAddress(request) });
    await chooseMail(context, by, { merchantId: user.merchantId, userId: user.id }, 'none');
    return sendPage(reply, 200, donePage(user));
  },
});

/** Mail programs post a form, whose content says nothing more. */
function takeForms(scope: FastifyInstance): void {
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    scope.addContentTypeParser(
      type,
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request, _text, done) => done(null, undefined),
    );
}

const donePage = ({ merchantName }: UserRow): Html =>
  page(
    'done',
    'You get no more mail about the inbox',
    `This is about ${merchantName}. In your account in the portal you can start it again.`,
  );

const page = (mood: NoticeKind, title: string, sentence: string, more: Html | null = null): Html =>
  plainPage({ language: 'en', root: '../../', mood, title, sentence, more, foot: null });

const UNKNOWN = page('stop', 'This link is not known', 'Open the whole link from the mail.');
