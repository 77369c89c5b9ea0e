// Chooses the columns of a table: `<ColumnPicker columns={columns} hidden={hidden} onChange={setHidden} />` beside the
// filters. The screen keeps `hidden`, in the address or in a saved view, and gives it to its DataTable too.
import { Button, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';

interface Props {
  columns: readonly { id: string; header: string; fixed?: boolean }[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

export function ColumnPicker({ columns, hidden, onChange }: Props) {
  const choose = (id: string) =>
    onChange(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={16} stroke={1.75} />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter(({ fixed }) => !fixed)
          .map(({ id, header }) => (
            <Menu.CheckboxItem key={id} checked={!hidden.includes(id)} onChange={() => choose(id)}>
              {header}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
