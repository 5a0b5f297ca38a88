import { ownerNeeded } from '../../../modules/organizations/index.ts'

/** The mailbox has sign-in codes in it, and links that let people in. */
export const onlyOwners = () => ownerNeeded('Only an owner of the organization can read its mails.')
