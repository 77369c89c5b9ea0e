// Which value of the claim gives which role: rows of a value and a role, at least one. Rows never change places, so
// their index is their key.
import { ActionIcon, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { ROLES } from '../../../shell/session/account-menu.tsx';

export interface RoleRow {
  value: string;
  role: string;
}

interface Props {
  rows: RoleRow[];
  error: string | undefined;
  onChange: (rows: RoleRow[]) => void;
}

const CHOICES = Object.entries(ROLES).map(([value, label]) => ({ value, label }));

export function RoleRows({ rows, error, onChange }: Props) {
  const setRow = (i: number, change: Partial<RoleRow>) =>
    onChange(rows.map((row, j) => (i === j ? { ...row, ...change } : row)));
  return (
    <Stack gap="xs">
      {rows.map((row, i) => (
        <Group key={i} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            aria-label={`Value ${i + 1}`}
            placeholder="payments-admins"
            flex={1}
            value={row.value}
            error={i === 0 ? error : undefined}
            onChange={({ currentTarget }) => setRow(i, { value: currentTarget.value })}
          />
          <Select
            aria-label={`Role of value ${i + 1}`}
            flex={1}
            allowDeselect={false}
            data={CHOICES}
            value={row.role}
            onChange={(role) => role && setRow(i, { role })}
          />
          {rows.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove value ${i + 1}`}
              onClick={() => onChange(rows.filter((_, j) => j !== i))}
            >
              <IconX size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...rows, { value: '', role: 'read-only' }])}
        >
          Add a value
        </Button>
      </Group>
    </Stack>
  );
}
