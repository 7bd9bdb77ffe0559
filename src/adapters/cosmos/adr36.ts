import { base64 } from '@scure/base'
import { normalizeAddress } from './address.ts'
import type { AminoDoc } from './sign-doc.ts'

const messageType = 'sign/MsgSignData'

/** Creates an ADR-36 document for data. No network accepts such a document as a transaction. */
export function adr36Doc(signer: string, data: Uint8Array): AminoDoc {
  return {
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { gas: '0', amount: [] },
    msgs: [{ type: messageType, value: { signer, data: base64.encode(data) } }],
    memo: '',
  }
}

/** Returns whether a document claims to be an ADR-36 document. `adr36Fault` checks whether the document is valid. */
export function isAdr36(doc: unknown): boolean {
  const msgs = (doc as { msgs?: unknown } | undefined)?.msgs
  return Array.isArray(msgs) && msgs.length === 1 && msgs[0]?.type === messageType
}

/**
 * Returns why an ADR-36 document is invalid by Keplr's rules. Returns undefined for a valid document. A document with additional
 * members is invalid: the signature would cover these members, but a wallet shows only the data.
 * @param account The account that signs. Default: any account with the prefix.
 */
export function adr36Fault(doc: AminoDoc, bech32Prefix?: string, account?: string): string | undefined {
  const extra =
    otherMember(doc, Object.keys(adr36Doc('', new Uint8Array()))) ??
    otherMember(doc.fee, ['gas', 'amount']) ??
    otherMember(doc.msgs[0], ['type', 'value']) ??
    otherMember(doc.msgs[0]?.value, ['signer', 'data'])
  if (extra !== undefined) return `the member ${extra} must be absent`
  if (doc.chain_id !== '') return 'the chain id must be empty'
  if (doc.memo !== '') return 'the memo must be empty'
  if (doc.account_number !== '0') return 'the account number must be 0'
  if (doc.sequence !== '0') return 'the sequence must be 0'
  if (doc.fee.gas !== '0') return 'the gas must be 0'
  if (doc.fee.amount.length > 0) return 'the fee must be empty'
  const { signer, data } = (doc.msgs[0]?.value ?? {}) as { signer?: unknown; data?: unknown }
  if (typeof signer !== 'string' || !hasPrefix(signer, bech32Prefix)) return 'the signer must be an account'
  if (account !== undefined && signer !== account) return 'the signer must be the account that signs'
  if (typeof data !== 'string' || data === '') return 'the data must not be empty'
  try {
    return base64.encode(base64.decode(data)) === data ? undefined : 'the data must be canonical base64'
  } catch {
    return 'the data must be base64'
  }
}

function otherMember(value: unknown, members: readonly string[]): string | undefined {
  return Object.keys(value ?? {}).find((name) => !members.includes(name))
}

function hasPrefix(signer: string, prefix: string | undefined): boolean {
  const address = normalizeAddress(signer)
  return address !== undefined && (prefix === undefined || address.startsWith(`${prefix}1`))
}
