import { hex } from '@scure/base'
import * as bitcoin from 'bitcoinjs-lib'
import {
  type Bip122Kind,
  bip122Keys,
  bip122Wallet,
  describeRequest,
  sighashTypeOf,
  simulateRequest,
} from 'latchkey/wallets'
import { beforeAll, describe, expect, it } from 'vitest'
import { bitcoinChains } from '../../../src/core/chain/bip122.ts'
import { devAccounts } from '../../../src/devnet/index.ts'

const network = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const regtest = {
  id: '0f9188f13cb7b2c71f2a335e3a4fc328',
  caipNetworkId: network,
  chainNamespace: 'bip122',
  name: 'Regtest',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [] } },
} as const
const { secret } = devAccounts.alice!.bip122!
const { SIGHASH_ALL, SIGHASH_NONE, SIGHASH_SINGLE, SIGHASH_ANYONECANPAY } = bitcoin.Transaction
const own: Partial<Record<Bip122Kind, string>> = {}
const scriptOf = (address: string) => bitcoin.address.toOutputScript(address, bitcoin.networks.regtest)

beforeAll(async () => {
  const { address } = await bip122Keys(secret)
  for (const kind of ['p2wpkh', 'p2tr'] as const) own[kind] = address(kind, bitcoinChains.regtest)
})

function psbtOf(
  inputs: readonly { readonly address: string; readonly sighashType?: number; readonly value?: bigint }[],
  output: { readonly script: Uint8Array; readonly value: bigint } = {
    script: scriptOf(own.p2wpkh!),
    value: 900n,
  },
) {
  const psbt = new bitcoin.Psbt({ network: bitcoin.networks.regtest })
  for (const [index, { address, sighashType, value = 1000n }] of inputs.entries())
    psbt.addInput({
      hash: new Uint8Array(32).fill(index + 1),
      index: 0,
      witnessUtxo: { script: scriptOf(address), value },
      ...(sighashType !== undefined && { sighashType }),
    })
  return psbt.addOutput(output).toBase64()
}

/** The ways to give a PSBT to the wallet: its interfaces and its approval. */
const ways: Record<string, (psbt: string, address: string) => Promise<unknown>> = {
  unisat: (psbt, address) =>
    wallet().unisat.signPsbt(hex.encode(Buffer.from(psbt, 'base64')), {
      toSignInputs: [{ index: 0, address }],
    }),
  'sats-connect': async (psbt, address) => {
    const answer = (await wallet().satsConnect.request('signPsbt', {
      psbt,
      signInputs: { [address]: [0] },
    })) as {
      error?: { message: string }
    }
    if (answer.error) throw new Error(answer.error.message)
    return answer
  },
  'wallet-standard': async (psbt, address) => {
    const { features } = wallet().standard
    const { connect } = features['bitcoin:connect'] as {
      connect(): Promise<{ accounts: readonly { address: string }[] }>
    }
    const { accounts } = await connect()
    const feature = features['bitcoin:signTransaction'] as {
      signTransaction(input: object): Promise<unknown>
    }
    return feature.signTransaction({
      psbt: Buffer.from(psbt, 'base64'),
      inputsToSign: [{ account: accounts.find((each) => each.address === address), signingIndexes: [0] }],
    })
  },
  'JSON-RPC': (psbt, address) =>
    wallet().request(
      { method: 'signPsbt', params: { account: address, psbt, signInputs: [{ index: 0, address }] } },
      network,
    ),
  'the approval': (psbt, address) =>
    describeRequest(
      { method: 'signPsbt', params: { account: address, psbt, signInputs: [{ index: 0, address }] } },
      regtest,
    ),
}
const wallet = () => bip122Wallet({ secret, networks: [network], authorized: true })

describe.each(Object.entries(ways))('a PSBT for %s', (_, sign) => {
  it('is accepted without a sighash type', async () => {
    for (const address of [own.p2wpkh!, own.p2tr!])
      await expect(sign(psbtOf([{ address }]), address)).resolves.toBeDefined()
  })

  it('is accepted with the sighash type ALL', async () => {
    for (const address of [own.p2wpkh!, own.p2tr!])
      await expect(sign(psbtOf([{ address, sighashType: SIGHASH_ALL }]), address)).resolves.toBeDefined()
  })

  it.each([
    [SIGHASH_NONE, 'NONE'],
    [SIGHASH_SINGLE, 'SINGLE'],
    [SIGHASH_NONE | SIGHASH_ANYONECANPAY, 'NONE, ANYONECANPAY'],
    [1 | SIGHASH_ANYONECANPAY, 'ALL, ANYONECANPAY'],
  ])('is refused with an error that names its sighash type %i', async (sighashType, name) => {
    for (const address of [own.p2wpkh!, own.p2tr!])
      await expect(sign(psbtOf([{ address, sighashType }]), address)).rejects.toThrow(`sighash type ${name}`)
  })

  it('is refused if the requested address does not own the input', async () => {
    await expect(sign(psbtOf([{ address: own.p2tr! }]), own.p2wpkh!)).rejects.toThrow(
      `belongs to ${own.p2tr}`,
    )
  })

  it('is refused if it signs a message (BIP-322)', async () => {
    const toSign = psbtOf([{ address: own.p2wpkh!, value: 0n }], {
      script: Uint8Array.from([0x6a]),
      value: 0n,
    })
    await expect(sign(toSign, own.p2wpkh!)).rejects.toThrow('BIP-322')
  })
})

