-- Of people who share an email, those emails of the company are deleted that greet a forgotten one. A function, because
-- no role of requests reads what an email says: it may hold a link that opens an account. Returns the emails' ids.
create function delete_greeting_emails(of_recipient text, greetings text[]) returns setof uuid
  language plpgsql security definer set search_path from current
  as $$
  declare own uuid := app_company();
  begin
    return query
      delete from email_outbox o
      where o.company_id = own and lower(o.recipient) = of_recipient
        and exists (select from unnest(greetings) as g (words) where starts_with(o.text, g.words))
      returning o.email_id;
  end $$;

grant select (email_id, text) on email_outbox to rigwright_definer;
do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function delete_greeting_emails owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function delete_greeting_emails from public;
grant execute on function delete_greeting_emails to rigwright_eraser;
