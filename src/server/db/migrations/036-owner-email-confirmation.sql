-- The owner of a company confirms their email by a link. Confirmed is `email_verified` of the company's own account.
-- A link is a row of auth_verification whose value is 'confirm ' and the account: what ends password links, whose value
-- is the account alone, keeps it.

create function create_email_confirmation(token_hash text, as_of timestamptz, expires timestamptz) returns void
  language sql security definer set search_path from current
  as $$
    insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
      values (token_hash, 'confirm ' || app_company(), expires, as_of, as_of)
  $$;

-- The company and the email of a link; no row if there is no such link.
create function find_email_confirmation(token_hash text)
  returns table (company_id uuid, name text, email text, is_confirmed boolean, expires_at timestamptz)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  declare link record;
  begin
    select v.value, v.expires_at into link from auth_verification v
      where v.identifier = token_hash and v.value like 'confirm %';
    if found then
      return query select u.id, u.name, u.email, u.email_verified, link.expires_at from auth_user u
        where u.id = substr(link.value, 9)::uuid;
    end if;
  end $$;

-- Confirms the email of this request's company by its link; false if that is not a valid link, or the email is confirmed
-- already. The account is locked first: a change of its email deletes its links.
create function confirm_owner_email(token_hash text, as_of timestamptz) returns boolean
  language plpgsql security definer set search_path from current
  as $$
  begin
    perform from auth_user u where u.id = app_company() for update;
    update auth_user u set email_verified = true, updated_at = as_of
      where u.id = app_company() and not u.email_verified
        and exists (select from auth_verification v
                    where v.identifier = token_hash and v.value = 'confirm ' || app_company()
                      and v.expires_at > as_of);
    return found;
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function create_email_confirmation owner to rigwright_definer;
alter function find_email_confirmation owner to rigwright_definer;
alter function confirm_owner_email owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function
  create_email_confirmation, find_email_confirmation, confirm_owner_email
  from public;
grant execute on function
  create_email_confirmation, find_email_confirmation, confirm_owner_email
  to rigwright_app;
