// What the desk is told the moment a customer has answered or written, whatever page it is on.

export type AnswerNews = {
  readonly job: string
  readonly answer: 'approved' | 'declined'
  /** How many of the ticket's questions are still open. */
  readonly open: number
}

type Whose = { readonly ticketId: number; readonly firstName: string; readonly lastName: string }

/** `June Park approved 1. Roof leak on ticket 412873. Everything asked there is answered now.` */
export function newsSentence({ job, answer, open }: AnswerNews, whose: Whose): string {
  const said = `${whose.firstName} ${whose.lastName} ${answer} ${job} on ticket ${whose.ticketId}.`
  return open === 0 ? `${said} Everything asked there is answered now.` : said
}

/** `June Park wrote about ticket 412873.` */
export const wroteSentence = ({ firstName, lastName, ticketId }: Whose): string =>
  `${firstName} ${lastName} wrote about ticket ${ticketId}.`
