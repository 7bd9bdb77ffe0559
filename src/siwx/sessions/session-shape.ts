import { isCaipNetworkId } from '../../core/chain/caip.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { SignInSession } from '../../core/sign-in/sign-in.ts'

/** Reads sessions from stored or received data. Skips invalid entries. */
export function sessionsIn(value: unknown): readonly SignInSession[] {
  return Array.isArray(value) ? value.filter(isSession) : []
}

function isSession(value: unknown): value is SignInSession {
  if (!isObject(value) || !isObject(value.data)) return false
  const { data, message, signature } = value
  const texts = [message, signature, data.domain, data.uri, data.version, data.nonce, data.accountAddress]
  return texts.every((text) => typeof text === 'string') && isCaipNetworkId(data.chainId)
}
