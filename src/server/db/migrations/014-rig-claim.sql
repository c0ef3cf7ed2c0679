-- Rigs held by an account. A claim that stands opens the details of the rig's visits to its owner. A claim that ended
-- stays, so that it is known how a rig came from one owner to the next, even after the account is deleted; only a
-- claim that stands refers to an account that exists.
create table rig_claim (
  claim_id uuid primary key,
  vin text not null,
  account_id uuid not null,
  claimed_at timestamptz not null,
  how text not null check (how in ('code', 'transfer')),
  from_company uuid not null,
  from_ticket integer not null,
  opened_from timestamptz,
  transfer_hash text,
  transfer_until timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('transfer', 'released', 'corrected', 'founder', 'superseded', 'no-vin')),
  current_account_id uuid generated always as (case when ended_at is null then account_id end) stored
    references auth_user,
  check ((ended_at is null) = (end_reason is null)),
  check ((transfer_hash is null) = (transfer_until is null))
);
comment on column rig_claim.account_id is 'may be deleted once the claim has ended';
comment on column rig_claim.opened_from is 'visits before this show only what is public; null: all are open';
comment on column rig_claim.transfer_hash is 'of the code that transfers the rig; the code itself is not stored';
create unique index rig_claim_current on rig_claim (vin) where ended_at is null;
create index rig_claim_account on rig_claim (account_id) where ended_at is null;
create index rig_claim_past on rig_claim (vin) where ended_at is not null;
select declare_protected_table('rig_claim', app => 'select, insert, update', definer => 'select, insert, update');
create policy own_account on rig_claim to rigwright_app
  using (account_id::text = app_actor()) with check (account_id::text = app_actor());

-- Whose rig this is, as far as the actor may know: nobody's, theirs or another account's. `is_offered`: a code with
-- this hash transfers it at this moment. `was_released`: since another owner released the rig, or lost the whole of it
-- to founders, a made-up ticket could have named its customer. An owner of only a part was never that customer.
create function rig_claim_status(rig_vin text, code_hash text, as_of timestamptz)
  returns table (owner text, is_offered boolean, was_released boolean)
  language sql stable security definer set search_path from current
  as $$
    select case when c.claim_id is null then 'nobody'
                when c.account_id::text = app_actor() then 'mine' else 'another' end,
           coalesce(c.transfer_hash = code_hash and c.transfer_until > as_of, false),
           coalesce(past.lost_whole or (past.released and past.whole_ended), false)
    from (select bool_or(p.opened_from is null) as whole_ended,
                 bool_or(p.end_reason = 'released' and p.account_id::text <> app_actor()) as released,
                 bool_or(p.end_reason = 'founder' and p.opened_from is null and p.account_id::text <> app_actor())
                   as lost_whole
          from rig_claim p where p.vin = rig_vin and p.ended_at is not null) past
    left join rig_claim c on c.vin = rig_vin and c.ended_at is null
  $$;

-- Transfers a rig to the actor, if the code is one that its owner gave out: the old claim ends, and the new one opens
-- the same visits. Returns whether it did.
create function accept_rig_transfer(rig_vin text, code_hash text, as_of timestamptz, new_claim uuid) returns boolean
  language plpgsql security definer set search_path from current
  as $$
  declare old rig_claim%rowtype;
  begin
    update rig_claim c set ended_at = as_of, end_reason = 'transfer', transfer_hash = null, transfer_until = null
      where c.vin = rig_vin and c.ended_at is null and c.transfer_hash = code_hash and c.transfer_until > as_of
        and c.account_id::text <> app_actor()
      returning * into old;
    if old.claim_id is null then
      return false;
    end if;
    insert into rig_claim (claim_id, vin, account_id, claimed_at, how, from_company, from_ticket, opened_from)
      values (new_claim, rig_vin, app_actor()::uuid, as_of, 'transfer', old.from_company, old.from_ticket,
              old.opened_from);
    return true;
  end $$;

-- The email of the account from which the actor has just got a rig by a transfer; null without one.
create function rig_seller_email(rig_vin text, as_of timestamptz) returns text
  language plpgsql stable security definer set search_path from current
  as $$
  begin
    return (select u.email from rig_claim old join auth_user u on u.id = old.account_id
    where old.vin = rig_vin and old.end_reason = 'transfer' and old.ended_at = as_of
      and exists (select from rig_claim own
                  where own.vin = rig_vin and own.how = 'transfer' and own.claimed_at = as_of
                    and own.ended_at is null and own.account_id::text = app_actor()));
  end $$;

