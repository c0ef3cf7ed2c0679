import { Select, type SelectProps } from '@mantine/core'
import { jobLabel } from '#domain/tickets/job.ts'
import type { JobName } from '#web/features/tickets/ticket-context.ts'

type JobSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  jobs: readonly JobName[]
  value: number | null
  onChange: (jobNumber: number | null) => void
}

/** The job line of a part, or none for the whole ticket. */
export const JobSelect = ({ jobs, value, onChange, ...rest }: JobSelectProps) => (
  <Select
    placeholder="Optional"
    clearable
    // Closed, its list of job lines is unmounted.
    comboboxProps={{ shadow: 'md', keepMounted: false }}
    clearButtonProps={{ 'aria-label': 'No job line' }}
    data={jobs.map(job => ({ value: String(job.jobNumber), label: jobLabel(job) }))}
    {...rest}
    value={value === null ? null : String(value)}
    onChange={chosen => onChange(chosen === null ? null : Number(chosen))}
  />
)