describe('a PSBT without a list of the inputs to sign', () => {
  const foreign = bitcoin.address.fromOutputScript(
    Uint8Array.from([0, 20, ...new Uint8Array(20).fill(7)]),
    bitcoin.networks.regtest,
  )
  const asHex = (psbt: string) => hex.encode(Buffer.from(psbt, 'base64'))
  const unlisted: Record<string, (psbt: string) => Promise<bitcoin.Psbt>> = {
    unisat: async (psbt) =>
      bitcoin.Psbt.fromHex(String(await wallet().unisat.signPsbt(asHex(psbt), { autoFinalized: false }))),
    async 'sats-connect'(psbt) {
      const { result, error } = (await wallet().satsConnect.request('signPsbt', { psbt })) as {
        result?: { psbt: string }
        error?: { message: string }
      }
      if (!result) throw new Error(error?.message)
      return bitcoin.Psbt.fromBase64(result.psbt)
    },
    async leather(psbt) {
      const answer = wallet().leather.request('signPsbt', { hex: asHex(psbt) })
      const { result } = (await answer.catch(({ error }) => {
        throw new Error(error.message)
      })) as { result: { hex: string } }
      return bitcoin.Psbt.fromHex(result.hex)
    },
  }
  const signed = ({ data }: bitcoin.Psbt) =>
    data.inputs.map(({ partialSig, tapKeySig }) => (partialSig ?? tapKeySig) !== undefined)

  it.each([
    ['unisat', 'the selected address', [false, true, false]],
    ['sats-connect', 'the wallet', [false, true, true]],
    ['leather', 'the wallet', [false, true, true]],
  ])('for %s is signed on the inputs of %s', async (interfaceName, _, expected) => {
    const psbt = psbtOf([{ address: foreign }, { address: own.p2wpkh! }, { address: own.p2tr! }])
    expect(signed(await unlisted[interfaceName]!(psbt))).toEqual(expected)
  })

  it.each(Object.entries(unlisted))(
    'for %s is refused if no input belongs to the wallet',
    async (_, sign) => {
      await expect(sign(psbtOf([{ address: foreign }]))).rejects.toThrow(
        'No input of the PSBT belongs to the wallet.',
      )
    },
  )

  it('is refused over JSON-RPC, where an approval shows only the listed inputs', async () => {
    const params = { account: own.p2wpkh, psbt: psbtOf([{ address: own.p2wpkh! }]) }
    await expect(wallet().request({ method: 'signPsbt', params }, network)).rejects.toThrow('signInputs')
  })

  it('is finalized by unisat, unless the page asks for no finalization', async () => {
    const psbt = asHex(psbtOf([{ address: own.p2wpkh! }]))
    const finalized = async (options?: object) => {
      const { data } = bitcoin.Psbt.fromHex(String(await wallet().unisat.signPsbt(psbt, options)))
      return data.inputs[0]!.finalScriptWitness !== undefined
    }
    expect(await finalized()).toBe(true)
    expect(await finalized({ toSignInputs: [{ index: 0, address: own.p2wpkh }] })).toBe(true)
    expect(await finalized({ autoFinalized: false })).toBe(false)
  })

  it('for leather may name a single input by its index', async () => {
    const psbt = asHex(psbtOf([{ address: own.p2wpkh! }, { address: own.p2wpkh! }]))
    const { result } = (await wallet().leather.request('signPsbt', { hex: psbt, signAtIndex: 1 })) as {
      result: { hex: string }
    }
    expect(signed(bitcoin.Psbt.fromHex(result.hex))).toEqual([false, true])
  })
})

