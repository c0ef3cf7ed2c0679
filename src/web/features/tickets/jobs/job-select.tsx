import { Select, type SelectProps } from '@mantine/core'
import { jobLabel } from '#domain/tickets/job.ts'
import type { JobName } from '#web/features/tickets/ticket-context.ts'

type JobSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  jobs: readonly JobName[]
  value: number | null
  onChange: (jobNumber: number | null) => void
}

/** The job line that a part is for, or none: then it is for the ticket as a whole. */
export const JobSelect = ({ jobs, value, onChange, ...rest }: JobSelectProps) => (
  <Select
    placeholder="Optional"
    clearable
    // Closed, it holds no second copy of the job lines.
    comboboxProps={{ shadow: 'md', keepMounted: false }}
    clearButtonProps={{ 'aria-label': 'No job line' }}
    data={jobs.map(job => ({ value: String(job.jobNumber), label: jobLabel(job) }))}
    {...rest}
    value={value === null ? null : String(value)}
    onChange={chosen => onChange(chosen === null ? null : Number(chosen))}
  />
)
