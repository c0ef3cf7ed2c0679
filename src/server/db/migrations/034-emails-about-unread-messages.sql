-- When the customer is emailed what the desk wrote and they have not read; null once they have, or the email was queued.
-- Messages from before have no such time.
alter table ticket_message add column email_due_at timestamptz,
  add column email_outcome text check (email_outcome in ('posted', 'no-mail', 'too-many'));
comment on column ticket_message.email_outcome is 'what became of that email; null without one';
comment on column ticket_message.read_at is 'when the other side first saw it';
create index ticket_message_email_due on ticket_message (company_id, email_due_at) where email_due_at is not null;
create policy definer on ticket_message for select to rigwright_definer using (true);
grant select on ticket_message to rigwright_definer;
grant update (email_due_at, email_outcome) on ticket_message to rigwright_app;

-- Every company's tickets with an unread message whose email is due. The server asks for its emails; no request may.
create function unread_messages(as_of timestamptz)
  returns table (company_id uuid, ticket_id integer, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query select distinct m.company_id, m.ticket_id, c.time_zone
    from ticket_message m join company c on c.company_id = m.company_id
    where m.email_due_at <= as_of and c.suspended_at is null;
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function unread_messages owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function unread_messages from public;
