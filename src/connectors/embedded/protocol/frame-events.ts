import * as z from 'zod/mini'
import type { AppEventName } from './app-events.ts'
import { emailText } from './email.ts'

/** The prefix of the frame's event types. */
export const framePrefix = '@w3m-frame/'

const chainId = z.union([z.string(), z.number()])
const accounts = z.optional(z.array(z.object({ address: z.string(), type: z.enum(['eoa', 'smartAccount']) })))
const preferredAccountType = z.optional(z.string())
const userName = z.string()

/** The frame's answer to each event of the page (S2.7, S3.1.5). */
export const answers = {
  SWITCH_NETWORK: z.object({ chainId }),
  CONNECT_EMAIL: z.object({ action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
  CONNECT_DEVICE: undefined,
  CONNECT_OTP: undefined,
  CONNECT_SOCIAL: z.object({
    email: z.optional(z.nullable(z.string())),
    address: z.string(),
    chainId,
    accounts,
    userName: z.optional(z.nullable(z.string())),
    preferredAccountType,
  }),
  GET_FARCASTER_URI: z.object({ url: z.string() }),
  CONNECT_FARCASTER: z.object({ userName }),
  GET_USER: z.object({
    email: z.optional(z.nullable(emailText)),
    address: z.string(),
    chainId,
    smartAccountDeployed: z.optional(z.boolean()),
    accounts,
    preferredAccountType,
  }),
  GET_SOCIAL_REDIRECT_URI: z.object({ uri: z.string() }),
  SIGN_OUT: undefined,
  IS_CONNECTED: z.object({ isConnected: z.boolean() }),
  GET_CHAIN_ID: z.object({ chainId }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: z.object({ smartAccountEnabledNetworks: z.array(z.number()) }),
  // Other implementations of the page don't accept this answer (S3.1.5.2).
  INIT_SMART_ACCOUNT: z.object({ address: z.string(), isDeployed: z.boolean() }),
  SET_PREFERRED_ACCOUNT: z.object({ type: z.string(), address: z.string() }),
  RPC_REQUEST: z.any(),
  RPC_ABORT: undefined,
  UPDATE_EMAIL: z.object({
    action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
    // Latchkey's extension: the account's new address, after the visitor entered the codes in the frame.
    newEmail: z.optional(emailText),
  }),
  UPDATE_EMAIL_PRIMARY_OTP: undefined,
  UPDATE_EMAIL_SECONDARY_OTP: z.object({ newEmail: emailText }),
  SYNC_THEME: undefined,
  SYNC_DAPP_DATA: undefined,
  RELOAD: undefined,
} as const satisfies Readonly<Record<AppEventName, z.core.$ZodType | undefined>>

/** The events that the frame sends without a request. */
export const notices = {
  READY: z.object({ version: z.optional(z.string()) }),
  SESSION_UPDATE: z.object({ token: z.string() }),
  // Latchkey's extension: the wallet opened or closed a dialog that the page didn't request. Other implementations of the page
  // ignore this event.
  ASKING: z.object({ open: z.boolean() }),
} as const

const failureCode = z.enum(['window-blocked', 'maybe-sent'])
/**
 * Latchkey's extension: the codes of errors that the page handles in a special way. `window-blocked`: the wallet's window
 * didn't open. `maybe-sent`: a transaction was signed and may have been sent.
 */
export type FailureCode = z.infer<typeof failureCode>

/** The payload of each `_ERROR`. The message is optional. An unknown code is dropped. */
export const failure = z.optional(
  z.object({
    message: z.optional(z.string()),
    code: z.catch(z.optional(failureCode), undefined),
    // The hash of the transaction that may have been sent.
    hash: z.catch(z.optional(z.string().check(z.regex(/^\w{32,100}$/))), undefined),
  }),
)

type PayloadOf<T> = T extends z.core.$ZodType ? z.infer<T> : undefined
export type Answer<N extends AppEventName> = PayloadOf<(typeof answers)[N]>
