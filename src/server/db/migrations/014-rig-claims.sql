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
  ended_how text check (ended_how in ('transfer', 'let-go', 'corrected', 'founder', 'superseded')),
  held_by uuid generated always as (case when ended_at is null then account_id end) stored references auth_user,
  check ((ended_at is null) = (ended_how is null)),
  check ((transfer_hash is null) = (transfer_until is null))
);
comment on column rig_claim.account_id is 'of an account that may be deleted since, once the claim has ended';
comment on column rig_claim.opened_from is 'visits before this stay as the public sees them; null: all are open';
comment on column rig_claim.transfer_hash is 'of the code that hands the rig on; the code itself is kept nowhere';
create unique index rig_claim_standing on rig_claim (vin) where ended_at is null;
create index rig_claim_of on rig_claim (account_id) where ended_at is null;
create index rig_claim_past on rig_claim (vin) where ended_at is not null;
alter table rig_claim enable row level security, force row level security;
create policy own_account on rig_claim to rigwright_app
  using (account_id::text = (select app_actor())) with check (account_id::text = (select app_actor()));
create policy keeper on rig_claim for select to rigwright_keeper using (true);
create policy reach on rig_claim to rigwright_reach using (true) with check (true);
grant select, insert, update on rig_claim to rigwright_app;
grant select, insert, update on rig_claim to rigwright_reach;

-- A link by which a buyer reads what the rig's owner reads, without learning who that is.
create table rig_report (
  report_id uuid primary key,
  claim_id uuid not null references rig_claim on delete cascade,
  vin text not null,
  account_id uuid not null,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz
);
create index rig_report_of on rig_report (claim_id, made_at desc);
alter table rig_report enable row level security, force row level security;
create policy own_account on rig_report to rigwright_app
  using (account_id::text = (select app_actor())) with check (account_id::text = (select app_actor()));
create policy keeper on rig_report for select to rigwright_keeper using (true);
create policy reach on rig_report to rigwright_reach using (true) with check (true);
grant select, insert, update on rig_report to rigwright_app;
grant select on rig_report to rigwright_reach;

-- What an owner says about a visit: one note and one dispute. They stay with the rig when it gets another owner.
create table rig_note (
  vin text not null,
  company_uuid uuid not null,
  ticket_id integer not null,
  claim_id uuid not null,
  kind text not null check (kind in ('note', 'dispute')),
  account_id uuid not null,
  words text not null,
  written_at timestamptz not null,
  primary key (vin, company_uuid, ticket_id, claim_id, kind)
);
create index rig_note_disputes on rig_note (written_at desc, vin) where kind = 'dispute';
alter table rig_note enable row level security, force row level security;
create policy own_account on rig_note to rigwright_app
  using (account_id::text = (select app_actor())) with check (account_id::text = (select app_actor()));
create policy keeper on rig_note for select to rigwright_keeper using (true);
create policy reach on rig_note to rigwright_reach using (true) with check (true);
grant select, insert, update, delete on rig_note to rigwright_app;
grant select, delete on rig_note to rigwright_reach;

-- Whose rig this is, as far as the actor may know: nobody's, theirs or somebody else's. `is_offered`: a code with this
-- hash transfers it at this moment. `was_let_go`: since another owner released the rig, or lost the whole of it to
-- founders, a made-up ticket could have named its customer. An owner of only a part was never that customer.
create function claim_standing(asked text, hash text, moment timestamptz)
  returns table (whose text, is_offered boolean, was_let_go boolean)
  language sql stable security definer set search_path from current
  as $$
    select case when c.claim_id is null then 'nobody'
                when c.account_id::text = app_actor() then 'mine' else 'another' end,
           coalesce(c.transfer_hash = hash and c.transfer_until > moment, false),
           coalesce(past.lost_whole or (past.let_go and past.whole_ended), false)
    from (select bool_or(p.opened_from is null) as whole_ended,
                 bool_or(p.ended_how = 'let-go' and p.account_id::text <> app_actor()) as let_go,
                 bool_or(p.ended_how = 'founder' and p.opened_from is null and p.account_id::text <> app_actor())
                   as lost_whole
          from rig_claim p where p.vin = asked and p.ended_at is not null) past
    left join rig_claim c on c.vin = asked and c.ended_at is null
  $$;

