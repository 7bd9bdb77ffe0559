import { createPublicKey, verify } from 'node:crypto'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeSignDoc as makeAminoDoc, pubkeyToAddress } from '@cosmjs/amino'
import { encodePubkey, makeAuthInfoBytes, makeSignBytes, makeSignDoc, Registry } from '@cosmjs/proto-signing'
import { blake2b } from '@noble/hashes/blake2'
import { ApiPromise, HttpProvider } from '@polkadot/api'
import * as sr25519 from '@scure/sr25519'
import {
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import nacl from 'tweetnacl'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAddress } from '../../cli/verifiers/polkadot.ts'
import { devAccounts } from '../../src/devnet/index.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { runningDevnet } from './support/devnet.ts'
import { printed } from './support/printed.ts'
import { startCli, tempDir } from './support/run-cli.ts'

const alice = devAccounts.alice!
const bob = devAccounts.bob!

// biome-ignore lint/suspicious/noExplicitAny: tests look into it as they please
type Loose = any
interface Answer {
  readonly result?: Loose
  readonly error?: { readonly message: string }
}

let world: Awaited<ReturnType<typeof runningDevnet>>
beforeAll(async () => {
  world = await runningDevnet()
}, leaseTimeout)
afterAll(() => world?.stop())

const networks = (family: string): { caipNetworkId: string; id: string; url: string }[] =>
  world.data.networks
    .filter(({ chainNamespace }: { chainNamespace: string }) => chainNamespace === family)
    .map((network: { rpcUrls: { default: { http: string[] } } }) => ({
      ...network,
      url: network.rpcUrls.default.http[0]!,
    }))
const on = (family: string, at = 0) => networks(family)[at]!
const ask = async (url: string, method: string, params: unknown) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return (await answer.json()) as Answer
}
/** Signs as Alice, on the first network of the family. */
const sign = (kind: string, input: string, ...more: string[]) =>
  world.json(['sign', kind, '-', '-w', 'dev:alice', ...more], { stdin: input })
/** Connects Alice's wallet over the devnet's relay, for commands that sign with this wallet. */
async function relayed(network: string) {
  const env = { LATCHKEY_HOME: tempDir() }
  cpSync(join(world.home, 'devnet.json'), join(env.LATCHKEY_HOME, 'devnet.json'))
  const connecting = startCli(['connect', '-w', 'walletconnect', '-n', network, '--uri-only'], { env })
  const uri = await printed(connecting, /^wc:\S+$/m)
  const answering = startCli(['wallet', uri, '--approve'], { env })
  expect((await connecting.done).code).toBe(0)
  return {
    wallet: answering.written,
    sign: (kind: string, input: string, ...more: string[]) =>
      world.json(['sign', kind, '-', ...more], { env, stdin: input }),
    async end() {
      await world.cli(['disconnect'], { env })
      await answering.done
    },
  }
}
const refused = async (kind: string, input: string, ...more: string[]) => {
  const ran = await sign(kind, input, ...more)
  expect(ran.code, JSON.stringify(ran.data)).toBe(2)
  return ran.error!.message
}

