// Recovery codes, shown only once: to copy, to download, and to tick before the user goes on.
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyText } from '../../../parts/copy-text.tsx';
import classes from '../access.module.css';

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [saved, setSaved] = useState(false);
  const text = codes.join('\n');

  function download() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(
      new Blob([`Tollgate recovery codes\n\n${text}\n`], { type: 'text/plain' }),
    );
    link.download = 'tollgate-recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(link.href);
  }

  return (
    <Stack gap="md">
      <p className={classes.lead}>
        Each code signs you in once, when you cannot use your phone or passkey. They are not shown again.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyText text={text} />
        <Button variant="default" onClick={download} leftSection={<IconDownload size={16} />}>
          Download
        </Button>
      </Group>
      <Checkbox
        label="I saved these codes"
        checked={saved}
        onChange={({ currentTarget }) => setSaved(currentTarget.checked)}
      />
      <Button onClick={onDone} disabled={!saved} fullWidth>
        Continue
      </Button>
    </Stack>
  );
}
