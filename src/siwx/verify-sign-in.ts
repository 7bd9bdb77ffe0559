import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { SignInMessage, SignInSession } from '../core/sign-in/sign-in.ts'
import { checkCacao } from './cacao.ts'
import { checkExpected, type ExpectedSignIn } from './check-expected.ts'
import { parseSignInMessage } from './message.ts'
import type { NodeCall } from './verify/proof.ts'
import { verifyMessage } from './verify-message.ts'

/** The visitor's proof: the exact text that was signed, and the signature as the wallet returned it. */
export type SignInProof = Pick<SignInSession, 'message' | 'signature' | 'scheme' | 'publicKey' | 'cacao'>

/**
 * The nodes that verify signatures of contract accounts. Without a node, only signatures by the key of the address can be
 * verified.
 */
export interface VerifySignInOptions {
  readonly rpc?: NodeCall | undefined
  /** The URLs of endpoints by CAIP-2 id. If `rpc` is set too, `rpc` is used. */
  readonly rpcUrls?: Readonly<Record<string, string>> | undefined
  /** The time limit for all node requests together, in ms. Default: 10 s. */
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Verifies a sign-in: the text is a message with the expected values, and its account signed it. Doesn't prevent replay: the
 * caller must accept each nonce only once.
 *
 * @throws `siwx/invalid-message`; `siwx/wrong-domain`, `siwx/wrong-uri`, `siwx/wrong-chain`, `siwx/wrong-address`,
 * `siwx/wrong-nonce`, `siwx/issued-in-future`, `siwx/too-old`, `siwx/not-yet-valid` or `siwx/expired`, if a value differs from
 * the expected value; `siwx/invalid-signature`; `siwx/unverifiable` if the verification needs a node and no node answered;
 * `config/invalid-options` for missing or invalid expected values.
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
  const signed = { message: message.toString(), signature, scheme, publicKey, address, chainId }
  if (!(await verifyMessage(signed, options))) throw latchkeyError('siwx/invalid-signature')
  return message
}
