// A button that copies a text and says so: `<CopyText text={code} />`.
import { Button, type ButtonProps, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface Props extends ButtonProps {
  text: string;
  /** If it is not "Copy". */
  label?: string;
}

export function CopyText({ text, label = 'Copy', ...rest }: Props) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          onClick={copy}
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          {...rest}
        >
          {copied ? 'Copied' : label}
        </Button>
      )}
    </CopyButton>
  );
}
