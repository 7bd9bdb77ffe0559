import { setTimeout as sleep } from 'node:timers/promises'
import { ApiPromise, Keyring, WsProvider } from '@polkadot/api'
import type { ContractChain } from 'latchkey/testing'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { chainReads } from './chain-reads.ts'

/** The part of @polkadot/api that this file uses. The package's own types describe the calls of another runtime. */
interface Loose {
  readonly tx: Record<string, Record<string, (...args: unknown[]) => Submittable>>
}
interface Codec {
  toString(): string
}
interface Submittable {
  signAndSend(pair: unknown, listener: (result: Result) => void): Promise<() => void>
}
interface Result {
  readonly status: { readonly isFinalized: boolean }
  readonly txHash: { toHex(): string }
  readonly events: readonly { readonly event: Event }[]
}
interface Event {
  readonly section: string
  readonly method: string
  readonly data: readonly Codec[]
}

export interface PolkadotChain extends ContractChain {
  close(): Promise<void>
  /** Sends a call that the account of `secret` signs. Resolves when the call is final, with the fee. */
  send(
    network: string,
    pallet: string,
    call: string,
    args: readonly unknown[],
    secret: string,
  ): Promise<Outcome>
  encode(network: string, pallet: string, call: string, args: readonly unknown[]): Promise<`0x${string}`>
  /** Makes a block with a number that is `count` higher than the last block's number. */
  skipBlocks(network: string, count: number): Promise<void>
  /** For each error of the runtime: encodes the events of a block whose transaction at `index` fails with this error. */
  failures(
    network: string,
    index: number,
  ): Promise<readonly { readonly name: string; readonly events: string }[]>
}
interface Outcome {
  readonly ok: boolean
  readonly hash: string
  readonly fee: bigint
  readonly reference: string
}

interface Registered {
  readonly registry: {
    createType(type: string, value: unknown): { toU8a(): Uint8Array }
    createLookupType(type: unknown): string
  }
  readonly events: Record<string, Record<string, { readonly meta: EventMeta }>>
}
interface EventMeta {
  readonly index: { toNumber(): number }
  readonly fields: readonly { readonly type: unknown }[]
}

function providerOf(api: ApiPromise): WsProvider {
  return (api as unknown as { _rpcCore: { provider: WsProvider } })._rpcCore.provider
}

/** Reads the nodes directly, and sends calls with @polkadot/api. */
export function polkadotChain(networks: readonly ChainNetwork[], spender: string): PolkadotChain {
  const apis = new Map<string, Promise<ApiPromise>>()
  const apiOf = (network: string) => {
    const url = networks.find(({ caipNetworkId }) => caipNetworkId === network)!.rpcUrls.default.http[0]!
    const known = apis.get(network)
    if (known) return known
    const provider = new WsProvider(url.replace(/^http/, 'ws'))
    const api = ApiPromise.create({ provider, noInitWarn: true })
    apis.set(network, api)
    return api
  }
  const loose = async (network: string) => (await apiOf(network)) as unknown as Loose

  const outcomeOf = (events: readonly Event[]) => {
    const withdrawal = events.find(({ section, method }) => section === 'balances' && method === 'Withdraw')
    const ok = events.some(({ section, method }) => section === 'system' && method === 'ExtrinsicSuccess')
    return { ok, fee: BigInt(withdrawal!.data[1]!.toString()) }
  }

  const chain: PolkadotChain = {
    ...chainReads(networks),
    async holdBlocks(network) {
      const api = await apiOf(network)
      const ask = (method: string, ...params: unknown[]) => providerOf(api).send(method, params)
      await ask('dev_setBlockBuildMode', 'Manual')
      let held = true
      return async () => {
        if (!held) return
        held = false
        await ask('dev_setBlockBuildMode', 'Instant')
        await ask('dev_newBlock')
      }
    },
    async failedTransaction(network) {
      // The amount is more than the balance, so the call fails but still costs a fee.
      const sent = await chain.send(
        network,
        'balances',
        'transferKeepAlive',
        ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 10n ** 30n],
        spender,
      )
      if (sent.ok) throw new Error('the transaction was meant to fail')
      return sent
    },
    async encode(network, pallet, call, args) {
      const { tx } = await loose(network)
      return (tx[pallet]![call]!(...args) as unknown as { method: { toHex(): `0x${string}` } }).method.toHex()
    },
    async skipBlocks(network, count) {
      const api = await apiOf(network)
      const { number } = await api.rpc.chain.getHeader()
      await providerOf(api).send('dev_newBlock', [{ count: 1, unsafeBlockHeight: number.toNumber() + count }])
    },
    async failures(network, index) {
      const { registry, events } = (await apiOf(network)) as unknown as Registered
      const { meta } = events.system!.ExtrinsicFailed!
      // The event `ExtrinsicFailed` has two fields: the error, and information about the call, such as its weight.
      const [errorType, infoType] = meta.fields.map(({ type }) => registry.createLookupType(type))
      const { defKeys } = registry.createType(errorType!, 0) as unknown as { defKeys: readonly string[] }
      return defKeys.map((name) => {
        const fields = [
          registry.createType(errorType!, { [name]: undefined }),
          registry.createType(infoType!, {}),
        ]
        const event = [0, meta.index.toNumber(), ...fields.flatMap((field) => [...field.toU8a()])]
        const phase = registry.createType('Phase', { ApplyExtrinsic: index }).toU8a()
        // The encoded list has one record: the phase, the event, and an empty list of topics.
        return { name, events: `0x${Buffer.from([4, ...phase, ...event, 0]).toString('hex')}` }
      })
    },
    async send(network, pallet, call, args, secret) {
      const api = await apiOf(network)
      const { tx } = await loose(network)
      const reference = (await api.rpc.chain.getHeader()).number.toString()
      const pair = new Keyring({ type: 'sr25519' }).addFromUri(secret)
      return new Promise((resolve, reject) => {
        tx[pallet]![call]!(...args)
          .signAndSend(pair, ({ status, events, txHash }) => {
            if (!status.isFinalized) return
            const outcome = outcomeOf(events.map(({ event }) => event))
            resolve({ ...outcome, hash: txHash.toHex(), reference })
          })
          .catch(reject)
      })
    },
    async close() {
      for (const api of apis.values()) await (await api).disconnect()
      // Wait until the library has ended its subscriptions, one turn of the event loop after `disconnect`.
      await sleep(0)
    },
  }
  return chain
}
