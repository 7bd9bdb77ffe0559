import type { Described } from '../../wallets/describe/described.ts'
import { caution, judged } from '../../wallets/describe/effect.ts'
import type { EmailChange } from './email-change.ts'

/** Describes a change of the email address with which the visitor logs in. */
export function describeEmailChange({ old, email }: EmailChange): Described {
  return {
    title: old === undefined ? 'add an email address' : 'change your email address',
    ...judged([caution(`Let ${email} log in to this wallet`)]),
    rows: [...(old === undefined ? [] : [['From', old] as const]), ['To', email]],
  }
}
