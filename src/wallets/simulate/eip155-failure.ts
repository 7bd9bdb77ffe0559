import { ProviderError } from '../provider-error.ts'
import { foreignText } from './simulation.ts'

/**
 * Matches a node's error codes for a call that would fail: too little money (-32003 of anvil, -38014 of `eth_simulateV1`), too
 * little gas (-38013), a nonce or block limit (-38010 to -38025), and a revert (3).
 */
const isFailure = (code: number) => code === 3 || code === -32003 || (code <= -38010 && code >= -38025)

/** Returns the failure that a node's error reports. Returns undefined if the node didn't simulate the call. */
export function eip155Failure(error: unknown): { readonly failure: string } | undefined {
  if (!(error instanceof ProviderError)) return undefined
  if (!isFailure(error.code) && !/insufficient funds/i.test(error.message)) return undefined
  return { failure: `fails: ${foreignText(error.message)}` }
}

/** Returns the reason of a revert: the contract's text (`Error(string)`), otherwise the node's text. */
export function revertText(output: unknown, told: unknown): string {
  const [, length, text = ''] =
    /^0x08c379a00{62}20(?:0{56})([0-9a-f]{8})([0-9a-f]*)$/i.exec(String(output)) ?? []
  if (length === undefined) return told === undefined ? '' : `: ${foreignText(told)}`
  const bytes = text.slice(0, Number.parseInt(length, 16) * 2).match(/../g) ?? []
  const read = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))
  return `: "${foreignText(read)}"`
}
