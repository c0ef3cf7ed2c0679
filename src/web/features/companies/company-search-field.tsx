import { MAX_QUERY_LENGTH } from '#domain/companies/search-params.ts'
import { PlainTextField } from '#web/ui/forms/plain-text-field.tsx'

type CompanySearchFieldProps = { label: string; value: string; onChange: (typed: string) => void }

export const CompanySearchField = ({ label, value, onChange }: CompanySearchFieldProps) => (
  <PlainTextField
    label={label}
    name="q"
    autoComplete="off"
    spellCheck={false}
    enterKeyHint="search"
    maxLength={MAX_QUERY_LENGTH}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
