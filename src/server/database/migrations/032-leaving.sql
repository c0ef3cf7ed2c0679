-- An owner of rigs deletes their account. What companies wrote of them stays with the companies.

-- That somebody held a rig and let it go is known for as long as the rig is, also when the account is not any more:
-- claim_standing asks by it whether a code opens a rig's whole life.
alter table rig_claim alter column account_id drop not null;
alter table rig_claim drop constraint rig_claim_account_id_fkey;
alter table rig_claim add constraint rig_claim_account_id_fkey
  foreign key (account_id) references auth_user on delete set null;
alter table rig_claim add constraint rig_claim_held check (account_id is not null or ended_at is not null);
comment on column rig_claim.account_id is 'null: of an account that is deleted';

-- As in 027; whose account is gone is somebody else.
create or replace function claim_standing(asked text, hash text, moment timestamptz)
  returns table (whose text, is_offered boolean, was_let_go boolean)
  language sql stable security definer set search_path from current
  as $$
    select case when c.claim_id is null then 'nobody'
                when c.account_id::text = app_actor() then 'mine' else 'another' end,
           coalesce(c.transfer_hash = hash and c.transfer_until > moment, false),
           exists (select from rig_claim past where past.vin = asked and past.ended_how = 'let-go'
                   and past.account_id::text is distinct from app_actor())
    from (values (1)) as once
    left join rig_claim c on c.vin = asked and c.ended_at is null
  $$;

-- Holds the account of no company at work, where this is what is kept of its password; answers its email, null where
-- it is not. Nobody claims a rig with it meanwhile.
create function hold_own_account(verified text) returns text
  language plpgsql security definer set search_path from current
  as $$
  declare held auth_user%rowtype;
  begin
    select * into held from auth_user u where u.id = app_actor()::uuid for update;
    if exists (select from account_company a where a.account_id = held.id)
       or not exists (select from auth_credential c where c.user_id = held.id and c.password = verified) then
      return null;
    end if;
    return held.email;
  end $$;

-- Deletes the account of no company at work: what signs it in, its record among the customers, and who came in by it.
-- What it did stays in the trail under no name; what it did as a founder stays under theirs.
create function delete_own_account() returns void
  language plpgsql security definer set search_path from current
  as $$
  declare own uuid := app_actor()::uuid;
  begin
    if exists (select from account_company a where a.account_id = own) then
      raise exception 'This account is of a company.' using errcode = 'insufficient_privilege';
    end if;
    delete from auth_verification v where v.value = own::text;
    delete from customer c where c.customer_uuid = own;
    delete from sign_in s where s.account = own and s.company_id is null;
    update deed d set actor_name = 'Deleted account' where d.actor = own and d.actor_kind = 'rv-owner';
    delete from auth_user u where u.id = own;
  end $$;

create policy leaving on customer for delete to rigwright_reach using (true);
grant delete on customer to rigwright_reach;
create policy leaving on deed for update to rigwright_reach using (true) with check (true);
grant update (actor_name) on deed to rigwright_reach;

do $$
declare signature text;
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  foreach signature in array array['hold_own_account(text)', 'delete_own_account()']
  loop
    execute format('alter function %s owner to rigwright_reach', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to rigwright_app', signature);
  end loop;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
