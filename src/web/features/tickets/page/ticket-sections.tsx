import { useMediaQuery } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import styles from './ticket-sections.module.css'

const TABS = {
  work: 'Work',
  people: 'People',
  messages: 'Messages',
  totals: 'Totals',
  activity: 'Activity',
} as const
type Tab = keyof typeof TABS

type ActiveTab = { readonly active: Tab; readonly setActive: (tab: Tab) => void }
const ActiveTabContext = createContext<ActiveTab>({ active: 'work', setActive: () => {} })

type TicketSectionsProps = {
  /** The tabs that this person has, in order. */
  tabs: readonly Tab[]
  /** `TicketSection`s, the work among them. */
  main: ReactNode
  /** `TicketSection`s: beside the main ones if there is room. */
  rail: ReactNode
}

/** The work with everything else in a rail beside it; without room for that, one tab at a time. */
export function TicketSections({ tabs, main, rail }: TicketSectionsProps) {
  const [active, setActive] = useState<Tab>('work')
  return (
    <ActiveTabContext value={{ active, setActive }}>
      <nav className={styles.tabs} aria-label="Ticket">
        {tabs.map(tab => (
          <button
            key={tab}
            type="button"
            className={styles.tab}
            aria-current={tab === active || undefined}
            onClick={() => setActive(tab)}
          >
            {TABS[tab]}
          </button>
        ))}
      </nav>
      <div className={styles.columns}>
        <div className={styles.main}>{main}</div>
        <div className={styles.rail}>{rail}</div>
      </div>
    </ActiveTabContext>
  )
}

type TicketSectionProps = {
  tab: Tab
  /** Loaded when it is first shown. */
  isLazy?: boolean
  children: ReactNode
}

/** Part of a tab. Another tab's stays in the page for screen readers and search, and appears when it gets the focus. */
export function TicketSection({ tab, isLazy = false, children }: TicketSectionProps) {
  const { active, setActive } = useContext(ActiveTabContext)
  const isWide = useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: true })
  const isShown = tab === active || isWide
  const [wasShown, setShown] = useState(!isLazy)
  if (isShown && !wasShown) setShown(true)
  const section = useRef<HTMLDivElement>(null)
  // What got the focus was clipped then, so that the browser did not scroll to it.
  useEffect(() => {
    const focused = document.activeElement
    if (isShown && section.current?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a part that gets the focus is shown
    <div
      ref={section}
      className={styles.section}
      data-hidden={tab !== active || undefined}
      onFocus={() => setActive(tab)}
    >
      {wasShown ? children : <PanelSkeleton lines={2} />}
    </div>
  )
}
