import { nodeRpc } from '../../../src/devnet/node-rpc.ts'

/**
 * The runtime code. `decimals()` returns the value of the first storage slot. All other calls return 2^64, as a balance
 * or as the success of a transfer.
 */
const code = '0x5f3560e01c63313ce56714601e57680100000000000000005f5260205ff35b5f545f5260205ff3'

export interface FickleToken {
  readonly address: string
  install(decimals: number): Promise<void>
  setDecimals(decimals: number): Promise<void>
}

/** Puts a token on a local eip155 node. The test can change the decimals of this token. */
export function fickleToken(url: string, address: string): FickleToken {
  const setDecimals = async (decimals: number) => {
    const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
    await nodeRpc(url, 'anvil_setStorageAt', [address, word(0), word(decimals)])
  }
  return {
    address,
    async install(decimals) {
      await nodeRpc(url, 'anvil_setCode', [address, code])
      await setDecimals(decimals)
    },
    setDecimals,
  }
}
