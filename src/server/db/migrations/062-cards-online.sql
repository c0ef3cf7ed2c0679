-- Cards online. Customers pay on the payment service's own pages, to an account of the company; no card number comes here.
alter table billing_setting
  add column card_account text,
  add column cards_ready boolean not null default false,
  add column cards_check_until timestamptz;
comment on column billing_setting.card_account is 'the company''s account at the payment service; null until it connects one';
comment on column billing_setting.cards_ready is 'whether that account may take payments';
comment on column billing_setting.cards_check_until is
  'until when the service is asked what was paid, in case it cannot tell us; null while nothing is open';
create policy definer on billing_setting for select to rigwright_definer using (true);
grant select on billing_setting to rigwright_definer;

-- A payment or refund of the service is entered once, however often and in whatever order we hear of it.
alter table ledger_entry add column processor_id text;
comment on column ledger_entry.processor_id is 'the payment or refund at the payment service; null for what was entered by hand';
create unique index ledger_entry_processor on ledger_entry (company_id, processor_id);

-- Every company whose payment service is to be asked. The server asks it; no request may.
create function open_card_checks(as_of timestamptz, among uuid[])
  returns table (company_id uuid, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select b.company_id, c.time_zone
      from billing_setting b join company c on c.company_id = b.company_id
      where b.cards_check_until >= as_of and c.deleted_at is null and (among is null or b.company_id = any(among));
  end $$;
do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function open_card_checks owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function open_card_checks from public;