describe('latchkey sign transaction, on solana', () => {
  const from = new PublicKey(alice.solana!.address)
  const to = new PublicKey(bob.solana!.address)
  const memo = new TransactionInstruction({
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    keys: [],
    data: Buffer.from('hi \u001B[31mthere'),
  })
  const blockhash = async (at = 0) =>
    (await ask(on('solana', at).url, 'getLatestBlockhash', [])).result.value.blockhash as string
  const transfer = (lamports: number, by = from) =>
    SystemProgram.transfer({ fromPubkey: by, toPubkey: to, lamports })
  const versioned = (recentBlockhash: string, payer = from) =>
    new VersionedTransaction(
      new TransactionMessage({
        payerKey: payer,
        recentBlockhash,
        instructions: [transfer(250_000_000, payer), memo],
      }).compileToV0Message(),
    )
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

  it('describes and signs a transaction of version 0, and the node accepts the transaction', {
    tags: ['ci'],
  }, async () => {
    const transaction = versioned(await blockhash())
    const ran = await sign('transaction', base64(transaction.serialize()))
    expect(ran.code, JSON.stringify(ran.error)).toBe(0)
    expect(ran.stderr).toContain(`sends 0.25 SOL from ${from.toBase58()} to ${to.toBase58()}`)
    expect(ran.stderr).toContain('hi \\u{1b}[31mthere')
    // The fee of one signature, without a priority fee.
    expect(ran.stderr).toMatch(/^fee +up to 0\.000005 SOL, paid by /m)
    expect(ran.data.complete).toBe(true)
    const signed = VersionedTransaction.deserialize(Buffer.from(ran.data.transaction, 'base64'))
    const message = transaction.message.serialize()
    expect(base64(signed.message.serialize())).toBe(base64(message))
    expect(nacl.sign.detached.verify(message, signed.signatures[0]!, from.toBytes())).toBe(true)
    const sent = await ask(on('solana').url, 'sendTransaction', [
      ran.data.transaction,
      { encoding: 'base64' },
    ])
    expect(sent.error).toBeUndefined()
  })

  it('signs legacy transactions, even if the signature of another account is missing', async () => {
    const transaction = new Transaction({ feePayer: to, recentBlockhash: await blockhash() })
    transaction.add(transfer(1))
    const file = join(tempDir(), 'transaction')
    writeFileSync(file, transaction.serialize({ requireAllSignatures: false }))
    const ran = await world.json(['sign', 'transaction', '--file', file, '-w', 'dev:alice'])
    expect(ran.code, JSON.stringify(ran.error)).toBe(0)
    expect(ran.data.complete).toBe(false)
    expect(ran.stderr).toContain(to.toBase58())
    const signed = Transaction.from(Buffer.from(ran.data.transaction, 'base64'))
    const { signature } = signed.signatures.find(({ publicKey }) => publicKey.equals(from))!
    expect(nacl.sign.detached.verify(signed.serializeMessage(), signature!, from.toBytes())).toBe(true)
  })

  // A binary transaction starts with its number of signatures. The bytes 9, 10 and 11 are also white space.
  it.each([9, 10, 11])('signs a binary transaction with %s signatures', async (count) => {
    const others = Array.from(
      { length: count - 1 },
      (_, at) => new PublicKey(new Uint8Array(32).fill(at + 1)),
    )
    const transaction = new Transaction({ feePayer: from, recentBlockhash: await blockhash() })
    const keys = others.map((pubkey) => ({ pubkey, isSigner: true, isWritable: false }))
    transaction.add(new TransactionInstruction({ ...memo, keys, data: Buffer.from('hi') }))
    const file = join(tempDir(), 'transaction')
    const wire = transaction.serialize({ requireAllSignatures: false })
    expect(wire[0]).toBe(count)
    writeFileSync(file, wire)
    const ran = await world.json(['sign', 'transaction', '--file', file, '-w', 'dev:alice', '--offline'])
    expect(ran.code, JSON.stringify(ran.error)).toBe(0)
    expect(ran.data.signers).toHaveLength(count)
    const argv = ['sign', 'transaction', '-', '-w', 'dev:alice', '--offline']
    const piped = await world.json(argv, { stdin: wire })
    expect(piped.data?.transaction, JSON.stringify(piped.error)).toBe(ran.data.transaction)
    // A text file may start with the same bytes.
    writeFileSync(file, `${String.fromCharCode(count)}${base64(wire)}\n`)
    const again = await world.json(['sign', 'transaction', '--file', file, '-w', 'dev:alice', '--offline'])
    expect(again.data?.transaction, JSON.stringify(again.error)).toBe(ran.data.transaction)
  })

  it('shows a simulation of the transaction, but contacts no node with --offline', async () => {
    const { host } = new URL(on('solana').url)
    const transaction = base64(versioned(await blockhash()).serialize())
    const ran = await sign('transaction', transaction)
    expect(ran.code, JSON.stringify(ran.error)).toBe(0)
    expect(ran.stderr).toMatch(
      /^effect +Send 0\.25 SOL to .*\neffect +Add a public note\nsimulation +You send 0\.25 SOL, /m,
    )
    expect(ran.stderr).toContain(`You send 0.25 SOL, according to ${host}\nA transaction (version 0)`)
    const offline = await sign('transaction', transaction, '--offline')
    expect(offline.stderr).toMatch(/^simulation +Not simulated: --offline asks no node$/m)
    const tooMuch = new Transaction({ feePayer: from, recentBlockhash: await blockhash() })
    const wire = tooMuch.add(transfer(2 ** 52)).serialize({ requireAllSignatures: false })
    const warned = await sign('transaction', base64(wire))
    expect(warned.code, JSON.stringify(warned.error)).toBe(0)
    expect(warned.stderr).toMatch(/^WARNING +The simulation fails: .*, according to 127\.0\.0\.1:\d+$/m)
  })

  it('refuses a transaction for another network, unless --offline skips the check', async () => {
    const transaction = base64(versioned('11111111111111111111111111111112').serialize())
    expect(await refused('transaction', transaction)).toMatch(/^transaction\.recentBlockhash: /)
    expect((await sign('transaction', transaction, '--offline')).code).toBe(0)
    expect(await refused('transaction', transaction, '-n', on('eip155').caipNetworkId)).toMatch(
      /^network: .*another chain family/,
    )
  })

  it("refuses another account's transaction, and names the account", async () => {
    const message = await refused('transaction', base64(versioned(await blockhash(), to).serialize()))
    expect(message).toMatch(/^transaction\.signers: /)
    expect(message).toContain(to.toBase58())
  })

  it('names the malformed part of a transaction', async () => {
    const wire = versioned(await blockhash()).serialize()
    const changed = (at: number, value: number) => {
      const bytes = wire.slice()
      bytes[at] = value
      return base64(bytes)
    }
    for (const [input, field] of [
      ['', 'transaction: is empty'],
      ['not base64!', 'transaction: is not base64'],
      [base64(wire.slice(0, 40)), 'transaction.signatures: '],
      [base64(wire.slice(0, 66)), 'transaction.header: '],
      [base64(wire.slice(0, 90)), 'transaction.accountKeys: '],
      [base64(wire.slice(0, -1)), 'transaction.'],
      [base64(Uint8Array.from([...wire, 0])), 'transaction: has 1 extra byte'],
      [changed(0, 2), 'transaction.'],
      [changed(65, 0x81), 'transaction.version: '],
      [changed(66, 9), 'transaction.header: '],
      ['cHNidP8BAHUCAAAAASaBcTce3/KF6Tet7qSze3gADAVmy7OtZGQXE8pCFxv2AAAA', 'transaction: is a PSBT'],
    ] as const)
      expect(await refused('transaction', input), input).toContain(field)
  })
})

