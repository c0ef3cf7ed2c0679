import { Button } from '@mantine/core'
import { IconLock, IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { may } from '#domain/account/permission.ts'
import { api, client } from '#web/api/client.ts'
import { meQuery } from '#web/api/session.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { ListPanel } from '#web/features/panels/list-panel.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panels } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { EmployeeCard } from './employee-card.tsx'
import styles from './employees.module.css'
import { NewEmployeeForm } from './new-employee-form.tsx'
import { SettingsPage } from './settings-page.tsx'

/** Registering and deleting employees: for the owner only. */
export function RegisterEmployeePage() {
  const { data: actor } = useQuery(meQuery)
  if (actor !== undefined && !may(actor, 'employee.register')) return <OwnerOnly />
  return (
    <SettingsPage title={PAGES.registerEmployee.title}>
      {actor === undefined ? (
        <ListSkeleton />
      ) : (
        <Panels>
          <NewEmployeeForm />
          <CurrentEmployees />
        </Panels>
      )}
    </SettingsPage>
  )
}

const OwnerOnly = () => (
  <Page
    title={PAGES.registerEmployee.title}
    width="reading"
    dense
    actions={<LinkButton to="/dashboard">Back to Dashboard</LinkButton>}
  >
    <div role="alert">
      <EmptyState
        icon={IconLock}
        sentence="You must be logged in as a company to register employees."
        next="Ask your company’s owner."
      />
    </div>
  </Page>
)

const PAGE_SIZE = 50

function CurrentEmployees() {
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

type EmployeeReference = { readonly id: string; readonly firstName: string }

/** Deactivates or reactivates an employee, and offers Undo. */
function useToggleActive(onDone: () => void) {
  const last = useRef<EmployeeReference | null>(null)
  const deactivate = useMutationOnce(client.employees.deactivate, { onDone: () => done(false) })
  const reactivate = useMutationOnce(client.employees.reactivate, { onDone: () => done(true) })

  function setActive(employee: EmployeeReference, isActive: boolean): void {
    last.current = employee
    const { run } = isActive ? reactivate : deactivate
    run({ id: employee.id })
  }

  function done(isActive: boolean): void {
    onDone()
    const employee = last.current
    if (employee === null) return
    const message = isActive
      ? `${employee.firstName} can log in again.`
      : `${employee.firstName} was deactivated and logged out.`
    notify.undoable(message, () => setActive(employee, !isActive), `employee ${employee.id}`)
  }

  return { setActive, isSetting: deactivate.isRunning || reactivate.isRunning }
}
