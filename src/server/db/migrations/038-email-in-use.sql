-- Whether an account has this email, for a form that is refused for another reason: creating the account says so too.
create function is_email_in_use(account_email text) returns boolean
  language sql stable security definer set search_path from current
  as $$ select exists (select from auth_user u where u.email = account_email) $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function is_email_in_use owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function is_email_in_use from public;
grant execute on function is_email_in_use to rigwright_app;
