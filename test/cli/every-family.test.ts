import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Family } from '../../cli/families/families.ts'
import { verifierOf } from '../../cli/verifiers/families.ts'
import { walletFamily } from '../../cli/wallets/families.ts'
import { devAccounts } from '../../src/devnet/index.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { runningDevnet } from './support/devnet.ts'
import { tempDir } from './support/run-cli.ts'

const alice = devAccounts.alice!
const bob = devAccounts.bob!

let world: Awaited<ReturnType<typeof runningDevnet>>
beforeAll(async () => {
  world = await runningDevnet()
}, leaseTimeout)
afterAll(() => world?.stop())

const done = async (argv: readonly string[], env: Record<string, string> = {}) => {
  const ran = await world.json(argv, { env })
  expect(ran.code, `${argv.join(' ')}: ${JSON.stringify(ran.error)}`).toBe(0)
  return ran.data
}
const network = (family: string): string =>
  world.data.networks.find(({ chainNamespace }: { chainNamespace: string }) => chainNamespace === family)
    .caipNetworkId

const password = { LATCHKEY_PASSWORD: 'correct horse' }

/**
 * For each family: the SLIP-44 number of the native token, its decimals, and an amount to send in the smallest unit.
 */
const families: readonly (readonly [Family, number, number, bigint])[] = [
  ['eip155', 60, 18, 10n ** 17n],
  ['solana', 501, 9, 10n ** 8n],
  ['bip122', 1, 8, 10n ** 6n],
  ['polkadot', 1, 12, 10n ** 11n],
  ['cosmos', 118, 6, 10n ** 5n],
]

/** In CI, other test files cover the commands on these families. */
const testedElsewhere: readonly Family[] = ['polkadot', 'cosmos']

