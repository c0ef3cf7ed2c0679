-- An owner of rigs deletes their account. What companies wrote of them stays with the companies.

-- That somebody held a rig and let it go is known for as long as the rig is, also when the account is not any more:
-- it says whether a code opens a rig's whole life. But a claim that stands is of an account that is there.
alter table rig_claim drop constraint rig_claim_account_id_fkey;
alter table rig_claim
  add column held_by uuid generated always as (case when ended_at is null then account_id end) stored
    references auth_user;
comment on column rig_claim.account_id is 'of an account that may be deleted since, once the claim has ended';

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

-- Deletes the account of no company at work, where this is what is kept of its password: what signs it in, its record
-- among the customers, who came in by it, and what it was answered. What it did stays in the trail under no name; what
-- it did as a founder stays under theirs.
create function delete_own_account(verified text) returns void
  language plpgsql security definer set search_path from current
  as $$
  declare
    own uuid := app_actor()::uuid;
    own_email text := hold_own_account(verified);
  begin
    if own_email is null then
      raise exception 'This account is not theirs to delete.' using errcode = 'insufficient_privilege';
    end if;
    delete from auth_verification v where v.value in (own::text, own_email);
    delete from answer a where a.actor = own::text;
    delete from customer c where c.customer_uuid = own;
    delete from sign_in s where s.account = own and s.company_id is null;
    update deed d set actor_name = 'Deleted account' where d.actor = own and d.actor_kind = 'rv-owner';
    delete from auth_user u where u.id = own;
  end $$;

create policy leaving on answer for delete to rigwright_reach using (true);
grant select (actor), delete on answer to rigwright_reach;
create policy leaving on customer for delete to rigwright_reach using (true);
grant delete on customer to rigwright_reach;
create policy leaving on deed for update to rigwright_reach using (true) with check (true);
grant update (actor_name) on deed to rigwright_reach;

do $$
declare signature text;
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  foreach signature in array array['hold_own_account(text)', 'delete_own_account(text)']
  loop
    execute format('alter function %s owner to rigwright_reach', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to rigwright_app', signature);
  end loop;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
