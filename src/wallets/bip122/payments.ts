import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { systemClock } from '../../platform/system-clock.ts'
import type { Clock, Fetch, Logger, NodeHealth } from '../../ports.ts'
import { ProviderError } from '../provider-error.ts'

type Network = ChainNetwork<'bip122'>

export interface Transfer {
  readonly network: ChainNetwork
  readonly from: string
  /** The compressed public key in hex. */
  readonly publicKey: string
  /** The parameters of `sendTransfer`: the recipient, and the amount in sats as a text. */
  readonly params: Readonly<Record<string, unknown>>
  /** The fee in sats that the user approved. The wallet doesn't sign a transaction with a higher fee. */
  readonly maxFee?: bigint | undefined
  /** Signs with the wallet's keys. */
  sign(input: object): Promise<unknown>
}

/** What a wallet does besides signing: reads balances, selects coins and sends transactions. */
export interface Bip122Payments {
  /** Reads the balance in sats. `pending` is the unconfirmed part. `pending` is negative if more is spent than received. */
  balance(network: ChainNetwork, address: string): Promise<{ confirmed: bigint; pending: bigint }>
  /** Estimates the network fee of a transfer, in sats. */
  fee(transfer: Pick<Transfer, 'network' | 'from' | 'params'>): Promise<bigint>
  /**
   * Sends a transfer and resolves with the transaction id.
   * @throws `wallet/fee-above-limit`
   */
  transfer(transfer: Transfer): Promise<string>
  /** Broadcasts a fully signed PSBT and resolves with the transaction id. */
  broadcast(sent: { network: ChainNetwork; asked: string; signed: string }): Promise<string>
}

export function bip122Payments(options: {
  readonly networks: readonly ChainNetwork[]
  readonly fetch: Fetch
  readonly log: Logger
  /** The clock for the time limits of requests. Default: the system clock. */
  readonly clock?: Clock | undefined
  /** The health of the endpoints, shared with other code. Default: a new record. */
  readonly health?: NodeHealth | undefined
}): Bip122Payments {
  const { networks, fetch, log, clock = systemClock, health = new Map() } = options
  const load = async () => {
    const [{ Bip122Chain }, { openEsploraPool }] = await Promise.all([
      import('../../adapters/bip122/chain/chain.ts'),
      import('../../transport/esplora-pool.ts'),
    ])
    const http = (id: CaipNetworkId) => {
      const urls = networks.find(({ caipNetworkId }) => caipNetworkId === id)?.rpcUrls.default.http ?? []
      return openEsploraPool(urls, undefined, { fetch, clock, log }, id, () => {}, { health })
    }
    return new Bip122Chain({ http })
  }
  const send = async (network: Network, asked: string, inputs: readonly number[], signed: string) => {
    const chain = await load()
    const { hex, txid } = chain.signed({ psbtBase64: asked, inputs }, signed, 'signPsbt')
    if (hex === undefined || txid === undefined)
      throw new ProviderError(-32602, 'The PSBT lacks signatures of others and cannot be sent.')
    await chain.broadcast(network, hex, txid)
    return txid
  }
  return {
    async balance(network, address) {
      const { value, pending = 0n } = await (await load()).balance(network as Network, address, undefined)
      return { confirmed: value - pending, pending }
    },
    async fee({ network, from, params }) {
      const request = requestOf(network as Network, from, params)
      return (await (await load()).estimateFee(network as Network, from, request)).total.value
    },
    async transfer({ network: any, from, publicKey, params, maxFee, sign }) {
      const network = any as Network
      const request = { ...requestOf(network, from, params), maxFee }
      const planned = await (await load()).plan(network, from, request, publicKey)
      const signInputs = planned.inputs.map((index) => ({ index, address: from }))
      const { psbt } = (await sign({ account: from, psbt: planned.psbtBase64, signInputs })) as {
        psbt: string
      }
      return send(network, planned.psbtBase64, planned.inputs, psbt)
    },
    async broadcast({ network, asked, signed }) {
      const count = (await load()).inputCount(asked)
      const inputs = Array.from({ length: count }, (_, index) => index)
      return send(network as Network, asked, inputs, signed)
    },
  }
}

function requestOf(network: Network, from: string, params: Transfer['params']) {
  const { recipientAddress, amount, memo, changeAddress } = params
  if (memo !== undefined || (changeAddress !== undefined && changeAddress !== from))
    throw new ProviderError(-32602, 'This wallet supports neither a memo nor another change address.')
  if (!/^[1-9]\d{0,15}$/.test(String(amount)))
    throw new ProviderError(-32602, 'The amount is not a number of sats.')
  return {
    from: `${network.caipNetworkId}:${from}` as const,
    to: String(recipientAddress),
    amount: BigInt(String(amount)),
  }
}
