import { describeRequest } from '../../wallets/describe/request.ts'
import { words } from '../screen/words.ts'
import type { Approval, ApprovalRequest } from './approval.ts'
import { describeEmailChange } from './describe-email-change.ts'
import { emailChangeIn } from './email-change.ts'
import { foreignSignIn } from './foreign-sign-in.ts'

/**
 * Describes a request, decoded from its bytes. The frame and the wallet's window both call it, each with its own copy.
 * @throws `validation/invalid-input` for a request that can't be decoded.
 */
export async function describeApproval(request: ApprovalRequest): Promise<Approval> {
  const { origin, claimedName, network, call, completed, raw } = request
  const change = emailChangeIn(request)
  if (change) return { origin, claimedName, raw, network: words.all, described: describeEmailChange(change) }
  const described = await describeRequest({ ...call, completed }, network)
  const foreign = foreignSignIn(described.body ?? '', origin)
  return {
    ...{ origin, claimedName, raw },
    network: network.name,
    described: foreign ? { ...described, rows: [['WARNING', foreign], ...described.rows] } : described,
  }
}
