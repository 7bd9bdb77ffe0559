import { base58, base64 } from '@scure/base'
import type { Clock, Fetch } from '../../ports.ts'
import { decodeSolanaTransaction } from '../../wallets/decode/solana.ts'
import { networkNodes } from '../../wallets/node-pool.ts'
import { ProviderError } from '../../wallets/provider-error.ts'
import { broadcastSolana } from '../../wallets/solana/broadcast.ts'
import { requireKnownCluster } from '../../wallets/solana/known-cluster.ts'
import { solanaWallet } from '../../wallets/solana/wallet.ts'
import { fieldsOf } from '../../wallets/walletconnect/family-wallet.ts'
import type { Prepare } from './signing.ts'

/**
 * Prepares Solana requests. The frame's protocol has objects with base58 texts (S3.1.6). The signers expect WalletConnect's
 * format, with base64 transactions.
 */
export function solanaRequests(fetch: Fetch, clock: Clock, nodeOf = networkNodes({ fetch, clock })): Prepare {
  return async (asked, { addresses: { solana: pubkey } }, network) => {
    const { method } = asked
    const fields = fieldsOf(asked)
    const node = nodeOf(network)
    const walletOf = (secret: string) =>
      solanaWallet({
        secrets: [secret],
        chains: [{ id: network.caipNetworkId as `solana:${string}`, node }],
        authorized: true,
        ...{ fetch, clock },
      })
    const ask = (secret: string, to: string, params: object) =>
      walletOf(secret).request({ method: to, params }, network.caipNetworkId)
    /**
     * Returns a transaction in base64, after checking that this account can sign it.
     * @throws if the text isn't a transaction or the transaction is for another cluster.
     */
    const readable = async (transaction: unknown): Promise<string> => {
      const wire = bytesOf(transaction)
      const { signers } = decodeSolanaTransaction(wire)
      if (!signers.some(({ address }) => address === pubkey))
        throw new ProviderError(4100, `The transaction asks for no signature of ${pubkey}.`)
      await requireKnownCluster(wire, [node], network.name, clock)
      return base64.encode(wire)
    }
    const prepared = { family: 'solana', network } as const

    if (method === 'solana_signMessage') {
      if (fields.pubkey !== pubkey)
        throw new ProviderError(4100, `The account ${String(fields.pubkey)} is not in this wallet.`)
      const params = { message: String(fields.message), pubkey }
      return {
        ...prepared,
        call: { method, params },
        sign: ({ solana }) => ask(solana, method, params),
      }
    }
    if (method === 'solana_signAllTransactions') {
      const list = Array.isArray(fields.transactions) ? fields.transactions : []
      if (list.length === 0) throw new ProviderError(-32602, 'There are no transactions to sign.')
      const params = { transactions: await Promise.all(list.map(readable)), pubkey }
      return {
        ...prepared,
        call: { method, params },
        async sign({ solana }) {
          const { transactions } = (await ask(solana, method, params)) as {
            readonly transactions: readonly string[]
          }
          return { transactions: transactions.map((one) => base58.encode(base64.decode(one))) }
        },
      }
    }
    const params = { transaction: await readable(fields.transaction), pubkey }
    const signed = async (secret: string) => {
      const { transaction } = (await ask(secret, 'solana_signTransaction', params)) as {
        readonly transaction: string
      }
      return transaction
    }
    if (method === 'solana_signTransaction')
      return {
        ...prepared,
        call: { method, params },
        sign: async ({ solana }) => ({ transaction: base58.encode(base64.decode(await signed(solana))) }),
      }
    if (method !== 'solana_signAndSendTransaction')
      throw new ProviderError(4200, `This wallet does not support ${method}.`)
    const options = (fields.options ?? {}) as object
    return {
      ...prepared,
      call: { method, params: { ...params, options } },
      async sign({ solana }) {
        const transaction = await signed(solana)
        return { signature: await broadcastSolana(base64.decode(transaction), options, node) }
      },
    }
  }
}

function bytesOf(text: unknown): Uint8Array {
  try {
    return base58.decode(String(text))
  } catch {
    throw new ProviderError(-32602, 'The transaction is not written in base58.')
  }
}