describe('a wallet that allows a sighash type', () => {
  const allowed = bip122Wallet({ secret, networks: [network], authorized: true, allowSighash: [0x83] })
  const sign = (psbt: string, address: string) =>
    allowed.unisat.signPsbt(hex.encode(Buffer.from(psbt, 'base64')), {
      autoFinalized: false,
      toSignInputs: [{ index: 0, address }],
    })

  it('signs only PSBTs with this type or with ALL', async () => {
    for (const address of [own.p2wpkh!, own.p2tr!]) {
      const signed = bitcoin.Psbt.fromHex(
        String(await sign(psbtOf([{ address, sighashType: 0x83 }]), address)),
      )
      const { partialSig, tapKeySig } = signed.data.inputs[0]!
      expect((partialSig?.[0]?.signature ?? tapKeySig)?.at(-1)).toBe(0x83)
      for (const [sighashType, name] of [
        [SIGHASH_NONE, 'NONE'],
        [SIGHASH_SINGLE, 'SINGLE'],
        [0x84, '0x84'],
      ] as const)
        await expect(sign(psbtOf([{ address, sighashType }]), address)).rejects.toThrow(
          `sighash type ${name}`,
        )
      await expect(sign(psbtOf([{ address }]), address)).resolves.toBeDefined()
    }
  })

  it('warns about this type in the approval', async () => {
    const address = own.p2wpkh!
    const params = { psbt: psbtOf([{ address, sighashType: 0x83 }]), signInputs: [{ index: 0, address }] }
    await expect(describeRequest({ method: 'signPsbt', params }, regtest)).rejects.toThrow(
      'SINGLE, ANYONECANPAY',
    )
    const { rows, summary } = await describeRequest({ method: 'signPsbt', params }, regtest, {
      allowSighash: [0x83],
    })
    const told = 'input 0 with the sighash type SINGLE, ANYONECANPAY: others may change the transaction'
    expect(rows).toContainEqual(['WARNING', told])
    expect(summary).toContain(told)
  })

  it.each([
    ['ALL', 1],
    ['NONE', 2],
    ['SINGLE', 3],
    ['all|AnyoneCanPay', 0x81],
    ['NONE|ANYONECANPAY', 0x82],
    ['SINGLE|ANYONECANPAY', 0x83],
    ['ANYONECANPAY', undefined],
    ['DEFAULT', undefined],
    ['', undefined],
    ['NONE|', undefined],
    ['SINGLE|ANYONECANPAY|NONE', undefined],
  ])("parses the name '%s' to the sighash type %s", (name, type) => expect(sighashTypeOf(name)).toBe(type))
})

it('the description of a PSBT names the sighash types of inputs that the account does not sign', async () => {
  const psbt = psbtOf([{ address: own.p2wpkh! }, { address: own.p2tr!, sighashType: 0x83 }])
  const signInputs = [{ index: 0, address: own.p2wpkh }]
  const { table, summary } = await describeRequest(
    { method: 'signPsbt', params: { psbt, signInputs } },
    regtest,
  )
  expect(table?.[2]?.[0]).toBe('spends, not proven, sighash SINGLE, ANYONECANPAY')
  expect(summary).toBe(`sign a PSBT that pays 0.000009 BTC to ${own.p2wpkh}`)
})

