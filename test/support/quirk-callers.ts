import { base58, base64 } from '@scure/base'
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { formatUnits } from '../../src/core/amounts/units.ts'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import type { ChainAdapter } from '../../src/core/wallet/adapter.ts'
import type { ServiceWallet } from '../../src/core/wallet/wallet-service.ts'
import { networksFrom } from '../../src/embedded-wallet/networks.ts'
import { rpcAnswers } from '../../src/embedded-wallet/requests/rpc.ts'
import type { NodeHealth } from '../../src/ports.ts'
import { ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { eip155Wallet } from '../../src/wallets/eip155/wallet.ts'
import { nodePool } from '../../src/wallets/node-pool.ts'
import { solanaWallet } from '../../src/wallets/solana/wallet.ts'
import { runCli, tempDir } from '../cli/support/run-cli.ts'
import { moneyWays } from './money-world.ts'
import { ownSwaps, swapHost } from './quirk-swaps.ts'
import { goodHost, type QuirkWorld, secret } from './quirk-world.ts'

/**
 * A program that calls a network's endpoints, for example a page. A method is undefined if the program lacks it on this family.
 */
export interface QuirkCaller {
  /** The account's balance, in the smallest unit. */
  balance(): Promise<bigint>
  /** Loads the account view, and resolves with the balance that it shows. */
  view?(): Promise<bigint>
  /** Sends the amount, and resolves with the hash. */
  send?(amount: bigint): Promise<string>
  /** Swaps the amount of the native token for a token, and resolves with the hash. */
  swap?(amount: bigint): Promise<string>
  /** Hides the page. */
  hide?(): void
  dispose?(): Promise<void>
}

type Open = (world: QuirkWorld, health?: NodeHealth) => QuirkCaller | Promise<QuirkCaller>

const familyOf = ({ node }: QuirkWorld) => node.network.chainNamespace
const networkIn = ({ node }: QuirkWorld) => node.network.caipNetworkId

const ways = {
  eip155: 'eip155 wallet',
  solana: 'solana',
  cosmos: 'cosmos',
  bip122: 'bip122',
  polkadot: 'polkadot',
} as const

/**
 * Creates a client of `createLatchkey` with a connected wallet. On eip155, the wallet broadcasts through a working endpoint of
 * its own.
 */
async function page(world: QuirkWorld): Promise<QuirkCaller> {
  const { node, clock, network, fetch, pageFetch } = world
  const way = moneyWays[ways[familyOf(world)]]
  const platform = memoryPlatform({ clock, fetch: pageFetch })
  const swaps = familyOf(world) === 'eip155'
  const wallet = way.wallet({
    ...{ network, secret: node.account.secret, rpcUrl: `https://${goodHost}/v1/${secret}` },
    ...{ fetch, clock, isGone: () => false },
  })
  const latchkey = createLatchkey({
    networks: [network],
    adapters: [way.adapter()] as never,
    connectors: [wallet],
    ...{ enableEIP6963: false, enableInjected: false, name: `quirks-${Math.random()}`, platform },
    ...(swaps && { swapProvider: ownSwaps(() => clock.now()) }),
  })
  // Load the code now. Loading takes real time, and the test's clock doesn't see loading as an open request.
  await latchkey.ready()
  await latchkey.activity.prepare()
  if (swaps) await latchkey.swap.prepare()
  await latchkey.connect({ connectorId: 'keys' })
  const adapter = (await latchkey.adapter(familyOf(world) as never)) as unknown as ChainAdapter
  const account = String(latchkey.account.state[familyOf(world)].caipAddress) as never
  return {
    balance: async () => (await adapter.getBalance(account)).value,
    async view() {
      await latchkey.portfolio.refresh()
      const { error, balances } = latchkey.portfolio.state
      if (error) throw error
      return balances?.[0]?.amount.value ?? -1n
    },
    send: async (amount) => (await adapter.send({ from: account, to: node.to, amount } as never)).hash,
    ...(swaps && {
      async swap(amount: bigint) {
        const { swap } = latchkey
        await swap.begin({ fromToken: 'ETH', toToken: 'TKN', amount: formatUnits(amount, 18) })
        await swap.prepareReview()
        return (await swap.swapTokens()).hash
      },
    }),
    hide: () => platform.page.setVisible(false),
    dispose: () => clock.pass(latchkey.dispose()),
  }
}

const amountOf = (answer: unknown) => BigInt((answer as { value: number }).value)

/** Builds a transfer on solana, as a program would. */
async function solanaTransfer(
  { node }: QuirkWorld,
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
  amount: bigint,
): Promise<Uint8Array> {
  const latest = (await ask('getLatestBlockhash', [])) as { value: { blockhash: string } }
  const [from, to] = [new PublicKey(node.account.address), new PublicKey(node.to)]
  const message = new TransactionMessage({
    payerKey: from,
    recentBlockhash: latest.value.blockhash,
    instructions: [SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: amount })],
  }).compileToV0Message()
  return new VersionedTransaction(message).serialize()
}