describe('latchkey sign payload, on polkadot', () => {
  let api: ApiPromise
  beforeAll(async () => {
    if (!world.families.has('polkadot')) return
    api = await ApiPromise.create({ provider: new HttpProvider(on('polkadot').url), noInitWarn: true })
  })
  afterAll(() => api?.disconnect())

  async function payloadOf(address = alice.polkadot!.address) {
    const call = api.tx.balances!.transferKeepAlive!(bob.polkadot!.address, 12_345_678_900n)
    const { nonce } = (await api.query.system!.account!(address)) as unknown as { nonce: never }
    const payload = api.registry.createType('SignerPayload', {
      address,
      blockHash: api.genesisHash,
      blockNumber: 0,
      era: '0x00',
      genesisHash: api.genesisHash,
      method: call.method,
      nonce,
      runtimeVersion: api.runtimeVersion,
      signedExtensions: api.registry.signedExtensions,
      tip: 0,
      version: api.extrinsicVersion,
    } as never) as unknown as { toPayload(): Record<string, Loose> }
    return { call, payload: { ...payload.toPayload(), address } as Record<string, Loose> }
  }

  function verified(payload: Record<string, Loose>, signature: string): boolean {
    const bytes = api.registry
      .createType('ExtrinsicPayload', payload as never, { version: 4 })
      .toU8a({ method: true })
    const { key } = readAddress(alice.polkadot!.address) as { key: Uint8Array }
    const signed = bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes
    return signature.startsWith('0x01') && sr25519.verify(signed, Buffer.from(signature.slice(4), 'hex'), key)
  }

  it('shows and signs the call, and the node accepts the signature', async () => {
    const { call, payload } = await payloadOf()
    const ran = await sign('payload', JSON.stringify(payload))
    expect(ran.code, JSON.stringify(ran.error)).toBe(0)
    expect(ran.data.call).toBe('balances.transferKeepAlive')
    expect(ran.stderr).toContain(bob.polkadot!.address)
    expect(ran.stderr).toMatch(/^ {2}value +0\.0123456789 UNIT$/m)
    // The runtime of the devnet is too old for signatures that cover a metadata hash, so the description is unverified.
    expect(ran.stderr).toMatch(/^description +UNVERIFIED: /m)
    expect(ran.stderr).toMatch(/^simulation +Not simulated: the runtime of .* has no DryRunApi$/m)
    expect(ran.data.verified).toBe(false)
    // polkadot.js computes the same fee as the command.
    const { partialFee } = await call.paymentInfo(payload.address, { era: 0 })
    const [, shown = '0'] = /^fee +up to ([\d.]+) /m.exec(ran.stderr) ?? []
    const plancks = BigInt(Math.round(Number(shown) * 10 ** 12))
    expect(plancks).toBe(partialFee.toBigInt())
    const { signature } = ran.data
    expect(verified(payload, signature)).toBe(true)
    const extrinsic = call.addSignature(payload.address, signature, payload as never)
    const sent = await ask(on('polkadot').url, 'author_submitExtrinsic', [extrinsic.toHex()])
    expect(sent.error).toBeUndefined()
  })

  it('signs with a wallet behind a relay', { tags: ['ci'] }, async () => {
    const { payload } = await payloadOf()
    const { sign, wallet, end } = await relayed(on('polkadot').caipNetworkId)
    const ran = await sign('payload', JSON.stringify(payload))
    expect(ran.code, JSON.stringify(ran.error)).toBe(0)
    expect(wallet.stderr).toContain('polkadot_signTransaction')
    expect(verified(payload, ran.data.signature)).toBe(true)
    await end()
  })

  it('refuses a payload for the wrong network, runtime or account', async () => {
    const { payload } = await payloadOf()
    const other = await payloadOf(bob.polkadot!.address)
    const without = (name: string) => JSON.stringify({ ...payload, [name]: undefined })
    for (const [input, field] of [
      [JSON.stringify(other.payload), 'payload.address: '],
      [JSON.stringify({ ...payload, genesisHash: `0x${'91'.repeat(32)}` }), 'payload.genesisHash: '],
      [JSON.stringify({ ...payload, specVersion: '0x00000001' }), 'payload.specVersion: '],
      [JSON.stringify({ ...payload, method: '0xffff' }), 'payload.method: '],
      [JSON.stringify({ ...payload, method: `${payload.method}00` }), 'payload.method: '],
      [JSON.stringify({ ...payload, method: 'transfer' }), 'payload.method: '],
      [JSON.stringify({ ...payload, signedExtensions: [] }), 'payload.signedExtensions: '],
      [
        JSON.stringify({ ...payload, signedExtensions: [...payload.signedExtensions, 'Odd'] }),
        'payload.signedExtensions: ',
      ],
      [JSON.stringify({ ...payload, version: 3 }), 'payload.version: '],
      [JSON.stringify({ ...payload, address: `${payload.address}x` }), 'payload.address: '],
      [without('genesisHash'), 'payload.genesisHash: is missing'],
      [without('nonce'), 'payload.nonce: is missing'],
      ['{', 'payload: is not JSON'],
      ['[]', 'payload: must be an object'],
      ['null', 'payload.address: is missing'],
    ] as const)
      expect(await refused('payload', input), input).toContain(field)
    // Without the runtime, the call can't be decoded.
    const unread = await sign('payload', JSON.stringify(payload), '--offline')
    expect(unread).toMatchObject({
      code: 3,
      error: { hint: expect.stringContaining('--allow-danger unknown') },
    })
    const offline = await sign('payload', JSON.stringify(payload), '--offline', '--allow-danger', 'unknown')
    expect(offline.code).toBe(0)
    expect(offline.stderr).toContain(payload.method)
  })
})

