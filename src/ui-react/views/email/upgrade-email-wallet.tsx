import { useController } from '../../hooks/use-controller.ts'
import { upgradeWords } from '../../language/english/embedded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Explainer } from '../../parts/explainer.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useRuntime } from '../../runtime.ts'

/** Links to the wallet's own page and explains what it offers. This page can't see into the wallet's page (S3.9.4). */
export function UpgradeEmailWalletView() {
  const { say } = useLanguage()
  const { dashboardUrl } = useController(useRuntime().latchkey.embeddedWallet)
  return (
    <>
      <p className="quiet center">{say(upgradeWords, 'where')}</p>
      <Explainer
        about={[
          { icon: 'key', title: say(upgradeWords, 'keep'), text: say(upgradeWords, 'keepText') },
          { icon: 'phone', title: say(upgradeWords, 'browsers'), text: say(upgradeWords, 'browsersText') },
          { icon: 'wallet', title: say(upgradeWords, 'take'), text: say(upgradeWords, 'takeText') },
        ]}
      />
      {dashboardUrl && (
        <div className="actions">
          <a
            className="primary"
            href={dashboardUrl}
            target="_blank"
            rel="noreferrer noopener"
            data-testid="open-own-page"
          >
            {say(upgradeWords, 'open', { host: new URL(dashboardUrl).host })}
            <Icon name="out" size={18} />
          </a>
        </div>
      )}
    </>
  )
}
