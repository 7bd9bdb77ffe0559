import type { AppPayload } from '../connectors/embedded/protocol/app-events.ts'
import type { Answer } from '../connectors/embedded/protocol/frame-events.ts'
import type { FrameRpcRequest } from '../connectors/embedded/protocol/rpc-requests.ts'
import type { ServiceConfig, ServiceUser } from '../core/wallet/wallet-service.ts'
import type { Login } from './login.ts'
import type { AnswerEvent } from './messages/answering.ts'
import { chainIdOf, type Networks } from './networks.ts'
import type { Accounts } from './smart-account/accounts.ts'
import { readAccountType } from './smart-account/preference.ts'
import { notSetUp, type SocialLogin } from './social-login.ts'

interface Parts {
  readonly config: ServiceConfig
  readonly login: Login
  readonly social: SocialLogin
  readonly networks: Networks
  readonly accounts: Accounts
  readonly rpc: {
    answer(request: FrameRpcRequest, id?: string): Promise<unknown>
    abort(id?: string): void
  }
  readonly showTheme: (theme: AppPayload<'SYNC_THEME'>) => void
  /** Stores the name that the page gives itself. The page can choose any name. */
  readonly nameApp: (name: string | undefined) => void
  /** Stores whether the page shows the frame when the wallet requests this. */
  readonly showsFrame: (shows: boolean) => void
  /** Called before a login. May ask the visitor to let the wallet store data in this browser. */
  readonly beforeLogin: () => Promise<void>
  /** Called after a login on this page with a social provider or Farcaster. */
  readonly loggedIn: () => void
  /**
   * Called before GET_USER returns an address. Creates the user's key if there is none. May show new browsers and passkeys, or ask
   * the visitor to save a share. Calls no node, because one network's node must not block the accounts on other networks.
   */
  readonly beforeAddress: () => Promise<void>
  /** Ends a login or a change of the email address that the visitor hasn't completed. */
  readonly leave: () => void
  readonly reload: () => void
}

type UserPayload = NonNullable<AppPayload<'GET_USER'>>

/** Answers each event of the page (S2.7, S3.1.4, S3.1.5). */
export function answersOf(parts: Parts): AnswerEvent {
  const { config, login, social, networks, accounts } = parts

  async function bySocial(uri: string): Promise<ServiceUser> {
    const user = await social.connect(uri)
    parts.loggedIn()
    return user
  }

  const networkOf = ({ chainId }: UserPayload) =>
    chainId === undefined ? networks.current : networks.moveTo(chainId)

  async function user(payload: UserPayload, network = networkOf(payload)): Promise<Answer<'GET_USER'>> {
    const type = payload.preferredAccountType
    const wanted = type === undefined ? type : readAccountType(type)
    const { user, wallet, preferred, all } = await accounts.on(network, wanted)
    const smart = await accounts.smart(wallet.addresses.eip155, network).catch(() => undefined)
    return {
      email: user.email ?? null,
      address: preferred.address,
      chainId: chainIdOf(network),
      accounts: [...all],
      preferredAccountType: preferred.type,
      smartAccountDeployed: (await smart?.isDeployed().catch(() => false)) ?? false,
    }
  }

  return async (event) => {
    switch (event.name) {
      case 'CONNECT_EMAIL':
        await parts.beforeLogin()
        return login.begin(event.payload.email)
      // Refuse codes from the page: a script on the page must neither learn a code nor log in here with another visitor's code.
      case 'CONNECT_DEVICE':
      case 'CONNECT_OTP':
      case 'UPDATE_EMAIL_PRIMARY_OTP':
      case 'UPDATE_EMAIL_SECONDARY_OTP':
        throw new Error(codeRefused(event.name))
      case 'IS_CONNECTED':
        return { isConnected: await login.isConnected() }
      case 'GET_USER': {
        const payload = event.payload ?? {}
        // Switch now, because the page may switch to another network while this event is answered.
        const network = networkOf(payload)
        if (payload.socialUri !== undefined) await bySocial(payload.socialUri)
        await parts.beforeAddress()
        return user(payload, network)
      }
      case 'GET_CHAIN_ID':
        return { chainId: chainIdOf(networks.current) }
      case 'SWITCH_NETWORK':
        return { chainId: chainIdOf(networks.moveTo(event.payload.chainId)) }
      case 'SIGN_OUT':
        // End open requests, so that the next user isn't asked to approve them.
        parts.rpc.abort()
        parts.leave()
        social.end()
        return login.end()
      case 'UPDATE_EMAIL':
        return login.updateEmail(event.payload.email)
      case 'SYNC_THEME':
        return parts.showTheme(event.payload)
      case 'SYNC_DAPP_DATA':
        parts.showsFrame(event.payload.showsFrame === true)
        return parts.nameApp(event.payload.metadata?.name)
      case 'GET_SMART_ACCOUNT_ENABLED_NETWORKS':
        return { smartAccountEnabledNetworks: config.smartAccounts.map(({ chainId }) => chainId) }
      case 'SET_PREFERRED_ACCOUNT': {
        const { type, address } = await accounts.prefer(
          readAccountType(event.payload.type),
          networks.of('eip155'),
        )
        return { type, address }
      }
      case 'RELOAD':
        // Reload after the answer is sent.
        setTimeout(parts.reload, 0)
        return undefined
      case 'RPC_REQUEST':
        return parts.rpc.answer(event.payload, event.id)
      case 'RPC_ABORT':
        return parts.rpc.abort(event.payload?.id)
      case 'GET_SOCIAL_REDIRECT_URI':
        await parts.beforeLogin()
        return social.redirectUri(event.payload.provider)
      case 'CONNECT_SOCIAL': {
        // Don't ask the visitor anything here, because pages wait only 30 s for this answer. The next event, GET_USER, can ask.
        const { userName = null } = await bySocial(event.payload.uri)
        return { ...(await user(event.payload)), userName } satisfies Answer<'CONNECT_SOCIAL'>
      }
      case 'GET_FARCASTER_URI':
        await parts.beforeLogin()
        return social.farcasterUri()
      case 'CONNECT_FARCASTER': {
        const { userName = '' } = await social.connectFarcaster()
        parts.loggedIn()
        return { userName }
      }
      case 'INIT_SMART_ACCOUNT': {
        const network = networks.of('eip155')
        const { wallet } = await accounts.on(network)
        const smart = await accounts.smart(wallet.addresses.eip155, network)
        if (!smart) throw notSetUp(`smart accounts on ${network.name}`)
        return { address: smart.address, isDeployed: await smart.isDeployed() }
      }
    }
  }
}

function codeRefused(name: string): string {
  return `The wallet doesn't accept ${name} from a page: the visitor enters codes in the wallet's frame.`
}
