import { homeOfAddress } from '../../args/address-home.ts'
import { resolveAccount } from '../../args/assets.ts'
import { networkNamed } from '../../args/family-meant.ts'
import { readInput } from '../../args/input.ts'
import { knownNetworks, resolveNetwork } from '../../args/networks.ts'
import type { Context } from '../../context.ts'
import { networkNode } from '../../nodes/network-node.ts'
import { cliError, invalid } from '../../output/cli-error.ts'
import type { Outcome } from '../../output/output.ts'

export interface VerifyMessageOptions {
  readonly file?: string | undefined
  readonly scheme?: string | undefined
  readonly publicKey?: string | undefined
}

/** Checks the signature of a message. If the address's own key didn't sign, asks a node, because the account may be a contract. */
export async function verifyMessage(
  context: Context,
  signature: string,
  account: string,
  input: string | undefined,
  { file, scheme, publicKey }: VerifyMessageOptions,
): Promise<Outcome> {
  const { io, flags, signal } = context
  const message = await readInput(context, 'text', { input, file })
  const network = await networkOf(context, account)
  const { caipNetworkId: chainId } = network
  const address = await resolveAccount(io.env, 'address', account, network)
  const { verifyMessage } = await import('latchkey/siwx')
  // Ask a node only if the user named the network, because the contract may not exist on a guessed network.
  const isNamed = flags.rpc !== undefined || flags.network !== undefined || account.includes(':')
  const node = isNamed ? networkNode(network, context) : undefined
  const valid = await verifyMessage(
    { message, signature: signature.trim(), address, chainId, scheme, publicKey },
    { signal, ...(node && { rpc: (_, method, params) => node(method, params) }) },
  )
  const data = { valid, account: `${chainId}:${address}` }
  const text = valid ? `valid: signed by ${address}` : `not valid: ${address} did not sign this text`
  return {
    ...{ data, text, primary: valid ? 'valid' : 'not valid', network: chainId },
    failure: valid ? undefined : cliError('siwx/invalid-signature', 'The signature is not valid', { data }),
  }
}

async function networkOf({ io, flags }: Context, account: string) {
  const named = flags.network ?? networkNamed([account])
  if (named !== undefined) return resolveNetwork(io.env, named, { rpc: flags.rpc })
  const home = await homeOfAddress(account, await knownNetworks(io.env))
  const [first] = home?.networks ?? []
  if (first) return resolveNetwork(io.env, first.network.caipNetworkId, { rpc: flags.rpc })
  throw invalid('network', 'is missing', 'Use --network <CAIP-2 id or alias>; latchkey networks lists them.')
}
