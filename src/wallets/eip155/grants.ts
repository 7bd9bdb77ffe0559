import { bytesToHex, randomBytes } from '@noble/hashes/utils'
import type { Hex } from '../../core/chain/caip.ts'
import { quantity } from '../../core/chain/eip155.ts'
import type { PermissionResponse, PermissionSupport } from '../../core/wallet/permissions.ts'
import { decodeEip155Call } from '../decode/eip155.ts'
import {
  decodePermissionRequests,
  type GrantedPermission,
  type RequestedGrant,
} from '../decode/permissions.ts'
import { ProviderError } from '../provider-error.ts'

/**
 * The permissions that the wallet supports for an account without code. The wallet itself checks each use, because it has the
 * key.
 */
export const permissionSupport: PermissionSupport = {
  supported: true,
  signerTypes: ['wallet'],
  permissionTypes: [
    'native-token-transfer',
    'native-token-recurring-allowance',
    'erc20-token-transfer',
    'contract-call',
  ],
  policyTypes: ['gas-limit', 'call-limit', 'rate-limit'],
}

/** A call that a session requests. */
export interface SessionCall {
  readonly to?: Hex | null | undefined
  readonly data?: Hex | undefined
  readonly value?: Hex | undefined
  /** Undefined until the gas is estimated. */
  readonly gas?: Hex | undefined
}

/** The sessions that the wallet granted (ERC-7715), with their uses. */
export interface Eip155Grants {
  /**
   * Decodes a request for sessions, before the user is prompted.
   * @throws `validation/invalid-input`, or `ProviderError` if the session's signer isn't the
   * wallet, or the session's expiry has passed.
   */
  read(params: readonly unknown[]): readonly RequestedGrant[]
  /** Stores the approved sessions. Each response contains the context with which its session can be used. */
  add(
    grants: readonly RequestedGrant[],
    params: readonly unknown[],
    account: Hex,
  ): readonly PermissionResponse[]
  /**
   * Counts the calls as uses of the session. Counts none if one of the calls isn't allowed. If the last `unsent` calls weren't
   * sent, call the returned function with `unsent` to uncount them.
   * @throws `ProviderError` 4100 for a call that the session doesn't allow.
   */
  use(
    context: string,
    by: { readonly account: string; readonly chainId: number },
    calls: readonly SessionCall[],
  ): (unsent: number) => void
  /**
   * Ends a session.
   * @throws `ProviderError` 4100 for a context that this wallet didn't issue.
   */
  revoke(context: string): void
}

/** The selector of ERC-20 `transfer(address,uint256)`. */
const transferSelector = '0xa9059cbb'

interface Use {
  /** The time of the use, in Unix seconds. */
  readonly at: number
  readonly gas: bigint
  /** The amount of the native token in wei. */
  readonly value: bigint
  /** The token's contract and the amount. */
  readonly token?: { readonly address: string; readonly amount: bigint } | undefined
}

interface Grant {
  readonly account: string
  readonly granted: RequestedGrant
  uses: readonly Use[]
  revoked: boolean
}

/**
 * Creates an empty list of sessions.
 * @param now Returns the Unix time in ms.
 */
export function eip155Grants(now: () => number): Eip155Grants {
  const kept = new Map<string, Grant>()
  const find = (context: string): Grant => {
    const grant = kept.get(context.toLowerCase())
    if (!grant) throw new ProviderError(4100, "This wallet hasn't granted this session.")
    return grant
  }
  return {
    read(params) {
      const grants = decodePermissionRequests(params)
      for (const { signer, expiry } of grants) {
        if (signer.type !== 'wallet')
          throw new ProviderError(
            4200,
            `This wallet doesn't grant sessions to the signer type "${signer.type}".`,
          )
        if (expiry * 1000 <= now()) throw new ProviderError(-32602, "The session's expiry has passed.")
      }
      return grants
    },
    add: (grants, params, account) =>
      grants.map((granted, at) => {
        const context: Hex = `0x${bytesToHex(randomBytes(32))}`
        kept.set(context, { account: account.toLowerCase(), granted, uses: [], revoked: false })
        const asked = params[at] as PermissionResponse
        const { expiry, signer, permissions, policies = [] } = asked
        return {
          chainId: quantity(granted.chainId),
          address: account,
          ...{ expiry, signer, permissions, policies, context },
        }
      }),
    use(context, { account, chainId }, calls) {
      const grant = find(context)
      const { granted } = grant
      const at = now() / 1000
      if (grant.revoked) throw notAllowed('it was revoked')
      if (at >= granted.expiry) throw notAllowed('it has expired')
      if (granted.chainId !== BigInt(chainId)) throw notAllowed(`it is for chain ${granted.chainId}`)
      if (grant.account !== account.toLowerCase()) throw notAllowed(`it is for the account ${grant.account}`)
      let uses = grant.uses
      for (const call of calls) uses = [...uses, checked(call, granted, uses, at)]
      const added = uses.slice(grant.uses.length)
      grant.uses = uses
      return (unsent) => {
        const back = new Set(added.slice(added.length - unsent))
        grant.uses = grant.uses.filter((use) => !back.has(use))
      }
    },
    revoke(context) {
      find(context).revoked = true
    },
  }
}

