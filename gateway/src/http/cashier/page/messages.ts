// GET /assets/cashier/messages/{language}.json: the words of the cashier's page, for a shopper who changes the language
// there. The file is small, and browsers ask for it again each time, so that a new release shows its own words.
import { LANGUAGES } from '../../../domain/errors/error-codes.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { call } from '../../calls/call.ts';
import { REVALIDATE } from '../../pages/assets.ts';
import { CompressedFile } from '../../pages/content-coding.ts';
import { scriptWords } from './page-words.ts';

export const messagesCall = call({
  address: 'GET /assets/cashier/messages/:file',
  prepare() {
    const files = new Map<string, CompressedFile>();

    function open(language: (typeof LANGUAGES)[number]): CompressedFile {
      const file = new CompressedFile(Buffer.from(JSON.stringify(scriptWords(language))));
      files.set(language, file);
      return file;
    }

    return async (request, reply) => {
      const language = LANGUAGES.find((one) => `${one}.json` === request.params.file);
      if (!language) throw new Refusal(404, 'there is no such file');
      reply.header('cache-control', REVALIDATE).type('application/json; charset=utf-8');
      await (files.get(language) ?? open(language)).send(request, reply);
      return reply;
    };
  },
});
