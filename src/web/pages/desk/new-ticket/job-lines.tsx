import { Button } from '@mantine/core'
import { IconPlus, IconQuestionMark } from '@tabler/icons-react'
import { lazy, useId } from 'react'
import { formatHours } from '#domain/lib/hours.ts'
import { type TicketForm, validateNextJob } from '#web/features/tickets/form/ticket-form.ts'
import { JobFields } from '#web/features/tickets/jobs/job-fields.tsx'
import { EMPTY_JOB, type JobFormValues } from '#web/features/tickets/jobs/job-form-values.ts'
import rowStyles from '#web/features/tickets/jobs/job-row.module.css'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { Numbers } from '#web/ui/numbers.tsx'
import styles from './job-lines.module.css'

const QuotedFields = lazy(() =>
  import('./quoted-fields.tsx').then(({ QuotedFields }) => ({ default: QuotedFields })),
)

/** The fields for a new job line, and the lines added so far. */
export function JobLines({ form }: { form: TicketForm }) {
  const { jobs } = form.values

  async function add() {
    const job = await validateNextJob(form)
    if (job === null) return
    // What was typed while the validation was loading is the next line.
    if (form.getValues().nextJob.problem === job.problem) form.setFieldValue('nextJob', EMPTY_JOB)
    form.insertListItem('jobs', job)
    form.getInputNode('nextJob.problem')?.focus()
  }

  return (
    <Panel title="Job Lines" count={jobs.length}>
      <JobFields propsOf={field => form.getInputProps(`nextJob.${field}`)} onEnter={add}>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={ignoreDoubleClick(add)}>
          Add Job
        </Button>
      </JobFields>
      {jobs.length === 0 ? (
        <p className={styles.none}>Optional. You can add job lines later.</p>
      ) : (
        <ol className={styles.list}>
          {jobs.map((job, index) => (
            <AddedJob
              // biome-ignore lint/suspicious/noArrayIndexKey: a line not sent yet is known by its place alone
              key={index}
              form={form}
              job={job}
              index={index}
            />
          ))}
        </ol>
      )}
    </Panel>
  )
}

type AddedJobProps = { form: TicketForm; job: JobFormValues; index: number }

function AddedJob({ form, job, index }: AddedJobProps) {
  const problemId = useId()
  return (
    <li className={`${rowStyles.row} ${styles.job}`} data-estimate={job.estimate || undefined}>
      <span className={styles.number}>{index + 1}.</span>
      <span className={styles.words} id={problemId}>
        {job.problem.trim()}
      </span>
      {job.estimate && <StateBadge word="Estimate" icon={IconQuestionMark} tone="amber" />}
      {job.parts === undefined && <Numbers>{formatHours(Number(job.estimatedTime))}</Numbers>}
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        aria-describedby={problemId}
        onClick={ignoreDoubleClick(() => form.removeListItem('jobs', index))}
      >
        Delete
      </Button>
      {job.parts !== undefined && (
        <LazyContent>
          <QuotedFields form={form} index={index} job={job} />
        </LazyContent>
      )}
    </li>
  )
}
