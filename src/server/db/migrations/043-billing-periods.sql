alter table billing_setting add column earlier_periods jsonb not null default '[]';
comment on column billing_setting.earlier_periods is
  'when billing was on before it was turned off: from and to; what was finalized then still waits for an invoice';
