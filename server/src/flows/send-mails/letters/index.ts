import type { MailKind } from '../../../platform/mail/mail.ts'
import { endpointDisabled } from './endpoint-disabled.ts'
import { invitation } from './invitation.ts'
import { orderReceipt } from './order-receipt.ts'
import { refundNotice } from './refund-notice.ts'
import { signInCode } from './sign-in-code.ts'
import type { Writer } from './writer.ts'

export const WRITERS: Readonly<Record<MailKind, Writer>> = {
  order_receipt: orderReceipt,
  refund_notice: refundNotice,
  sign_in_code: signInCode,
  invitation,
  endpoint_disabled: endpointDisabled,
}
