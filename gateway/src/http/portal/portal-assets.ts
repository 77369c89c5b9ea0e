// GET /assets/portal/{file}: scripts and styles of the portal's page, as `npm run build` made them. Their names hold a
// hash of their content, so browsers keep them for ever.
import { Refusal } from '../../domain/errors/refusal.ts';
import { call } from '../calls/call.ts';
import { portalFiles } from '../pages/portal-files.ts';

/** As for all our files (http/pages/assets.ts): if the file is opened on its own, it can do nothing. */
const POLICY = "default-src 'none'; sandbox";

export const portalAssetsCall = call({
  address: 'GET /assets/portal/:file',
  handle: async (_context, request, reply) => {
    const found = portalFiles().all.get(request.params.file!);
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
