import { isLatchkeyError } from 'latchkey'
import {
  type ExpectedSignIn,
  type SignInMessage,
  type SignInProof,
  type SignInSession,
  type VerifySignInOptions,
  verifySignIn,
} from 'latchkey/siwx'

/** A session that was verified. */
export interface Proven {
  /** Who signed, by the name that the database has. */
  readonly account: string
  readonly session: SignInSession
  /** When it stops to count, in ms since 1970. */
  readonly ends: number
}

/**
 * Checks what an account signed. A key is one account on all chains of its family, such as `eip155:0x…`; who signs by a smart
 * contract is another account on each chain, such as `eip155:10:0x…`, since a contract of that address may be somebody else's
 * on the next.
 * @param lifetime The longest that a session counts, in ms.
 * @throws What `verifySignIn` throws.
 */
export async function prove(
  proof: SignInProof,
  expected: ExpectedSignIn & { readonly now: Date },
  nodes: VerifySignInOptions,
  lifetime: number,
): Promise<Proven> {
  const { message, byContract } = await verifyBy(proof, expected, nodes)
  const { chainId, accountAddress, expirationTime } = message
  const longest = expected.now.getTime() + lifetime
  return {
    account: `${byContract ? chainId : chainId.split(':')[0]}:${accountAddress}`,
    session: { ...proof, data: message },
    ends: expirationTime === undefined ? longest : Math.min(longest, Date.parse(expirationTime)),
  }
}

/** Asks no node before it is clear that no key signed. */
async function verifyBy(
  proof: SignInProof,
  expected: ExpectedSignIn,
  nodes: VerifySignInOptions,
): Promise<{ readonly message: SignInMessage; readonly byContract: boolean }> {
  try {
    return { message: await verifySignIn(proof, expected), byContract: false }
  } catch (error) {
    const isNodeNamed = nodes.rpc !== undefined || nodes.rpcUrls !== undefined
    if (!isNodeNamed || !isLatchkeyError(error) || error.code !== 'siwx/unverifiable') throw error
    return { message: await verifySignIn(proof, expected, nodes), byContract: true }
  }
}
