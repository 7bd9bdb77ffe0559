import { readSs58, writeSs58 } from '../../adapters/polkadot/ss58.ts'
import { decodePolkadotPayload } from '../decode/polkadot/polkadot.ts'
import { networkNodes } from '../node-pool.ts'
import { type FamilyOptions, type FamilyWallet, fieldsOf } from '../walletconnect/family-wallet.ts'
import { payloadFee } from './fee.ts'
import { polkadotRuntimes } from './runtime.ts'
import { polkadotWallet } from './wallet.ts'

/** Creates a wallet with WalletConnect's polkadot methods: https://docs.reown.com/advanced/multichain/rpc-reference/polkadot-rpc */
export function polkadotOverRelay({ secrets, fetch, clock, health, log }: FamilyOptions): FamilyWallet {
  const wallet = polkadotWallet({ secrets, authorized: true })
  const runtimeOf = polkadotRuntimes()
  const nodeOf = networkNodes({ fetch, clock, health })
  return {
    methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
    addresses: async ({ ss58Prefix = 42 }) =>
      (await wallet.addresses()).map((address) => spelledWith(ss58Prefix, address)),
    async complete(call, network) {
      if (call.method !== 'polkadot_signTransaction') return undefined
      const payload = decodePolkadotPayload(fieldsOf(call))
      const node = nodeOf(network)
      // If no node answers, the call is shown as bytes and marked as unverified.
      const [fee, runtime] = await Promise.all([
        payloadFee(node, payload),
        runtimeOf(node, network, payload).catch((error) => {
          log.warn("Reading the chain's runtime failed", error)
          return undefined
        }),
      ])
      const params = { address: payload.address, transactionPayload: payload }
      return { ...call, params, fee, decoded: runtime?.decode(payload) }
    },
    request: ({ method, params }) => wallet.request({ method, params: params as object }),
    signersOf(call) {
      const { address, transactionPayload } = fieldsOf(call)
      return [(transactionPayload as { address?: unknown } | undefined)?.address ?? address]
    },
    chainsOf(call) {
      if (call.method !== 'polkadot_signTransaction') return []
      // The network's id has the first 16 bytes of the genesis hash (CAIP-13).
      const { genesisHash } = decodePolkadotPayload(fieldsOf(call))
      return [`polkadot:${genesisHash.slice(2, 34)}`]
    },
    same: (a, b) => spelledWith(42, a) === spelledWith(42, b),
  }
}

/** Returns the account's address with the given SS58 prefix. Doesn't change a text that isn't an address. */
function spelledWith(prefix: number, address: string): string {
  const account = readSs58(address)
  return typeof account === 'string' ? address : writeSs58({ ...account, prefix })
}
