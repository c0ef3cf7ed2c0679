import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { jobLabel } from '#domain/tickets/job.ts'
import type { JobName } from '#web/features/tickets/ticket-context.ts'
import styles from './parts.module.css'

type JobSelectProps = Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> & {
  jobs: readonly JobName[]
  value: number | null
  onChange: (jobNumber: number | null, select: HTMLSelectElement) => void
  /** Shown without a job line. */
  placeholder?: string
}

/** The job line of a part, or none for the whole ticket. */
export const JobSelect = ({ jobs, value, onChange, placeholder = 'Optional', ...rest }: JobSelectProps) => (
  <NativeSelect
    classNames={{ input: styles.jobSelect ?? '' }}
    {...rest}
    data={[
      { value: '', label: placeholder },
      ...jobs.map(job => ({ value: String(job.jobNumber), label: jobLabel(job) })),
    ]}
    value={value ?? ''}
    onChange={({ currentTarget }) =>
      onChange(currentTarget.value === '' ? null : Number(currentTarget.value), currentTarget)
    }
  />
)
