import { Radio } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { MAX_REVIEW_LENGTH, MAX_STARS, STARS } from '#domain/reviews/review.ts'
import { REVIEW_ANCHOR } from '#domain/reviews/review-request.ts'
import { api, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { ReviewItem } from '#web/features/reviews/review-item.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './review-form.module.css'
import type { TrackedTicket } from './tracked-ticket-query.ts'

const STAR_LABELS = ['', 'Bad', 'Not good', 'Fair', 'Good', 'Very good']

type ReviewFormProps = { token: string; ticket: TrackedTicket }

/** After the visit: a form for the customer's review, or the review. The email that asks for one leads here. */
export function ReviewForm({ token, ticket }: ReviewFormProps) {
  const { data } = useQuery(api.reviews.getByLink.queryOptions({ input: { token } }))
  const section = useRef<HTMLDivElement>(null)
  const isTargeted = useLocation({ select: ({ hash }) => hash === REVIEW_ANCHOR })
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isTargeted && isLoaded) section.current?.scrollIntoView()
  }, [isTargeted, isLoaded])
  const { companyName } = ticket.company
  if (!data?.review && !data?.mayReview) return null
  return (
    <div id={REVIEW_ANCHOR} ref={section} className={styles.section}>
      {data.review ? (
        <Panel title="Your review">
          <ReviewItem review={data.review} companyName={companyName} timeZone={ticket.timeZone} />
        </Panel>
      ) : (
        <NewReview token={token} ticket={ticket} />
      )}
    </div>
  )
}

function NewReview({ token, ticket }: ReviewFormProps) {
  const queries = useQueryClient()
  const form = useForm({
    initialValues: { stars: '', words: '' },
    validate: {
      stars: stars => (stars === '' ? `Choose 1 to ${MAX_STARS} stars.` : null),
      words: words => (words.trim() === '' ? 'Required.' : null),
    },
  })
  const draft = useDraft(form, `review ${ticket.ticketId}`)
  const { run, isRunning } = useMutationOnce(client.reviews.create, {
    onDone: async () => {
      draft.clear()
      notify.success('Thank you for your review.')
      await queries.invalidateQueries({ queryKey: api.reviews.key() })
    },
    onError: setFormErrors(form, draft),
  })
  return (
    <Panel title={`How was ${ticket.company.companyName}?`}>
      <form
        noValidate
        className={styles.form}
        onSubmit={submitWith(form, ({ stars, words }) => run({ token, stars: Number(stars), words }))}
      >
        <DraftNote draft={draft} />
        <Radio.Group label="Stars" {...form.getInputProps('stars')}>
          <div className={styles.stars}>
            {STARS.toReversed().map(stars => (
              <Radio key={stars} value={String(stars)} label={`${stars}: ${STAR_LABELS[stars] ?? ''}`} />
            ))}
          </div>
        </Radio.Group>
        <TextArea
          label="Your words"
          description="Public. Your name won’t be shown."
          minRows={3}
          maxRows={12}
          maxLength={MAX_REVIEW_LENGTH}
          {...form.getInputProps('words')}
        />
        <PrimaryButton type="submit" loading={isRunning} loadingText="Sending…">
          Send Review
        </PrimaryButton>
      </form>
    </Panel>
  )
}
