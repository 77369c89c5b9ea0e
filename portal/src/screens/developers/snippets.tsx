// Code to paste for the main calls, in four languages, with the address of this gateway.
import { Anchor, Group, SegmentedControl, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Fact, Facts, Section } from '../../parts/section.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { Code, DevelopersFrame } from './developers-frame.tsx';

export function Snippets() {
  const { id: brandId } = useBrand();
  const { data, error, refetch } = useQuery(
    apiQuery('/portal/api/brands/{brandId}/developers/snippets', { params: { brandId } }),
  );
  const [chosen, setChosen] = useState('createPayin');
  const [language, setLanguage] = useState('curl');
  const snippet = data?.snippets.find(({ id }) => id === chosen) ?? data?.snippets[0];
  const sample = snippet?.samples.find((one) => one.language === language) ?? snippet?.samples[0];
  return (
    <DevelopersFrame lead="Code examples. They read keys and secrets from environment variables.">
      {error && <ErrorState error={error} again={refetch} />}
      {!data && !error && <Skeleton height={480} />}
      {data && snippet && sample && (
        <>
          <Section title="This brand">
            <Facts wide>
              <Fact label="Brand id">
                <CopyId value={data.brandId} label="brand id" whole />
              </Fact>
              <Fact label="Address of the API">
                <CopyId value={data.publicUrl} label="address" whole />
              </Fact>
              <Fact label="TOLLGATE_API_KEY">
                {(data.apiKey as { hint: string | null; id: string } | null)?.hint ??
                  (data.apiKey as { id: string } | null)?.id}
              </Fact>
              <Fact label="Signing secret id">
                {data.signingSecretId && <CopyId value={data.signingSecretId} label="secret id" whole />}
              </Fact>
            </Facts>
          </Section>
          <Section
            title={snippet.title}
            lead={
              <>
                {snippet.address}{' '}
                <Anchor href={snippet.docs} underline="always">
                  API reference
                </Anchor>
              </>
            }
            actions={<CopyText text={sample.code} />}
          >
            <Stack>
              <Group>
                <Select
                  label="Call"
                  data={data.snippets.map(({ id, title }) => ({ value: id, label: title }))}
                  value={snippet.id}
                  allowDeselect={false}
                  onChange={(value) => setChosen(value!)}
                  w={320}
                />
              </Group>
              <SegmentedControl
                aria-label="Language"
                data={snippet.samples.map((one) => one.language)}
                value={sample.language}
                onChange={setLanguage}
              />
              <Code label={`${snippet.title} in ${sample.language}`} text={sample.code} plain />
            </Stack>
          </Section>
        </>
      )}
    </DevelopersFrame>
  );
}
