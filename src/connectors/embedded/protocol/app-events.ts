import * as z from 'zod/mini'
import { emailText } from './email.ts'
import { rpcRequest } from './rpc-requests.ts'

/** The prefix of the page's event types. */
export const appPrefix = '@w3m-app/'

const chainId = z.union([z.string(), z.number()])
const email = z.object({ email: emailText })
const otp = z.object({ otp: z.string() })

/** The providers with a login by OpenID Connect or OAuth. Farcaster uses other events. */
const frameSocials = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const

/** The events of the page, with their payloads (S2.7, S3.1.4). */
export const appPayloads = {
  SWITCH_NETWORK: z.object({ chainId }),
  CONNECT_EMAIL: email,
  CONNECT_DEVICE: undefined,
  CONNECT_OTP: otp,
  CONNECT_SOCIAL: z.object({
    uri: z.string(),
    preferredAccountType: z.optional(z.string()),
    chainId: z.optional(chainId),
  }),
  GET_FARCASTER_URI: undefined,
  CONNECT_FARCASTER: undefined,
  GET_USER: z.optional(
    z.object({
      chainId: z.optional(chainId),
      preferredAccountType: z.optional(z.string()),
      socialUri: z.optional(z.string()),
    }),
  ),
  GET_SOCIAL_REDIRECT_URI: z.object({ provider: z.enum(frameSocials) }),
  SIGN_OUT: undefined,
  IS_CONNECTED: z.optional(z.object({ token: z.string() })),
  GET_CHAIN_ID: undefined,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: undefined,
  INIT_SMART_ACCOUNT: undefined,
  SET_PREFERRED_ACCOUNT: z.object({ type: z.string() }),
  RPC_REQUEST: rpcRequest,
  // Newer than S2 (see S3.1.4): the page has given up a request, or all requests if there is no id.
  RPC_ABORT: z.optional(z.object({ id: z.optional(z.string()) })),
  UPDATE_EMAIL: email,
  UPDATE_EMAIL_PRIMARY_OTP: otp,
  UPDATE_EMAIL_SECONDARY_OTP: otp,
  SYNC_THEME: z.object({
    themeMode: z.optional(z.enum(['light', 'dark'])),
    themeVariables: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
    w3mThemeVariables: z.optional(z.record(z.string(), z.string())),
  }),
  SYNC_DAPP_DATA: z.object({
    metadata: z.optional(
      z.object({ name: z.string(), description: z.string(), url: z.string(), icons: z.array(z.string()) }),
    ),
    sdkVersion: z.optional(z.string()),
    sdkType: z.optional(z.string()),
    projectId: z.string(),
    // Latchkey's extension: whether the page shows the frame after the event ASKING.
    showsFrame: z.optional(z.boolean()),
  }),
  RELOAD: undefined,
} as const

export type AppEventName = keyof typeof appPayloads
type PayloadOf<T> = T extends z.core.$ZodType ? z.infer<T> : undefined
export type AppPayload<N extends AppEventName> = PayloadOf<(typeof appPayloads)[N]>
