import { Progress } from '@mantine/core'
import type { InferContractRouterOutputs } from '@orpc/contract'
import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconLoader, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Contract } from '#contract/index.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { ListPanel } from '#web/features/panels/list-panel.tsx'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { StateBadge, type StateBadgeProps } from '#web/ui/feedback/state-badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import styles from './imports.module.css'

type Run = InferContractRouterOutputs<Contract>['imports']['list'][number]

const BADGES: Readonly<Record<Run['state'], StateBadgeProps>> = {
  running: { word: 'Importing', icon: IconLoader, tone: 'lake' },
  done: { word: 'Done', icon: IconCheck, tone: 'pine' },
  failed: { word: 'Failed', icon: IconAlertTriangle, tone: 'brick' },
  undone: { word: 'Undone', icon: IconArrowBackUp, tone: 'slate' },
}

/** Only while a run is in progress. */
const POLL_MS = 2000

const count = (amount: number, one: string, many: string): string =>
  `${amount.toLocaleString('en-US')} ${amount === 1 ? one : many}`

const UNITS: Readonly<Record<Run['kind'], readonly [string, string]>> = {
  customers: ['customer', 'customers'],
  employees: ['employee', 'employees'],
  work: ['visit', 'visits'],
}

function undoneSentences({ kind, report: { undone } }: Run): string[] {
  if (undone === null) return []
  const { removed, rigsRemoved, rigsKept, remaining, remainingNames } = undone
  const rigs = kind === 'employees' ? '' : ` and ${count(rigsRemoved, 'RV', 'RVs')}`
  const sentences = [
    `Undone: ${count(removed, ...UNITS[kind])}${rigs} removed.${rigsKept === 0 ? '' : ` ${count(rigsKept, 'RV stays', 'RVs stay')} on file: there is work on ${rigsKept === 1 ? 'it' : 'them'}.`}`,
  ]
  if (remaining > 0)
    sentences.push(
      `Left, because they were used or changed since: ${remainingNames.join(', ')}${remaining > remainingNames.length ? ` and ${remaining - remainingNames.length} more` : ''}.`,
    )
  return sentences
}

function sentencesOf(run: Run): string[] {
  const { kind, state, rowCount, rowsDone, report } = run
  if (state === 'running')
    return [`${rowsDone.toLocaleString('en-US')} of ${count(rowCount, ...UNITS[kind])} imported`]
  const { added, alreadyHere, rigsAdded, leftOut, failure } = report
  const rigs = kind === 'employees' ? '' : `; ${count(rigsAdded, 'RV', 'RVs')} put on file`
  return [
    `${count(added, ...UNITS[kind])} added, ${alreadyHere.toLocaleString('en-US')} already here, ${leftOut.toLocaleString('en-US')} left out as faulty${rigs}.`,
    ...(failure === null ? [] : [failure]),
    ...undoneSentences(run),
  ]
}

/** What was imported, newest first, and how far a running import is. */
export function PastImports() {
  const query = useQuery({
    ...api.imports.list.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.some(run => run.state === 'running') ? POLL_MS : false),
  })
  const queries = useQueryClient()
  const now = useNow()
  const { run: undo, isRunning } = useMutationOnce(client.imports.undo, {
    onDone: () => queries.invalidateQueries({ queryKey: api.imports.list.key() }),
  })
  return (
    <ListPanel
      title="Past Imports"
      query={query}
      skeleton={{ rows: 2, height: 88, label: 'Loading imports...' }}
      empty={{
        icon: IconUpload,
        sentence: 'Nothing imported yet.',
        next: 'Choose a file above. Each import can be undone.',
      }}
      list={runs => (
        <ul className={styles.runs}>
          {runs.map(run => (
            <li key={run.importId} className={styles.run}>
              <div className={styles.runHead}>
                <strong className={styles.file}>{run.fileName}</strong>
                <StateBadge {...BADGES[run.state]} />
              </div>
              <p className={styles.soft}>
                {run.startedBy}, <RelativeTime since={run.startedAt} now={now} />
              </p>
              {run.state === 'running' && (
                <Progress
                  value={(100 * run.rowsDone) / run.rowCount}
                  aria-label={`Import of ${run.fileName}`}
                />
              )}
              {sentencesOf(run).map(sentence => (
                <p
                  key={sentence}
                  className={styles.text}
                  role={run.state === 'running' ? 'status' : undefined}
                >
                  {sentence}
                </p>
              ))}
              {(run.state === 'done' || (run.state === 'failed' && run.report.added > 0)) && (
                <ConfirmInline
                  label="Undo"
                  question="Remove all that this import brought?"
                  confirmLabel="Undo Import"
                  loading={isRunning}
                  onConfirm={() => undo({ importId: run.importId })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    />
  )
}
