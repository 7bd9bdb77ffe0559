import type { SignClient } from './library.ts'

/**
 * Sets the host that the library asks to vouch for the page towards wallets: the one that the options name, or none. The library
 * waits up to five seconds for its answer before each proposal and request. A host that did not answer is not asked again.
 */
export function vouchedBy(url: string | undefined, { verify }: SignClient['core']): void {
  if (url === undefined) {
    verify.register = async () => undefined
    return
  }
  const { register } = verify
  let silent = false
  verify.register = async (params) => {
    if (silent) return undefined
    const attestation = await register.call(verify, params)
    silent = !attestation
    return attestation
  }
  Object.assign(verify, { verifyUrlV3: url })
}
