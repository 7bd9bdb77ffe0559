import { Fragment } from 'react'
import { usePausable } from '../../hooks/use-pausable.ts'
import { useSocials } from '../../hooks/use-socials.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { methodWords } from '../../language/english/connect.ts'
import { useLanguage } from '../../language/use-language.ts'
import { LazyPart } from '../../parts/lazy-part.tsx'
import { LegalFooter, mustAccept } from '../../parts/legal.tsx'
import { loginParts } from '../../parts/login-parts.ts'
import { WalletList } from '../../parts/wallet/wallet-list.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'
import css from './connect.css?inline'

type Method = 'wallet' | 'email' | 'social'

/** Shows the ways to connect (S1.2, S3.9.3). */
export function ConnectView() {
  const { latchkey } = useRuntime()
  const gated = usePausable(latchkey.options, mustAccept)
  const methods = useMethods()
  usePrefetch('ConnectingExternal', 'ConnectingMultiChain')
  const list = methods.map((method, at) => (
    <Fragment key={method}>
      {/* No separator between email and social login. */}
      {at > 0 && (method === 'wallet' || methods[at - 1] === 'wallet') && <Or />}
      {method === 'email' && <LazyPart load={loginParts.email.load} loaded={loginParts.email.value} />}
      {method === 'social' && <LazyPart load={loginParts.social.load} loaded={loginParts.social.value} />}
      {method === 'wallet' && <Wallets other={methods.length > 1} />}
    </Fragment>
  ))
  if (gated) return <LazyPart load={loadGate}>{list}</LazyPart>
  return (
    <>
      <div className="methods">{list}</div>
      <LegalFooter />
    </>
  )
}

const loadGate = async () => (await import('../../parts/form/legal-gate.tsx')).LegalGate
/** Returns the ways to connect, in the order in which the view shows them (S3.4.2). */
function useMethods(): readonly Method[] {
  const { latchkey } = useRuntime()
  const { features, enableWallets } = usePausable(latchkey.options)
  const { connectors } = usePausable(latchkey.connector)
  const socials = useSocials()
  const hasFrame = connectors.some(({ type }) => type === 'AUTH')
  const offered: Readonly<Record<string, boolean>> = {
    wallet: enableWallets,
    email: features.email && hasFrame,
    social: socials.length > 0 && hasFrame,
  }
  const here = connectors.some(({ type }) => type === 'INJECTED' || type === 'ANNOUNCED')
  const usual: readonly Method[] = here ? ['wallet', 'email', 'social'] : ['email', 'social', 'wallet']
  const order = [...new Set([...(features.connectMethodsOrder ?? []), ...usual])]
  return order.filter((method): method is Method => offered[method] === true)
}

function Or() {
  useStyles(css)
  const { say } = useLanguage()
  return <p className="or">{say(methodWords, 'or')}</p>
}

function Wallets({ other }: { readonly other: boolean }) {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { emailShowWallets, collapseWallets } = usePausable(latchkey.options, ({ features }) => features)
  if (!other || (emailShowWallets && !collapseWallets)) return <WalletList />
  return (
    <button
      type="button"
      className="secondary"
      data-testid="continue-with-wallet"
      onClick={() => latchkey.router.push('ConnectWallets')}
    >
      {say(methodWords, 'continueWithWallet')}
    </button>
  )
}
