import { withTimeout } from '../../core/async/deadline.ts'
import { quantity } from '../../core/chain/eip155.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { transport } from '../../core/limits.ts'
import { approves } from '../../core/wallet/approvals.ts'
import type { PermissionRequest, PermissionSupport } from '../../core/wallet/permissions.ts'
import type { Clock } from '../../ports.ts'
import type { AccountCall } from '../shared/calls.ts'
import { requestWallet } from './wallet.ts'
import { capabilityIn } from './wallet-capability.ts'

type Call = AccountCall<'eip155', unknown>

/** Returns the permissions that the wallet supports on the account's network (ERC-7715, EIP-5792). Doesn't prompt. */
export async function permissionSupport(call: Call, clock: Clock): Promise<PermissionSupport> {
  const { session, network, address, signal } = call
  const needed = ['wallet_grantPermissions', 'wallet_getCapabilities']
  if (!needed.every((method) => approves(session, 'eip155', method))) return { supported: false }
  const asked = [address, [quantity(network.id)]]
  const answer = await withTimeout(
    clock,
    transport.timeout,
    (inner) =>
      call.answer(requestWallet(session, network.caipNetworkId, 'wallet_getCapabilities', asked, inner)),
    () => latchkeyError('wallet/timeout', { values: { seconds: transport.timeout / 1000 } }),
    signal,
  )
  const said = capabilityIn(answer, network.caipNetworkId, 'permissions')
  if (said?.supported !== true) return { supported: false }
  const { signerTypes, permissionTypes, policyTypes } = said
  return {
    supported: true,
    signerTypes: textsIn(signerTypes),
    permissionTypes: textsIn(permissionTypes),
    policyTypes: textsIn(policyTypes),
  }
}

/**
 * Asks the wallet to grant permissions. Doesn't pass on the caller's signal, because a wallet
 * prompt can't be canceled.
 */
export async function grantPermissions(call: Call, request: PermissionRequest): Promise<unknown> {
  await call.confirmNetwork()
  const { session, network } = call
  return call.answer(requestWallet(session, network.caipNetworkId, 'wallet_grantPermissions', [request]))
}

/**
 * Asks the wallet to revoke a permission. Ignores the wallet's answer, which contains no data
 * (ERC-7715).
 */
export async function revokePermissions(call: Call, permissionContext: string): Promise<void> {
  const { session, network } = call
  const method = 'wallet_revokePermissions'
  if (!approves(session, 'eip155', method))
    throw latchkeyError('permissions/unsupported', { values: { what: method } })
  await call.confirmNetwork()
  await call.answer(requestWallet(session, network.caipNetworkId, method, [{ permissionContext }]))
}

/** Returns the list if it contains only strings. Returns undefined otherwise, because the supported values are then unknown. */
function textsIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined
}