-- The account whose claim of the rig has just ended; null without one.
create function rig_claim_ended_at(rig_vin text, as_of timestamptz) returns uuid
  language sql stable security definer set search_path from current
  as $$
    select c.account_id from rig_claim c where c.vin = rig_vin and c.ended_at = as_of
    order by c.claimed_at desc limit 1
  $$;

-- The tickets of a rig whose codes no longer claim it, because founders ended the claim that was made with them. A
-- transfer used no ticket's code.
create function revoked_claim_codes(rig_vin text) returns table (company_id uuid, ticket_id integer)
  language sql stable security definer set search_path from current
  as $$
    select distinct c.from_company, c.from_ticket from rig_claim c where c.vin = rig_vin and c.end_reason = 'founder'
      and c.how = 'code'
  $$;

-- Whether founders ended a claim of the actor to this rig.
create function is_rig_claim_revoked(rig_vin text) returns boolean
  language sql stable security definer set search_path from current
  as $$
    select exists (select from rig_claim c
                   where c.vin = rig_vin and c.end_reason = 'founder' and c.account_id::text = app_actor())
  $$;

-- Ends the claim of an owner who holds only what came from their own ticket on, if the actor has been the rig's
-- customer since its first visit; returns the former owner's email, or null. A company can make up tickets, and write
-- another email for a customer: so the rig's first ticket must have the same email as the customer's record, and the
-- rig must never have been without an owner, when any next ticket names its customer.
create function supersede_rig_claim(rig_vin text, as_of timestamptz) returns text
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    actor_email text := lower(own_email());
    known_customer uuid := (select r.customer_uuid from rig r where r.vin = rig_vin and r.assigned);
    first record;
    former_account uuid;
  begin
    if actor_email is null or known_customer is null then
      return null;
    end if;
    perform from customer k where k.customer_uuid = known_customer and lower(k.email) = actor_email;
    if not found then
      return null;
    end if;
    select h.company_id, h.ticket_id into first from work_history h
      where h.vin = rig_vin order by h.completed_timestamp, h.ticket_id limit 1;
    perform from ticket t
      where t.company_id = first.company_id and t.ticket_id = first.ticket_id and lower(t.email) = actor_email;
    if not found then
      return null;
    end if;
    perform from rig_claim c
      where c.vin = rig_vin and c.ended_at is not null
        and (c.opened_from is null or (c.end_reason = 'founder' and c.account_id::text = app_actor()));
    if found then
      return null;
    end if;
    update rig_claim c set ended_at = as_of, end_reason = 'superseded', transfer_hash = null, transfer_until = null
      where c.vin = rig_vin and c.ended_at is null and c.opened_from is not null and c.account_id::text <> app_actor()
      returning c.account_id into former_account;
    return (select u.email from auth_user u where u.id = former_account);
  end $$;

-- Who owns a rig, for the company that has just served it: whether an account does, and their account if their
-- confirmed email is the one on the ticket.
create function rig_owner(rig_vin text, ticket_email text) returns table (is_held boolean, account uuid)
  language sql stable security definer set search_path from current
  as $$
    select true, u.id
    from rig_claim c left join auth_user u
      on u.id = c.account_id and u.email_verified and lower(u.email) = lower(ticket_email)
    where c.vin = rig_vin and c.ended_at is null and app_company() is not null
  $$;

-- The contact details of a rig's owner, for any company, if they chose to share them; never of an owner who claimed
-- only a part of the rig's history.
create function shared_rig_contact(rig_vin text)
  returns table (first_name text, last_name text, email text, phone text, address text,
                 latitude float8, longitude float8)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  declare owner_id uuid := (
    select c.account_id from rig_claim c where c.vin = rig_vin and c.ended_at is null and c.opened_from is null);
  begin
    if owner_id is not null and app_company() is not null then
      return query select k.first_name, k.last_name, k.email, k.phone, k.address, k.latitude, k.longitude
        from customer k where k.customer_uuid = owner_id and k.shares_contact;
    end if;
  end $$;

grant execute on function
  rig_claim_status, accept_rig_transfer, rig_seller_email, rig_claim_ended_at, revoked_claim_codes,
  is_rig_claim_revoked, supersede_rig_claim, rig_owner, shared_rig_contact
  to rigwright_app;
