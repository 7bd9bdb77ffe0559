import { isLatchkeyError, type LatchkeyError } from 'latchkey'
import { useLayoutEffect } from 'react'
import { useController } from '../hooks/use-controller.ts'
import { useStyles } from '../hooks/use-styles.ts'
import { failedWords } from '../language/english/failed.ts'
import { signedInWords, signInWords } from '../language/english/sign-in.ts'
import { useLanguage } from '../language/use-language.ts'
import { WholeAddress } from '../parts/account/whole-address.tsx'
import { ErrorNote } from '../parts/error/error-note.tsx'
import { useErrorWords } from '../parts/error/error-words.ts'
import { WhyNot } from '../parts/error/why-not.tsx'
import { Icon } from '../parts/icon.tsx'
import { networkName } from '../parts/names.ts'
import { WalletIcon } from '../parts/wallet/wallet-icon.tsx'
import { useRuntime } from '../runtime.ts'
import css from './siwx-sign-message.css?inline'

/** Shows the sign-in request: the app, the message and the account (S3.9.4). */
export function SIWXSignMessageView() {
  useStyles(css)
  const language = useLanguage()
  const { say } = language
  const { latchkey } = useRuntime()
  const { signIn } = latchkey
  const { activeNamespace, activeNetworks } = useController(latchkey.network)
  const { address, connectedWalletInfo: wallet } = useController(latchkey.account)[activeNamespace]
  const { name, icons } = useController(latchkey.options, ({ metadata }) => metadata)
  const { status, message, signing, canceling, error } = useController(signIn)
  const network = activeNetworks[activeNamespace]
  if (!address || !network) return null
  /** Whether the message is known, or may arrive. Its space is reserved, so that the buttons don't move when it arrives. */
  const isShown = message !== undefined || !error
  const app = name ?? say(signInWords, 'app')
  // After `siwx/other-user`, another signature doesn't help, because the account belongs to another user of the site.
  const futile = isLatchkeyError(error, 'siwx/other-user')
  const cancel = (
    <button
      key="cancel"
      type="button"
      className={futile ? 'primary' : 'secondary'}
      data-testid="sign-in-cancel"
      disabled={canceling}
      onClick={() => signIn.cancel()}
    >
      {canceling
        ? say(signInWords, 'cancelling')
        : futile && status === 'required'
          ? // Canceling a required sign-in signs the visitor out.
            say(signedInWords, 'signOut')
          : say(signInWords, 'cancel')}
    </button>
  )
  const sign = (
    <button
      key="sign"
      type="button"
      className="primary"
      data-testid="sign-in-sign"
      disabled={signing || canceling || status === 'checking'}
      // The controller's state contains the error.
      onClick={() => signIn.sign().catch(() => {})}
    >
      {error && !signing ? say(failedWords, 'tryAgain') : say(signInWords, signing ? 'signing' : 'sign')}
    </button>
  )
  return (
    <>
      <div className="center">
        <span className="meet">
          <WalletIcon name={app} src={icons?.[0]} size={64} round />
          <WalletIcon name={wallet?.name ?? ''} src={wallet?.icon} size={64} round />
        </span>
        {error && <Refused error={error} />}
        {!futile && (
          <p className="quiet">{say(signInWords, status === 'offered' ? 'optional' : 'required')}</p>
        )}
        <dl className="told">
          <div className="tall">
            <dt>{say(signInWords, 'account')}</dt>
            <dd>
              <WholeAddress address={address} />
            </dd>
          </div>
          <div>
            <dt>{say(signInWords, 'network')}</dt>
            <dd>
              <bdi>{networkName(language, network)}</bdi>
            </dd>
          </div>
          {isShown && (
            <div>
              <dt>{say(signInWords, 'site')}</dt>
              <dd aria-busy={!message || undefined}>
                {message ? (
                  <bdi dir="ltr" data-testid="sign-in-site">
                    {message.domain}
                  </bdi>
                ) : (
                  <span className="skeleton">{location.host}</span>
                )}
              </dd>
            </div>
          )}
        </dl>
        {isShown && (
          <details className="signed">
            <summary data-testid="sign-in-details">
              <Icon name="forward" size={16} />
              {say(signInWords, 'message')}
            </summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
            <pre dir="ltr" tabIndex={0}>
              {message && `${message}`}
            </pre>
          </details>
        )}
      </div>
      <div className={futile ? 'actions' : 'choice'}>{futile ? cancel : [cancel, sign]}</div>
    </>
  )
}

/** Shows why the visitor isn't signed in. The visitor's own decision isn't shown as an error. */
function Refused({ error }: { readonly error: LatchkeyError }) {
  const { say } = useLanguage()
  const { snackbar } = useRuntime().latchkey
  const { error: announced } = useController(snackbar)
  useLayoutEffect(() => {
    // Show the error only here, where it stays visible.
    if (announced === error) snackbar.hide()
  }, [snackbar, announced, error])
  // The cause is the error of the wallet or the server.
  const told = isLatchkeyError(error, 'siwx/smart-account') ? (error.cause ?? error) : error
  const byWallet = isLatchkeyError(told, 'siwx/signature-declined')
  const reason = byWallet ? told.cause : told
  const words = useErrorWords(reason || error)
  const decided = byWallet && isLatchkeyError(reason) && reason.category === 'VISITOR_DECISION'
  if (decided)
    return (
      <WhyNot testId="sign-in-refused" declined>
        <p>{say(signInWords, 'declined')}</p>
      </WhyNot>
    )
  const title =
    byWallet || words.known
      ? words.title
      : say(signInWords, words.code === 'siwx/server-failed' ? 'unchecked' : 'refused')
  return (
    <WhyNot testId="sign-in-refused">
      <h2>{title}</h2>
      <p className="quiet">{words.advice}</p>
      <ErrorNote words={words} codeLater />
    </WhyNot>
  )
}