for (const [family, coin, decimals, amount] of families)
  describe(`commands on ${family}`, { tags: testedElsewhere.includes(family) ? ['all'] : [] }, () => {
    const on = () => ['-n', network(family), '-w', 'dev:alice']
    const unit = (value: bigint) => {
      const digits = value.toString().padStart(decimals + 1, '0')
      return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
    }
    const held = async (address: string) =>
      BigInt((await done(['balance', address, '-n', network(family)])).value)

    it('read any address on a network, without a session', async () => {
      expect(await done(['status'])).toMatchObject({ connected: false })
      const { address } = bob[family]!
      const alias = (await done(['inspect', network(family)])).alias
      for (const named of [alias, network(family)]) {
        const ran = await world.cli(['balance', address, '--network', named, '-q'])
        expect(ran.code).toBe(0)
        expect(Number(ran.stdout)).toBeGreaterThan(0)
      }
      // A new address has the balance 0.
      const { addressOf, makeSecret } = await walletFamily(family)
      const spelled = world.data.networks.find(
        (one: { caipNetworkId: string }) => one.caipNetworkId === network(family),
      )
      const unused = await addressOf(await makeSecret(), spelled)
      expect((await done(['balance', unused, '--network', alias])).amount).toBe('0')
      // Without --network, the error lists the possible networks.
      expect(await world.json(['balance', address])).toMatchObject({
        code: 2,
        error: {
          message: 'network: is missing',
          hint: expect.stringMatching(new RegExp(`--network with one of ${alias}\\b`)),
        },
      })
      // For a network of another family, the error names a network that would work.
      const other = family === 'eip155' ? 'devnet-solana' : 'devnet'
      expect(await world.json(['balance', address, '-n', other])).toMatchObject({
        code: 2,
        error: {
          message: expect.stringMatching(/^account: /),
          hint: expect.stringContaining(`--network ${alias}`),
        },
      })
    })

    it('send the exact amount of a native token that is named by its CAIP-19 id', async () => {
      const { address } = bob[family]!
      const before = await held(address)
      const asset = `${network(family)}/slip44:${coin}`
      const argv = ['--to', 'dev:bob', '--amount', unit(amount), '--wait', '-w', 'dev:alice']
      const sent = await done(['send', '--asset', asset, ...argv])
      expect(sent).toMatchObject({ asset: null, amount: String(amount), decimals })
      expect((await held(address)) - before).toBe(amount)
      const wrong = await world.json(['send', '--asset', `${network(family)}/slip44:9999`, ...argv])
      expect(wrong).toMatchObject({ code: 2, error: { message: expect.stringMatching(/^asset: /) } })
    })

    it('show a transaction with its block, fee, sender and recipient', async () => {
      const argv = ['send', '--to', 'dev:bob', '--amount', unit(amount), '--wait', ...on()]
      const { hash, status } = await done(argv)
      const shown = await done(['tx', hash, '-n', network(family)])
      expect(shown).toMatchObject({
        hash,
        status: { phase: expect.stringMatching(/^(confirmed|finalized)$/) },
        fee: status.fee,
        from: [alice[family]!.address],
        to: [bob[family]!.address],
      })
      expect(BigInt(shown.block)).toBeGreaterThan(0n)
      const text = await world.cli(['tx', hash, '-n', network(family)])
      expect(text.stdout).toMatch(new RegExp(`^to +${bob[family]!.address}$`, 'm'))
      const [url] = world.data.networks.find(
        ({ chainNamespace }: { chainNamespace: string }) => chainNamespace === family,
      ).rpcUrls.default.http
      const urls = ['--rpc', 'http://127.0.0.1:1/', '--rpc', url]
      const again = await done(['tx', hash, '-n', network(family), ...urls])
      // By now, the transaction may be finalized.
      expect(again).toEqual({ ...shown, status: again.status })
      expect(again.status.phase).toMatch(/^(confirmed|finalized)$/)
      // A hash that no node knows.
      const unknown = family === 'solana' ? '1'.repeat(64) : hash.replace(/.{8}$/, '01234567')
      expect(await world.json(['tx', unknown, '-n', network(family)])).toMatchObject({
        code: 6,
        error: { code: 'node/transaction-unknown' },
      })
      expect((await world.json(['tx', 'nonsense', '-n', network(family)])).code).toBe(2)
    })

    it('send a token that is named by its CAIP-19 id, if the family has tokens', async () => {
      const token = world.data.tokens.find(({ asset }: { asset: string }) =>
        asset.startsWith(`${network(family)}/`),
      )
      if (family === 'bip122') {
        const none = await world.json([
          'send',
          '--to',
          'dev:bob',
          '--amount',
          '1',
          ...on(),
          '--asset',
          `${network(family)}/token:x`,
        ])
        expect(none).toMatchObject({ code: 2, error: { message: expect.stringMatching(/^asset: /) } })
        return
      }
      const account = ['balance', bob[family]!.address, '--asset', token.asset]
      const before = BigInt((await done(account)).value)
      const argv = ['send', '--to', 'dev:bob', '--amount', '1', '--asset', token.asset, '--wait']
      const sent = await done([...argv, '-w', 'dev:alice'])
      expect(sent).toMatchObject({
        asset: expect.stringMatching(new RegExp(`^${token.asset}$`, 'i')),
        decimals: token.decimals,
      })
      expect(BigInt((await done(account)).value) - before).toBe(10n ** BigInt(token.decimals))
      // On eip155, the recipient of the transaction is the token's contract.
      const called = token.asset.slice(token.asset.lastIndexOf(':') + 1)
      const to = family === 'eip155' ? called : bob[family]!.address
      const shown = await done(['tx', sent.hash, '-n', network(family)])
      expect(shown).toMatchObject({
        from: [alice[family]!.address],
        to: [expect.stringMatching(new RegExp(`^${to}$`, 'i'))],
      })
    })

    it('spend no more of the native token than --max-spend allows', async () => {
      const before = await held(alice[family]!.address)
      const argv = ['send', '--to', 'dev:bob', '--amount', unit(amount), ...on(), '--max-spend']
      // The first limit covers the amount, but not the fee. The third limit has too many decimals.
      for (const limit of [unit(amount), unit(1n), `0.${'0'.repeat(decimals)}1`, '-1', 'much'])
        expect(await world.json([...argv, limit])).toMatchObject({
          code: 2,
          error: { message: expect.stringMatching(/^max-spend: /) },
        })
      expect(await held(alice[family]!.address)).toBe(before)
      expect((await done([...argv, unit(amount * 2n), '--dry-run'])).covered).toBe(true)
    })

    it('run latchkey check on a network without an option for the family', async () => {
      const { flows } = await done(['check', '-n', network(family), '--max-spend', '5'])
      expect(flows).toHaveLength(1)
      expect(flows[0]).toMatchObject({ family, network: network(family), ok: true })
      const small = await world.json([
        'check',
        '-n',
        network(family),
        '--max-spend',
        `0.${'0'.repeat(decimals)}1`,
      ])
      expect(small).toMatchObject({ code: 2, error: { message: expect.stringMatching(/^max-spend: /) } })
    })

    it('create a keystore with a new key, in a file that only its owner can read', async () => {
      const file = join(tempDir(), 'new.json')
      const made = await done(['keystore', 'new', file, '--family', family], password)
      expect(await (await verifierOf(family)).judge(made.address)).toHaveProperty('address')
      if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    })

    it('need the password of a stored key to sign, but not to read', async () => {
      const folder = tempDir()
      const file = join(folder, 'alice.json')
      const { address, secret } = alice[family]!
      writeFileSync(join(folder, 'key'), secret, { mode: 0o600 })
      const from = `key:${join(folder, 'key')}`
      await done(['keystore', 'import', file, '--from', from, '--family', family], password)
      const wallet = ['-w', `keystore:${file}`, '-n']
      expect(await done(['connect', ...wallet, network(family)], password)).toMatchObject({ address })
      expect(await done(['status', '-n', network(family)])).toMatchObject({ address, status: 'connected' })
      await done(['balance', '-n', network(family)])
      const signing = ['sign', 'message', 'hello', '-n', network(family)]
      expect(await world.json(signing)).toMatchObject({ code: 4, error: { code: 'cli/password-missing' } })
      const signed = await done(signing, password)
      const verifier = await verifierOf(family)
      expect(verifier.same((await verifier.signerOfMessage('hello', signed, address)) ?? '', address)).toBe(
        true,
      )
      const verify = (text: string, by = signed.account, signature = signed.signature) =>
        world.json(['verify', 'message', signature, by, text])
      expect(await verify('hello')).toMatchObject({ code: 0, data: { valid: true, account: signed.account } })
      const bobs = `${network(family)}:${bob[family]!.address}`
      for (const wrong of [verify('hallo'), verify('hello', bobs), verify('hello', signed.account, 'zz')])
        expect(await wrong).toMatchObject({
          ...{ code: 1, data: { valid: false } },
          error: { code: 'siwx/invalid-signature' },
        })
      await done(['disconnect', '--family', family])
      const other = family === 'eip155' ? 'solana' : 'eip155'
      expect(await world.json(['connect', ...wallet, network(other)], { env: password })).toMatchObject({
        code: 2,
        error: { message: expect.stringContaining(`holds a key of ${family}, not of ${other}`) },
      })
    })
  })

describe('latchkey check', () => {
  it('refuses a network that belongs to another family than the command or the flow names', async () => {
    const solana = network('solana')
    expect(await world.json(['check', '-n', solana, '--family', 'eip155'])).toMatchObject({
      code: 2,
      error: { message: expect.stringMatching(/^family: /) },
    })
    const file = join(tempDir(), 'flow.json')
    writeFileSync(file, '{"family":"eip155","steps":["connect"]}')
    expect(await world.json(['check', file, '-n', solana])).toMatchObject({
      code: 2,
      error: { message: expect.stringMatching(/^network: /) },
    })
  })
})
