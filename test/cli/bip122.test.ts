import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as btc from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bip122Verifier } from '../../cli/verifiers/bip122.ts'
import { bip122Wallets } from '../../cli/wallets/bip122.ts'
import { verifyBip322 } from '../../src/adapters/bip122/chain/bip322.ts'
import { bitcoinChains } from '../../src/core/chain/bip122.ts'
import { type Devnet, devAccounts } from '../../src/devnet/index.ts'
import { bip122Keys } from '../../src/wallets/bip122/keys.ts'
import { onSignet, transferPsbt } from '../support/bip122-surroundings.ts'
import { bitcoinNodes, leaseBitcoin } from '../support/bitcoind.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { checkDevnet, lying } from './support/check-devnet.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const alice = devAccounts.alice!.bip122!
const bob = devAccounts.bob!.bip122!

describe('bip122 keys', () => {
  it('are read in hex and in Wallet Import Format', async () => {
    expect(bip122Wallets.readSecret(alice.secret.slice(2).toUpperCase())).toBe(alice.secret)
    expect(await bip122Wallets.addressOf(alice.secret, { caipNetworkId: regtest } as never)).toBe(
      alice.address,
    )
    // The first receiving key of the test vectors of BIP-84 (bip-0084.mediawiki).
    const secret = bip122Wallets.readSecret('KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d')
    expect(await bip122Wallets.addressOf(secret!)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
  })

  it.each([
    '',
    'x',
    '0x',
    '0'.repeat(64),
    'f'.repeat(64),
    'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9e',
    // The example of the Bitcoin wiki. It belongs to an uncompressed public key.
    '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
    alice.address,
  ])("can't be read from %j", (text) => {
    expect(bip122Wallets.readSecret(text)).toBeUndefined()
  })

  it('are different each time they are created', async () => {
    const made = [await bip122Wallets.makeSecret(), await bip122Wallets.makeSecret()]
    expect(new Set(made).size).toBe(2)
    for (const secret of made) expect(bip122Wallets.readSecret(secret)).toBe(secret)
  })
})

describe('the bip122 verifier', () => {
  const chain = bitcoinChains.regtest

  it('confirms the ECDSA and BIP-322 signatures of a wallet', async () => {
    const keys = await bip122Keys(alice.secret)
    for (const kind of ['p2wpkh', 'p2tr', 'p2sh', 'p2pkh'] as const)
      for (const scheme of ['ecdsa', 'bip322'] as const) {
        // ECDSA can't recover a taproot key, and the simple format of BIP-322 needs a witness.
        const possible = scheme === 'ecdsa' ? kind !== 'p2tr' : kind === 'p2wpkh' || kind === 'p2tr'
        if (!possible) continue
        for (const message of ['', 'hello', 'Grüße, 你好', 'x'.repeat(300)]) {
          const address = keys.address(kind, chain)
          const signature = keys.signMessage(kind, chain, message, scheme)
          const signed = { signature, encoding: 'base64', scheme } as const
          const signer = (text: string, by = address) => bip122Verifier.signerOfMessage(text, signed, by)
          expect(await signer(message), `${kind} ${scheme}`).toBe(address)
          expect(await signer(`${message}!`)).toBeUndefined()
          expect(await signer(message, bob.address)).toBeUndefined()
          if (scheme === 'bip322') expect(verifyBip322(address, message, signature)).toBe(true)
        }
      }
  })

  it.each([252, 253, 65_535, 65_536, 1_000_000])(
    'confirms the ECDSA signature of a message of %i bytes, as bip322-js does',
    async (length) => {
      const keys = await bip122Keys(alice.secret)
      const address = keys.address('p2pkh', bitcoinChains.mainnet)
      const message = 'x'.repeat(length)
      const signature = keys.signMessage('p2pkh', bitcoinChains.mainnet, message, 'ecdsa')
      expect(Verifier.verifySignature(address, message, signature)).toBe(true)
      const signed = { signature, encoding: 'base64', scheme: 'ecdsa' } as const
      expect(await bip122Verifier.signerOfMessage(message, signed, address)).toBe(address)
      expect(await bip122Verifier.signerOfMessage(`${message}!`, signed, address)).toBeUndefined()
    },
  )

  it('rejects malformed signatures', async () => {
    for (const signature of ['', 'x', 'AA==', 'not-valid-base64!!!', 'AkcwRAIg'])
      for (const scheme of ['ecdsa', 'bip322'] as const)
        for (const address of [alice.address, alice.ordinal!, 'nonsense'])
          expect(
            await bip122Verifier.signerOfMessage('hello', { signature, encoding: 'base64', scheme }, address),
          ).toBeUndefined()
  })

  it('validates addresses, including their network', async () => {
    expect(await bip122Verifier.judge(alice.address)).toEqual({ address: alice.address, checksum: 'right' })
    expect(await bip122Verifier.judge(alice.address, regtest)).toMatchObject({ address: alice.address })
    expect(await bip122Verifier.judge(alice.address, signet)).toMatchObject({
      reason: expect.stringContaining('another network'),
    })
    for (const text of [
      '',
      'x',
      alice.address.slice(1),
      `${alice.address}q`,
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    ])
      expect(await bip122Verifier.judge(text)).toMatchObject({ reason: expect.stringContaining('checksum') })
  })
})

const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const signet = 'bip122:00000008819873e925422c1ff0f99f7c'

describe('latchkey inspect', () => {
  it('recognizes Bitcoin addresses', async () => {
    const found = await runCli(['inspect', alice.address, '--json'])
    expect(found.code, found.stderr).toBe(0)
    expect(found.json().data).toMatchObject({ kind: 'address', namespace: 'bip122' })
  })
})

describe('latchkey inspect of a payment link (BIP-21)', () => {
  const look = async (link: string, ...rest: string[]) =>
    (await runCli(['inspect', link, '--json', ...rest])).json().data

  it('shows the requested amount and the recipient', async () => {
    const link = 'bitcoin:1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH?amount=20.3&label=Luke%0AJr'
    expect(await look(link)).toMatchObject({
      kind: 'bip-21',
      address: '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
      amount: '20.3',
      symbol: 'BTC',
      label: 'Luke\\nJr',
      valid: true,
      networks: 'mainnet',
    })
    expect(await look(link, '-n', 'bitcoin-signet')).toMatchObject({ valid: false, problem: 'network' })
  })

  it.each([
    [
      'an unknown required parameter',
      'bitcoin:1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH?req-else=1',
      'the unknown parameter "req-else"',
    ],
    ['an invalid address', 'bitcoin:1BgGZ9tcN4rm9KBzDn7KprQz87SZ26XXXX', "isn't a valid Bitcoin address"],
  ])('refuses a link with %s, and says why', async (_, link, reason) => {
    const ran = await runCli(['inspect', link, '--json'])
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toContain(reason)
  })
})

describe.each(bitcoinNodes)('with %s', (node) => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await leaseBitcoin(node)
  }, leaseTimeout)
  afterAll(() => devnet?.stop())

  it('latchkey check passes in every step except the skipped activity', { tags: ['ci'] }, async () => {
    const report = await checkDevnet(devnet, { tokens: [] })
    expect(report.steps.map(({ step, status, error }) => [step, status, error])).toEqual(
      [
        'connect',
        'balance',
        'sign message',
        'sign in',
        'send native',
        'tokens',
        'activity',
        'switch',
        'balance',
        'disconnect',
      ].map((step) => [step, step === 'activity' ? 'skipped' : 'ok', undefined]),
    )
    const native = report.steps.find(({ step }) => step === 'send native')
    expect(native?.seen).toMatchObject({ amount: 25_000_000n })
    const message = report.steps.find(({ step }) => step === 'sign message')
    expect(message?.seen).toMatchObject({ verifier: 'OpenSSL', scheme: 'bip322' })
  })

  it("latchkey check detects a wallet that signs a message that wasn't requested", async () => {
    const keys = await bip122Keys(alice.secret)
    const signature = keys.signMessage('p2wpkh', bitcoinChains.regtest, 'another', 'bip322')
    const report = await checkDevnet(devnet, {
      intercept: lying('signMessage', () => ({ signature })),
      tokens: [],
    })
    expect(report.steps.find(({ step }) => step === 'sign message')).toMatchObject({ status: 'wrong' })
  })

  it('latchkey check detects a wallet that keeps its permission after disconnecting', async () => {
    const report = await checkDevnet(devnet, {
      intercept: lying('wallet_disconnect', () => null),
      tokens: [],
    })
    expect(report.steps.find(({ step }) => step === 'disconnect')).toMatchObject({ status: 'wrong' })
  })

  const on = (at: number) => ['--network', devnet.networks[at]!.caipNetworkId, '--rpc', devnet.nodes[at]!.url]

  it.each([0, 1])('commands read, sign and send with a devnet account on network number %i', async (at) => {
    const home = { env: { LATCHKEY_HOME: tempDir() } }
    const run = (...args: string[]) =>
      runCli([...args, '--wallet', 'dev:alice', '--json', '--yes', ...on(at)], home)
    const balance = await run('balance')
    expect(balance.code, balance.stderr).toBe(0)
    expect(balance.json().data).toMatchObject({ symbol: 'BTC' })
    const signed = await run('sign', 'message', 'hello')
    expect(signed.code, signed.stderr).toBe(0)
    const sent = await run('send', '--to', 'dev:bob', '--amount', '0.001', '--wait')
    expect(sent.code, sent.stderr + sent.stdout).toBe(0)
    const to = at === 0 ? bob.address : onSignet(bob.address)
    expect(JSON.stringify(sent.json().data)).toContain(to)
    const wrong = await run(
      'send',
      '--to',
      at === 0 ? onSignet(bob.address) : bob.address,
      '--amount',
      '0.001',
    )
    expect(wrong.code).toBe(2)
  })

  it('commands sign a message in the ECDSA or the BIP-322 scheme', async () => {
    const home = { env: { LATCHKEY_HOME: tempDir() } }
    const run = (...args: string[]) =>
      runCli(['sign', 'message', 'hello', '-w', 'dev:alice', '--json', '--yes', ...args, ...on(0)], home)
    for (const scheme of ['ecdsa', 'bip322'] as const) {
      const { data } = (await run('--scheme', scheme)).json()
      expect(data).toMatchObject({ scheme, address: alice.address })
      expect(await bip122Verifier.signerOfMessage('hello', data, alice.address)).toBe(alice.address)
    }
    expect(await run('--scheme', 'rsa')).toMatchObject({ code: 2 })
  })

  it('a session changes its address with each network switch', async () => {
    const home = { env: { LATCHKEY_HOME: tempDir() } }
    const json = async (...args: string[]) => {
      const ran = await runCli([...args, '--json', '--yes'], home)
      expect(ran.code, ran.stderr).toBe(0)
      return ran.json().data
    }
    const [there, back] = [devnet.networks[1]!.caipNetworkId, devnet.networks[0]!.caipNetworkId]
    expect(await json('connect', '-w', 'dev:alice', ...on(0))).toMatchObject({ address: alice.address })
    const spelled = onSignet(alice.address)
    expect(await json('switch', there, '--rpc', devnet.nodes[1]!.url)).toMatchObject({ address: spelled })
    expect(await json('status')).toMatchObject({ address: spelled, status: 'connected' })
    expect(await json('sign', 'message', 'hello')).toMatchObject({ address: spelled })
    expect(await json('switch', back, '--rpc', devnet.nodes[0]!.url)).toMatchObject({
      address: alice.address,
    })
    expect(await json('status')).toMatchObject({ address: alice.address, status: 'connected' })
    await json('disconnect')
  })

  it('commands show and sign PSBTs', async () => {
    const { bip122Chain } = await import('../support/bip122-chain.ts')
    const chain = bip122Chain(devnet.networks, alice)
    const [coin] = await chain.unspent(regtest, alice.address)
    const psbt = transferPsbt(alice.secret, coin!, bob.address, await chain.funding(regtest, coin!))
    const home = { env: { LATCHKEY_HOME: tempDir() } }
    const shown = await runCli(['inspect', psbt, '--json', ...on(0)], home)
    expect(shown.code, shown.stderr).toBe(0)
    expect(shown.json().data).toMatchObject({
      kind: 'psbt',
      fee: '300',
      inputs: [{ txid: coin!.txid, vout: coin!.vout, address: alice.address, signed: false }],
      outputs: [{ value: '12345', address: bob.address }, { address: alice.address }],
    })
    const elsewhere = await runCli(['sign', 'psbt', psbt, '-w', 'dev:alice', '--json', ...on(1)], home)
    expect(elsewhere.code).toBe(2)
    expect(elsewhere.json().error?.message).toMatch(/^psbt\.inputs\[0\]: .*of another network/)
    const signed = await runCli(['sign', 'psbt', psbt, '-w', 'dev:alice', '--json', '--yes', ...on(0)], home)
    expect(signed.code, signed.stderr).toBe(0)
    expect(signed.stderr).toContain('0.00012345 BTC')
    expect(signed.stderr).toContain(bob.address)
    expect(signed.stderr).toMatch(/^fee +up to 0\.000003 BTC$/m)
    expect(signed.stderr).toMatch(
      /^simulation +You send 0\.00012645 BTC, network fee included, according to the inputs and outputs$/m,
    )
    const unproven = transferPsbt(alice.secret, coin!, bob.address)
    const inspected = (await runCli(['inspect', unproven, '--json', ...on(0)], home)).json().data
    expect(inspected.fee).toBeUndefined()
    expect(inspected.inputs).toMatchObject([{ value: String(coin!.value), proven: false }])
    const unsure = await runCli(
      ['sign', 'psbt', unproven, '-w', 'dev:alice', '--json', '--yes', ...on(0)],
      home,
    )
    expect(unsure.stderr).toMatch(/^fee +unknown: the values of the coins are not proven/m)
    expect(unsure.stderr).toMatch(/^WARNING +the fee is unknown$/m)
    expect(unsure.stderr).toMatch(/^simulation +Not simulated: the values of the coins aren't proven$/m)
    const warned = ['sign', 'psbt', psbt, '-w', 'dev:alice', '--json', '--yes', '--fee-warning', '0.0000029']
    expect((await runCli([...warned, ...on(0)], home)).stderr).toMatch(
      /^WARNING +the fee is above 0\.0000029 BTC$/m,
    )
    const { data } = signed.json()
    const file = join(tempDir(), 'one.psbt')
    writeFileSync(file, Buffer.from(psbt, 'base64'))
    const binary = [
      'sign',
      'psbt',
      '--file',
      file,
      '-w',
      'dev:alice',
      '--json',
      '--yes',
      '--offline',
      ...on(0),
    ]
    expect((await runCli(binary, home)).json().data).toMatchObject({ txid: data.txid, inputs: [0] })
    const finished = btc.Transaction.fromPSBT(Buffer.from(data.psbt, 'base64'))
    finished.finalize()
    expect(finished.id).toBe(data.txid)
    const sent = await fetch(`${devnet.nodes[0]!.url}/tx`, { method: 'POST', body: finished.hex })
    expect(await sent.text()).toBe(data.txid)
    const other = await runCli(['sign', 'psbt', psbt, '-w', 'dev:carol', '--json', '--yes', ...on(0)], home)
    expect(other).toMatchObject({ code: 2 })
    expect(other.json().error?.message).toContain('none of its inputs belongs to')
    const spent = await runCli(['sign', 'psbt', psbt, '-w', 'dev:alice', '--json', ...on(0)], home)
    expect(spent.json().error?.message).toContain('spent already')
    const nonsense = await runCli(['sign', 'psbt', 'nonsense', '-w', 'dev:alice', '--yes', ...on(0)], home)
    expect(nonsense.code).toBe(2)
  })

  it('commands sign with an unusual sighash type only if an option names the type', async () => {
    const { bip122Chain } = await import('../support/bip122-chain.ts')
    const { secp256k1 } = await import('@noble/curves/secp256k1')
    const coins = await bip122Chain(devnet.networks, alice).unspent(regtest, alice.address)
    const coin = coins.find(({ value }) => value > 50_000n)!
    const plain = btc.Transaction.fromPSBT(
      Buffer.from(transferPsbt(alice.secret, coin, bob.address), 'base64'),
    )
    plain.updateInput(0, { sighashType: btc.SigHash.SINGLE_ANYONECANPAY })
    const psbt = Buffer.from(plain.toPSBT()).toString('base64')
    const sign = (...argv: string[]) =>
      runCli(['sign', 'psbt', psbt, '-w', 'dev:alice', '--json', '--yes', ...argv, ...on(0)], {
        env: { LATCHKEY_HOME: tempDir() },
      })
    for (const argv of [[], ['--allow-sighash', 'NONE,SINGLE']]) {
      const refused = await sign(...argv)
      expect(refused.code, refused.stdout).not.toBe(0)
      expect(refused.json().error?.message).toContain('sighash type SINGLE, ANYONECANPAY')
    }
    const wrong = await sign('--allow-sighash', 'EVERYTHING')
    expect(wrong.code).toBe(2)
    expect(wrong.json().error?.message).toContain('EVERYTHING')

    const signed = await sign('--allow-sighash', 'NONE,SINGLE|ANYONECANPAY', '--allow-danger', 'unknown')
    expect(signed.code, signed.stdout).toBe(0)
    expect(signed.stderr).toMatch(/^WARNING +input 0 with the sighash type SINGLE, ANYONECANPAY: others may/m)
    const finished = btc.Transaction.fromPSBT(Buffer.from(signed.json().data.psbt, 'base64'))
    const [[publicKey, signature] = []] = finished.getInput(0).partialSig ?? []
    const { witnessUtxo } = finished.getInput(0)
    const { hash } = btc.OutScript.decode(witnessUtxo!.script) as { hash: Uint8Array }
    const script = btc.OutScript.encode({ type: 'pkh', hash })
    const type = btc.SigHash.SINGLE_ANYONECANPAY
    const digest = finished.preimageWitnessV0(0, script, type, witnessUtxo!.amount)
    expect(signature!.at(-1)).toBe(type)
    expect(
      secp256k1.verify(secp256k1.Signature.fromDER(signature!.subarray(0, -1)), digest, publicKey!),
    ).toBe(true)
    // The signature covers only the first output, so it stays valid when the second output changes.
    const [kept, change] = [finished.getOutput(0), finished.getOutput(1)]
    const changed = new btc.Transaction({ version: finished.version, lockTime: finished.lockTime })
    changed.addOutput({ script: kept.script!, amount: kept.amount! })
    changed.addOutput({ script: change.script!, amount: change.amount! - 700n })
    changed.addInput(finished.getInput(0))
    changed.finalize()
    const sent = await fetch(`${devnet.nodes[0]!.url}/tx`, { method: 'POST', body: changed.hex })
    expect(await sent.text()).toBe(changed.id)
  })

  it('commands use a key file in Wallet Import Format', async () => {
    const { createBase58check } = await import('@scure/base')
    const { sha256 } = await import('@noble/hashes/sha2')
    const key = Buffer.from(alice.secret.slice(2), 'hex')
    const text = createBase58check(sha256).encode(Uint8Array.from([0xef, ...key, 1]))
    const folder = tempDir()
    writeFileSync(join(folder, 'key'), text, { mode: 0o600 })
    const run = await runCli(['balance', '--wallet', `key:${join(folder, 'key')}`, '--json', ...on(0)], {
      env: { LATCHKEY_HOME: folder },
    })
    expect(run.code, run.stderr).toBe(0)
  })
})
