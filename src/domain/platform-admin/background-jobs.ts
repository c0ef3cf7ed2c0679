/** The titles of the server's background jobs, as founders read them, in this order. */
export const JOB_TITLES = {
  'send-emails': 'Send emails',
  'send-push-messages': 'Send push messages',
  'back-up': 'Nightly backup',
  'start-planned-assignments': 'Start planned assignments',
  'send-reminders': 'Remind customers of appointments',
  'email-unread-messages': 'Email customers messages they have not read',
  'email-moved-promises': 'Email customers that their promised day moved',
  'ask-for-reviews': 'Ask customers for reviews',
  'update-customers': 'Email customers on hold that nothing has changed',
  'remind-of-invoices': 'Remind customers of overdue invoices',
  'email-owners': 'Email owners what customers did',
  'email-end-of-day': 'Email owners what the day came to',
  'check-card-payments': 'Ask Stripe for payments by card',
  'update-ratings-and-badges': 'Update ratings and badges',
  'make-exports': 'Make companies’ exports, and delete them a day later',
  'delete-closed-companies': 'Delete companies that their owners closed',
  'remove-old-payers': 'Remove customers from invoices kept long enough',
  'check-images': 'Delete images that nothing uses',
  'delete-bookings': 'Delete bookings nobody confirmed',
  'delete-emails': 'Delete emails sent long ago',
  'delete-push-subscriptions': 'Delete ended push subscriptions',
  'delete-photo-pieces': 'Delete photos that never arrived whole',
  'forget-phones': 'Forget phones not heard of for 90 days',
  'delete-sessions': 'Delete expired sessions',
  'delete-sign-ins': 'Delete old sign-in records',
  'delete-idempotency-keys': 'Delete old command keys',
  'delete-rate-limit-counts': 'Delete old rate limit counts',
} as const

export type JobName = keyof typeof JOB_TITLES

export const JOB_NAMES = Object.keys(JOB_TITLES) as JobName[]