/**
 * Checks a call, and returns its use.
 * @throws `ProviderError` 4100, which names what the session doesn't allow.
 */
function checked(call: SessionCall, granted: RequestedGrant, before: readonly Use[], at: number): Use {
  const { to, value, data } = decodeEip155Call({ to: call.to, data: call.data, value: call.value })
  const { permissions, policies } = granted
  if (to === undefined) throw notAllowed("it can't deploy contracts")
  const address = to.toLowerCase()
  const limited = permissions.find((one) => one.type === 'erc20-token-transfer' && one.address === address) as
    | Extract<GrantedPermission, { type: 'erc20-token-transfer' }>
    | undefined
  let token: Use['token']
  if (data) {
    const transferred =
      data.token?.name === 'transfer' ? data.token.args.find(([name]) => name === 'amount')?.[1] : undefined
    if (limited && transferred !== undefined) {
      const amount = BigInt(transferred)
      const spent = sum(before, (use) => (use.token?.address === address ? use.token.amount : 0n))
      if (spent + amount > limited.allowance)
        throw notAllowed(
          `of the token ${address} it may send ${limited.allowance - spent} more, not ${amount}`,
        )
      token = { address, amount }
    } else if (limited && data.selector === transferSelector) {
      throw notAllowed(`its transfer of the token ${address} can't be decoded`)
    } else if (!permissions.some((one) => allowsCall(one, address, data.selector)))
      throw notAllowed(`it may not call ${data.selector} of ${address}`)
  }
  if (value > 0n || !data) checkNative(value, permissions, before, at)
  const use: Use = { at, gas: BigInt(call.gas ?? 0), value, token }
  checkPolicies(use, policies, before)
  return use
}

function allowsCall(permission: GrantedPermission, address: string, selector: string): boolean {
  return (
    permission.type === 'contract-call' &&
    permission.address === address &&
    permission.functions.some((one) => one.selector === selector)
  )
}

function checkNative(
  value: bigint,
  permissions: readonly GrantedPermission[],
  before: readonly Use[],
  at: number,
): void {
  for (const one of permissions) {
    if (one.type === 'native-token-transfer') {
      const left = one.allowance - sum(before, (use) => use.value)
      if (value > left) throw notAllowed(`it may send ${left} wei more, not ${value}`)
      return
    }
    if (one.type === 'native-token-recurring-allowance') {
      if (at < one.start) throw notAllowed('it has not started yet')
      const periodOf = (time: number) => Math.floor((time - one.start) / one.period)
      const left = one.allowance - sum(before, (use) => (periodOf(use.at) === periodOf(at) ? use.value : 0n))
      if (value > left) throw notAllowed(`it may send ${left} wei more in this period, not ${value}`)
      return
    }
  }
  throw notAllowed('it may not send the native coin')
}

function checkPolicies(use: Use, policies: RequestedGrant['policies'], before: readonly Use[]): void {
  for (const policy of policies) {
    if (policy.type === 'gas-limit') {
      const left = policy.limit - sum(before, ({ gas }) => gas)
      if (use.gas > left) throw notAllowed(`it may use ${left} gas more, not ${use.gas}`)
    } else if (policy.type === 'call-limit') {
      if (before.length >= policy.count) throw notAllowed(`it may make ${policy.count} calls`)
    } else {
      const recent = before.filter(({ at }) => at > use.at - policy.interval)
      if (recent.length >= policy.count)
        throw notAllowed(`it may make ${policy.count} calls in any ${policy.interval} s`)
    }
  }
}

function sum(uses: readonly Use[], part: (use: Use) => bigint): bigint {
  return uses.reduce((total, use) => total + part(use), 0n)
}

function notAllowed(reason: string): ProviderError {
  return new ProviderError(4100, `The session does not allow this: ${reason}.`)
}
