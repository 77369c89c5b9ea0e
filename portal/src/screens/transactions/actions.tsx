// The possible actions on a transaction, at the top right of its page: the most important one as a button, the rest in
// a menu. The gateway says which are possible.
import { Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useBrand } from '../../shell/session/session.ts';
import type { Blockable } from './forms/block.tsx';
import type { PageOf } from './page.ts';

// Forms load when the user opens them, because most pages are only read.
const Block = lazy(() => import('./forms/block.tsx').then(({ Block }) => ({ default: Block })));
const Cancel = lazy(() => import('./forms/cancel.tsx').then(({ Cancel }) => ({ default: Cancel })));
const Capture = lazy(() => import('./forms/capture.tsx').then(({ Capture }) => ({ default: Capture })));
const Confirm = lazy(() => import('./forms/confirm.tsx').then(({ Confirm }) => ({ default: Confirm })));
const DecideOutcome = lazy(() =>
  import('./forms/decide.tsx').then(({ DecideOutcome }) => ({ default: DecideOutcome })),
);
const Refund = lazy(() => import('./forms/refund.tsx').then(({ Refund }) => ({ default: Refund })));
const Void = lazy(() => import('./forms/void.tsx').then(({ Void }) => ({ default: Void })));

type Action = PageOf['actions'][number];

/** The buttons before the menu, in this order. */
const BUTTONS = {
  decide: 'Decide outcome',
  capture: 'Capture',
  refund: 'Refund',
  confirm: 'Hand in confirmation',
  void: 'Void',
  cancel: 'Cancel',
};
/** Never the button that stands out. */
const UNDOING: readonly string[] = ['void', 'cancel'];
const BLOCKS: Record<Blockable, [Action, string]> = {
  card: ['block-card', 'Block this card'],
  email: ['block-email', 'Block this e-mail address'],
  userId: ['block-user', 'Block this customer'],
  ip: ['block-address', 'Block this IP address'],
};

export function Actions({ page }: { page: PageOf }) {
  const { id: brandId } = useBrand();
  const [open, setOpen] = useState<keyof typeof BUTTONS | Blockable | null>(null);
  const may = (action: Action) => page.actions.includes(action);
  const buttons = (Object.keys(BUTTONS) as (keyof typeof BUTTONS)[]).filter(may);
  const blocks = (Object.keys(BLOCKS) as Blockable[]).filter((kind) => may(BLOCKS[kind][0]));
  const isDisputed = may('refund-disputed');
  const close = () => setOpen(null);
  return (
    <>
      {may('settle-payout') && (
        <Button component={Link} to={`/b/${brandId}/payouts`}>
          Go to approvals
        </Button>
      )}
      {buttons.map((name, i) => (
        <Button
          key={name}
          variant={i === 0 && !UNDOING.includes(name) && !may('settle-payout') ? 'filled' : 'default'}
          onClick={() => setOpen(name)}
        >
          {BUTTONS[name]}
        </Button>
      ))}
      {(isDisputed || blocks.length > 0) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" aria-label="More actions">
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {isDisputed && (
              <Menu.Item color="red" onClick={() => setOpen('refund')}>
                Refund despite the dispute
              </Menu.Item>
            )}
            {blocks.map((kind) => (
              <Menu.Item key={kind} color="red" onClick={() => setOpen(kind)}>
                {BLOCKS[kind][1]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Suspense>
        {open === 'refund' && <Refund page={page} onClose={close} />}
        {open === 'capture' && <Capture page={page} onClose={close} />}
        {open === 'void' && <Void page={page} onClose={close} />}
        {open === 'cancel' && <Cancel page={page} onClose={close} />}
        {open === 'confirm' && <Confirm page={page} onClose={close} />}
        {open === 'decide' && <DecideOutcome page={page} onClose={close} />}
        {open !== null && !(open in BUTTONS) && (
          <Block page={page} kind={open as Blockable} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
