import { isLatchkeyError } from 'latchkey'
import { signInWords } from '../language/english/sign-in.ts'
import { useLanguage } from '../language/use-language.ts'
import { ErrorNote } from '../parts/error-note.tsx'
import { useErrorWords } from '../parts/error-words.ts'
import { networkName } from '../parts/names.ts'
import { WalletIcon } from '../parts/wallet-icon.tsx'
import { WholeAddress } from '../parts/whole-address.tsx'
import { useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'
import { useStyles } from '../use-styles.ts'

const signInCss = `
.meet{display:flex;justify-content:center}.meet .tile+.tile{margin-inline-start:-8px}
.told{display:grid;border-radius:calc(var(--r)*4);background:var(--n1);margin:0;width:100%}.told>div{display:flex;justify-content:space-between;gap:16px;padding:12px 16px}
.told>div+div{box-shadow:0 -1px var(--n3)}.told .tall{display:block}.told .tall dd{margin-top:4px;text-align:start}.told .tall .whole{justify-content:flex-start}.told dt{text-align:start;color:var(--n6);font-size:calc(var(--f)*1.3)}.told dd{margin:0;text-align:end;min-width:0;overflow-wrap:anywhere}
.signed{width:100%;font-size:calc(var(--f)*1.3);text-align:start}.signed summary{-webkit-tap-highlight-color:transparent;color:var(--n7);cursor:pointer;padding:8px 16px;border-radius:calc(var(--r)*2)}
.signed pre{margin:0;padding:12px 16px;border-radius:calc(var(--r)*4);background:var(--n1);white-space:pre-wrap;overflow-wrap:anywhere;font:500 calc(var(--f)*1.2)/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;max-height:220px;overflow-y:auto}
.choice{display:grid;grid-template-columns:1fr 1fr;gap:8px}
@media (pointer:coarse){.signed summary{padding-block:14px}}@media (forced-colors:active){.told,.signed pre{border:1px solid}}
`

/** The sign-in request: the app, the message and the account (S3.9.4). */
export function SIWXSignMessageView() {
  useStyles(signInCss)
  const language = useLanguage()
  const { say } = language
  const { latchkey } = useRuntime()
  const { signIn } = latchkey
  const { activeNamespace, activeNetworks } = useController(latchkey.network)
  const { address, connectedWalletInfo: wallet } = useController(latchkey.account)[activeNamespace]
  const { name, icons } = useController(latchkey.options, ({ metadata }) => metadata)
  const { status, message, signing, cancelling, error } = useController(signIn)
  const network = activeNetworks[activeNamespace]
  if (!address || !network) return null
  const app = name ?? say(signInWords, 'app')
  return (
    <>
      <div className="center">
        <span className="meet">
          <WalletIcon name={app} src={icons?.[0]} size={64} round />
          <WalletIcon name={wallet?.name ?? ''} src={wallet?.icon} size={64} round />
        </span>
        <h2>{say(signInWords, 'heading', { app })}</h2>
        <p className="quiet">{say(signInWords, status === 'offered' ? 'optional' : 'required')}</p>
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
          {message && (
            <div>
              <dt>{say(signInWords, 'site')}</dt>
              <dd>
                <bdi dir="ltr" data-testid="sign-in-site">
                  {message.domain}
                </bdi>
              </dd>
            </div>
          )}
        </dl>
        {message && (
          <details className="signed">
            <summary data-testid="sign-in-details">{say(signInWords, 'message')}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
            <pre dir="ltr" tabIndex={0}>
              {`${message}`}
            </pre>
          </details>
        )}
        {error && <Refused error={error.cause ?? error} />}
      </div>
      <div className="choice">
        <button
          type="button"
          className="secondary"
          data-testid="sign-in-cancel"
          disabled={cancelling}
          onClick={() => signIn.cancel()}
        >
          {say(signInWords, cancelling ? 'cancelling' : 'cancel')}
        </button>
        <button
          type="button"
          className="primary"
          data-testid="sign-in-sign"
          disabled={signing || cancelling || status === 'checking'}
          // The state carries the error.
          onClick={() => signIn.sign().catch(() => {})}
        >
          {say(signInWords, signing ? 'signing' : 'sign')}
        </button>
      </div>
    </>
  )
}

/** A visitor's decision is not shown as an error. */
function Refused({ error }: { readonly error: unknown }) {
  const { say } = useLanguage()
  const words = useErrorWords(error)
  const decided = isLatchkeyError(error) && error.category === 'VISITOR_DECISION'
  return (
    <div className="center" role="alert" data-testid="sign-in-refused">
      {decided ? (
        <p>{say(signInWords, 'declined')}</p>
      ) : (
        <>
          <p>{words.advice || words.title}</p>
          <ErrorNote words={words} />
        </>
      )}
    </div>
  )
}
