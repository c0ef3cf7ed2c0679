-- Of people who share an email, the emails that greet a forgotten one are deleted.
grant select (text) on email_outbox to rigwright_eraser;
