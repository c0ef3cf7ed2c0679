-- On distributed tables Citus takes no policy with a subquery.
alter policy own_company on billing_setting
  using (company_id = app_company()) with check (company_id = app_company());
alter policy own_company on tax_rate using (company_id = app_company()) with check (company_id = app_company());
alter policy own_company on invoice using (company_id = app_company()) with check (company_id = app_company());
alter policy own_company on ledger_entry using (company_id = app_company()) with check (company_id = app_company());
