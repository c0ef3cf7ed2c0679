select declare_definer_functions();

-- These run as their caller.
revoke all on function
  board_sections, complete_command, retain_documents, declare_company_table, declare_protected_table,
  declare_definer_functions, normalized_text, phone_digits
  from public;
