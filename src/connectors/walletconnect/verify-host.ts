import type { SignClient } from './library.ts'

/**
 * Whom the library asks to vouch for the page towards wallets: the host that the options name, or nobody. It waits up to
 * five seconds for an answer, before each proposal and request. A host that gave none is not asked again, so that it holds
 * nothing up.
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
