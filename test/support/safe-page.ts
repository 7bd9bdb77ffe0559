import { hashMessage, JsonRpcProvider, TypedDataEncoder, Wallet } from 'ethers'
import { memoryPlatform } from 'latchkey/testing'
import type { Clock, ParentPage } from '../../src/ports.ts'
import { countingClock } from './walletconnect-app.ts'

export interface SafePageOptions {
  readonly origin?: string
  readonly privateKey: string
  readonly rpcUrl: string
  readonly chainId: number
  /** How many times the Safe reports that signatures of owners are missing. Default: 1. */
  readonly waits?: number
}

interface Asked {
  readonly id: string
  readonly method: string
  readonly params: never
  readonly env: { readonly sdkVersion: string }
}

/**
 * Returns a fake of the Safe page that contains our page in a frame. A single key signs for the Safe's contract and its owners.
 * Transactions go to a real node. A test can verify the signatures with another library.
 */
export function safePage(options: SafePageOptions) {
  const { origin = 'https://app.safe.global', rpcUrl, chainId, waits = 1 } = options
  const node = new JsonRpcProvider(rpcUrl, chainId, { staticNetwork: true, cacheTimeout: -1 })
  const wallet = new Wallet(options.privateKey, node)
  const asked: Asked[] = []
  const listeners = new Set<(event: Event) => void>()
  const transactions = new Map<string, { waits: number; send: () => Promise<string>; hash?: string }>()
  const signatures = new Map<string, { waits: number; signature: string }>()
  let refuse: string | undefined
  let canceled = false

  const parent: ParentPage = {
    origin,
    post(message, target) {
      // A browser drops messages to another origin.
      if (target !== origin) return
      const { id, method, params } = message as Asked
      asked.push(message as Asked)
      answer(method, params).then(
        (data) => tell({ id, success: true, version: '9.1.0', data }),
        (error) => tell({ id, success: false, version: '9.1.0', error: (error as Error).message }),
      )
    },
    sent: (event) => (event as MessageEvent).source === (parent as never),
  }
  /** Sends a message event to our page. */
  function tell(data: unknown, from: { origin?: string; source?: unknown } = {}) {
    const event = Object.assign(new Event('message'), { data, origin, source: parent, ...from })
    for (const listener of [...listeners]) listener(event)
  }

  // biome-ignore lint/suspicious/noExplicitAny: the fields depend on the method
  async function answer(method: string, params: any): Promise<unknown> {
    switch (method) {
      case 'getSafeInfo':
        return {
          safeAddress: wallet.address,
          chainId,
          threshold: 1,
          owners: [wallet.address],
          isReadOnly: false,
        }
      case 'rpcCall':
        return params.params[0]
      case 'sendTransactions': {
        if (refuse) throw new Error(refuse)
        const safeTxHash = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`
        const send = async () => {
          let hash = ''
          for (const { to, value, data } of params.txs)
            hash = (await wallet.sendTransaction({ to, value, data })).hash
          return hash
        }
        transactions.set(safeTxHash, { waits, send })
        return { safeTxHash }
      }
      case 'getTxBySafeTxHash': {
        const known = transactions.get(params.safeTxHash)
        if (!known) throw new Error('not found')
        if (canceled) return { txStatus: 'CANCELLED', txHash: null }
        if (known.waits-- > 0) return { txStatus: 'AWAITING_CONFIRMATIONS', txHash: null }
        known.hash ??= await known.send()
        return { txStatus: 'SUCCESS', txHash: known.hash }
      }
      case 'signMessage': {
        if (refuse) throw new Error(refuse)
        const bytes = Buffer.from(params.message.slice(2), 'hex')
        const messageHash = hashMessage(bytes)
        signatures.set(messageHash, { waits, signature: await wallet.signMessage(bytes) })
        return { messageHash }
      }
      case 'signTypedMessage': {
        const { domain, types, message } = params.typedData
        const { EIP712Domain: _, ...own } = types
        const messageHash = TypedDataEncoder.hash(domain, own, message)
        signatures.set(messageHash, { waits, signature: await wallet.signTypedData(domain, own, message) })
        return { messageHash }
      }
      case 'getOffChainSignature': {
        const known = signatures.get(params)
        return known && known.waits-- <= 0 ? known.signature : ''
      }
      default:
        throw new Error(`${method} is not known`)
    }
  }

  const timers = countingClock()
  const platform = memoryPlatform<Clock>({
    clock: {
      now: timers.now,
      every: timers.every,
      after: (ms, run) => timers.after(ms === 2000 ? 5 : ms, run),
    },
    fetch: (input, init) => fetch(input, init),
    traits: { framed: true },
    parent,
  })
  const page = {
    ...platform.page,
    listen(event: string, listener: (event: Event) => void) {
      if (event !== 'message') return platform.page.listen(event, listener)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    address: wallet.address,
    node,
    platform: { ...platform, page },
    asked,
    tell,
    listening: () => listeners.size,
    /** The number of our page's timers that are still running. */
    get pending() {
      return timers.pending
    },
    methods: () => asked.map(({ method }) => method),
    refuse(words: string | undefined) {
      refuse = words
    },
    cancel() {
      canceled = true
    },
    close: () => node.destroy(),
  }
}
