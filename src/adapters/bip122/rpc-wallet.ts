import { base64, hex } from '@scure/base'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { BitcoinSigner } from '../../core/wallet/bitcoin-wallet.ts'
import type { WalletChannel } from '../../core/wallet/connector.ts'

/** Creates the signer for a wallet that is reached by JSON-RPC. The signer uses WalletConnect's Bitcoin methods (S3.5.6). */
export function rpcWallet({ request }: Extract<WalletChannel, { kind: 'rpc' }>): BitcoinSigner {
  const ask = (method: string, params: object, network: CaipNetworkId) => request({ method, params }, network)
  return {
    async signMessage({ address, message, scheme, network }) {
      const params = { account: address, address, message, protocol: scheme }
      return signatureOf(member(await ask('signMessage', params, network), 'signature'))
    },
    async signPsbt({ psbtBase64, inputs, network }) {
      const signInputs = inputs.map(({ sighash, ...input }) => ({
        ...input,
        ...(sighash !== undefined && { sighashTypes: [sighash] }),
      }))
      const params = { account: inputs[0]?.address, psbt: psbtBase64, signInputs, broadcast: false }
      return member(await ask('signPsbt', params, network), 'psbt')
    },
  }
}

/**
 * Returns a signature in base64. WalletConnect's specification requires hex, but some wallets
 * answer with base64, as they do outside WalletConnect.
 */
function signatureOf(answer: unknown): unknown {
  if (typeof answer !== 'string' || !/^(0x)?([0-9a-f]{2})+$/i.test(answer)) return answer
  return base64.encode(hex.decode(answer.replace(/^0x/, '')))
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}
