import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { CaipAddress } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { ethereumCoinType } from '../../core/chain/coin-type.ts'
import { revocationMessage } from '../../core/wallet/revocation-message.ts'
import { DataRefusal } from './data-refusal.ts'
import { isSigned } from './names/signed-message.ts'
import type { NodeCalls } from './node-calls.ts'
import { bodyOf, type DataRequest } from './requests.ts'
import type { WireSession } from './wire.ts'

export interface SessionSource {
  /** A node of an eip155 chain. It recovers the signers of messages. */
  readonly node: NodeCalls
  /** The current time, in ms since the epoch. */
  readonly now: () => number
}

/**
 * The maximum number of sessions per account, and of accounts. Without limits, anyone could fill the memory, because a new
 * session needs no signature.
 */
const maxKept = { ofAccount: 50, accounts: 1000 }

const typed = z.array(z.looseObject({ type: z.string().max(64) })).max(20)
const hex = z.string().regex(/^0x([0-9a-f]{2}){1,2048}$/i)
const seconds = z.int().positive().max(100_000_000_000)
const granted = z.object({
  pci: z.uuid(),
  context: hex,
  chainId: z.string().regex(/^0x[0-9a-f]{1,14}$/i),
  expiry: seconds,
  signer: z.looseObject({ type: z.string().max(64) }),
  permissions: typed.min(1),
  policies: typed.default([]),
})
const revocation = z.object({ pci: z.uuid(), signature: z.string().max(1000) })

/**
 * Keeps in memory the sessions that accounts have granted. Anyone can add a session, but only the account's signature can revoke
 * it. Has no key and signs nothing, unlike the co-signer of S3.2.3.
 */
export class Sessions {
  readonly #source: SessionSource
  /** The sessions by lower-case account and session id. A session is undefined until the wallet has granted it. */
  readonly #known = new Map<string, Map<string, WireSession | undefined>>()

  constructor(source: SessionSource) {
    this.#source = source
  }

  /** Answers `GET /v1/sessions/{caipAddress}`, newest session first. @throws DataRefusal */
  list(account: string): { readonly pcis: readonly WireSession[] } {
    const known = [...(this.#known.get(keyOf(account))?.values() ?? [])]
    return { pcis: known.flatMap((one) => one ?? []).reverse() }
  }

  /** Answers `POST /v1/sessions/{caipAddress}` with an id for a session that the wallet is about to grant. @throws DataRefusal */
  create(account: string): { readonly pci: string } {
    const own = this.#of(keyOf(account))
    const [oldest] = own.keys()
    if (own.size >= maxKept.ofAccount && oldest !== undefined) own.delete(oldest)
    const pci = randomUUID()
    own.set(pci, undefined)
    return { pci }
  }

  /** Answers `POST /v1/sessions/{caipAddress}/activate`: stores the session that the wallet has granted. @throws DataRefusal */
  activate(account: string, request: DataRequest): Readonly<Record<string, never>> {
    const { pci, ...rest } = parsed(granted, request)
    const own = this.#of(keyOf(account))
    if (!own.has(pci)) throw new DataRefusal(404, 'pci', 'There is no such session')
    if (own.get(pci)) throw new DataRefusal(400, 'pci', 'The session is active already')
    const createdAt = Math.floor(this.#source.now() / 1000)
    own.set(pci, { pci, ...rest, createdAt, revokedAt: null })
    return {}
  }

  /** Answers `POST /v1/sessions/{caipAddress}/revoke`. Requires a signature by the account's key. @throws DataRefusal; NodeFailure */
  async revoke(account: string, request: DataRequest): Promise<{ readonly success: true }> {
    const { pci, signature } = parsed(revocation, request)
    const key = keyOf(account)
    const session = this.#known.get(key)?.get(pci)
    if (!session) throw new DataRefusal(404, 'pci', 'There is no such session')
    const signed = {
      coinType: ethereumCoinType,
      address: parseCaipAddress(account as CaipAddress).address,
      message: revocationMessage(account as CaipAddress, pci),
      signature,
    }
    if (!(await isSigned(signed, this.#source.node, request.signal)))
      throw new DataRefusal(400, 'signature', "It isn't a signature by the key of this account")
    const revokedAt = session.revokedAt ?? Math.floor(this.#source.now() / 1000)
    this.#known.get(key)?.set(pci, { ...session, revokedAt })
    return { success: true }
  }

  #of(key: string): Map<string, WireSession | undefined> {
    const own = this.#known.get(key) ?? new Map()
    // The account that was changed last comes last. If there are too many accounts, delete the first.
    this.#known.delete(key)
    this.#known.set(key, own)
    const [oldest] = this.#known.keys()
    if (this.#known.size > maxKept.accounts && oldest !== undefined) this.#known.delete(oldest)
    return own
  }
}

function keyOf(account: string): string {
  if (/^eip155:\d{1,17}:0x[0-9a-f]{40}$/i.test(account)) return account.toLowerCase()
  throw new DataRefusal(400, 'address', "It isn't an eip155 account, such as eip155:1:0xab16…")
}

function parsed<T extends z.ZodType>(schema: T, request: DataRequest): z.infer<T> {
  const read = schema.safeParse(bodyOf(request))
  if (read.success) return read.data
  const { path, message } = read.error.issues[0] ?? { path: [], message: 'It cannot be read' }
  throw new DataRefusal(400, path.join('.') || 'body', message)
}
