import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '#web/api/client.ts'
import { ListPanel } from '#web/api/list-panel.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { EmployeeCard } from './employee-card.tsx'
import styles from './employees.module.css'
import { useToggleActive } from './use-toggle-active.ts'

const PAGE_SIZE = 50

export function CurrentEmployees() {
  const queries = useQueryClient()
  const [limit, setLimit] = useState(PAGE_SIZE)
  const query = useQuery(api.employees.list.queryOptions())
  const refetchAll = () => {
    void queries.invalidateQueries({ queryKey: api.employees.list.key() })
    void queries.invalidateQueries({ queryKey: api.companies.mine.key() })
  }
  const { run: deleteEmployee, isRunning: isDeleting } = useMutationOnce(client.employees.delete, {
    onDone: () => {
      refetchAll()
      notify.success('Employee deleted successfully.')
    },
  })
  const { run: sendReset, isRunning: isSending } = useMutationOnce(client.employees.sendReset, {
    onDone: ({ email }) =>
      email === 'posted'
        ? notify.success('Password reset sent. The link expires in 1 hour.')
        : notify.failure(
            'Not emailed: email isn’t set up on this server. Ask your administrator for the link.',
          ),
  })
  const { setActive, isSetting } = useToggleActive(refetchAll)
  const left = (query.data?.length ?? 0) - limit
  return (
    <ListPanel
      title="Current Employees"
      query={query}
      skeleton={{ rows: 3, height: 72, label: 'Loading employees...' }}
      empty={{
        icon: IconUsers,
        sentence: 'No employees registered yet.',
        next: 'Add an employee above. Technicians can be assigned right away.',
      }}
      frame={placeholder => <div className={styles.loading}>{placeholder}</div>}
      list={employees => (
        <ul className={styles.list}>
          {employees.slice(0, limit).map(employee => (
            <EmployeeCard
              key={employee.id}
              employee={employee}
              isBusy={isDeleting || isSending || isSetting}
              onSaved={refetchAll}
              onActive={isActive => setActive(employee, isActive)}
              onSendReset={() => sendReset({ id: employee.id })}
              onDelete={() => deleteEmployee({ id: employee.id })}
            />
          ))}
        </ul>
      )}
    >
      {left > 0 && (
        <Button fullWidth variant="subtle" onClick={() => setLimit(limit + PAGE_SIZE)}>
          Show more ({left})
        </Button>
      )}
    </ListPanel>
  )
}
