import { useRef } from 'react'
import { client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { notify } from '#web/ui/feedback/notify.ts'

type EmployeeReference = { readonly id: string; readonly firstName: string }

/** Deactivates or reactivates an employee, and offers Undo. */
export function useToggleActive(onDone: () => void) {
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