describe('latchkey sign doc, on cosmos', () => {
  const key = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')
  const send = { fromAddress: alice.cosmos!.address, toAddress: bob.cosmos!.address }
  const coins = [{ denom: 'uatom', amount: '250000' }]
  const fee = { amount: [{ denom: 'uatom', amount: '5000' }], gas: '200000' }
  const verified = (bytes: Uint8Array, { data }: { data: Loose }) =>
    verify(
      'sha256',
      bytes,
      {
        key: createPublicKey({
          key: Buffer.concat([key, Buffer.from(data.publicKey.value, 'base64')]),
          format: 'der',
          type: 'spki',
        }),
        dsaEncoding: 'ieee-p1363',
      },
      Buffer.from(data.signature, 'base64'),
    )
  /** Returns the account number and the sequence number that the node reports. */
  async function account() {
    const { StargateClient } = await import('@cosmjs/stargate')
    const client = await StargateClient.connect(on('cosmos').url)
    const found = await client.getSequence(alice.cosmos!.address)
    client.disconnect()
    return found
  }
  /** Derives the public key of a secret, with Node's own crypto. */
  async function publicKeyOf({ secret }: { secret: string }) {
    const { createECDH } = await import('node:crypto')
    const pair = createECDH('secp256k1')
    pair.setPrivateKey(secret.slice(2), 'hex')
    return { type: 'tendermint/PubKeySecp256k1', value: pair.getPublicKey('base64', 'compressed') }
  }
  /** Waits until the document is in a block. The account's next document needs the next sequence number. */
  async function landed(tx: unknown): Promise<void> {
    const { sequence } = await account()
    const sent = await ask(on('cosmos').url, 'broadcast_tx_sync', { tx })
    expect(sent.result).toMatchObject({ code: 0 })
    await expect
      .poll(async () => (await account()).sequence, { message: 'a block has the transaction' })
      .toBe(sequence + 1)
  }

  async function direct(by = alice.cosmos!, from = send.fromAddress) {
    const { accountNumber, sequence } = await account()
    const { MsgSend } = await import('cosmjs-types/cosmos/bank/v1beta1/tx')
    const registry = new Registry([['/cosmos.bank.v1beta1.MsgSend', MsgSend]])
    const body = registry.encodeTxBody({
      messages: [
        {
          typeUrl: '/cosmos.bank.v1beta1.MsgSend',
          value: { ...send, fromAddress: from, amount: coins },
        },
      ],
      memo: 'for the ride',
    })
    const pubkey = encodePubkey((await publicKeyOf(by)) as never)
    const authInfo = makeAuthInfoBytes([{ pubkey, sequence }], fee.amount, 200_000, undefined, undefined)
    const doc = makeSignDoc(body, authInfo, String(on('cosmos').id), accountNumber)
    const json = {
      bodyBytes: Buffer.from(body).toString('base64'),
      authInfoBytes: Buffer.from(authInfo).toString('base64'),
      chainId: doc.chainId,
      accountNumber: String(accountNumber),
    }
    return { doc, json }
  }
  const amino = async () => {
    const { accountNumber, sequence } = await account()
    const value = { from_address: send.fromAddress, to_address: send.toAddress, amount: coins }
    return makeAminoDoc(
      [{ type: 'cosmos-sdk/MsgSend', value }],
      fee,
      String(on('cosmos').id),
      'a memo',
      accountNumber,
      sequence,
    )
  }
  const sortedJson = (value: unknown) =>
    Buffer.from(
      JSON.stringify(value, (_, part) =>
        part && typeof part === 'object' && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
          : part,
      ),
    )
  const adr36 = (data = Buffer.from('who\nam I?').toString('base64'), signer = send.fromAddress) => ({
    account_number: '0',
    chain_id: '',
    fee: { amount: [], gas: '0' },
    memo: '',
    msgs: [{ type: 'sign/MsgSignData', value: { data, signer } }],
    sequence: '0',
  })

  it('shows and signs a Direct document, and the node accepts the signature', async () => {
    const { doc, json } = await direct()
    const ran = await sign('doc', JSON.stringify(json))
    expect(ran.code, JSON.stringify(ran.error)).toBe(0)
    expect(ran.data.mode).toBe('direct')
    for (const text of [bob.cosmos!.address, '250000 uatom', 'for the ride', '5000 uatom'])
      expect(ran.stderr).toContain(text)
    expect(ran.stderr).toMatch(/^fee +5000 uatom \(0\.005 ATOM\), for 200000 gas$/m)
    expect(pubkeyToAddress(ran.data.publicKey, 'cosmos')).toBe(send.fromAddress)
    expect(verified(makeSignBytes(doc), ran)).toBe(true)
    await landed(ran.data.transaction)
  })

  it('shows the effects of a document and then its changes in a simulation', async () => {
    const { host } = new URL(on('cosmos').url)
    for (const doc of [(await direct()).json, await amino()]) {
      const ran = await sign('doc', JSON.stringify(doc))
      expect(ran.stderr).toContain(`\nsimulation  You send 250000 uatom (0.25 ATOM), according to ${host}\n`)
      const offline = await sign('doc', JSON.stringify(doc), '--offline')
      expect(offline.stderr).toMatch(/^simulation +Not simulated: --offline asks no node$/m)
    }
    const doc = await amino()
    const stale = await sign('doc', JSON.stringify({ ...doc, sequence: '4000' }))
    expect(stale.stderr).toMatch(
      /^WARNING +The simulation fails: account sequence mismatch, .*, according to /m,
    )
    expect((await sign('doc', JSON.stringify(adr36()))).stderr).not.toMatch(/simulat/i)
  })

  it("accepts the bytes of a Direct document in hex, and in WalletConnect's format", async () => {
    const { doc, json } = await direct()
    const hex = (text: string) => Buffer.from(text, 'base64').toString('hex')
    const inHex = { ...json, bodyBytes: hex(json.bodyBytes), authInfoBytes: hex(json.authInfoBytes) }
    for (const input of [inHex, { signerAddress: send.fromAddress, signDoc: json }]) {
      const ran = await sign('doc', JSON.stringify(input))
      expect(ran.code, JSON.stringify(ran.error)).toBe(0)
      expect(verified(makeSignBytes(doc), ran)).toBe(true)
    }
  })

  it('signs Amino and ADR-36 documents', async () => {
    const doc = await amino()
    const ran = await sign('doc', JSON.stringify(doc))
    expect(ran.code, JSON.stringify(ran.error)).toBe(0)
    expect(ran.data).toMatchObject({ mode: 'amino', signed: doc })
    expect(ran.stderr).toContain('250000 uatom')
    expect(verified(sortedJson(doc), ran)).toBe(true)

    const message = await sign('doc', JSON.stringify(adr36()))
    expect(message.data.mode).toBe('adr36')
    expect(message.stderr).toContain('  | who\n  | am I?')
    expect(verified(sortedJson(adr36()), message)).toBe(true)
    const same = await sign('message', 'who\nam I?', '-n', on('cosmos').caipNetworkId)
    expect(same.data.signature).toBe(message.data.signature)
  })

  it('signs documents of every mode with a wallet behind a relay', { tags: ['ci'] }, async () => {
    const { sign, wallet, end } = await relayed(on('cosmos').caipNetworkId)
    const { doc, json } = await direct()
    const ran = await sign('doc', JSON.stringify(json))
    expect(ran.code, JSON.stringify(ran.error)).toBe(0)
    expect(verified(makeSignBytes(doc), ran)).toBe(true)
    await landed(ran.data.transaction)
    expect(wallet.stderr).toContain('cosmos_signDirect')
    for (const one of [await amino(), adr36()]) {
      const signed = await sign('doc', JSON.stringify(one))
      expect(signed.code, JSON.stringify(signed.error)).toBe(0)
      expect(verified(sortedJson(one), signed)).toBe(true)
    }
    await end()
  })

  it('refuses a document for the wrong network or account', async () => {
    const { json } = await direct()
    const doc = await amino()
    const [msg] = doc.msgs
    const bobs = { ...msg, value: { ...msg!.value, from_address: send.toAddress } }
    for (const [input, field] of [
      [(await direct(bob.cosmos!)).json, 'sign-doc.authInfoBytes.signer_infos: '],
      [(await direct(alice.cosmos!, send.toAddress)).json, 'sign-doc.bodyBytes.messages[0].from_address: '],
      [{ ...json, chainId: 'cosmoshub-4' }, 'sign-doc.chainId: '],
      [{ ...json, chainId: undefined }, 'sign-doc.chainId: '],
      [{ ...json, accountNumber: 1.5 }, 'sign-doc.accountNumber: '],
      [{ ...json, bodyBytes: '*' }, 'sign-doc.bodyBytes: '],
      [{ ...json, bodyBytes: 'AAAA' }, 'sign-doc.bodyBytes: '],
      [{ ...json, authInfoBytes: undefined }, 'sign-doc.authInfoBytes: is missing'],
      [{ ...doc, chain_id: 'cosmoshub-4' }, 'sign-doc.chain_id: '],
      [{ ...doc, account_number: 7 }, 'sign-doc.account_number: '],
      [{ ...doc, msgs: [] }, 'sign-doc.msgs: '],
      [{ ...doc, msgs: [bobs] }, 'sign-doc.msgs[0].value.from_address: '],
      [{ ...doc, fee: undefined }, 'sign-doc.fee: '],
      [{ ...doc, tip: {} }, 'sign-doc.tip.amount: '],
      [adr36('!'), 'sign-doc.msgs[0].value.data: '],
      [adr36(''), 'sign-doc.msgs[0].value.data: '],
      [adr36(undefined, send.toAddress), 'sign-doc.msgs[0].value.signer: '],
      [{ ...adr36(), memo: 'x' }, 'sign-doc.memo: '],
      [{ ...adr36(), chain_id: 'cosmoshub-4' }, 'sign-doc.chain_id: '],
      [{}, 'sign-doc: is neither'],
      [[], 'sign-doc: must be an object'],
    ] as const)
      expect(await refused('doc', JSON.stringify(input)), JSON.stringify(input)).toContain(field)
    expect(await refused('doc', '{')).toContain('sign-doc: is not JSON')
  })
})

