-- expand
-- Who gave a colleague access to the portal anew (docs/decisions/0061): a link for a new password, a second factor that was reset.
-- For a day afterwards the two count as one person where a brand has four eyes. A few rows a user.
--
-- distribute: access_given by merchant_id

create table access_given (
  merchant_id uuid not null,
  user_id uuid not null,
  -- the colleague who held the link, or took the factor away
  by_user_id uuid not null,
  -- when; again when the link is used, and when the new factor is added
  at timestamptz not null,
  link_open boolean not null,
  factor_open boolean not null,
  primary key (merchant_id, user_id, by_user_id)
);
