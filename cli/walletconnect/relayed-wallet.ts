import type { ChainNetwork, ConnectorSession } from 'latchkey'
import { bytesAsBase64 } from '../families/bytes.ts'
import { cliError } from '../output/cli-error.ts'
import type { LocalWallet } from '../wallets/wallet-family.ts'

/**
 * Signs polkadot payloads and cosmos documents over a WalletConnect session, without the adapter. Refuses other methods, and
 * requests that the session doesn't allow.
 */
export function relayedWallet(
  sessionOf: () => Promise<ConnectorSession | null | undefined>,
  network: ChainNetwork,
  signal: AbortSignal,
): Pick<LocalWallet, 'request'> {
  const ask = async (method: string, params: object): Promise<unknown> => {
    const channel = (await sessionOf())?.channel(network.chainNamespace)
    if (channel?.kind !== 'rpc') throw cliError('connection/not-connected', 'The session is over')
    return channel.request({ method, params }, network.caipNetworkId, { signal })
  }
  return {
    async request({ method, params }) {
      if (method === 'signPayload') {
        const [payload] = params as readonly [{ readonly address: string }]
        return ask('polkadot_signTransaction', { address: payload.address, transactionPayload: payload })
      }
      const [, signerAddress, signDoc] = params as readonly [string, string, object]
      if (method === 'signAmino') return ask('cosmos_signAmino', { signerAddress, signDoc })
      if (method === 'signDirect') {
        // WalletConnect sends bytes as base64.
        const asked = bytesAsBase64(signDoc)
        return directAnswer(await ask('cosmos_signDirect', { signerAddress, signDoc: asked }), asked)
      }
      throw cliError('cli/unsupported', `Over a relay there is no ${method}`)
    },
  }
}

/** Normalizes the signed document. Some wallets return bytes as hex, and numbers as JSON numbers. */
function directAnswer(answer: unknown, asked: Readonly<Record<string, unknown>>): unknown {
  const { signed, ...rest } = (answer ?? {}) as { readonly signed?: Readonly<Record<string, unknown>> }
  if (!signed) return answer
  const bytes = (name: string) => {
    const text = String(signed[name])
    const isHex = text !== asked[name] && /^(0x)?([0-9a-f]{2})+$/i.test(text)
    return isHex ? Buffer.from(text.replace(/^0x/, ''), 'hex') : Buffer.from(text, 'base64')
  }
  return {
    ...rest,
    signed: {
      bodyBytes: bytes('bodyBytes'),
      authInfoBytes: bytes('authInfoBytes'),
      chainId: signed.chainId,
      accountNumber: String(signed.accountNumber),
    },
  }
}
