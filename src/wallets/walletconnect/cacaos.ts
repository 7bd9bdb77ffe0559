import { bytesToHex } from '@noble/hashes/utils'
import { isObject } from '../../core/json/is-object.ts'
import { grantsOf, withoutRecap, writeRecap } from '../../core/sign-in/recap.ts'
import type { Cacao } from '../../core/sign-in/sign-in.ts'
import { ProviderError } from '../provider-error.ts'
import type { HeadlessRequest } from './headless.ts'
import { type ApprovalLimits, type Approver, approvalOf } from './session-approval.ts'
import type { ApprovedScope, ProposedScope } from './sign-client.ts'

/** The sign-in request that a page sends when it connects: https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods */
export interface AuthPayload extends Omit<Cacao['p'], 'iss'> {
  /** The networks as CAIP-2 ids. The first is the network to connect on. */
  readonly chains: readonly string[]
}

export interface SigningOptions {
  readonly approver: Approver
  readonly limits: ApprovalLimits
  /** Returns the message to sign for a CACAO's payload (CAIP-74). */
  readonly textOf: (payload: Cacao['p']) => string
  /** Asks for the approval of each message, and then signs it. If this function throws, its error is the answer to the page. */
  readonly approved: (
    request: Pick<HeadlessRequest, 'network' | 'method' | 'params'>,
    sign: () => Promise<unknown>,
  ) => Promise<unknown>
}

/**
 * Reads a sign-in request.
 * @throws a `ProviderError` to send to the page if the value isn't valid.
 */
export function readAuthPayload(value: unknown): AuthPayload {
  const { chains, domain, aud, nonce, resources = [], ...rest } = isObject(value) ? value : {}
  const { version, iat, nbf, exp, statement, requestId } = rest
  const optional = [version, iat, nbf, exp, statement, requestId]
  const isRead =
    [domain, aud, nonce].every((text) => typeof text === 'string') &&
    optional.every((text) => text === undefined || typeof text === 'string') &&
    [chains, resources].every((list) => Array.isArray(list) && list.every((one) => typeof one === 'string'))
  if (!isRead) throw new ProviderError(-32602, 'The request to sign in cannot be read.')
  const texts = { version, iat, nbf, exp, statement, requestId }
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
  return { chains, domain, aud, nonce, resources, ...given } as unknown as AuthPayload
}

/** Returns the session proposal in a sign-in request. The request's recap (ERC-5573) contains the methods. */
export function proposedBy({ chains, resources }: AuthPayload): Readonly<Record<string, ProposedScope>> {
  const { eip155: abilities = {} } = grantsOf(resources)
  const methods = Object.keys(abilities).flatMap((ability) => ability.split('request/')[1] ?? [])
  return { eip155: { chains, methods, events: ['chainChanged', 'accountsChanged'] } }
}

/**
 * Signs one CACAO per approved network, with the network's first account. The recap grants only the rights that the wallet
 * approves, even if the page requested more.
 * @throws a `ProviderError` to send to the page if nothing can be approved.
 */
export async function signCacaos(
  payload: AuthPayload,
  { approver, limits, textOf, approved }: SigningOptions,
): Promise<readonly Cacao[]> {
  const proposed = { requiredNamespaces: {}, optionalNamespaces: proposedBy(payload) }
  const { eip155: scope } = await approvalOf(proposed, approver, limits)
  const wallet = approver.wallets.get('eip155')
  // A session needs methods, and a sign-in needs `personal_sign`.
  if (!wallet || !scope?.methods.includes('personal_sign'))
    throw new ProviderError(5101, 'Unsupported methods.')
  const { chains: _, resources = [], ...said } = payload
  const cacaos: Cacao[] = []
  for (const account of accountsToSign(payload, scope)) {
    const address = account.slice(account.lastIndexOf(':') + 1)
    const id = account.slice(0, account.lastIndexOf(':'))
    const network = approver.networks.find(({ caipNetworkId }) => caipNetworkId === id)
    if (!network) continue
    const p = { ...said, iss: `did:pkh:${account}`, resources: [...withoutRecap(resources), recapFor(scope)] }
    const data = `0x${bytesToHex(new TextEncoder().encode(textOf(p)))}`
    const call = { method: 'personal_sign', params: [data, address] }
    const request = { ...call, network: network.caipNetworkId }
    const signature = await approved(request, () => wallet.request(call, network))
    cacaos.push({ h: { t: 'caip122' }, p, s: { t: 'eip191', s: String(signature) } })
  }
  return cacaos
}

/** Returns the first account on each network, in the page's order. */
function accountsToSign({ chains }: AuthPayload, { accounts }: ApprovedScope): readonly string[] {
  return chains.flatMap((chain) => accounts.find((account) => account.startsWith(`${chain}:`)) ?? [])
}

function recapFor({ methods, chains = [] }: ApprovedScope): string {
  const abilities = [...methods].sort().map((method) => [`request/${method}`, [{ chains }]] as const)
  return writeRecap({ eip155: Object.fromEntries(abilities) })
}
