import { createHash } from 'node:crypto'
import { Keypair, PublicKey } from '@solana/web3.js'
import nacl from 'tweetnacl'
import { loopback } from './loopback.ts'

/** Addresses of the Solana Name Service (SNS), from https://github.com/Bonfida/sns-sdk, `js/src/constants.ts`. */
const programs = {
  names: new PublicKey('namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX'),
  tokenizer: new PublicKey('nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk'),
  offers: new PublicKey('85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29'),
  tokens: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
}
const root = new PublicKey('58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx')
const recordsClass = new PublicKey('2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo')
const reverseClass = new PublicKey('33m47vH6Eav6jr5Ry86XjhRft2jRBLDnDgPSHoquXi2Z')
const none = Buffer.alloc(32)
/** From https://docs.solana.com/clusters */
const mainnetGenesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

export const keyOf = (seed: number) => Keypair.fromSeed(new Uint8Array(32).fill(seed))
/** An address without a private key. */
export const ownerless = PublicKey.findProgramAddressSync([Buffer.from('vault')], programs.tokens)[0]

function derive(name: string, parent: Buffer, kind: Buffer = none): PublicKey {
  const hash = createHash('sha256').update(`SPL Name Service${name}`).digest()
  return PublicKey.findProgramAddressSync([hash, kind, parent], programs.names)[0]
}
/** Returns the address of the name's account. The name is like `bonfida.sol` or `dex.bonfida.sol`. */
function snsAccount(name: string): PublicKey {
  const [label = '', sub] = name.split('.').slice(0, -1).reverse()
  const above = derive(label, root.toBuffer())
  return sub === undefined ? above : derive(`\0${sub}`, above.toBuffer())
}

export interface SnsName {
  readonly owner: PublicKey
  /** Version 1 of the name's SOL record: the address, and the key that signed the record. */
  readonly first?: { readonly address: PublicKey; readonly signer: Keypair }
  /**
   * Version 2 of the name's SOL record. `address`: the recorded address. `staleness`: the owner of the name when the record was
   * made. `agreed`: the address that agreed to the record. `kinds`: the kinds of proofs of `staleness` and `agreed`.
   */
  readonly second?: {
    readonly address: PublicKey
    readonly staleness?: PublicKey
    readonly agreed?: PublicKey
    readonly kinds?: readonly [number, number]
  }
  /** The token that represents the name: its holder, and the holder's amount. */
  readonly token?: { readonly holder: PublicKey; readonly amount?: bigint; readonly tag?: number }
}

interface Account {
  readonly owner: PublicKey
  readonly data: Buffer
}

/**
 * Starts a fake node of Solana's mainnet on loopback, with the accounts of these names. The accounts are encoded as
 * SNS-IP 3 and SNS-IP 5 say.
 */
export async function snsNode(
  names: Readonly<Record<string, SnsName>>,
  primary: Readonly<Record<string, string>> = {},
) {
  const accounts = new Map<string, Account>()
  const largest = new Map<string, string>()
  const set = (at: PublicKey, owner: PublicKey, data: Buffer) => accounts.set(at.toBase58(), { owner, data })
  for (const [name, { owner, first, second, token }] of Object.entries(names)) {
    const account = snsAccount(name)
    const [label = '', ...zone] = name.split('.')
    const parent = zone.length > 1 ? snsAccount(zone.join('.')) : root
    const registry = (content: Buffer, own = owner) =>
      Buffer.concat([parent.toBuffer(), own.toBuffer(), none, content])
    set(account, programs.names, registry(Buffer.alloc(0)))
    const text = Buffer.from(zone.length > 1 ? `\0${label}` : label)
    const size = Buffer.alloc(4)
    size.writeUInt32LE(text.length)
    const reverseAt = derive(
      account.toBase58(),
      zone.length > 1 ? parent.toBuffer() : none,
      reverseClass.toBuffer(),
    )
    set(reverseAt, programs.names, registry(Buffer.concat([size, text])))
    if (first) {
      const at = derive('\x01SOL', account.toBuffer())
      const content = first.address.toBuffer()
      const message = Buffer.from(Buffer.concat([content, at.toBuffer()]).toString('hex'))
      const signature = nacl.sign.detached(message, first.signer.secretKey)
      // Records of version 1 have a fixed size of 2,000 bytes.
      set(at, programs.names, registry(Buffer.concat([content, signature, Buffer.alloc(1904)])))
    }
    if (second) {
      const { address, staleness = owner, agreed = address, kinds = [1, 1] } = second
      const head = Buffer.alloc(8)
      head.writeUInt16LE(kinds[0], 0)
      head.writeUInt16LE(kinds[1], 2)
      head.writeUInt32LE(32, 4)
      const parts = [head, staleness.toBuffer(), agreed.toBuffer(), address.toBuffer()]
      set(
        derive('\x02SOL', account.toBuffer(), recordsClass.toBuffer()),
        programs.names,
        registry(Buffer.concat(parts)),
      )
    }
    if (token) {
      const { holder, amount = 1n, tag = 2 } = token
      const seeds = (seed: string) => [Buffer.from(seed), account.toBuffer()]
      const [recordAt] = PublicKey.findProgramAddressSync(seeds('nft_record'), programs.tokenizer)
      const [mint] = PublicKey.findProgramAddressSync(seeds('tokenized_name'), programs.tokenizer)
      const fields = [account.toBuffer(), holder.toBuffer(), mint.toBuffer()]
      set(recordAt, programs.tokenizer, Buffer.concat([Buffer.from([tag, 255]), ...fields]))
      const held = Buffer.alloc(165)
      mint.toBuffer().copy(held, 0)
      holder.toBuffer().copy(held, 32)
      held.writeBigUInt64LE(amount, 64)
      const heldAt = keyOf(200 + largest.size).publicKey
      set(heldAt, programs.tokens, held)
      largest.set(mint.toBase58(), heldAt.toBase58())
    }
  }
  for (const [address, name] of Object.entries(primary)) {
    const seeds = [Buffer.from('favourite_domain'), new PublicKey(address).toBuffer()]
    const [at] = PublicKey.findProgramAddressSync(seeds, programs.offers)
    set(at, programs.offers, Buffer.concat([Buffer.from([1]), snsAccount(name).toBuffer()]))
  }
  const shown = (at: string) => {
    const account = accounts.get(at)
    return account
      ? {
          ...{ lamports: 1, executable: false, rentEpoch: 0, owner: account.owner.toBase58() },
          data: [account.data.toString('base64'), 'base64'],
        }
      : null
  }
  const answer = ({ method, params }: { method: string; params: readonly unknown[] }) => {
    const context = { slot: 1 }
    if (method === 'getGenesisHash') return mainnetGenesis
    if (method === 'getMultipleAccounts') return { context, value: (params[0] as string[]).map(shown) }
    if (method === 'getTokenLargestAccounts') {
      const address = largest.get(String(params[0]))
      return { context, value: address === undefined ? [] : [{ address, amount: '1', decimals: 0 }] }
    }
    return undefined
  }
  /** The methods of all calls, except the calls that identify the network. */
  const methods: string[] = []
  const node = await loopback((request, response) => {
    const body = JSON.parse(request.body)
    const reply = (one: { id: number; method: string; params: readonly unknown[] }) => {
      if (one.method !== 'getGenesisHash') methods.push(one.method)
      const result = answer(one)
      const error = { code: -32601, message: `${one.method} is not part of this node` }
      return { jsonrpc: '2.0', id: one.id, ...(result === undefined ? { error } : { result }) }
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? body.map(reply) : reply(body)))
  })
  return { ...node, methods }
}
