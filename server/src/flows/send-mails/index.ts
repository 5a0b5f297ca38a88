export { MailTroubles } from './mail-troubles.ts'
export { mailboxRoutes } from './mailbox/routes.ts'
export { type MailNeeds, sendMails } from './send-mails.ts'
export { ENGLISH } from './words.ts'
