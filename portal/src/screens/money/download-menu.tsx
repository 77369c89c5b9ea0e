// The button of a report that offers its files.
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { addressOf } from '../../api/client.ts';

interface Props {
  path: string;
  params: object;
  files: readonly (readonly [label: string, query: { format: string }])[];
}

export function DownloadMenu({ path, params, files }: Props) {
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<IconDownload size={16} aria-hidden="true" />}>Download</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(([label, query]) => (
          <Menu.Item key={label} component="a" href={addressOf(path, { params, query })} download>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {files
          .filter(([, { format }]) => format === 'csv')
          .map(([label, query]) => (
            <Menu.Item
              key={label}
              component="a"
              href={addressOf(path, { params, query: { ...query, format: 'csv-de' } })}
              download
            >
              {label.replace('CSV', 'German CSV')}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
