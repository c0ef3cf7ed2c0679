import { Anchor } from '@mantine/core'
import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { fullName } from '#domain/assignment.ts'
import { ConfirmInline } from '#web/ui/confirm-inline.tsx'
import { KeyValues } from '#web/ui/key-values.tsx'
import styles from './employees.module.css'

type Employee = InferContractRouterOutputs<Contract>['employees']['list'][number]
type CardProps = { employee: Employee; isBusy: boolean; onDelete: () => void }

const yesOrNo = (flag: boolean): string => (flag ? 'Yes' : 'No')

export function EmployeeCard({ employee, isBusy, onDelete }: CardProps) {
  const { roles, details } = employee
  const name = fullName(employee)
  const rows =
    details === null
      ? []
      : [
          {
            label: 'Email',
            value: (
              <Anchor href={`mailto:${details.email}`} underline="hover">
                {details.email}
              </Anchor>
            ),
          },
          {
            label: 'Phone',
            value: (
              <Anchor href={`tel:${details.phone.replace(/[^\d+]/g, '')}`} underline="hover">
                {details.phone}
              </Anchor>
            ),
          },
          { label: 'License Number', value: details.licenseNumber },
          { label: 'Insured', value: yesOrNo(details.isInsured) },
        ]
  return (
    <li className={styles.employee}>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        <ConfirmInline
          label="Delete"
          question={`Delete ${employee.firstName}? They are signed out at once.`}
          loading={isBusy}
          onConfirm={onDelete}
        />
      </div>
      <KeyValues
        inline
        rows={[
          ...rows,
          { label: 'Service Writer', value: yesOrNo(roles.isServiceWriter) },
          { label: 'Technician', value: yesOrNo(roles.isTechnician) },
        ]}
      />
    </li>
  )
}
