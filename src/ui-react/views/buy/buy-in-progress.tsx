import { useEffect, useRef, useState } from 'react'
import { useController } from '../../hooks/use-controller.ts'
import { buyingWords } from '../../language/english/buying.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Copy } from '../../parts/copy.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { WalletIcon } from '../../parts/wallet/wallet-icon.tsx'
import { useRuntime } from '../../runtime.ts'

/** Waits while the visitor is at a provider in another window (S3.9.4). */
export function BuyInProgressView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { onramp, router, account, network } = latchkey
  // Keep the value: going back clears the router's data while the view is still visible.
  const [name] = useState(() => router.state.data?.onRampProvider)
  const { providers, phase, url, blocked, error } = useController(onramp)
  const provider = providers.find((one) => one.name === name)
  const before = useRef(phase)
  useEffect(() => {
    if (!name) router.replace('OnRampProviders')
    // The purchase has ended, for example because the account has changed.
    else if (before.current && !phase && router.state.view === 'BuyInProgress') router.goBack()
    before.current = phase
  }, [router, name, phase])
  if (!provider) return null
  const { label } = provider
  const words = { provider: label }
  const isReported = name === 'coinbase'
  const toAccount = () => {
    account.updateBalance(network.state.activeNamespace, { fresh: true }).catch(() => {})
    router.reset('Account')
  }
  const stuck = blocked && url !== undefined
  return (
    <>
      <Waiting
        attempt={{
          phase: phase === 'failed' ? 'failed' : 'waiting',
          error,
          retry: () => void onramp.buy(provider.name).catch(() => {}),
        }}
        name={label}
        round
        still={stuck}
        picture={<WalletIcon name={label} size={80} round />}
        title={say(buyingWords, url ? 'continue' : 'opening', words)}
        advice={
          stuck
            ? say(buyingWords, 'blocked', words)
            : say(buyingWords, !url ? 'openingAdvice' : isReported ? 'continueAdvice' : 'continueOther')
        }
        other={{ label: say(buyingWords, 'account'), go: toAccount }}
      >
        {url && (
          <a
            className="primary"
            href={url}
            target="_blank"
            rel="noreferrer noopener"
            data-testid="open-provider"
          >
            {say(buyingWords, 'open', words)}
            <Icon name="out" size={18} />
          </a>
        )}
      </Waiting>
      {url && (
        <div className="center">
          <Copy
            text={url}
            label={say(buyingWords, 'copy')}
            done={say(buyingWords, 'copied')}
            testId="copy-provider-link"
          >
            {say(buyingWords, 'copy')}
          </Copy>
        </div>
      )}
    </>
  )
}