/**
 * Uses the wallets of `latchkey/wallets`. On families where these wallets only sign, uses the node pool of `latchkey/wallets`
 * too.
 */
async function keys(world: QuirkWorld): Promise<QuirkCaller> {
  const { node, clock, fetch, urls } = world
  const { address } = node.account
  const pool = nodePool(urls, { fetch, clock, network: networkIn(world) })
  const ask = (method: string, params: unknown) => pool(method, params as readonly unknown[])
  switch (familyOf(world)) {
    case 'eip155': {
      const { provider } = eip155Wallet({
        privateKeys: [node.account.secret],
        chains: [{ id: Number(node.network.id), rpcUrls: urls }],
        ...{ authorized: true, fetch, clock, now: () => clock.now() },
      })
      return {
        balance: async () =>
          BigInt(
            (await provider.request({ method: 'eth_getBalance', params: [address, 'latest'] })) as string,
          ),
        async send(amount) {
          const params = [{ from: address, to: node.to, value: `0x${amount.toString(16)}` }]
          return (await provider.request({ method: 'eth_sendTransaction', params })) as string
        },
      }
    }
    case 'solana': {
      const wallet = solanaWallet({
        secrets: [node.account.secret],
        chains: [{ id: networkIn(world) as `solana:${string}`, rpcUrls: urls }],
        ...{ authorized: true, fetch, clock },
      })
      return {
        balance: async () => amountOf(await ask('getBalance', [address])),
        async send(amount) {
          const wire = await solanaTransfer(world, ask, amount)
          const params = { transaction: base64.encode(wire), pubkey: address }
          const call = { method: 'solana_signAndSendTransaction', params }
          return ((await wallet.request(call, networkIn(world))) as { signature: string }).signature
        },
      }
    }
    case 'cosmos':
      return {
        async balance() {
          const path = '/cosmos.bank.v1beta1.Query/Balance'
          const { denom } = node.network.cosmos!
          const field = (number: number, text: string) => [
            (number << 3) | 2,
            text.length,
            ...Buffer.from(text),
          ]
          const data = Buffer.from([...field(1, address), ...field(2, denom)]).toString('hex')
          const answer = await ask('abci_query', { path, data })
          const { value } = (answer as { response: { value: string } }).response
          const coin = Buffer.from(value, 'base64').toString('latin1')
          return BigInt(/(\d+)$/.exec(coin)?.[1] ?? -1)
        },
        async send(amount) {
          const tx = base64.encode(Buffer.from(`signed ${amount}`))
          return ((await ask('broadcast_tx_sync', { tx })) as { hash: string }).hash
        },
      }
    case 'polkadot':
      return {
        async balance() {
          const [key, at] = [`0x26aa${'00'.repeat(8)}`, 2 + 16 * 2]
          const info = String(await ask('state_getStorage', [key]))
          return Buffer.from(info.slice(at, at + 16), 'hex').readBigUInt64LE()
        },
        send: async (amount) =>
          String(await ask('author_submitExtrinsic', [`0x${amount.toString(16).padStart(16, '0')}`])),
      }
    default:
      throw new Error('bip122 wallets of latchkey/wallets ask no node')
  }
}

/** Runs `latchkey balance` and `latchkey send` in this process. */
function commandLine(world: QuirkWorld): QuirkCaller {
  const { node, urls } = world
  const env = { LATCHKEY_HOME: tempDir(), QUIRKS_KEY: node.account.secret }
  const common = [
    '-w',
    'key:env:QUIRKS_KEY',
    '-n',
    networkIn(world),
    ...urls.flatMap((url) => ['--rpc', url]),
    '--json',
  ]
  const { decimals } = node.network.nativeCurrency
  const run = async (...argv: readonly string[]) => {
    const ran = await runCli([...argv, ...common], { env })
    const { ok, data, error } = ran.json()
    if (!ok)
      throw Object.assign(new Error(error?.message), {
        ...error,
        exit: ran.code,
        all: ran.stdout + ran.stderr,
      })
    return data
  }
  return {
    async balance() {
      return BigInt((await run('balance')).value)
    },
    async send(amount) {
      const digits = amount.toString().padStart(decimals + 1, '0')
      const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
      return (await run('send', '--to', node.to, '--amount', text, '--yes', '--allow-mainnet')).hash
    },
    ...(familyOf(world) === 'eip155' && {
      async swap(amount: bigint) {
        const options = ['--from', 'ETH', '--to', 'TKN', '--amount', formatUnits(amount, 18)]
        return (await run('swap', ...options, '--data', `https://${swapHost}`, '--yes', '--allow-mainnet'))
          .hash
      },
    }),
  }
}

