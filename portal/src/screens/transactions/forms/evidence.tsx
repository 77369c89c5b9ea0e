// Evidence against a dispute: the provider says which texts and files it takes (`form`). It is sent once, and the form
// says so before it is sent.
import { FileInput, Loader, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, post } from '../../../api/client.ts';
import { apiQuery } from '../../../api/queries.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { Fault } from '../../../parts/fault.tsx';
import { faultText } from '../../../parts/fault-text.ts';
import { moneyText } from '../../../parts/format.ts';
import { toast } from '../../../shell/toasts.tsx';
import { kindWords } from '../evidence-words.ts';
import type { DisputeOf, PageOf } from '../page.ts';
import { useTransactionAction } from '../transaction-action.ts';

const DISPUTE = '/portal/api/brands/{brandId}/disputes/{disputeId}';
type Form = NonNullable<Answer<typeof DISPUTE>['form']>;
type TextName = Form['texts'][number];

interface Props {
  page: PageOf;
  dispute: DisputeOf;
  onClose: () => void;
}

const TYPES: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
};
const LONG: readonly TextName[] = ['explanation', 'product'];
const MOST_BYTES = 2 * 1024 * 1024;

export function Evidence({ page, dispute, onClose }: Props) {
  const { params, done } = useTransactionAction(page);
  const { brandId } = params;
  const ids = { brandId, disputeId: dispute.id };
  const query = useQuery(apiQuery(DISPUTE, { params: ids }));
  const form = query.data?.form ?? null;
  const [chosen, setChosen] = useState<string | null>(null);
  const [written, setWritten] = useState<Partial<Record<TextName, string>>>({});
  const [files, setFiles] = useState<Record<string, File | null>>({});
  const texts = { ...query.data?.suggested, ...written };
  const ground = form?.grounds.find(({ code }) => code === (chosen ?? form.grounds[0]?.code));
  const given = Object.entries(texts).flatMap(([name, text]) =>
    form?.texts.includes(name as TextName) && text?.trim() ? [[name, text.trim()]] : [],
  );
  const added = ground?.files.flatMap(({ kind }) => (files[kind] ? [{ kind, file: files[kind] }] : [])) ?? [];
  const isMissing = ground?.files.some(({ kind, isNeeded }) => isNeeded && !files[kind]) ?? true;
  const isTooLarge = added.some(({ file }) => file.size > MOST_BYTES);

  async function handIn() {
    const read = added.map(async ({ kind, file }) => ({ kind, content: await base64Of(file) }));
    const body = {
      ground: ground!.code,
      texts: Object.fromEntries(given),
      files: await Promise.all(read),
    };
    const { response } = await post(`${DISPUTE}/evidence`, { params: ids, body });
    await done();
    if (response?.status === 'REFUSED')
      throw new Error(`${page.exchange.provider ?? 'The provider'} refused it. ${response.reason ?? ''}`);
    toast(response?.status === 'SENT' ? 'Evidence sent' : 'Evidence is being sent');
  }
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={`Evidence against the dispute over ${moneyText(dispute.amount, page.transaction.currency)}`}
      action="Send evidence"
      disabled={!form || isMissing || isTooLarge || (given.length === 0 && added.length === 0)}
      onConfirm={handIn}
    >
      {query.isPending && <Loader size="sm" aria-label="Asking the provider" />}
      <Fault text={query.error && faultText(query.error.message)} />
      {query.data && !form && (
        <Fault text="The provider takes no evidence for this dispute here. Answer it on the provider's page." />
      )}
      {form && ground && (
        <Stack gap="sm">
          <p>
            It goes to {page.exchange.provider ?? 'the provider'} once, and cannot be changed afterwards.
            Collect everything first.
          </p>
          {form.grounds.length > 1 && (
            <Select
              label="Ground"
              description="The provider names those that fit this dispute."
              allowDeselect={false}
              data={form.grounds.map(({ code }) => ({ value: code, label: kindWords(code) }))}
              value={ground.code}
              onChange={setChosen}
            />
          )}
          {form.texts.map((name) => (
            <TextOf
              key={name}
              name={name}
              value={texts[name as keyof typeof texts] ?? ''}
              onChange={(text) => setWritten({ ...written, [name]: text })}
            />
          ))}
          {ground.files.map(({ kind, isNeeded }) => (
            <FileOf
              key={`${ground.code} ${kind}`}
              kind={kind}
              required={isNeeded}
              accept={form.fileTypes.join(',')}
              value={files[kind] ?? null}
              onChange={(file) => setFiles({ ...files, [kind]: file })}
            />
          ))}
          <p>
            Files: {form.fileTypes.map((type) => TYPES[type]).join(', ')}, up to 2 MB each, 4 MB together.
          </p>
        </Stack>
      )}
    </ConfirmAction>
  );
}

function TextOf({
  name,
  value,
  onChange,
}: {
  name: TextName;
  value: string;
  onChange: (text: string) => void;
}) {
  const Field = LONG.includes(name) ? Textarea : TextInput;
  return (
    <Field
      label={kindWords(name)}
      maxLength={5_000}
      {...(Field === Textarea && { autosize: true, minRows: 2, maxRows: 8 })}
      value={value}
      onChange={({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value)}
    />
  );
}

function FileOf({
  kind,
  value,
  ...input
}: {
  kind: string;
  required: boolean;
  accept: string;
  value: File | null;
  onChange: (file: File | null) => void;
}) {
  return (
    <FileInput
      {...input}
      label={kindWords(kind)}
      placeholder="Choose a file"
      clearable
      clearButtonProps={{ 'aria-label': `Remove the file: ${kindWords(kind)}` }}
      value={value}
      error={(value?.size ?? 0) > MOST_BYTES && 'Larger than 2 MB.'}
    />
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',', 2)[1] ?? '');
    reader.onerror = () => reject(new Error(`${file.name} cannot be read`));
    reader.readAsDataURL(file);
  });
}
