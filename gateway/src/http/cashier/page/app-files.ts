// GET /assets/cashier/app/{file}: script and style of the cashier's page, as `npm run build` made them. Their names
// hold a hash of their content, so browsers keep them for ever.
import { Refusal } from '../../../domain/errors/refusal.ts';
import { call } from '../../calls/call.ts';
import { pageFiles } from '../../pages/page-files.ts';

/** As for all our files (http/pages/assets.ts): if the file is opened on its own, it can do nothing. */
const POLICY = "default-src 'none'; sandbox";

export const appFilesCall = call({
  address: 'GET /assets/cashier/app/:file',
  handle: async (_context, request, reply) => {
    const { script, style } = pageFiles();
    const found = [script, style].find(({ name }) => name === request.params.file);
    if (!found) throw new Refusal(404, 'there is no such file');
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', POLICY)
      .header('cross-origin-resource-policy', 'same-origin')
      .type(found.type);
    await found.file.send(request, reply);
    return reply;
  },
});
