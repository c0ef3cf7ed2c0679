alter table billing_setting add column booking_payment jsonb;
comment on column billing_setting.booking_payment is
  'what customers pay by card when booking: kind, amount in cents, hoursBefore; null for nothing';
alter table booking add column payment jsonb;
comment on column booking.payment is 'billing_setting.booking_payment as its customer read it; null for nothing';
