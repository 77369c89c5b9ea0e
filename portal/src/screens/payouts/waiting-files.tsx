// The files whose payouts wait for approval, each as one row with its sums: it opens to its payouts in the order of the
// file's lines, and can be approved or declined as a whole. The dialog then has every payout of the file, with its
// warnings.
import { Alert, Button, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Answer, get } from '../../api/client.ts';
import { apiPages, pagesOf } from '../../api/queries.ts';
import { Fault } from '../../parts/fault.tsx';
import { countText } from '../../parts/format.ts';
import { Time } from '../../parts/time.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import classes from './payouts.module.css';
import type { Decision } from './settle-dialog.tsx';
import { sumsText, type WaitingPayout } from './waiting-payout.ts';
import { WAITING, WaitingTable } from './waiting-table.tsx';

export const WAITING_FILES = '/portal/api/brands/{brandId}/payouts/waiting/files';
type Files = Answer<typeof WAITING_FILES>;
type File = Files['items'][number];

interface Acts {
  /** Changes with each decision, which clears the selections. */
  round: number;
  onOpen: (payout: WaitingPayout) => void;
  onDecide: (decision: Decision) => void;
}

export function FileList({ files, ...acts }: Acts & { files: Files }) {
  return (
    <>
      <ul className={classes.files} aria-label="Files that wait for approval">
        {files.items.map((file) => (
          <FileRow key={file.fileId} file={file} {...acts} />
        ))}
      </ul>
      {files.more && (
        <Alert color="gray" mb="md">
          Further files wait. They appear once these are decided.
        </Alert>
      )}
    </>
  );
}

function FileRow({ file, round, onOpen, onDecide }: Acts & { file: File }) {
  const { id: brandId } = useBrand();
  const mayDecide = useCan('payouts.approve');
  const [isOpen, setOpen] = useState(false);
  const [reading, setReading] = useState<Decision['action'] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const { fileId, name, totals } = file;
  const count = totals.reduce((sum, total) => sum + total.count, 0);

  async function decide(action: Decision['action']) {
    setReading(action);
    setFault(null);
    try {
      onDecide({ action, payouts: await readAll(brandId, fileId), file: name });
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setReading(null);
    }
  }
  return (
    <li>
      <div className={classes.file}>
        <UnstyledButton
          className={classes.fileName}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={16} aria-hidden="true" />
          <span>
            <strong>{name}</strong> · {countText(count, 'payout')} ·{' '}
            <span className={classes.sums}>{sumsText(totals)}</span>
            <span className={classes.uploaded}>
              Uploaded by {file.whyNot === 'made' ? 'you' : file.maker}, <Time at={file.createdAt} />
            </span>
          </span>
        </UnstyledButton>
        {mayDecide && (
          <div className={classes.fileActions}>
            <Button
              variant="default"
              loading={reading === 'DECLINE'}
              aria-label={`Decline ${name}`}
              onClick={() => decide('DECLINE')}
            >
              Decline
            </Button>
            {file.mayApprove ? (
              <Button
                loading={reading === 'APPROVE'}
                aria-label={`Approve ${name}`}
                onClick={() => decide('APPROVE')}
              >
                Approve
              </Button>
            ) : (
              <span className={classes.small}>Another person must approve it</span>
            )}
          </div>
        )}
      </div>
      <Fault text={fault} m="sm" />
      <div id={id} hidden={!isOpen} className={classes.fileRows}>
        {isOpen && <RowsOf key={round} file={file} onOpen={onOpen} onDecide={onDecide} />}
      </div>
    </li>
  );
}

function RowsOf({
  file: { fileId, name },
  onOpen,
  onDecide,
}: Pick<Acts, 'onOpen' | 'onDecide'> & { file: File }) {
  const { id: brandId } = useBrand();
  const query = useInfiniteQuery(
    apiPages(WAITING, { params: { brandId }, query: { file: fileId, limit: '100' } }),
  );
  return (
    <WaitingTable
      label={`Payouts of ${name}`}
      list={pagesOf(query)}
      ofFile
      onOpen={onOpen}
      onDecide={onDecide}
    />
  );
}

/** Every waiting payout of a file: the approver reads the warnings of all before they decide. */
async function readAll(brandId: string, file: string): Promise<WaitingPayout[]> {
  const payouts: WaitingPayout[] = [];
  let cursor: string | null = null;
  do {
    const page: Answer<typeof WAITING> = await get(WAITING, {
      params: { brandId },
      query: { file, limit: '100', ...(cursor !== null && { cursor }) },
    });
    payouts.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  return payouts;
}
