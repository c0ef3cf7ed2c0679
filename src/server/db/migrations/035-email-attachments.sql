-- The document that is rendered as a PDF right before the email is sent, as it was when the email was written.
alter table email_outbox add column attachment jsonb;