describe('latchkey sign, on every family', () => {
  const signable = {
    transaction: Buffer.from(
      new VersionedTransaction(
        new TransactionMessage({
          payerKey: new PublicKey(alice.solana!.address),
          recentBlockhash: '11111111111111111111111111111112',
          instructions: [],
        }).compileToV0Message(),
      ).serialize(),
    ).toString('base64'),
    psbt: 'cHNidP8BAHUCAAAA',
    payload: JSON.stringify({
      address: alice.polkadot!.address,
      blockHash: `0x${'00'.repeat(32)}`,
      blockNumber: '0x00',
      era: '0x00',
      genesisHash: `0x${'00'.repeat(32)}`,
      method: '0x0000',
      nonce: '0x00',
      specVersion: '0x01',
      tip: '0x00',
      transactionVersion: '0x01',
      signedExtensions: [],
      version: 4,
    }),
    doc: JSON.stringify({
      chain_id: '',
      account_number: '0',
      sequence: '0',
      fee: { amount: [], gas: '0' },
      memo: '',
      msgs: [{ type: 'sign/MsgSignData', value: { data: 'aGVsbG8=', signer: alice.cosmos!.address } }],
    }),
    'typed-data': '{"types":{"A":[]},"domain":{},"message":{},"primaryType":"A"}',
  }

  it('shows the characters of a message that a terminal would hide', async () => {
    const ran = await sign('message', 'one\ntwo \u001B[2J\u202Edone', '-n', on('eip155').caipNetworkId)
    expect(ran.code).toBe(0)
    expect(ran.stderr).toContain('  | one\n  | two \\u{1b}[2J\\u{202e}done')
  })

  it('signs with the connected wallet of the family, even if the wallet of another family is active', async () => {
    for (const family of ['solana', 'polkadot', 'cosmos', 'eip155'])
      expect((await world.json(['connect', '-w', 'dev:alice', '-n', on(family).caipNetworkId])).code).toBe(0)
    const genesisHash = `0x${on('polkadot').id}${'0'.repeat(32)}`
    const inputs = {
      transaction: signable.transaction,
      payload: JSON.stringify({ ...JSON.parse(signable.payload), genesisHash, method: '0x000000' }),
      doc: signable.doc,
      'typed-data': signable['typed-data'],
    }
    for (const [kind, input] of Object.entries(inputs)) {
      const offline = kind === 'transaction' || kind === 'payload' ? ['--offline'] : []
      const danger = kind === 'payload' || kind === 'typed-data' ? ['--allow-danger', 'unknown'] : []
      const ran = await world.json(['sign', kind, input, ...offline, ...danger])
      expect(ran.code, `${kind}: ${JSON.stringify(ran.error)}`).toBe(0)
    }
    expect((await world.json(['disconnect', '--all'])).code).toBe(0)
  })

  it('refuses typed data for the wrong network', async () => {
    const data = (chainId: unknown) =>
      JSON.stringify({
        domain: { name: 'Shop', chainId },
        types: {
          EIP712Domain: [
            { name: 'name', type: 'string' },
            { name: 'chainId', type: 'uint256' },
          ],
          Order: [{ name: 'note', type: 'string' }],
        },
        primaryType: 'Order',
        message: { note: 'two books' },
      })
    expect(await refused('typed-data', data(1))).toContain('typed-data.domain.chainId: ')
    for (const chainId of [31337, '31337', '0x7a69']) {
      const ran = await sign('typed-data', data(chainId), '--allow-danger', 'unknown')
      expect(ran.code, JSON.stringify(ran.error)).toBe(0)
      expect(ran.stderr).toContain('two books')
    }
  })

  it('signs dangerous typed data only if an option names the danger', async () => {
    const spender = `0x${'5'.repeat(40)}`
    const permit = (value: string) =>
      JSON.stringify({
        domain: { chainId: 31337, verifyingContract: `0x${'c'.repeat(40)}` },
        types: {
          Permit: ['owner', 'spender', 'value', 'nonce', 'deadline'].map((name, at) => ({
            name,
            type: at < 2 ? 'address' : 'uint256',
          })),
        },
        primaryType: 'Permit',
        message: { owner: alice.eip155!.address, spender, value, nonce: 0, deadline: 1_803_902_400 },
      })
    const limited = await sign('typed-data', permit('5'))
    expect(limited.code, JSON.stringify(limited.error)).toBe(0)
    expect(limited.stderr).toMatch(
      /CAUTION +Permit: 0x5+ may spend 5 of the smallest unit .* until 1 March 2027/,
    )
    const most = permit(String(2n ** 256n - 1n))
    for (const argv of [[], ['--yes'], ['--allow-danger', 'all,others']]) {
      const ran = await sign('typed-data', most, ...argv)
      expect(ran).toMatchObject({ code: 3, error: { code: 'cli/declined' } })
      expect(ran.error!.hint).toContain('--allow-danger unlimited')
      expect(ran.stderr).toMatch(/DANGER +Permit: 0x5+ may spend unlimited tokens/)
    }
    expect((await sign('typed-data', most, '--allow-danger', 'unlimited')).code).toBe(0)
    expect(await refused('typed-data', most, '--allow-danger', 'everything')).toContain('allow-danger: ')
  })

  it.each([
    ['transaction', 'solana'],
    ['psbt', 'bip122'],
    ['payload', 'polkadot'],
    ['doc', 'cosmos'],
    ['typed-data', 'eip155'],
  ])('requires a wallet of the right family for the command latchkey sign %s', async (kind) => {
    const ran = await world.json(['sign', kind, signable[kind as keyof typeof signable]])
    expect(ran).toMatchObject({ code: 4, error: { code: 'connection/not-connected' } })
  })
})