/** Uses the code that answers requests in the embedded wallet's frame. */
async function embedded(world: QuirkWorld): Promise<QuirkCaller> {
  const { node, clock, fetch, urls } = world
  const { name, nativeCurrency } = node.network
  const { address, secret: key } = node.account
  const id = networkIn(world)
  const networks = networksFrom(
    [{ id, name, rpcUrl: urls[0]!, rpcUrls: urls.slice(1), nativeCurrency }] as never,
    null,
    id,
  )
  const wallet = { version: 1, splitAt: 0, addresses: { eip155: address, solana: address } } as ServiceWallet
  const kept = { add: async () => true, update: async () => {}, get: async () => undefined }
  const { answer } = rpcAnswers({
    ...{
      networks,
      clock,
      fetch,
      health: new Map(),
      batches: () => kept,
      restoreKey: async () => {},
      approve: async () => {},
    },
    keys: {
      wallet: async () => ({ wallet }),
      held: async () => true,
      withSecrets: (run: (secrets: object) => unknown) => run({ eip155: key, solana: key }),
    } as never,
    accounts: { exist: false, covers: () => false, factories: [] } as never,
    asker: () => ({ origin: 'https://app.example', claimedName: 'App' }),
    during: (run) => run(),
  })
  const ask = (method: string, params: unknown) => answer({ method, params } as never)
  if (familyOf(world) === 'eip155')
    return {
      balance: async () => BigInt((await ask('eth_getBalance', [address, 'latest'])) as string),
      async send(amount) {
        const call = { from: address, to: node.to, value: `0x${amount.toString(16)}` }
        return (await ask('eth_sendTransaction', [call])) as string
      },
    }
  // On solana, the page reads the balance in place of the frame.
  const pool = nodePool(urls, { fetch, clock, network: id })
  return {
    balance: async () => amountOf(await pool('getBalance', [address])),
    async send(amount) {
      const wire = await solanaTransfer(world, pool, amount)
      const params = { transaction: base58.encode(wire), pubkey: address }
      const sent = await ask('solana_signAndSendTransaction', params)
      return (sent as { signature: string }).signature
    },
  }
}

/**
 * Uses the data service of `latchkey serve`: `view` reads an account through the service, and the other functions send
 * calls that the service forwards to the nodes.
 */
async function serve(world: QuirkWorld, health?: NodeHealth): Promise<QuirkCaller> {
  const { node, clock, urls } = world
  const { name, nativeCurrency } = node.network
  const id = networkIn(world)
  const networks = [{ id, name, rpcUrl: urls[0]!, rpcUrls: urls.slice(1), nativeCurrency }] as never
  const handler = await clock.pass(
    ownNodesHandler({ networks, onLeftOut() {}, now: () => clock.now(), health }),
  )
  const forward = async (method: string, params: unknown) => {
    const url = new URL(`https://data.example/v1/?chainId=${id}&projectId=x`)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await handler({ method: 'POST', url, body })
    const { result, error } = JSON.parse(answer.body)
    if (answer.status >= 400 || error) throw Object.assign(new Error(answer.body), { answer })
    return result
  }
  const isEip155 = familyOf(world) === 'eip155'
  return {
    balance: async () =>
      isEip155
        ? BigInt((await forward('eth_getBalance', [node.account.address, 'latest'])) as string)
        : amountOf(await forward('getBalance', [node.account.address])),
    async view() {
      const url = new URL(`https://data.example/v1/account/${node.account.address}/balance`)
      for (const [key, value] of Object.entries({ projectId: 'x', currency: 'usd', chainId: id }))
        url.searchParams.set(key, value)
      const answer = await handler({ method: 'GET', url, body: '' })
      if (answer.status >= 400) throw Object.assign(new Error(answer.body), { answer })
      const [balance] = JSON.parse(answer.body).balances
      return (
        BigInt(Math.round(Number(balance?.quantity.numeric) * 1e6)) *
        10n ** BigInt(nativeCurrency.decimals - 6)
      )
    },
    send: async (amount) =>
      String(
        isEip155
          ? await forward('eth_sendRawTransaction', [`0x${amount.toString(16).padStart(16, '0')}`])
          : await forward('sendTransaction', [
              base64.encode(Buffer.from([1, ...Buffer.alloc(64, Number(amount % 251n)), 0])),
              { encoding: 'base64' },
            ]),
      ),
  }
}

/**
 * The callers, and the families that each supports. `latchkey serve` and the embedded wallet support only two families.
 */
export const quirkCallers: Readonly<
  Record<string, { readonly families: readonly ChainNamespace[]; readonly open: Open }>
> = {
  page: { families: ['eip155', 'solana', 'cosmos', 'bip122', 'polkadot'], open: page },
  keys: { families: ['eip155', 'solana', 'cosmos', 'polkadot'], open: keys },
  CLI: { families: ['eip155', 'solana', 'cosmos', 'bip122', 'polkadot'], open: commandLine },
  embedded: { families: ['eip155', 'solana'], open: embedded },
  serve: { families: ['eip155', 'solana'], open: serve },
}