describe('the value that a PSBT leaves to the miner', () => {
  /** Returns a PSBT that spends coins of these values. If `proven` is false, nothing proves the values. */
  function spending(
    coins: readonly bigint[],
    outputs: readonly { readonly script: Uint8Array; readonly value: bigint }[],
    proven = true,
  ) {
    const psbt = new bitcoin.Psbt({ network: bitcoin.networks.regtest })
    for (const [at, value] of coins.entries()) {
      const script = scriptOf(own.p2wpkh!)
      const funding = new bitcoin.Transaction()
      funding.addInput(new Uint8Array(32).fill(at + 1), 0)
      funding.addOutput(script, value)
      psbt.addInput({
        hash: funding.getHash(),
        index: 0,
        witnessUtxo: { script, value },
        ...(proven && { nonWitnessUtxo: funding.toBuffer() }),
      })
    }
    return psbt.addOutputs([...outputs]).toBase64()
  }
  const said = async (psbt: string, inputs: number) => {
    const signInputs = Array.from({ length: inputs }, (_, index) => ({ index, address: own.p2wpkh }))
    const params = { account: own.p2wpkh, psbt, signInputs }
    const { effects, dangers } = await describeRequest({ method: 'signPsbt', params }, regtest)
    return { dangers, texts: effects.map(({ level, text }) => `${level}: ${text}`) }
  }
  const toSelf = (value: bigint) => ({ script: scriptOf(own.p2wpkh!), value })
  const note = { script: Uint8Array.from([0x6a, 1, 1]), value: 0n }

  it('is a danger if the outputs get little or nothing', async () => {
    const everything = ['danger: Give the miner everything that the inputs contain: 1 BTC']
    expect((await said(spending([100_000_000n], [note]), 1)).texts.slice(0, 1)).toEqual(everything)
    expect((await said(spending([1000n], [note]), 1)).dangers).toEqual(['all'])
    const dust = await said(spending([100_000_000n], [toSelf(546n), note]), 1)
    expect(dust).toMatchObject({ dangers: ['all'] })
    expect(dust.texts[0]).toBe('danger: Give the miner 0.99999454 BTC: the outputs get 0.00000546 BTC')
  })

  it('is no danger if it is a usual fee', async () => {
    expect(await said(spending([100_000_000n], [toSelf(99_990_000n)]), 1)).toEqual({
      dangers: [],
      texts: [`plain: Pay 0.9999 BTC to ${own.p2wpkh}`],
    })
    // 20 coins of 600 sats: at 5 sats per virtual byte, a usual fee is more than the output.
    expect(await said(spending(Array(20).fill(600n), [toSelf(5000n)]), 20)).toEqual({
      dangers: [],
      texts: [
        'caution: Give the miner 0.00007 BTC: the outputs get 0.00005 BTC',
        `plain: Pay 0.00005 BTC to ${own.p2wpkh}`,
      ],
    })
  })

  it('is a danger if the values of the coins are not proven', async () => {
    const { dangers, texts } = await said(spending([100_000_000n], [toSelf(99_990_000n)], false), 1)
    expect(dangers).toEqual(['unknown'])
    expect(texts[0]).toBe(
      'danger: Pay an unknown fee: the values of the coins are not proven, so the fee may be far higher than it seems',
    )
  })
})

describe('the fee of a PSBT', () => {
  /**
   * Returns a PSBT that spends these coins with a fee of 100 sats. Each coin comes with the whole transaction that
   * created it, or only with the output of that transaction.
   */
  function spending(kinds: readonly (readonly [Bip122Kind, 'whole' | 'output', sighashType?: number])[]) {
    const psbt = new bitcoin.Psbt({ network: bitcoin.networks.regtest })
    for (const [at, [kind, told, sighashType]] of kinds.entries()) {
      const script = scriptOf(own[kind]!)
      const funding = new bitcoin.Transaction()
      funding.addInput(new Uint8Array(32).fill(at + 1), 0)
      funding.addOutput(script, 1000n)
      psbt.addInput({
        hash: funding.getHash(),
        index: 0,
        witnessUtxo: { script, value: 1000n },
        ...(told === 'whole' && { nonWitnessUtxo: funding.toBuffer() }),
        ...(sighashType !== undefined && { sighashType }),
      })
    }
    psbt.addOutput({ script: scriptOf(own.p2wpkh!), value: 1000n * BigInt(kinds.length) - 100n })
    return psbt.toBase64()
  }
  const feeRow = async (psbt: string, signed: readonly (readonly [number, Bip122Kind])[]) => {
    const signInputs = signed.map(([index, kind]) => ({ index, address: own[kind] }))
    const { rows } = await describeRequest({ method: 'signPsbt', params: { psbt, signInputs } }, regtest, {
      allowSighash: [0x81],
    })
    return rows.find(([name]) => name === 'fee')![1]
  }
  const known = 'up to 0.000001 BTC'

  it('is known if the value of every coin is proven', async () => {
    expect(await feeRow(spending([['p2wpkh', 'whole']]), [[0, 'p2wpkh']])).toBe(known)
    expect(await feeRow(spending([['p2tr', 'output']]), [[0, 'p2tr']])).toBe(known)
    expect(await feeRow(spending([['p2tr', 'output', 1]]), [[0, 'p2tr']])).toBe(known)
    const mixed = spending([
      ['p2tr', 'output'],
      ['p2wpkh', 'output'],
    ])
    expect(await feeRow(mixed, [[0, 'p2tr']])).toBe(known)
  })

  it('is unknown if the value of a coin is not proven', async () => {
    const unknown = expect.stringMatching(/^unknown/)
    expect(await feeRow(spending([['p2wpkh', 'output']]), [[0, 'p2wpkh']])).toEqual(unknown)
    // Nothing proves the value of the taproot coin, because the account doesn't sign it.
    const mixed = spending([
      ['p2tr', 'output'],
      ['p2wpkh', 'whole'],
    ])
    expect(await feeRow(mixed, [[1, 'p2wpkh']])).toEqual(unknown)
    expect(
      await feeRow(mixed, [
        [0, 'p2tr'],
        [1, 'p2wpkh'],
      ]),
    ).toEqual(unknown)
    // With ANYONECANPAY, a taproot signature covers only the value of its own coin.
    expect(await feeRow(spending([['p2tr', 'output', 0x81]]), [[0, 'p2tr']])).toEqual(unknown)
    expect(await feeRow(spending([['p2tr', 'output']]), [])).toEqual(unknown)
  })
})

