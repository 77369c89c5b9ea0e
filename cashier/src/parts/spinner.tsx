// A turning ring, visible only after 400 ms.

export function Spinner({ label }: { label: string }) {
  return (
    <span class="spinner">
      <span class="hidden-visually">{label}</span>
    </span>
  );
}
