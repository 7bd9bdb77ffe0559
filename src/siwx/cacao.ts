import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { fieldsOfCacao } from '../core/sign-in/cacao.ts'
import type { Cacao, SignInMessage } from '../core/sign-in/sign-in.ts'
import { invalidMessage } from './check-fields.ts'
import { formatSignInMessage } from './message.ts'

const kinds: readonly unknown[] = ['caip122', 'eip4361']
const signatures: readonly unknown[] = ['eip191', 'eip1271']

/**
 * Checks that a CACAO (CAIP-74) matches the signed text and the signature.
 * @throws `siwx/invalid-message`, `siwx/wrong-chain`, `siwx/wrong-address` or `siwx/invalid-signature`.
 */
export function checkCacao(cacao: Cacao, message: SignInMessage, signature: string): void {
  const { h, p, s } = (cacao ?? {}) as Partial<Cacao>
  if (!p || !kinds.includes(h?.t)) throw invalidMessage("the CACAO isn't a CAIP-74 object with a message")
  const fields = fieldsOfCacao(p)
  if (!fields) throw invalidMessage("the CACAO's issuer isn't an account, or its recap is invalid")
  const { chainId, accountAddress } = fields
  if (chainId !== message.chainId)
    throw latchkeyError('siwx/wrong-chain', { values: { value: message.chainId, expected: chainId } })
  if (accountAddress !== message.accountAddress)
    throw latchkeyError('siwx/wrong-address', {
      values: { value: message.accountAddress, expected: accountAddress },
    })
  if (formatSignInMessage(fields) !== message.toString())
    throw invalidMessage("the CACAO doesn't match the text")
  if (!signatures.includes(s?.t) || s?.s !== signature) throw latchkeyError('siwx/invalid-signature')
}
