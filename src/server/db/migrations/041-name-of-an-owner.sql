-- Whether the owner was asked for their own name: until then the account has the company's.
alter table company add owner_name_asked boolean not null default false;

-- The name of the own account, if it owns a company. The company's id is its owner's.
create function rename_own_company_account(account_name text, as_of timestamptz) returns void
  language sql security definer set search_path from current
  as $$
    update auth_user u set name = account_name, updated_at = as_of
    where u.id = own_account()
      and exists (select from account_company a where a.account_id = u.id and a.company = u.id)
  $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function rename_own_company_account owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function rename_own_company_account from public;
grant execute on function rename_own_company_account to rigwright_app;
