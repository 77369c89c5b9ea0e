// The pictures of the screens that wait or end: one line drawing each, in the colour of its meaning, on a soft disc.
// Screen readers skip them, so they must say nothing that the words beside them do not say.

/** Drawn on 96 × 96 with a round pen. */
const SHAPES = {
  shield: 'M48 24l20 7v15c0 13-8 21-20 26-12-5-20-13-20-26V31ZM39 47l7 7 12-13',
  card: 'M27 32h42a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H27a4 4 0 0 1-4-4V36a4 4 0 0 1 4-4ZM23 42h50M31 55h11',
  bank: 'M25 41 48 27l23 14ZM32 41v21M43 41v21M53 41v21M64 41v21M27 62h42M24 70h48',
  wallet:
    'M27 34h37a5 5 0 0 1 5 5v26a5 5 0 0 1-5 5H29a5 5 0 0 1-5-5V33a6 6 0 0 1 6-6h33v7M69 46H58a6 6 0 0 0 0 12h11',
  paper:
    'M54 24H34a4 4 0 0 0-4 4v40a4 4 0 0 0 4 4h28a4 4 0 0 0 4-4V36ZM54 24v12h12M38 62c4-9 7-9 7-4s3 5 6 0 4 2 7 1M38 44h14',
  search:
    'M45 25a19 19 0 1 0 0 38 19 19 0 1 0 0-38ZM59 58l13 13M39 40a6 6 0 1 1 9 5c-2 1.4-3 2.5-3 4.5M45 55h.01',
  receipt: 'M31 25h34v47l-5.6-4-5.7 4-5.7-4-5.7 4-5.7-4-5.6 4ZM39 37h18M39 46h18M39 55h10',
  shop: 'M29 28h38l6 14a6.2 6.2 0 0 1-12.5 0 6.2 6.2 0 0 1-12.5 0 6.2 6.2 0 0 1-12.5 0 6.2 6.2 0 0 1-12.5 0ZM28 52v19h40V52M43 71V59h11v12',
  check: 'M33 49l10 10 20-21',
  note: 'M25 33h46a4 4 0 0 1 4 4v22a4 4 0 0 1-4 4H25a4 4 0 0 1-4-4V37a4 4 0 0 1 4-4ZM48 41a7 7 0 1 0 0 14 7 7 0 1 0 0-14ZM30 48h.01M66 48h.01',
  clock: 'M48 25a23 23 0 1 0 0 46 23 23 0 1 0 0-46ZM48 35v13l9 6',
  back: 'M37 29 24 42l13 13M24 42h33a13 13 0 0 1 0 26H44',
};

/** A small sign at the bottom of the drawing, on a disc of radius 11 at (68, 66). */
const SIGNS = {
  cross: 'M64 62l8 8M72 62l-8 8',
  clock: 'M68 60v6l4 2',
};

export function Picture({
  shape,
  tone,
  sign,
}: {
  shape: keyof typeof SHAPES;
  tone: 'accent' | 'good' | 'bad' | 'late' | 'plain';
  sign?: keyof typeof SIGNS;
}) {
  return (
    <svg class={`picture ${tone} ${shape}`} viewBox="0 0 96 96" aria-hidden="true">
      <circle class="disc" cx="48" cy="48" r="44" />
      <path d={SHAPES[shape]} pathLength={shape === 'check' ? 1 : undefined} />
      {sign && (
        <g class="sign">
          <circle cx="68" cy="66" r="12" />
          <path d={SIGNS[sign]} />
        </g>
      )}
    </svg>
  );
}
