import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { may } from '#domain/account/permission.ts'
import { meQuery } from '#web/api/session.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panels } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { CurrentEmployees } from './current-employees.tsx'
import { NewEmployeeForm } from './new-employee-form.tsx'

/** Registering and deleting employees: for the owner only. */
export function RegisterEmployeePage() {
  const { data: actor } = useQuery(meQuery)
  return (
    <Page
      title="Register Employee"
      width="reading"
      dense
      actions={<LinkButton to="/dashboard">Back to Dashboard</LinkButton>}
    >
      {actor === undefined && <ListSkeleton />}
      {actor !== undefined && !may(actor, 'employee.register') && <OwnerOnly />}
      {actor !== undefined && may(actor, 'employee.register') && (
        <Panels>
          <NewEmployeeForm />
          <CurrentEmployees />
        </Panels>
      )}
    </Page>
  )
}

const OwnerOnly = () => (
  <div role="alert">
    <EmptyState
      icon={IconLock}
      sentence="You must be logged in as a company to register employees."
      next="Ask your company’s owner."
    />
  </div>
)
