import { networkParts } from '../core/chain/caip.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { SignInMessage, SignInSession } from '../core/sign-in.ts'
import { signInBounds } from './bounds.ts'
import { checkCacao } from './cacao.ts'
import { checkExpected, type ExpectedSignIn } from './check-expected.ts'
import { parseSignInMessage } from './message.ts'
import { nodeCall } from './node-call.ts'
import type { NodeCall, Verify } from './verify/proof.ts'

/** What a visitor brings: the text to the letter, and the signature as the wallet gave it. */
export type SignInProof = Pick<SignInSession, 'message' | 'signature' | 'scheme' | 'publicKey' | 'cacao'>

/** How nodes are asked about contracts that sign. Without either, only the keys of addresses can sign. */
export interface VerifySignInOptions {
  readonly rpc?: NodeCall | undefined
  /** Endpoints by CAIP-2 id. `rpc` goes before them. */
  readonly rpcUrls?: Readonly<Record<string, string>> | undefined
  /** How long the nodes may take, together, in ms. Default: 10 s. */
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Loaded for the families that sign in: their curves are larger than all of this. */
const verifiers: Readonly<Record<ChainNamespace, () => Promise<Verify>>> = {
  eip155: async () => (await import('./verify/eip155.ts')).verifyEip155,
  solana: async () => (await import('./verify/solana.ts')).verifySolana,
  polkadot: async () => (await import('./verify/polkadot.ts')).verifyPolkadot,
  bip122: async () => (await import('./verify/bip122.ts')).verifyBip122,
  cosmos: async () => (await import('./verify/cosmos.ts')).verifyCosmos,
}

/**
 * Checks a sign-in: the text is a message that says what was expected, and the account in it signed it. The nonce is accepted
 * as often as it is expected: it is the caller who lets nobody use it twice.
 *
 * @throws `siwx/invalid-message`; what `ExpectedSignIn` is compared with: `siwx/wrong-domain`, `siwx/wrong-uri`,
 * `siwx/wrong-chain`, `siwx/wrong-address`, `siwx/wrong-nonce`, `siwx/issued-in-future`, `siwx/too-old`,
 * `siwx/not-yet-valid`, `siwx/expired`; `siwx/invalid-signature`; `siwx/unverifiable` when a node would have to be asked and
 * none gave an answer; `config/invalid-options` for an expectation without domain or nonce.
 */
export async function verifySignIn(
  proof: SignInProof,
  expected: ExpectedSignIn,
  options: VerifySignInOptions = {},
): Promise<SignInMessage> {
  const message = parseSignInMessage(proof?.message)
  checkExpected(message, expected)
  if (proof.cacao !== undefined) checkCacao(proof.cacao, message, proof.signature)
  const { signature, scheme, publicKey } = proof
  const { accountAddress: address, chainId } = message
  const invalid = () => latchkeyError('siwx/invalid-signature')
  const areTexts = [scheme, publicKey].every((one) => one === undefined || typeof one === 'string')
  if (typeof signature !== 'string' || signature.length > signInBounds.signatureLength || !areTexts)
    throw invalid()
  const namespace = networkParts(chainId)?.namespace
  const verify = namespace && (await verifiers[namespace]())
  const text = message.toString()
  const nodes = { call: nodeCall(options), signal: options.signal }
  const isSigned = await verify?.({ text, signature, scheme, publicKey, address, chainId }, nodes)
  if (isSigned !== true) throw invalid()
  return message
}
