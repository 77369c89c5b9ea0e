// A turning ring, seen only once something has taken 400 ms.

export function Spinner({ label }: { label: string }) {
  return (
    <span class="spinner">
      <span class="hidden-visually">{label}</span>
    </span>
  );
}
