import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '#web/api/client.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { EmployeeCard } from './employee-card.tsx'
import styles from './employees.module.css'
import { useActive } from './use-toggle-active.ts'

const AT_ONCE = 50

export function CurrentEmployees() {
  const queries = useQueryClient()
  const [wanted, setWanted] = useState(AT_ONCE)
  const { data, error, refetch } = useQuery(api.employees.list.queryOptions())
  const lookAgain = () => {
    void queries.invalidateQueries({ queryKey: api.employees.list.key() })
    void queries.invalidateQueries({ queryKey: api.companies.mine.key() })
  }
  const { run: letGo, isRunning: isLettingGo } = useCommand(client.employees.delete, {
    onDone: () => {
      lookAgain()
      notify.success('Employee deleted successfully.')
    },
  })
  const { run: sendReset, isRunning: isSending } = useCommand(client.employees.sendReset, {
    onDone: () => notify.success('Password reset sent. The link works for one hour.'),
  })
  const { setActive, isSetting } = useActive(lookAgain)
  const left = (data?.length ?? 0) - wanted
  return (
    <Panel title="Current Employees" {...(data === undefined ? {} : { count: data.length })} flush>
      {data === undefined && (
        <div className={styles.waiting}>
          {error === null ? (
            <ListSkeleton rows={3} height={72} label="Loading employees..." />
          ) : (
            <LoadFault error={error} onRetry={() => refetch()} />
          )}
        </div>
      )}
      {data?.length === 0 && (
        <EmptyState
          icon={IconUsers}
          sentence="No employees registered yet."
          next="Fill in the form above: a technician can be put on tickets at once."
        />
      )}
      {data !== undefined && data.length > 0 && (
        <ul className={styles.list}>
          {data.slice(0, wanted).map(employee => (
            <EmployeeCard
              key={employee.id}
              employee={employee}
              isBusy={isLettingGo || isSending || isSetting}
              onSaved={lookAgain}
              onActive={isActive => setActive(employee, isActive)}
              onSendReset={() => sendReset({ id: employee.id })}
              onDelete={() => letGo({ id: employee.id })}
            />
          ))}
        </ul>
      )}
      {left > 0 && (
        <Button fullWidth variant="subtle" onClick={() => setWanted(wanted + AT_ONCE)}>
          Show more ({left})
        </Button>
      )}
    </Panel>
  )
}
