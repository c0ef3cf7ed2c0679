import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Fault } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { attempt, showFault } from '#web/api/validate-with-contract.ts'
import { NoCompany } from '#web/features/companies/company-not-found.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './book.module.css'
import { BookedPage } from './booking-confirmation.tsx'
import { type OpenCompany, type TypedBooking, toSend, useBookingForm } from './booking-form.ts'
import { ContactFields, Trap } from './contact-fields.tsx'
import { WhenFields, WhereFields } from './location-and-time.tsx'
import { ChosenPhotos } from './photo-attachments.tsx'
import { RigFields } from './rig-fields.tsx'
import { type Booked, sendBooking } from './send-booking.ts'

const TITLE = 'Book an Appointment'

export function BookPage() {
  const { companyId } = useParams({ from: '/companies/$companyId/book' })
  const { data, error, refetch } = useQuery(api.companies.get.queryOptions({ input: { companyId } }))
  if (data !== undefined) return <Booking company={data} />
  return (
    <Page title={TITLE} width="reading">
      {error === null ? (
        <PanelSkeleton lines={6} label="Loading the form…" />
      ) : (
        <NoCompany error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

type Done = { readonly booked: Booked; readonly email: string }
type Wish = { readonly booking: ReturnType<typeof toSend>; readonly names: readonly string[] }

function Booking({ company }: { company: OpenCompany }) {
  const { companyUUID: companyId, companyName } = company
  const form = useBookingForm(company)
  const draft = useDraft(form, `booking ${companyId}`)
  const [photos, setPhotos] = useState<readonly File[]>([])
  const [photoFaults, setPhotoFaults] = useState<Readonly<Record<number, string>>>({})
  const [done, setDone] = useState<Done | null>(null)
  const { run, isRunning } = useCommand(
    ({ booking }: Wish, { context }) =>
      sendBooking(companyId, booking, photos, context.idempotencyKey ?? crypto.randomUUID()),
    {
      onDone: booked => {
        draft.clear()
        notify.clear()
        setDone({ booked, email: form.getValues().customerDetails.email })
        window.scrollTo(0, 0)
      },
      onFault: fault => {
        setPhotoFaults(ofPhotos(fault))
        if (fault.fields.website === undefined) return showFault(form)(fault)
        // Nobody sees the field that this is about, and an eager browser may have filled it in.
        form.setFieldValue('website', '')
        notify.failure(`${fault.message} We have emptied it: send the booking once more.`)
      },
    },
  )

  function send(typed: TypedBooking) {
    setPhotoFaults({})
    // What is sent again unchanged is the same wish: the photos are known by what they are.
    run({
      booking: toSend(typed),
      names: photos.map(({ name, size, lastModified }) => `${name} ${size} ${lastModified}`),
    })
  }

  if (done !== null) return <BookedPage company={company} {...done} />
  return (
    <Page
      title={TITLE}
      tabTitle={`${TITLE} · ${companyName}`}
      width="reading"
      lead={`With ${companyName}. They read it and answer; until then nothing is fixed.`}
    >
      <form className={styles.form} onSubmit={attempt(form, send)} noValidate>
        <Panel title="What Is Wrong?">
          <div className={styles.problem}>
            <Textarea
              label="The problem, in your own words"
              description="What happens, since when, and what you have tried."
              required
              withAsterisk={false}
              autosize
              minRows={3}
              {...form.getInputProps('problem')}
            />
            <ChosenPhotos
              photos={photos}
              faults={photoFaults}
              onChange={chosen => {
                setPhotoFaults({})
                setPhotos(chosen)
              }}
            />
          </div>
        </Panel>
        <Panel title="Your RV">
          <RigFields form={form} />
        </Panel>
        <Panel title="Where">
          <WhereFields form={form} company={company} />
        </Panel>
        <Panel title="When">
          <WhenFields form={form} company={company} />
        </Panel>
        <Panel title="You">
          <ContactFields form={form} />
        </Panel>
        <Trap form={form} />
        <ActionBar>
          <PrimaryButton type="submit" size="lg" loading={isRunning} loadingText="Sending, please wait…">
            Send Booking
          </PrimaryButton>
        </ActionBar>
      </form>
    </Page>
  )
}

/** What was said of photos, by their places. */
const ofPhotos = ({ fields }: Fault): Record<number, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, sentence]) => {
      const place = /^photos\.(\d+)$/.exec(field)?.[1]
      return place === undefined ? [] : [[Number(place), sentence]]
    }),
  )
