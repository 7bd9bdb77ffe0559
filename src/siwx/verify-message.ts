import { type CaipNetworkId, networkParts } from '../core/chain/caip.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import { signInBounds } from './bounds.ts'
import { type NodeOptions, nodeCall } from './node-call.ts'
import type { Proof, Verify } from './verify/proof.ts'

/** A message, its signature as the wallet returned it, and the account that should have signed it. */
export interface MessageProof {
  readonly message: string
  readonly signature: string
  readonly address: string
  readonly chainId: CaipNetworkId
  /** The scheme of the signature, such as `eip191` or `bip322`. Default: tries all schemes of the family. */
  readonly scheme?: string | undefined
  /** The public key. Default: the key in the signature or the address. */
  readonly publicKey?: string | undefined
}

/** The code that verifies signatures. It loads by family, because the curves are larger than the rest of this module. */
const verifiers: Readonly<Record<ChainNamespace, () => Promise<Verify>>> = {
  eip155: async () => (await import('./verify/eip155.ts')).verifyEip155,
  solana: async () => (await import('./verify/solana.ts')).verifySolana,
  polkadot: async () => (await import('./verify/polkadot.ts')).verifyPolkadot,
  bip122: async () => (await import('./verify/bip122.ts')).verifyBip122,
  cosmos: async () => (await import('./verify/cosmos.ts')).verifyCosmos,
}

/**
 * Returns whether the account signed the message. Returns false for a malformed signature. Doesn't prevent replay: for sign-ins,
 * use `verifySignIn`.
 *
 * @throws `siwx/unverifiable` if the signer may be a contract account, and no node of the account's network answered.
 */
export async function verifyMessage(proof: MessageProof, options: NodeOptions = {}): Promise<boolean> {
  const { message: text, signature, scheme, publicKey, address, chainId } = proof
  const areTexts = [scheme, publicKey].every((one) => one === undefined || typeof one === 'string')
  if (typeof signature !== 'string' || signature.length > signInBounds.signatureLength || !areTexts)
    return false
  const namespace = networkParts(chainId)?.namespace
  const verify = namespace && (await verifiers[namespace]())
  const checked: Proof = { text, signature, scheme, publicKey, address, chainId }
  return (await verify?.(checked, { call: nodeCall(options), signal: options.signal })) === true
}
