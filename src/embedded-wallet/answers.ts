import type { AppPayload } from '../connectors/embedded/protocol/app-events.ts'
import type { Answer } from '../connectors/embedded/protocol/frame-events.ts'
import type { FrameRpcRequest } from '../connectors/embedded/protocol/rpc-requests.ts'
import type { ServiceConfig } from '../core/wallet/wallet-service.ts'
import type { WalletKeys } from './keys/wallet-keys.ts'
import type { Login } from './login.ts'
import type { AnswerEvent } from './messages/answering.ts'
import { chainIdOf, type Networks } from './networks.ts'

interface Parts {
  readonly config: ServiceConfig
  readonly login: Login
  readonly keys: WalletKeys
  readonly networks: Networks
  readonly rpc: {
    answer(request: FrameRpcRequest, id?: string): Promise<unknown>
    abort(id?: string): void
  }
  readonly showTheme: (theme: AppPayload<'SYNC_THEME'>) => void
  /** How the page calls itself, which anybody may. */
  readonly nameApp: (name: string | undefined) => void
  /** Whether the page shows the frame when it is told to. */
  readonly showsFrame: (shows: boolean) => void
  /** Before a login begins: whether this browser keeps anything at all. */
  readonly beforeLogin: () => Promise<void>
  /** Somebody has logged in on this page. */
  readonly loggedIn: () => void
  /** What the visitor is asked before the first address is given. */
  readonly beforeAddress: () => Promise<void>
  readonly reload: () => void
}

/** What each event of the page is answered. Specification 2, section 7; facts 1.4 and 1.5. */
export function answersOf(parts: Parts): AnswerEvent {
  const { config, login, keys, networks } = parts

  async function user(chainId: string | number | undefined): Promise<Answer<'GET_USER'>> {
    if (chainId !== undefined) networks.moveTo(chainId)
    const network = networks.current
    const { user, wallet } = await keys.wallet()
    await parts.beforeAddress()
    const address = wallet.addresses[network.chainNamespace]
    return {
      email: user.email ?? null,
      address,
      chainId: chainIdOf(network),
      accounts: [{ address, type: 'eoa' }],
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
    }
  }

  return async (event) => {
    switch (event.name) {
      case 'CONNECT_EMAIL':
        await parts.beforeLogin()
        return login.begin(event.payload.email)
      case 'CONNECT_DEVICE':
        return login.awaitDevice()
      case 'CONNECT_OTP':
        await login.enterCode(event.payload.otp)
        return parts.loggedIn()
      case 'IS_CONNECTED':
        return { isConnected: await login.isConnected() }
      case 'GET_USER':
        if (event.payload?.socialUri !== undefined) throw notSetUp('a login by a social provider')
        return user(event.payload?.chainId)
      case 'GET_CHAIN_ID':
        return { chainId: chainIdOf(networks.current) }
      case 'SWITCH_NETWORK':
        return { chainId: chainIdOf(networks.moveTo(event.payload.chainId)) }
      case 'SIGN_OUT':
        // Whoever logs in next is not asked for it.
        parts.rpc.abort()
        return login.end()
      case 'UPDATE_EMAIL':
        return login.updateEmail(event.payload.email)
      case 'UPDATE_EMAIL_PRIMARY_OTP':
        return login.confirmPrimary(event.payload.otp)
      case 'UPDATE_EMAIL_SECONDARY_OTP':
        return login.confirmSecondary(event.payload.otp)
      case 'SYNC_THEME':
        return parts.showTheme(event.payload)
      case 'SYNC_DAPP_DATA':
        parts.showsFrame(event.payload.showsFrame === true)
        return parts.nameApp(event.payload.metadata?.name)
      case 'GET_SMART_ACCOUNT_ENABLED_NETWORKS':
        return { smartAccountEnabledNetworks: [...config.smartAccountNetworks] }
      case 'SET_PREFERRED_ACCOUNT': {
        const { type } = event.payload
        if (type === 'smartAccount') throw notSetUp('smart accounts')
        if (type !== 'eoa') throw new Error(`There is no type of account called ${type.slice(0, 60)}.`)
        const { wallet } = await keys.wallet()
        return { type, address: wallet.addresses[networks.current.chainNamespace] }
      }
      case 'RELOAD':
        // After the answer, which is on its way by then.
        setTimeout(parts.reload, 0)
        return undefined
      case 'RPC_REQUEST':
        return parts.rpc.answer(event.payload, event.id)
      case 'RPC_ABORT':
        return parts.rpc.abort(event.payload?.id)
      case 'CONNECT_SOCIAL':
        throw notSetUp('a login by a social provider')
      case 'GET_SOCIAL_REDIRECT_URI':
        throw notSetUp(`a login by ${event.payload.provider}`)
      case 'GET_FARCASTER_URI':
      case 'CONNECT_FARCASTER':
        throw notSetUp('a login by Farcaster')
      case 'INIT_SMART_ACCOUNT':
        throw notSetUp('smart accounts')
    }
  }
}

function notSetUp(what: string): Error {
  return new Error(`This wallet is not set up for ${what}.`)
}
