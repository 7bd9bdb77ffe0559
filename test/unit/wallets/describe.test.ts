import { base58, base64 } from '@scure/base'
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { decodeSolanaTransaction, describeRequest, solanaActionText } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'

describe('the description of a request', () => {
  const network = {
    id: 1,
    caipNetworkId: 'eip155:1',
    chainNamespace: 'eip155',
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  } as const
  const words = async (method: string, params: unknown) => {
    const { title, rows, body } = await describeRequest({ method, params }, network)
    return [title, ...rows.map((row) => row.join(' ')), body ?? ''].join('\n')
  }

  it('shows the amount and the contract call of a transaction', async () => {
    const text = await words('eth_sendTransaction', [
      { from: '0xaa', to: `0x${'bb'.repeat(20)}`, value: '0xde0b6b3a7640000', data: '0xa9059cbb00' },
    ])
    expect(text).toContain('1 ETH')
    expect(text).toContain('5 bytes, calls 0xa9059cbb')
    expect(
      await words('wallet_sendCalls', [
        { from: '0xaa', calls: [{ to: `0x${'bb'.repeat(20)}`, value: '0x1' }] },
      ]),
    ).toContain('1. amount 0.000000000000000001 ETH')
  })

  it('shows the transfers and the unknown programs of a solana transaction', async () => {
    const payer = new PublicKey(new Uint8Array(32).fill(1))
    const to = new PublicKey(new Uint8Array(32).fill(2))
    const compiled = new TransactionMessage({
      payerKey: payer,
      recentBlockhash: base58.encode(new Uint8Array(32).fill(3)),
      instructions: [
        SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: 1_500_000_000 }),
        { programId: to, keys: [], data: Buffer.from([1, 2]) },
      ],
    }).compileToV0Message()
    const transaction = base64.encode(new VersionedTransaction(compiled).serialize())
    const text = await words('solana_signTransaction', { transaction, pubkey: String(payer) })
    expect(text).toContain(`1.5 SOL from ${payer} to ${to}`)
    expect(text).toContain(`${to} with 0102`)
  })

  it('decodes the payment and the fee of a cosmos document in Direct mode', async () => {
    // Encoded by hand: TxBody { messages: [MsgSend], memo }, AuthInfo { signer_infos, fee }.
    const field = (number: number, value: string | Uint8Array) => {
      const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
      return Uint8Array.from([number * 8 + 2, bytes.length, ...bytes])
    }
    const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
    const coin = join(field(1, 'uatom'), field(2, '42'))
    const send = join(field(1, 'cosmos1a'), field(2, 'cosmos1b'), field(3, coin))
    const any = join(field(1, '/cosmos.bank.v1beta1.MsgSend'), field(2, send))
    const signDoc = {
      chainId: 'cosmoshub-4',
      accountNumber: '1',
      bodyBytes: base64.encode(join(field(1, any), field(2, 'for lunch'))),
      authInfoBytes: base64.encode(join(field(1, field(1, field(1, 'key'))), field(2, field(1, coin)))),
    }
    const text = await words('cosmos_signDirect', { signerAddress: 'cosmos1a', signDoc })
    expect(text).toContain('sends 42 uatom from cosmos1a to cosmos1b')
    expect(text).toContain('fee 42 uatom')
    expect(text).toContain('memo for lunch')
  })

  it('has the same words as the command line', async () => {
    const owner = new PublicKey(new Uint8Array(32).fill(1))
    const [mint, from, to] = [2, 3, 4].map((seed) => new PublicKey(new Uint8Array(32).fill(seed)))
    const keys = [from, mint, to, owner].map((pubkey) => ({
      pubkey: pubkey ?? owner,
      isSigner: pubkey === owner,
      isWritable: true,
    }))
    const compiled = new TransactionMessage({
      payerKey: owner,
      recentBlockhash: base58.encode(new Uint8Array(32).fill(3)),
      instructions: [
        {
          programId: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
          keys,
          data: Buffer.from([12, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0, 6]),
        },
      ],
    }).compileToV0Message()
    const wire = new VersionedTransaction(compiled).serialize()
    const [instruction] = decodeSolanaTransaction(wire).instructions
    const said = instruction?.action && solanaActionText(instruction.action)
    expect(said).toBe(`sends 1 of token ${mint} from token account ${from} to ${to}`)
    const params = { transaction: base64.encode(wire), pubkey: String(owner) }
    expect(await words('solana_signTransaction', params)).toContain(said)
  })

  it('decodes the payment and the fee of a cosmos document in Amino', async () => {
    const signDoc = {
      chain_id: 'cosmoshub-4',
      account_number: '1',
      sequence: '0',
      fee: { amount: [{ denom: 'uatom', amount: '7' }], gas: '200000' },
      msgs: [
        {
          type: 'cosmos-sdk/MsgSend',
          value: {
            from_address: 'cosmos1a',
            to_address: 'cosmos1b',
            amount: [{ denom: 'uatom', amount: '42' }],
          },
        },
      ],
      memo: '',
    }
    const text = await words('cosmos_signAmino', { signerAddress: 'cosmos1a', signDoc })
    expect(text).toContain('sends 42 uatom from cosmos1a to cosmos1b')
    expect(text).toContain('fee 7 uatom')
    // A payment with an extra member is shown as JSON.
    const [message] = signDoc.msgs
    const odd = { ...signDoc, msgs: [{ ...message, value: { ...message?.value, granter: 'cosmos1c' } }] }
    const shown = await words('cosmos_signAmino', { signerAddress: 'cosmos1a', signDoc: odd })
    expect(shown).toContain('"granter":"cosmos1c"')
    expect(shown).not.toContain('sends 42')
  })

  it("refuses a transaction that it can't decode", async () => {
    expect(await words('personal_sign', ['0xff', '0xaa'])).toContain("bytes that aren't text")
    const unreadable = { code: 'validation/invalid-input' }
    await expect(words('solana_signTransaction', { transaction: 'AAAA' })).rejects.toMatchObject(unreadable)
    const signDoc = { bodyBytes: '////' }
    await expect(words('cosmos_signDirect', { signDoc })).rejects.toMatchObject(unreadable)
  })
})
