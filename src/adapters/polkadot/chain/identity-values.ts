import { invalidAnswer } from './runtime.ts'

/** The account of the main identity to which a sub-identity belongs, and the name of the sub-identity. */
export interface SuperIdentity {
  readonly account: Uint8Array
  readonly name: string | undefined
}

/**
 * Reads an entry of `IdentityOf`, a `Registration`. Returns the display name if a registrar judged the identity as `Reasonable`
 * or `KnownGood`. Returns undefined without this judgement, or if any registrar judged the identity as `OutOfDate`, `LowQuality`
 * or `Erroneous`.
 */
export function judgedName(bytes: Uint8Array): string | undefined {
  const scale = new Scale(bytes)
  const judgements = scale.list(mostRegistrars, () => {
    scale.take(4)
    const judgement = scale.byte()
    if (judgement > erroneous) throw scale.invalid()
    if (judgement === feePaid) scale.take(16)
    return judgement
  })
  scale.take(16)
  const display = scale.data()
  // Skip the legal name, the website, the Matrix handle and the email address, then the PGP fingerprint and four more texts.
  // Reading them checks that the entry has this format.
  for (let at = 0; at < 4; at++) scale.data()
  const fingerprint = scale.byte()
  if (fingerprint > 1) throw scale.invalid()
  scale.take(fingerprint * 20)
  for (let at = 0; at < 4; at++) scale.data()
  scale.end()
  const isGood = judgements.some((one) => one === reasonable || one === knownGood)
  return isGood && judgements.every((one) => one <= knownGood) ? display : undefined
}

/** Reads an entry of `SuperOf`. */
export function superIdentity(bytes: Uint8Array): SuperIdentity {
  const scale = new Scale(bytes)
  const account = scale.take(32)
  const name = scale.data()
  scale.end()
  return { account, name }
}

/** Reads an entry of `SubsOf`: the accounts of an identity's sub-identities. */
export function subAccounts(bytes: Uint8Array): readonly Uint8Array[] {
  const scale = new Scale(bytes)
  scale.take(16)
  const accounts = scale.list(mostSubs, () => scale.take(32))
  scale.end()
  return accounts
}

/** Reads an entry of `UsernameOf`: an account's primary username. Returns undefined if the username isn't valid UTF-8. */
export function username(bytes: Uint8Array): string | undefined {
  const scale = new Scale(bytes)
  const text = textOf(Uint8Array.from(scale.list(longestUsername, () => scale.byte())))
  scale.end()
  return text
}

/** Reads an entry of `UsernameInfoOf`: the account that owns a username. */
export function usernameOwner(bytes: Uint8Array): Uint8Array {
  const scale = new Scale(bytes)
  const owner = scale.take(32)
  // The kind of the username's provider, one byte. `AuthorityDeposit` also has a deposit, 16 bytes.
  scale.byte()
  if (bytes.length > 33) scale.take(16)
  scale.end()
  return owner
}

/** Encodes a username for a key of `UsernameInfoOf`: its length as a compact integer, then its characters. */
export function encodedUsername(name: string): Uint8Array {
  return Uint8Array.from([name.length << 2, ...new TextEncoder().encode(name)])
}

/** The judgements of registrars: `substrate/frame/identity/src/types.rs` of https://github.com/paritytech/polkadot-sdk. */
const [feePaid, reasonable, knownGood, erroneous] = [1, 2, 3, 6] as const
/** Limits of `system-parachains/people` in https://github.com/polkadot-fellows/runtimes. */
const [mostRegistrars, mostSubs] = [20, 100] as const
export const longestUsername = 32
/** The longest text in a `Data`, in bytes. */
const longestText = 32

/** Reads SCALE. Throws if the bytes have another format, so that a changed pallet can't lead to wrong names. */
class Scale {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  take(length: number): Uint8Array {
    const part = this.#bytes.slice(this.#at, this.#at + length)
    if (part.length !== length) throw this.invalid()
    this.#at += length
    return part
  }

  byte(): number {
    return this.take(1)[0] ?? 0
  }

  /** Reads a list with at most `most` items. The length is a compact integer of one or two bytes. */
  list<T>(most: number, read: () => T): readonly T[] {
    const first = this.byte()
    const length = (first & 3) === 1 ? ((this.byte() << 8) | first) >> 2 : first >> 2
    if ((first & 3) > 1 || length > most) throw this.invalid()
    return Array.from({ length }, read)
  }

  /** Reads a `Data`. Returns its text. Returns undefined if it contains no text, or only the hash of a text. */
  data(): string | undefined {
    const tag = this.byte()
    if (tag > longestText + 5) throw this.invalid()
    if (tag > longestText + 1) this.take(32)
    else if (tag > 1) return textOf(this.take(tag - 1))
    return undefined
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw this.invalid()
  }

  invalid() {
    return invalidAnswer('state_getStorage')
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
