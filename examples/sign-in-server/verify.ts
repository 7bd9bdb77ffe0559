import { isLatchkeyError } from 'latchkey'
import {
  type ExpectedSignIn,
  type SignInMessage,
  type SignInProof,
  type SignInSession,
  type VerifySignInOptions,
  verifySignIn,
} from 'latchkey/siwx'

export interface Proven {
  /** The account's id in the database. */
  readonly account: string
  readonly session: SignInSession
  /** When the session expires, in ms since the epoch. */
  readonly ends: number
}

/**
 * Verifies a signed message. An address with a key is one account on all networks of its family, such as `eip155:0x…`. A smart contract is a
 * different account on each network, such as `eip155:10:0x…`, because it may have different owners there.
 * @param lifetime The maximum duration of a session, in ms.
 * @throws what `verifySignIn` throws
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

/** Verifies a signature. Asks a node only if the signature isn't by the address's key. */
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
