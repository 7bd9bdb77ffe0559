import type { SignClient } from '../library/library.ts'

/**
 * Sets the server that confirms the page's origin to wallets, or none. The WalletConnect library waits up to five seconds for
 * this server before each proposal and request. So after the server has failed to answer once, the library doesn't ask it again.
 */
export function setVerifyServer(url: string | undefined, { verify }: SignClient['core']): void {
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
