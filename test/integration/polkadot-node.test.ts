// @module-tag ci
import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ApiPromise, Keyring, WsProvider } from '@polkadot/api'
import { type Devnet, startDevnet } from 'latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { polkadotWorkspace } from '../../src/devnet/nodes/polkadot/workspace.ts'

/** The part of the library that this file uses. The library's own types describe a newer runtime. */
interface Loose {
  readonly query: Record<
    string,
    Record<string, (...keys: unknown[]) => Promise<{ toHuman(): unknown; toJSON(): unknown }>>
  >
  readonly tx: Record<string, Record<string, (...args: unknown[]) => SubmittableExtrinsic>>
}
type SubmittableExtrinsic = ReturnType<ApiPromise['tx']>
const loose = (api: ApiPromise) => api as unknown as Loose
const transferOf = (api: ApiPromise, to: string, amount: bigint) =>
  loose(api).tx.balances!.transferKeepAlive!(to, amount)
async function coinsOf(api: ApiPromise, address: string): Promise<bigint> {
  const account = await loose(api).query.system!.account!(address)
  return BigInt((account.toJSON() as { data: { free: number | string } }).data.free)
}

describe('the polkadot node', () => {
  let devnet: Devnet
  const apis: ApiPromise[] = []
  /** The amounts that each node gave to the accounts, by account name. */
  const given: Record<string, bigint>[] = []
  const keyring = new Keyring({ type: 'sr25519' })
  const account = (name: string) => devnet.accounts[name]!.polkadot!
  const pair = (name: string) => keyring.addFromUri(account(name).secret)

  beforeAll(async () => {
    devnet = await startDevnet({ families: ['polkadot'] })
    for (const { url } of devnet.nodes) {
      const provider = new WsProvider(url.replace(/^http/, 'ws'))
      const api = await ApiPromise.create({ provider, noInitWarn: true })
      apis.push(api)
      const coins = Object.keys(devnet.accounts).map(
        async (name) => [name, await coinsOf(api, account(name).address)] as const,
      )
      given.push(Object.fromEntries(await Promise.all(coins)))
    }
  }, 300_000)
  afterAll(async () => {
    for (const api of apis) await api.disconnect()
    await devnet?.stop()
  })

  const send = (api: ApiPromise, name: string, to: string, amount: bigint) =>
    new Promise<string[]>((resolve, reject) => {
      transferOf(api, to, amount)
        .signAndSend(pair(name), ({ status, events, txHash }) => {
          if (status.isFinalized)
            resolve([txHash.toHex(), ...events.map(({ event }) => `${event.section}.${event.method}`)])
        })
        .catch(reject)
    })

  it('runs two chains with their genesis hashes as ids', () => {
    expect(apis.map((api) => `polkadot:${api.genesisHash.toHex().slice(2, 34)}`)).toEqual(
      devnet.networks.map(({ caipNetworkId }) => caipNetworkId),
    )
    expect(new Set(devnet.networks.map(({ caipNetworkId }) => caipNetworkId)).size).toBe(2)
    expect(apis[0]?.runtimeVersion.specName.toString()).toBe('statemine')
  })

  it('funds every sr25519 account with native and other tokens on both chains', async () => {
    for (const [index, api] of apis.entries()) {
      for (const [name, { polkadot }] of Object.entries(devnet.accounts)) {
        expect(pair(name).address).toBe(polkadot?.address)
        expect(given[index]![name]).toBe(10_000n * 10n ** 12n)
        const tokens = await loose(api).query.assets!.account!(1984, polkadot!.address)
        expect(tokens.toHuman()).toMatchObject({ balance: '1,000,000,000,000', isFrozen: false })
      }
    }
    const metadata = await loose(apis[0]!).query.assets!.metadata!(1984)
    expect(metadata.toHuman()).toMatchObject({ symbol: 'tUSD', decimals: '6' })
  })

  it('executes signed transfers with exact amounts', { tags: ['ci'] }, async () => {
    const [api] = apis as [ApiPromise]
    const to = keyring.addFromUri('//latchkey//receiver').address
    for (const turn of [1n, 2n]) {
      const [hash, ...events] = await send(api, 'heidi', to, 1_000_000_000_001n)
      expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
      expect(events).toContain('system.ExtrinsicSuccess')
      expect(await coinsOf(api, to)).toBe(turn * 1_000_000_000_001n)
    }
  })

  it('refuses a wrong signature, an old nonce, and a transaction for the other chain', async () => {
    const [one, two] = apis as [ApiPromise, ApiPromise]
    const transfer = (api: ApiPromise) => transferOf(api, account('ivan').address, 10n ** 12n)
    const forged = await transfer(one).signAsync(pair('grace'))
    forged.signature.set(new Uint8Array(64).fill(7))
    await expect(one.rpc.author.submitExtrinsic(forged)).rejects.toThrow(/badProof|1010/i)
    expect(await coinsOf(one, account('grace').address)).toBeGreaterThan(0n)
    const other = await transfer(one).signAsync(pair('grace'), { era: 0 })
    await expect(two.rpc.author.submitExtrinsic(other.toHex())).rejects.toThrow(/badProof|1010/i)
    await send(one, 'grace', account('ivan').address, 10n ** 12n)
    await expect(one.rpc.author.submitExtrinsic(other.toHex())).rejects.toThrow(/stale|1010/i)
  })

  it("is installed completely, outside of the project's folder", async () => {
    const { folder, installed } = polkadotWorkspace()
    expect(installed).toBe(true)
    expect(folder).not.toContain('node_modules')
    const drafts = (await readdir(dirname(folder))).filter((name) => /^devnet-polkadot-\w+-/.test(name))
    expect(drafts).toEqual([])
  })

  it('ends when the devnet stops', { tags: ['ci'] }, async () => {
    const second = await startDevnet({ families: ['polkadot'] })
    const [pid] = second.nodes.map((node) => node.pid)
    expect(pid).toBeGreaterThan(0)
    await second.stop()
    expect(second.nodes.map((node) => node.pid)).toEqual([undefined, undefined])
    expect(() => process.kill(pid!, 0)).toThrow()
  })
})
