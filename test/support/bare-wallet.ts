import { SignClient } from '@walletconnect/sign-client'
import { memoryPlatform } from 'latchkey/testing'
import { preventStrayErrors } from '../../src/connectors/walletconnect/library/stray-errors.ts'
import { RelayLink } from '../../src/connectors/walletconnect/relay/relay-link.ts'
import type { Cacao } from '../../src/core/sign-in/sign-in.ts'
import { systemClock } from '../../src/platform/system-clock.ts'

/** The unmodified WalletConnect library on the wallet's side. By default, the wallet approves everything. */
export interface BareWallet {
  readonly client: Awaited<ReturnType<typeof SignClient.init>>
  /** `addresses` counts the page's requests for Bitcoin addresses. Such a request needs no prompt. */
  readonly asked: { addresses: number }
  readonly requests: { readonly id: number; readonly method: string; readonly params: unknown }[]
  pair(uri: string): Promise<void>
  /** The wallet's only session. */
  topic(): string
  dispose(): Promise<void>
}

export interface BareWalletOptions {
  readonly relayUrl: string
  readonly approve?:
    | 'reject'
    | 'never'
    | ((proposed: Namespaces) => Record<string, { accounts: string[]; methods: string[]; events: string[] }>)
  /** Signs the sign-in messages of a connection request. Default: the wallet doesn't support sign-in messages. */
  readonly signIn?: (asked: Asked) => Promise<readonly Cacao[]>
  /** Answers a request for the wallet's Bitcoin addresses. Default: an error, as for an answer of undefined. */
  readonly addresses?: (account: unknown) => unknown
  readonly answer?: (request: { method: string; params: unknown }) => Promise<unknown>
}
export interface Asked extends Omit<Cacao['p'], 'iss'> {
  readonly chains: readonly string[]
}
type Namespaces = Record<string, { chains?: string[]; methods: string[]; events: string[] }>

export const bareAddress = (namespace: string, account = 0) =>
  namespace === 'eip155' ? `0x${String(account + 1).repeat(40)}` : `${namespace}account${account}`

/** Approves the whole proposal, with `count` accounts on every chain. */
export function approveAll(proposed: Namespaces, count = 1) {
  return Object.fromEntries(
    Object.entries(proposed).map(([namespace, { chains = [], methods, events }]) => [
      namespace,
      {
        methods,
        events,
        accounts: chains.flatMap((chain) =>
          Array.from({ length: count }, (_, index) => `${chain}:${bareAddress(namespace, index)}`),
        ),
      },
    ]),
  )
}

export async function openBareWallet({
  relayUrl,
  approve = (proposed) => approveAll(proposed),
  signIn,
  addresses,
  answer = async ({ method }) => `answer to ${method}`,
}: BareWalletOptions): Promise<BareWallet> {
  const prefix = `wallet-${Math.random().toString(36).slice(2)}`
  const client = await SignClient.init({
    relayUrl,
    projectId: 'wallet',
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: prefix,
    storageOptions: { database: ':memory:' },
    signConfig: { disableRequestQueue: true },
    metadata: { name: 'Bare Wallet', description: '', url: 'https://wallet.example', icons: [] },
  })
  // Works around a fault of the library: a session that ends twice would cause an unhandled rejection.
  preventStrayErrors(client as never)
  // Replaces two functions of the library that would send a request to its vendor's server for each wallet request.
  client.core.verify.register = (async () => undefined) as never
  client.core.verify.resolve = (async () => undefined) as never
  const asked = { addresses: 0 }
  const requests: BareWallet['requests'] = []
  client.on('session_proposal', async ({ id, params }) => {
    if (approve === 'never') return
    if (approve === 'reject') return client.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
    await client.approve({ id, namespaces: approve(params.optionalNamespaces) })
  })
  if (signIn)
    client.on('session_authenticate', async ({ id, params }) => {
      const auths = (await signIn(params.authPayload)) as never
      await client.approveSessionAuthenticate({ id, auths })
    })
  client.on('session_request', async ({ id, topic, params }) => {
    const { method, params: input } = params.request
    if (method === 'getAccountAddresses') {
      asked.addresses++
      const result = await addresses?.(input.account)
      const response =
        result !== undefined
          ? { id, jsonrpc: '2.0', result }
          : { id, jsonrpc: '2.0', error: { code: -32_601, message: 'Method not found' } }
      await client.respond({ topic, response }).catch(() => {})
      return
    }
    requests.push({ id, method, params: input })
    const response = await answer({ method, params: input }).then(
      (result) => ({ id, jsonrpc: '2.0', result }),
      (error) => ({ id, jsonrpc: '2.0', error }),
    )
    await client.respond({ topic, response }).catch(() => {})
  })
  // `RelayLink` reconnects in place of the library. The library waits up to twenty seconds before it reconnects, and can
  // open a socket for each answer.
  const { page, log } = memoryPlatform()
  const link = new RelayLink({ core: client.core as never, clock: systemClock, page, log, awaited: true })
  return {
    client,
    requests,
    asked,
    pair: async (uri) => void (await client.pair({ uri })),
    topic: () => client.session.getAll().at(-1)?.topic ?? '',
    async dispose() {
      await link.end()
      delete (globalThis as Record<string, unknown>)[`_walletConnectCore_${prefix}`]
    },
  }
}
