// The notification that the desk sees, on any page, when a customer has answered, written or changed an appointment.

export type AnswerNotification = {
  readonly job: string
  readonly answer: 'approved' | 'declined'
  /** The number of open requests on the ticket. */
  readonly open: number
}

type TicketReference = { readonly ticketId: number; readonly firstName: string; readonly lastName: string }

/** `June Park approved 1. Roof leak on ticket 412873. All requests on it are answered.` */
export function formatAnswerNotification(
  { job, answer, open }: AnswerNotification,
  ticket: TicketReference,
): string {
  const verb = `${ticket.firstName} ${ticket.lastName} ${answer} ${job} on ticket ${ticket.ticketId}.`
  return open === 0 ? `${verb} All requests on it are answered.` : verb
}

/** `June Park sent a message about 1. Roof leak on ticket 412873.`; `job`: the line it is about, if it is about one. */
export const formatMessageNotification = (
  { firstName, lastName, ticketId }: TicketReference,
  job?: string,
): string =>
  `${firstName} ${lastName} sent a message about ${job === undefined ? '' : `${job} on `}ticket ${ticketId}.`

export type AppointmentNotification = { readonly appointment: 'moved' | 'canceled' }

/** `June Park moved the appointment for ticket 412873.` */
export const formatAppointmentNotification = (
  { appointment }: AppointmentNotification,
  { firstName, lastName, ticketId }: TicketReference,
): string => `${firstName} ${lastName} ${appointment} the appointment for ticket ${ticketId}.`
