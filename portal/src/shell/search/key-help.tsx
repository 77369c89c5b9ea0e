// All keys of the portal, shown after ?.
import { Kbd, Modal } from '@mantine/core';
import { areasFor, keyOf } from '../open-areas.ts';
import { useSession } from '../session/session.ts';
import classes from '../shell.module.css';

const KEYS = [
  ['Search, open a page, start an action', ['Ctrl', 'K']],
  ['Search', ['/']],
  ['Next and previous row of a list', ['↓', '↑']],
  ['Open the row', ['Enter']],
  ['Close a dialog', ['Esc']],
  ['Show these shortcuts', ['?']],
] as const;

export default function KeyHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { permissions } = useSession();
  const areas = areasFor(permissions).map(
    ({ label }) => [`Go to ${label}`, ['G', keyOf(label).toUpperCase()]] as const,
  );
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <dl className={classes.keys}>
        {[...KEYS, ...areas].map(([what, keys]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
