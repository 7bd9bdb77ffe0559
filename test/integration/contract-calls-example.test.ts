// @module-tag ci
import { StargateClient } from '@cosmjs/stargate'
import { ApiPromise, HttpProvider } from '@polkadot/api'
import { Connection } from '@solana/web3.js'
import { externalConnector, type Latchkey } from 'latchkey'
import { bip122 } from 'latchkey/adapters/bip122'
import { cosmos } from 'latchkey/adapters/cosmos'
import { eip155 } from 'latchkey/adapters/eip155'
import { polkadot } from 'latchkey/adapters/polkadot'
import { solana } from 'latchkey/adapters/solana'
import {
  bitcoinConnector,
  injectedWeb3Connector,
  keplrConnector,
  standardConnector,
} from 'latchkey/connectors'
import type { Devnet } from 'latchkey/devnet'
import {
  createBip122Wallet,
  createCosmosWallet,
  createPolkadotWallet,
  createSolanaWallet,
} from 'latchkey/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { payWithNote } from '../../examples/contract-calls/bip122.ts'
import { payAll as payMessages } from '../../examples/contract-calls/cosmos.ts'
import { transferTokens } from '../../examples/contract-calls/eip155.ts'
import { payAll } from '../../examples/contract-calls/polkadot.ts'
import { writeMemo } from '../../examples/contract-calls/solana.ts'
import { startBitcoin } from '../support/bitcoind.ts'
import { clientOn, eip155Keys } from '../support/bridged-client.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Leases the family's nodes, and creates a connected client on them. */
async function connected(
  devnet: Devnet,
  adapter: Parameters<typeof clientOn>[1][number],
  connector: Parameters<typeof clientOn>[2][number],
): Promise<Latchkey> {
  const latchkey = clientOn(devnet, [adapter], [connector])
  closing.push(() => latchkey.dispose())
  await latchkey.connect({ connectorId: 'keys' })
  return latchkey
}
async function leased(family: 'eip155' | 'solana' | 'polkadot' | 'cosmos'): Promise<Devnet> {
  const devnet = await leaseDevnet({ families: [family] })
  closing.push(() => devnet.stop())
  return devnet
}
const named = { id: 'keys', name: 'Keys' }
const urlOf = ({ networks }: Devnet) => networks[0]!.rpcUrls.default.http[0]!

describe('examples/contract-calls', { timeout: leaseTimeout }, () => {
  it('transfers the tokens of a contract on eip155', async () => {
    const devnet = await leased('eip155')
    const keys = eip155Keys(devnet)
    const latchkey = await connected(
      devnet,
      eip155(),
      externalConnector({ ...named, provider: keys.provider }),
    )
    const on = devnet.networks[0]!.caipNetworkId
    const token = devnet.tokens.find(({ asset }) => asset.startsWith(`${on}/`))!
    const contract = token.asset.split(':').at(-1) as `0x${string}`
    const carol = devnet.accounts.carol!.eip155!.address as `0x${string}`
    const first = await transferTokens(latchkey, contract, carol, 7n)
    expect(await transferTokens(latchkey, contract, carol, 5n)).toBe(first - 5n)
    await expect(transferTokens(latchkey, contract, carol, 10n ** 60n)).rejects.toMatchObject({
      code: 'node/execution-reverted',
    })
    expect(keys.script.count('eth_sendTransaction')).toBe(2)
  })

  it('writes a memo with the memo program on solana', async () => {
    const devnet = await leased('solana')
    const wallet = createSolanaWallet({
      secrets: [devnet.accounts.alice!.solana!.secret],
      chains: devnet.networks.map(({ caipNetworkId, rpcUrls }) => ({
        id: caipNetworkId as `solana:${string}`,
        rpcUrl: rpcUrls.default.http[0]!,
      })),
    })
    const latchkey = await connected(
      devnet,
      solana(),
      standardConnector({ ...named, wallet: wallet.standard }),
    )
    const hash = await writeMemo(latchkey, 'order 7')
    const node = new Connection(urlOf(devnet), 'confirmed')
    const { value } = await node.getSignatureStatus(hash, { searchTransactionHistory: true })
    expect(value).toMatchObject({ err: null })
  })

  it('makes all payments in one batch on polkadot', async () => {
    const devnet = await leased('polkadot')
    const api = await ApiPromise.create({ provider: new HttpProvider(urlOf(devnet)), noInitWarn: true })
    closing.push(() => api.disconnect())
    const keys = createPolkadotWallet({ secrets: [devnet.accounts.alice!.polkadot!.secret] })
    const connector = injectedWeb3Connector({ ...named, provider: keys.injected })
    const latchkey = await connected(devnet, polkadot(), connector)
    const held = async (who: string) =>
      BigInt(
        (
          (await api.query.system!.account!(who)) as unknown as { data: { free: bigint } }
        ).data.free.toString(),
      )
    const [bob, carol] = ['bob', 'carol'].map((name) => devnet.accounts[name]!.polkadot!.address) as [
      string,
      string,
    ]
    const before = [await held(bob), await held(carol)] as const
    const amount = 10n ** 12n
    await payAll(latchkey, api, [
      { to: bob, amount },
      { to: carol, amount: 2n * amount },
    ])
    expect([await held(bob), await held(carol)]).toEqual([before[0] + amount, before[1] + 2n * amount])
    expect(keys.script.count('signPayload')).toBe(1)
  })

  it('pays with a data output on bip122', async () => {
    const devnet = await startBitcoin('the simulator')
    closing.push(() => devnet.stop())
    const keys = createBip122Wallet({
      secret: devnet.accounts.alice!.bip122!.secret,
      networks: devnet.networks.map(({ caipNetworkId }) => caipNetworkId as `bip122:${string}`),
    })
    const connector = bitcoinConnector({ ...named, dialect: 'sats-connect', provider: keys.satsConnect })
    const latchkey = await connected(devnet, bip122(), connector)
    const to = devnet.accounts.bob!.bip122!.address
    const hash = await payWithNote(latchkey, to, 20_000n, 'order 7')
    const { vout } = (await (await fetch(`${urlOf(devnet)}/tx/${hash}`)).json()) as { vout: object[] }
    expect(vout.slice(0, 2)).toMatchObject([
      { value: 20_000, scriptpubkey_address: to },
      { value: 0, scriptpubkey: `6a07${Buffer.from('order 7').toString('hex')}` },
    ])
  })

  it('makes several payments with the bank module on cosmos', async () => {
    const devnet = await leased('cosmos')
    const keys = createCosmosWallet({
      privateKeys: [devnet.accounts.alice!.cosmos!.secret],
      chains: devnet.networks.map(({ id }) => ({ id: String(id), bech32Prefix: 'cosmos' })),
    })
    const connector = keplrConnector({ ...named, provider: keys.provider })
    const latchkey = await connected(devnet, cosmos(), connector)
    const node = await StargateClient.connect(urlOf(devnet))
    closing.push(() => node.disconnect())
    const held = async (name: string) =>
      BigInt((await node.getBalance(devnet.accounts[name]!.cosmos!.address, 'uatom')).amount)
    const before = [await held('bob'), await held('carol')] as const
    const pay = (name: string, amount: string) => ({
      to: devnet.accounts[name]!.cosmos!.address,
      coin: { denom: 'uatom', amount },
    })
    const hash = await payMessages(latchkey, [pay('bob', '1000'), pay('carol', '2000')], 'order 7')
    expect(await node.getTx(hash)).toMatchObject({ code: 0 })
    expect([await held('bob'), await held('carol')]).toEqual([before[0] + 1000n, before[1] + 2000n])
  })
})
