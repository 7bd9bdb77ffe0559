import type { ChainNetwork } from '../../core/chain/network.ts'
import {
  decodePermissionRequests,
  type GrantedPermission,
  type GrantedPolicy,
  type RequestedGrant,
  revokedContext,
} from '../decode/permissions.ts'
import { type Draft, nativeAmount, type Row } from './described.ts'
import { caution, danger, type Effect, plain, practicallyAll } from './effect.ts'

/** Describes the permissions that a page requests in order to act without further prompts (ERC-7715). */
export function describeGrant(params: readonly unknown[], network: ChainNetwork | undefined): Draft {
  const grants = decodePermissionRequests(params)
  const rows = grants.map((grant) => grantRows(grant, network))
  const several = grants.length > 1
  const allowed = grants.flatMap(({ permissions }) => permissions.map((one) => allowance(one, network)))
  return {
    title: several ? `grant ${grants.length} sessions` : 'grant a session',
    summary: `allow without further questions until ${dateText(Math.max(...grants.map(({ expiry }) => expiry)))}: ${allowed.join('; ')}`,
    rows: several
      ? rows.flatMap((each, at) => each.map(([name, value]): Row => [`${at + 1}. ${name}`, value]))
      : rows.flat(),
    effects: grants.flatMap((grant) => grantEffects(grant, network)),
  }
}

/**
 * Describes a session. The page can act until the session ends. If the signer isn't this wallet, anyone who has the signer's key
 * can act too.
 */
function grantEffects({ signer, expiry, permissions }: RequestedGrant, network: ChainNetwork | undefined) {
  const user = userText(signer)
  return permissions.flatMap((one): readonly Effect[] => {
    const sentence = `Let ${user} ${allowance(one, network)}, without asking, until ${dateText(expiry)}`
    const endless = one.type !== 'contract-call' && one.allowance >= practicallyAll
    const limit = endless ? [danger('unlimited', `Set no practical limit to what ${user} can send`)] : []
    return signer.type === 'wallet' && one.type !== 'contract-call'
      ? [...limit, caution(sentence)]
      : [danger('others', sentence), ...limit]
  })
}

/** Describes the end of a session. Returns undefined if the call revokes EIP-2255 permissions instead. */
export function describeRevocation(params: readonly unknown[]): Draft | undefined {
  const context = revokedContext(params)
  if (context === undefined) return undefined
  return { title: 'end a session', rows: [['session', context]], effects: [plain('End a session')] }
}

function grantRows(grant: RequestedGrant, network: ChainNetwork | undefined): readonly Row[] {
  const { account, expiry, signer, permissions, policies } = grant
  const gas = policies.some(({ type }) => type === 'gas-limit')
  return [
    ['account', account ?? 'the selected account'],
    ['until', dateText(expiry)],
    ['used by', userText(signer)],
    ...permissions.map((one): Row => ['allows', allowance(one, network)]),
    ...policies.map((one): Row => ['limit', policyText(one)]),
    ['asks again', 'no: what it allows needs no confirmation'],
    ...(gas ? [] : ([['WARNING', 'nothing limits the network fees that the account pays']] as const)),
  ]
}

function userText({ type, keys }: RequestedGrant['signer']): string {
  if (type === 'wallet') return 'this page, through this wallet'
  return `${type === 'account' ? 'the account' : type === 'keys' ? 'the keys' : 'the key'} ${keys.join(', ')}`
}

function allowance(permission: GrantedPermission, network: ChainNetwork | undefined): string {
  switch (permission.type) {
    case 'native-token-transfer':
      return `send up to ${nativeAmount(permission.allowance, network)} in total, to anyone`
    case 'native-token-recurring-allowance':
      return `send up to ${nativeAmount(permission.allowance, network)} every ${permission.period} s from ${dateText(permission.start)} on, to anyone`
    case 'erc20-token-transfer':
      return `send up to ${permission.allowance} of the smallest unit of the token ${permission.address} in total, to anyone`
    case 'contract-call':
      return `call ${permission.functions.map(functionText).join(', ')} of ${permission.address}, with any arguments`
  }
}

function functionText({ name, selector }: { readonly name: string; readonly selector: string }): string {
  return name.toLowerCase() === selector ? selector : `${name} (${selector})`
}

function policyText(policy: GrantedPolicy): string {
  switch (policy.type) {
    case 'gas-limit':
      return `${policy.limit} gas in total`
    case 'call-limit':
      return `${policy.count} calls in total`
    case 'rate-limit':
      return `${policy.count} calls in any ${policy.interval} s`
  }
}

/** Formats Unix seconds as ISO 8601. */
function dateText(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
