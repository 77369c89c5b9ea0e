// The value of updated_at by which directories notice a change of a brand or an account. Two transactions can begin
// within one microsecond. Then now() alone would write the value that is already there, and nobody would notice.
export const NEXT_MARK = `updated_at = greatest(now(), updated_at + interval '1 microsecond')`;