-- Transfers a rig to the actor, if the code is one that its owner gave out: the old claim ends, and the new one opens
-- the same visits. Returns whether it did.
create function take_over_rig(asked text, hash text, moment timestamptz, new_claim uuid) returns boolean
  language plpgsql security definer set search_path from current
  as $$
  declare old rig_claim%rowtype;
  begin
    update rig_claim c set ended_at = moment, ended_how = 'transfer', transfer_hash = null, transfer_until = null
      where c.vin = asked and c.ended_at is null and c.transfer_hash = hash and c.transfer_until > moment
        and c.account_id::text <> app_actor()
      returning * into old;
    if old.claim_id is null then
      return false;
    end if;
    insert into rig_claim (claim_id, vin, account_id, claimed_at, how, from_company, from_ticket, opened_from)
      values (new_claim, asked, app_actor()::uuid, moment, 'transfer', old.from_company, old.from_ticket,
              old.opened_from);
    return true;
  end $$;

-- The tickets of a rig whose codes no longer claim it, because founders ended the claim that was made with them. A
-- transfer used no ticket's code.
create function ended_papers(asked text) returns table (company_id uuid, ticket_id integer)
  language sql stable security definer set search_path from current
  as $$
    select distinct c.from_company, c.from_ticket from rig_claim c where c.vin = asked and c.ended_how = 'founder'
      and c.how = 'code'
  $$;

-- Whether founders ended a claim of the actor to this rig.
create function is_claim_ended(asked text) returns boolean
  language sql stable security definer set search_path from current
  as $$
    select exists (select from rig_claim c
                   where c.vin = asked and c.ended_how = 'founder' and c.account_id::text = app_actor())
  $$;

-- Ends the claim of an owner who holds only what came from their own ticket on, if the actor has been the rig's
-- customer since its first visit; returns the former owner's email, or null. A company can make up tickets, and write
-- another email for a customer: so the rig's first ticket must have the same email as the customer's record, and the
-- rig must never have been without an owner, when any next ticket names its customer.
create function supersede_claim(asked text, moment timestamptz) returns text
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    own text := lower(own_email());
    known uuid := (select r.customer_uuid from rig r where r.vin = asked and r.assigned);
    first record;
    former uuid;
  begin
    if own is null or known is null then
      return null;
    end if;
    perform from customer k where k.customer_uuid = known and lower(k.email) = own;
    if not found then
      return null;
    end if;
    select h.company_id, h.ticket_id into first from work_history h
      where h.vin = asked order by h.completed_timestamp, h.ticket_id limit 1;
    perform from ticket t
      where t.company_id = first.company_id and t.ticket_id = first.ticket_id and lower(t.email) = own;
    if not found then
      return null;
    end if;
    perform from rig_claim c
      where c.vin = asked and c.ended_at is not null
        and (c.opened_from is null or (c.ended_how = 'founder' and c.account_id::text = app_actor()));
    if found then
      return null;
    end if;
    update rig_claim c set ended_at = moment, ended_how = 'superseded', transfer_hash = null, transfer_until = null
      where c.vin = asked and c.ended_at is null and c.opened_from is not null and c.account_id::text <> app_actor()
      returning c.account_id into former;
    return (select u.email from auth_user u where u.id = former);
  end $$;

-- Who owns a rig, for the company that has just served it: whether anybody does, and their account if their confirmed
-- email is the one on the ticket.
create function rig_holder(asked text, typed_email text) returns table (is_held boolean, account uuid)
  language sql stable security definer set search_path from current
  as $$
    select true, u.id
    from rig_claim c left join auth_user u
      on u.id = c.account_id and u.email_verified and lower(u.email) = lower(typed_email)
    where c.vin = asked and c.ended_at is null and app_company() is not null
  $$;

-- The contact details of a rig's owner, for any company, if they chose to share them; never of an owner who claimed
-- only a part of the rig's history.
create function shared_contact(asked text)
  returns table (first_name text, last_name text, email text, phone text, address text,
                 latitude float8, longitude float8)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  declare holder uuid := (
    select c.account_id from rig_claim c where c.vin = asked and c.ended_at is null and c.opened_from is null);
  begin
    if holder is not null and app_company() is not null then
      return query select k.first_name, k.last_name, k.email, k.phone, k.address, k.latitude, k.longitude
        from customer k where k.customer_uuid = holder and k.shares_contact;
    end if;
  end $$;

alter function claim_standing owner to rigwright_reach;
alter function take_over_rig owner to rigwright_reach;
alter function ended_papers owner to rigwright_reach;
alter function is_claim_ended owner to rigwright_reach;
alter function supersede_claim owner to rigwright_reach;
alter function rig_holder owner to rigwright_reach;
alter function shared_contact owner to rigwright_reach;
revoke all on function
  claim_standing, take_over_rig, ended_papers, is_claim_ended, supersede_claim, rig_holder, shared_contact
  from public;
grant execute on function
  claim_standing, take_over_rig, ended_papers, is_claim_ended, supersede_claim, rig_holder, shared_contact
  to rigwright_app;
