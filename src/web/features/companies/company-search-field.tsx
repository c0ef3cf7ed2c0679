import { MAX_QUERY_LENGTH } from '#domain/companies/search-params.ts'
import { ReadOnlyField } from '#web/ui/forms/read-only-field.tsx'

type CompanySearchFieldProps = { label: string; value: string; onChange: (typed: string) => void }

/** What companies are searched for by. */
export const CompanySearchField = ({ label, value, onChange }: CompanySearchFieldProps) => (
  <ReadOnlyField
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
