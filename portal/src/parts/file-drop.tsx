// A place to drop files on, or to choose them: `<FileDrop label="Drop a statement" accept=".xml" taking={name}
// onFiles={take}>What to drop here.</FileDrop>`. While `taking` names a file, it says so.
import { Button, FileButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './file-drop.module.css';

interface Props {
  /** For screen readers. */
  label: string;
  accept: string;
  /** The file that is being read; null: none. */
  taking: string | null;
  onFiles: (files: File[]) => void;
  /** What to drop here. */
  children: ReactNode;
}

export function FileDrop({ label, accept, taking, onFiles, children }: Props) {
  const [over, setOver] = useState(false);
  const [round, setRound] = useState(0);
  return (
    <section
      className={classes.drop}
      aria-label={label}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <div className={classes.text}>{taking === null ? children : `Reading ${taking} …`}</div>
      <FileButton
        multiple
        accept={accept}
        // A new key, so that the same file may be chosen again.
        key={round}
        onChange={(files) => {
          setRound(round + 1);
          onFiles(files);
        }}
      >
        {(props) => (
          <Button {...props} variant="default" loading={taking !== null}>
            Choose files
          </Button>
        )}
      </FileButton>
    </section>
  );
}
