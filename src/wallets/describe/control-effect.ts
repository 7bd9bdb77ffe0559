import type { ControlChange, Eip155Action } from '../decode/eip155-action.ts'
import { caution, danger, type Effect } from './effect.ts'

type Control = Extract<Eip155Action, { kind: 'control' }>

/** The sentence for each change that gives rights to another account. */
const gains: Partial<Readonly<Record<ControlChange, (control: Control) => string>>> = {
  'give-owner': ({ contract, to }) => `Give the ownership of the contract ${contract} to ${to}`,
  'give-admin': ({ contract, to }) => `Make ${to} the administrator of the contract ${contract}`,
  'give-role': ({ contract, to, detail }) => `Give ${to} the role ${detail} in the contract ${contract}`,
  'new-code': ({ contract, to }) => `Replace the code of the contract ${contract} by the code of ${to}`,
  'add-owner': ({ contract, to }) => `Make ${to} an owner of the account ${contract}`,
  threshold: ({ contract, detail }) => `Let ${detail} owners of the account ${contract} act for it`,
  'add-module': ({ contract, to }) => `Let the module ${to} act for the account ${contract}`,
  'set-guard': ({ contract, to }) => `Let the contract ${to} decide for the account ${contract}`,
  'account-code': ({ to, detail }) =>
    `Let the code of ${to} act for the account that signed the authorization, on ${detail}: the code may do anything with the account (EIP-7702)`,
  'run-code': ({ contract, to }) => `Run the code of ${to} with all rights of the contract ${contract}`,
}

const losses: Partial<Readonly<Record<ControlChange, (control: Control) => string>>> = {
  'accept-owner': ({ contract }) => `Accept the ownership of the contract ${contract}`,
  'drop-role': ({ contract, to, detail }) => `Take the role ${detail} in the contract ${contract} from ${to}`,
  'drop-owner-of-several': ({ contract, to }) => `Remove the owner ${to} of the account ${contract}`,
  'drop-account-code': ({ detail }) =>
    `Remove the code that acts for the account that signed the authorization, on ${detail} (EIP-7702)`,
  'drop-module': ({ contract, to }) => `Remove the module ${to} of the account ${contract}`,
}

/**
 * The changes that give rights to the code of a contract. Such a change is always a danger, even if it names the user's own
 * account.
 */
const runs: readonly ControlChange[] = ['run-code', 'account-code']

/**
 * Describes a change of control. The change is a danger if another account gains control, or if the control is lost
 * permanently.
 */
export function controlEffect(control: Control, account: string | undefined): Effect {
  const { change, contract, to } = control
  if (change === 'drop-owner')
    return danger('all', `Give up the ownership of the contract ${contract} for good`)
  const acts = [account?.toLowerCase(), control.by]
  if (change === 'drop-role' && to !== undefined && acts.includes(to))
    return danger('all', `Give up the role ${control.detail} in the contract ${contract} for good`)
  const loss = losses[change]
  if (loss) return caution(loss(control))
  const sentence = gains[change]?.(control) ?? `Change the contract ${contract}`
  const toSelf = to !== undefined && to === account?.toLowerCase() && !runs.includes(change)
  return toSelf ? caution(sentence) : danger('others', sentence)
}
