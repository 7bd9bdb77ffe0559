import { helpWords } from '../../language/english/help.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Explainer } from '../../parts/explainer.tsx'
import { Icon } from '../../parts/icon.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

/** Explains wallets to visitors without one (S3.9.3). */
export function WhatIsAWalletView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  usePrefetch('GetWallet')
  return (
    <>
      <Explainer
        about={[
          { icon: 'key', title: say(helpWords, 'login'), text: say(helpWords, 'loginText') },
          { icon: 'wallet', title: say(helpWords, 'home'), text: say(helpWords, 'homeText') },
          { icon: 'network', title: say(helpWords, 'gateway'), text: say(helpWords, 'gatewayText') },
        ]}
      />
      <div className="actions">
        <button
          type="button"
          className="primary"
          data-testid="get-wallet"
          onClick={() => latchkey.router.push('GetWallet')}
        >
          <Icon name="wallet" size={18} />
          {say(helpWords, 'getWallet')}
        </button>
      </div>
    </>
  )
}
