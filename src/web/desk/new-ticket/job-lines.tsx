import { Button, NativeSelect, Textarea } from '@mantine/core'
import { IconPlus, IconQuestionMark } from '@tabler/icons-react'
import { type KeyboardEvent, useId } from 'react'
import { ESTIMATE_STEP, LONGEST_ESTIMATE, printHours } from '#domain/hours.ts'
import { firstClick } from '#web/parts/first-click.ts'
import { Figures } from '#web/ui/figures.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { StepField } from '#web/ui/step-field.tsx'
import styles from './job-lines.module.css'
import { checkNextJob, NO_JOB, type TicketForm, type TypedJob } from './ticket-form.ts'

/** What is to be done: the fields for one line, and the lines added so far. */
export function JobLines({ form }: { form: TicketForm }) {
  const { jobs } = form.values

  function add() {
    if (!checkNextJob(form)) {
      form.getInputNode('nextJob.problem')?.focus()
      return
    }
    form.insertListItem('jobs', form.getValues().nextJob)
    form.setFieldValue('nextJob', NO_JOB)
    form.getInputNode('nextJob.problem')?.focus()
  }

  return (
    <Panel title="Job Lines" count={jobs.length}>
      <NextJob form={form} onAdd={add} />
      {jobs.length === 0 ? (
        <p className={styles.none}>No job lines added yet. They can also be found out later.</p>
      ) : (
        <ol className={styles.list}>
          {jobs.map((job, index) => (
            <AddedJob
              // biome-ignore lint/suspicious/noArrayIndexKey: a line not sent yet is known by its place alone
              key={index}
              job={job}
              number={index + 1}
              onDelete={() => form.removeListItem('jobs', index)}
            />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function NextJob({ form, onAdd }: { form: TicketForm; onAdd: () => void }) {
  const estimate = form.getInputProps('nextJob.estimate')
  const { value, onChange, ...time } = form.getInputProps('nextJob.estimatedTime')

  // Enter in the time adds the line; it would otherwise send the whole ticket.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onAdd()
  }

  return (
    <div className={styles.next}>
      <Textarea
        className={styles.problem}
        label="Problem"
        autosize
        minRows={1}
        maxRows={6}
        {...form.getInputProps('nextJob.problem')}
      />
      <StepField
        label="Estimated Time"
        of="hours"
        step={ESTIMATE_STEP}
        min={0}
        max={LONGEST_ESTIMATE}
        clampBehavior="none"
        suffix=" h"
        {...time}
        value={value}
        onChange={onChange}
        onKeyDown={onKeyDown}
      />
      <NativeSelect
        label="Estimate"
        data={[
          { value: 'no', label: 'No' },
          { value: 'yes', label: 'Yes' },
        ]}
        {...estimate}
        value={estimate.value ? 'yes' : 'no'}
        onChange={event => form.setFieldValue('nextJob.estimate', event.currentTarget.value === 'yes')}
      />
      <Button
        className={styles.add}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={firstClick(onAdd)}
      >
        Add Job
      </Button>
    </div>
  )
}

function AddedJob({ job, number, onDelete }: { job: TypedJob; number: number; onDelete: () => void }) {
  const problemId = useId()
  return (
    <li className={styles.job} data-estimate={job.estimate || undefined}>
      <span className={styles.number}>{number}.</span>
      <span className={styles.words} id={problemId}>
        {job.problem.trim()}
      </span>
      {job.estimate && <StateBadge word="Estimate" icon={IconQuestionMark} tone="amber" />}
      <Figures>{printHours(Number(job.estimatedTime))}</Figures>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        aria-describedby={problemId}
        onClick={firstClick(onDelete)}
      >
        Delete
      </Button>
    </li>
  )
}
