-- The ids of deleted accounts, and nothing else of them: a phone that still holds something of one asks whether to erase
-- it.
create table deleted_account (
  account_id uuid primary key,
  at timestamptz not null default now()
);
grant select, insert on deleted_account to rigwright_definer;
-- An account may come back under its id, with a company that is brought along again.
grant select (id) on auth_user to rigwright_definer;

create function note_deleted_account() returns trigger
  language plpgsql security definer set search_path from current
  as $$
  begin
    insert into deleted_account (account_id) values (old.id) on conflict do nothing;
    return null;
  end $$;
create trigger note_deleted_account after delete on auth_user for each row execute function note_deleted_account();

create function account_end(account uuid, out deleted boolean, out deactivated boolean)
  language plpgsql stable security definer set search_path from current
  as $$
  begin
    deleted := exists (select from deleted_account d where d.account_id = account)
      and not exists (select from auth_user u where u.id = account);
    deactivated := is_account_deactivated(account);
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function note_deleted_account owner to rigwright_definer;
alter function account_end owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function note_deleted_account, account_end from public;
grant execute on function account_end to rigwright_app;
