// The value of updated_at by which directories notice a change of a brand or an account. Two transactions can begin
// within one microsecond, so now() alone may write the value that is already there, and the change would stay unnoticed.
export const NEXT_MARK = `updated_at = greatest(now(), updated_at + interval '1 microsecond')`;