describe('the changes of a Bitcoin request', () => {
  interface Coin {
    readonly script?: Uint8Array
    readonly value: bigint
    readonly isProven?: boolean
    readonly sighashType?: number
  }
  const foreign = Uint8Array.from([0, 20, ...new Uint8Array(20).fill(7)])
  const mine = () => scriptOf(own.p2wpkh!)

  /** Simulates a PSBT without a node. The account signs only the first coin. */
  function changes(coins: readonly Coin[], paid: readonly (readonly [script: Uint8Array, value: bigint])[]) {
    const psbt = new bitcoin.Psbt({ network: bitcoin.networks.regtest })
    for (const [at, { script = mine(), value, isProven = true, sighashType }] of coins.entries()) {
      const funding = new bitcoin.Transaction()
      funding.addInput(new Uint8Array(32).fill(at + 1), 0)
      funding.addOutput(script, value)
      psbt.addInput({
        hash: funding.getHash(),
        index: 0,
        witnessUtxo: { script, value },
        ...(isProven && { nonWitnessUtxo: funding.toBuffer() }),
        ...(sighashType !== undefined && { sighashType }),
      })
    }
    psbt.addOutputs(paid.map(([script, value]) => ({ script, value })))
    const signInputs = [{ index: 0, address: own.p2wpkh }]
    const params = { account: own.p2wpkh, psbt: psbt.toBase64(), signInputs }
    return simulateRequest({ method: 'signPsbt', params }, regtest)
  }
  const uncounted = ['note', "inscriptions and runes in the coins aren't counted"]
  const counted = (text: string) => [
    ['simulation', `${text}, according to the inputs and outputs`],
    uncounted,
  ]
  const notSimulated = (why: string) => [['simulation', `Not simulated: ${why}`]]

  it('are the amount that the account loses, including the fee', async () => {
    const paid = [
      [foreign, 30_000n],
      [mine(), 69_000n],
    ] as const
    expect(await changes([{ value: 100_000n }], paid)).toEqual(
      counted('You send 0.00031 BTC, network fee included'),
    )
    // The account owns the second coin too, but doesn't sign it here.
    expect(await changes([{ value: 60_000n }, { value: 40_000n }], paid)).toEqual(
      counted('You send 0.00031 BTC, network fee included'),
    )
  })

  it('leave out the coins of other accounts', async () => {
    const coins = [{ value: 600n }, { script: foreign, value: 1_000_000n, isProven: false }]
    expect(await changes(coins, [[mine(), 500_000n]])).toEqual(counted('You receive 0.004994 BTC'))
    expect(await changes(coins, [[foreign, 999_000n]])).toEqual(counted('You send 0.000006 BTC'))
    expect(await changes(coins, [[mine(), 600n]])).toEqual(counted('Your balance stays the same'))
  })

  it('are unknown if a value is not proven or others may change the transaction', async () => {
    const paid = [[mine(), 500n]] as const
    const unproven = notSimulated("the values of the coins aren't proven")
    expect(await changes([{ value: 600n, isProven: false }], paid)).toEqual(unproven)
    expect(await changes([{ value: 600n }, { value: 600n, isProven: false }], paid)).toEqual(unproven)
    expect(await changes([{ value: 600n, sighashType: 0x83 }], paid)).toEqual(
      notSimulated('others may change the transaction'),
    )
  })

  it("aren't simulated for a plain payment", async () => {
    const params = { account: own.p2wpkh, recipientAddress: own.p2tr, amount: '1000' }
    expect(await simulateRequest({ method: 'sendTransfer', params }, regtest)).toEqual([
      ...notSimulated('a Bitcoin payment changes nothing besides its amount and its fee'),
      uncounted,
    ])
  })

  it("aren't simulated for a message or an invalid PSBT", async () => {
    const rows = await simulateRequest({ method: 'signPsbt', params: { psbt: 'AAAA' } }, regtest)
    expect(rows).toEqual([['simulation', expect.stringMatching(/^Not simulated: .*psbt/)]])
    expect(await simulateRequest({ method: 'signMessage', params: { message: 'hello' } }, regtest)).toEqual(
      [],
    )
  })
})
