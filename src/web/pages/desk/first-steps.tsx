import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { api } from '#web/api/client.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './first-steps.module.css'

type Company = NonNullable<Awaited<ReturnType<typeof api.companies.mine.call>>>

const HIDDEN = 'hidden'

/** What the owner opened from this list, on this device: the server cannot know that opening hours are as they should be. */
function readOpened(key: string): readonly string[] {
  try {
    return (localStorage.getItem(key) ?? '').split(' ')
  } catch {
    return []
  }
}

const stepsOf = ({ companyUUID, isBillingOn, details }: Company, opened: readonly string[]) => [
  {
    name: 'people',
    label: 'Add your service writers and technicians',
    to: '/register-employee',
    isDone: (details?.numberOfEmployees ?? 0) > 0,
  },
  {
    name: 'hours',
    label: 'Set your days and hours, and your labor rate',
    to: '/company',
    isDone: opened.includes('hours'),
  },
  { name: 'billing', label: 'Turn on billing', to: '/company/billing', isDone: isBillingOn },
  {
    name: 'mail',
    label: 'Confirm your email, and choose when customers get one',
    to: '/company/preferences',
    isDone: details?.isEmailConfirmed === true && opened.includes('mail'),
  },
  {
    name: 'booking',
    label: 'See the page where customers book',
    to: `/companies/${companyUUID}`,
    isDone: opened.includes('booking'),
  },
]

/** What the owner of a company without tickets sets up next. Gone when all is done, and when hidden. */
export function FirstSteps({ company }: { company: Company }) {
  const key = `first-steps ${company.companyUUID}`
  const [opened, setOpened] = useState(() => readOpened(key))
  const add = (name: string): void => {
    const names = [...new Set([...opened, name])]
    setOpened(names)
    try {
      localStorage.setItem(key, names.join(' '))
    } catch {
      // Storage may be blocked; then it is as new the next time.
    }
  }
  const steps = stepsOf(company, opened)
  if (opened.includes(HIDDEN) || steps.every(({ isDone }) => isDone)) return null
  return (
    <div className={styles.panel}>
      <Panel
        title="First steps"
        actions={
          <Button size="compact-sm" variant="subtle" onClick={() => add(HIDDEN)}>
            Hide
          </Button>
        }
      >
        <ul className={styles.list}>
          {steps.map(({ name, label, to, isDone }) => (
            <li key={name} className={styles.step} data-done={isDone || undefined}>
              {isDone ? (
                <IconCircleCheck size={20} role="img" aria-label="Done" />
              ) : (
                <IconCircle size={20} role="img" aria-label="To do" />
              )}
              <TextLink to={to} onClick={() => add(name)}>
                {label}
              </TextLink>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
