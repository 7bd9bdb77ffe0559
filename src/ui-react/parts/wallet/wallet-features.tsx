import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { supportsSend } from '../../../core/options/send-families.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useOnRampProviders } from '../../hooks/use-onramp-providers.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { accountWords, featureWords } from '../../language/english/account.ts'
import { useLanguage } from '../../language/use-language.ts'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'
import { startBuying } from '../buy/start-buying.ts'
import { Icon } from '../icon.tsx'
import { supportsSwaps } from './supports-swaps.ts'
import css from './wallet-features.css?inline'

const views = {
  onramp: 'OnRampProviders',
  swaps: 'Swap',
  receive: 'WalletReceive',
  send: 'WalletSend',
} as const
const icons = { onramp: 'card', swaps: 'swaps', receive: 'receive', send: 'send' } as const

/** Shows the account's actions, in the host's order (S3.9.4). */
export function WalletFeatures({
  namespace,
  unread,
}: {
  readonly namespace: ChainNamespace
  /** Whether the account's balances failed to load. Nothing can be sent or swapped then. */
  readonly unread: boolean
}) {
  useStyles(css)
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const options = useController(latchkey.options)
  const { features } = options
  const { receive, send, walletFeaturesOrder = [] } = features
  const onramp = useOnRampProviders().length > 0
  const swaps = supportsSwaps(options, latchkey.swap.state.providers, namespace)
  usePrefetch(
    'WalletReceive',
    'WalletSend',
    ...(onramp ? (['OnRampProviders'] as const) : []),
    ...(swaps ? (['Swap'] as const) : []),
  )
  const there = { onramp, swaps, receive, send: supportsSend(send, namespace) }
  const order = [...new Set([...walletFeaturesOrder, 'onramp', 'swaps', 'receive', 'send'] as const)].filter(
    (one) => there[one],
  )
  if (order.length === 0) return null
  const start = (one: keyof typeof views) => {
    if (one === 'onramp') return startBuying(latchkey)
    // The form is for tokens, and NFTs are sent from their own view. So remove an NFT from the form.
    if (one === 'send' && latchkey.send.state.token?.nft) void latchkey.send.resetSend()
    latchkey.router.push(views[one])
  }
  return (
    <div className="features">
      {order.map((one) => {
        const why = unread && (one === 'send' || one === 'swaps') ? say(accountWords, 'noBalance') : undefined
        return (
          <button
            key={one}
            type="button"
            // Not `disabled`, so that a press can show the reason.
            aria-disabled={why !== undefined}
            title={why}
            data-testid={`wallet-features-${one}-button`}
            onClick={() =>
              why === undefined ? start(one) : latchkey.snackbar.showSvg(why, { icon: 'alert' })
            }
          >
            <Icon name={icons[one]} size={22} />
            {say(featureWords, one)}
          </button>
        )
      })}
    </div>
  )
}
