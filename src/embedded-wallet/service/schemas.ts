import * as z from 'zod/mini'
import { isCaipNetworkId } from '../../core/chain/caip.ts'
import type {
  DeviceAnswer,
  EmailUpdateStarted,
  FarcasterAnswer,
  FarcasterStarted,
  FormerSplit,
  ListedPasskey,
  LoginStarted,
  ServiceConfig,
  ServiceDevice,
  ServiceSession,
  ServiceShare,
  ServiceUser,
  SocialStarted,
} from '../../core/wallet/wallet-service.ts'

const network = z.object({
  id: z.string().check(z.refine(isCaipNetworkId)),
  name: z.string(),
  rpcUrl: z.url(),
  rpcUrls: z.optional(z.array(z.url())),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.number() }),
  testnet: z.optional(z.boolean()),
  tokens: z.optional(z.array(z.object({ contract: z.string(), symbol: z.string(), decimals: z.number() }))),
})

const user = z.object({
  id: z.string(),
  email: z.optional(z.string()),
  userName: z.optional(z.string()),
  provider: z.string(),
  wallet: z.optional(
    z.object({
      version: z.number(),
      splitAt: z.number(),
      addresses: z.object({ eip155: z.string(), solana: z.string() }),
    }),
  ),
})

const session = z.object({ access: z.string(), refresh: z.string(), ends: z.number(), user })

const passkey = z.object({
  id: z.string(),
  version: z.number(),
  sealed: z.string(),
  confirmKey: z.optional(z.string()),
})

/** The schemas of the service's answers, as `src/core/wallet/wallet-service.ts` defines them. */
const schemas = {
  config: z.object({
    origins: z.array(z.string()),
    // An older service doesn't have this option.
    approveInFrame: z._default(z.array(z.string()), []),
    networks: z.array(network),
    socials: z.array(z.string()),
    socialOnPage: z._default(z.boolean(), false),
    farcaster: z.boolean(),
    smartAccounts: z.array(
      z.object({
        chainId: z.number(),
        bundlerUrl: z.url(),
        factory: z.string().check(z.regex(/^0x[0-9a-f]{40}$/i)),
        paymasterUrl: z.optional(z.url()),
      }),
    ),
  }),
  loginStarted: z.object({ login: z.string(), action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP']) }),
  deviceAnswer: z.object({ approved: z.boolean() }),
  session,
  socialStarted: z.object({ uri: z.url() }),
  farcasterStarted: z.object({ login: z.string(), url: z.url() }),
  farcasterAnswer: z.discriminatedUnion('approved', [
    z.object({ approved: z.literal(false) }),
    z.extend(session, { approved: z.literal(true) }),
  ]),
  user,
  share: z.object({ version: z.number(), share: z.string() }),
  // An older service doesn't report what is new.
  passkeys: z.array(
    z.extend(passkey, {
      madeAt: z._default(z.number(), 0),
      madeBy: z.optional(z.string()),
      isNews: z._default(z.boolean(), false),
    }),
  ),
  former: z.array(
    z.object({ version: z.number(), share: z.string().check(z.base64()), passkeys: z.array(passkey) }),
  ),
  devices: z.array(
    z.object({
      device: z.string(),
      knownAt: z.number(),
      isThis: z.boolean(),
      isLoggedIn: z.boolean(),
      isNews: z.boolean(),
      name: z.optional(z.string()),
      site: z.optional(z.string()),
      readyAt: z.optional(z.number()),
    }),
  ),
  emailUpdate: z.object({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
} as const

interface Shapes {
  readonly config: ServiceConfig
  readonly loginStarted: LoginStarted
  readonly deviceAnswer: DeviceAnswer
  readonly session: ServiceSession
  readonly socialStarted: SocialStarted
  readonly farcasterStarted: FarcasterStarted
  readonly farcasterAnswer: FarcasterAnswer
  readonly user: ServiceUser
  readonly share: ServiceShare
  readonly passkeys: readonly ListedPasskey[]
  readonly former: readonly FormerSplit[]
  readonly devices: readonly ServiceDevice[]
  readonly emailUpdate: EmailUpdateStarted
}

/**
 * Reads an answer.
 * @throws an error with a message for the visitor if the answer isn't valid.
 */
export function readAnswer<K extends keyof Shapes>(shape: K, answer: unknown): Shapes[K] {
  const { success, data } = z.safeParse(schemas[shape] as z.core.$ZodType, answer)
  if (success) return data as Shapes[K]
  throw new Error("The wallet's service sent an invalid response.")
}
