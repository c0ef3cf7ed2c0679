import {
  type Icon,
  IconCalendarEvent,
  IconCamera,
  IconClipboardText,
  IconRosetteDiscountCheck,
  IconThumbUp,
  IconUserCheck,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { Tiles } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './about-us.module.css'

function FeaturePoint({ icon: Icon, title, children }: { icon: Icon; title: string; children: ReactNode }) {
  return (
    <div className={styles.point}>
      <Icon size={26} stroke={1.75} aria-hidden className={styles.icon} />
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{children}</p>
    </div>
  )
}

export function AboutUsPage() {
  return (
    <Page
      title={PAGES.aboutUs.title}
      width="reading"
      lead="An RV is a house that takes an earthquake every time it moves. The people who fix it deserve good tools, and the people who live in it deserve straight answers."
    >
      <Section title="What Rigwright is">
        <p className={styles.text}>
          Rigwright is where RV service companies, from shops with many bays to one mechanic with a van, run
          their day: who works on which rig, what was found, what was done, how long it took and what it
          costs. When a ticket is complete, that work joins the history of the vehicle itself, under its VIN.
          The history stays with the rig through every shop and every owner, and{' '}
          <TextLink to="/work-history">anyone can look it up</TextLink>.
        </p>
      </Section>

      <Section
        title="What it is built to do for you"
        lead="If you own the RV, these are the four things Rigwright exists to give you."
      >
        <Tiles min="20rem">
          <FeaturePoint icon={IconCalendarEvent} title="Book an appointment">
            With a company that works where you are, without a week of phone calls.
          </FeaturePoint>
          <FeaturePoint icon={IconUserCheck} title="See who worked on your RV">
            A name for every job, so you always know who did the work.
          </FeaturePoint>
          <FeaturePoint icon={IconClipboardText} title="See what happened">
            The complaint, the cause and the correction, in the words of the people who did the work.
          </FeaturePoint>
          <FeaturePoint icon={IconCamera} title="View job photos">
            What it looked like before, and what it looks like now.
          </FeaturePoint>
        </Tiles>
        <p className={styles.note}>
          There are mobile apps for customers too: one for Android, and this site itself, which any phone can
          install like an app. Both are on <TextLink to="/downloads">Downloads</TextLink>.
        </p>
      </Section>

      <Section
        title="Trusted and Verified companies"
        lead="Two badges. They say different things, and neither is for sale."
      >
        <Tiles min="20rem">
          <FeaturePoint icon={IconThumbUp} title="Trusted">
            Customers say so. A company is Trusted when it has enough good reviews.
          </FeaturePoint>
          <FeaturePoint icon={IconRosetteDiscountCheck} title="Verified">
            We’ve worked with them for a month. A company is Verified when it has spent a month with the
            founders.
          </FeaturePoint>
        </Tiles>
        <p className={styles.note}>
          A company can be both, either or neither. A company with no badge may simply be new here.
        </p>
      </Section>

      <Section title="The founder">
        <p className={styles.text}>
          Rigwright began with a founder and a question that no shop could answer: what was done to this rig
          before it came to us? It is still run by its founders. Verified can’t be bought or applied for by
          form.
        </p>
      </Section>

      <Section title="With thanks">
        <p className={styles.text}>
          Place names and coordinates come from{' '}
          <a href="https://www.geonames.org/" rel="noreferrer">
            GeoNames
          </a>
          , under the{' '}
          <a href="https://creativecommons.org/licenses/by/4.0/" rel="noreferrer">
            Creative Commons Attribution 4.0
          </a>{' '}
          license. What a VIN says about a vehicle comes from public data of the National Highway Traffic
          Safety Administration.
        </p>
      </Section>
    </Page>
  )
}
