-- expand

-- Who since the present issuer was named has changed who gets in by single sign-on, and as what (docs/decisions/0061): the ids of users of
-- the portal, and the id of nobody for an operator. null: not known, because a former release stored it; it counts as an operator.
alter table single_sign_on add column set_by uuid[];

-- The person at the identity provider whom this session becomes the user of once it is signed in: a JSON object. null: nobody.
alter table portal_sessions add column link text;
