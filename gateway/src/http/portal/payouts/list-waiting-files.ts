// GET /portal/api/brands/:brandId/payouts/waiting/files: the files whose payouts wait for their approval, each with its
// sums. Their payouts are in list-waiting.ts; each is still decided by itself (settle-payouts.ts).
import { Type } from 'typebox';
import { toWire } from '../../../domain/money/money.ts';
import { GIVEN_ACCESS_COUNTS_MS } from '../../../domain/payouts/four-eyes.ts';
import { listGivenAccess } from '../../../storage/access/given-access.ts';
import { listWaitingFiles } from '../../../storage/payouts/waiting-files.ts';
import { call } from '../../calls/call.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { approvalOf } from './list-waiting.ts';
import { WaitingFile } from './payout-schemas.ts';

/** More files than an approver decides in a day. */
const MOST_FILES = 100;

export const listWaitingFilesCall = call({
  address: 'GET /portal/api/brands/:brandId/payouts/waiting/files',
  operationId: 'listWaitingPayoutFiles',
  tags: ['Portal payouts'],
  summary: 'List payout files that wait for their approval',
  description: 'Oldest first, at most a hundred, each with the sums of its waiting payouts.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  answers: {
    200: {
      description: 'The files.',
      schema: Type.Object(
        {
          items: Type.Array(WaitingFile, { description: 'Oldest first.' }),
          more: Type.Boolean({
            description: 'true: there are further files, which follow once these are decided.',
          }),
        },
        { title: 'WaitingFiles', description: 'Files of payouts that wait.' },
      ),
    },
    ...portalErrors(),
  },
  handle: async ({ sql, now }, { portal: { merchantId, brand, actor } }) => {
    const since = new Date(now().getTime() - GIVEN_ACCESS_COUNTS_MS);
    const [files, given] = await Promise.all([
      listWaitingFiles(sql, brand, MOST_FILES),
      brand.fourEyes ? listGivenAccess(sql, merchantId, since) : [],
    ]);
    return {
      items: files.slice(0, MOST_FILES).map(({ fileId, maker, oldestAt, totals }) => ({
        fileId,
        name: maker.file ?? '',
        maker: maker.name,
        createdAt: oldestAt.toISOString(),
        totals: totals.map(({ currency, count, amountMinor }) => ({
          currency,
          count,
          amount: toWire(amountMinor, currency),
        })),
        ...approvalOf(maker, brand.fourEyes ? { actor, given } : null),
      })),
      more: files.length > MOST_FILES,
    };
  },
});
