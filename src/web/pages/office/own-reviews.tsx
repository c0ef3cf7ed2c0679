import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { asSentence } from '#domain/platform-admin/audit.ts'
import { LONGEST_REVIEW } from '#domain/reviews/review.ts'
import { api, client } from '#web/api/client.ts'
import { afterOf, olderPages } from '#web/api/infinite-pages.ts'
import { MoreOfList } from '#web/api/load-more.tsx'
import { showAtOnce } from '#web/api/optimistic-update.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { showFault } from '#web/api/validate-with-contract.ts'
import { OneReview } from '#web/features/reviews/review-item.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { useOpener } from '#web/ui/use-disclosure-focus.ts'
import type { OwnCompany } from './company-form.ts'
import styles from './own-reviews.module.css'

type Page = Awaited<ReturnType<typeof api.reviews.own.call>>
type Review = Page['reviews'][number]

const ownReviews = api.reviews.own.infiniteOptions({ input: afterOf, ...olderPages })

/** The owner reads what customers say, with the visit that it is about, and answers. */
export function OwnReviews({ company }: { company: OwnCompany }) {
  const list = useRef<HTMLUListElement>(null)
  const query = useInfiniteQuery(ownReviews)
  const reviews = query.data?.pages.flatMap(page => page.reviews)
  return (
    <Panel title="Reviews">
      {reviews === undefined && query.error === null && <PanelSkeleton label="Loading the reviews…" />}
      {reviews === undefined && query.error !== null && (
        <LoadFault error={query.error} onRetry={() => void query.refetch()} />
      )}
      {reviews?.length === 0 && (
        <p>No reviews yet. A customer can write one on the page of their link, once a ticket is completed.</p>
      )}
      {reviews !== undefined && reviews.length > 0 && (
        <ul ref={list} className={styles.list}>
          {reviews.map(review => (
            <li key={review.ticketId}>
              <OneReview review={review} companyName={company.companyName} timeZone={company.timeZone} />
              <TextLink to={`/completed-service-ticket/${review.ticketId}`}>
                ticket {review.ticketId}
              </TextLink>
              {review.removed === null ? (
                <AnswerReview review={review} />
              ) : (
                <p>
                  <strong>Removed by Rigwright:</strong> {asSentence(review.removed.because)} Nobody else sees
                  it, and it does not count.
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <MoreOfList query={query} list={list} label="More reviews" />
    </Panel>
  )
}

/** The reviews once the owner has answered one of them. */
const answered = (read: InfiniteData<Page>, ticketId: number, words: string) => ({
  ...read,
  pages: read.pages.map(page => ({
    ...page,
    reviews: page.reviews.map(review =>
      review.ticketId === ticketId ? { ...review, answer: { words: words.trim(), at: new Date() } } : review,
    ),
  })),
})

function AnswerReview({ review: { ticketId, answer } }: { review: Review }) {
  const queries = useQueryClient()
  const { opener, isOpen, setOpen } = useOpener()
  const form = useForm({
    initialValues: { words: answer?.words ?? '' },
    validate: { words: words => (words.trim() === '' ? 'Fill this in.' : null) },
  })
  const { run, isRunning } = useCommand(client.reviews.answer, {
    foresee: ({ words }) => {
      const takeBack = showAtOnce<InfiniteData<Page>>(queries, ownReviews.queryKey, read =>
        answered(read, ticketId, words),
      )
      setOpen(false)
      return () => {
        takeBack?.()
        setOpen(true)
      }
    },
    onDone: () => queries.invalidateQueries({ queryKey: api.reviews.key() }),
    onFault: showFault(form),
  })
  if (!isOpen)
    return (
      <Button ref={opener} variant="subtle" onClick={() => setOpen(true)}>
        {answer === null ? 'Answer' : 'Change the answer'}
      </Button>
    )
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.onSubmit(({ words }) => run({ ticketId, words }))}
    >
      <Textarea
        label="Your answer"
        description="Anybody can read it."
        autosize
        minRows={2}
        maxRows={10}
        maxLength={LONGEST_REVIEW}
        data-autofocus
        {...form.getInputProps('words')}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="filled" disabled={isRunning}>
          {isRunning ? 'Saving…' : 'Save Answer'}
        </Button>
        <Button variant="subtle" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
