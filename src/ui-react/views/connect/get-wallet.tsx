import { catalogueLimits } from '../../../core/limits.ts'
import { downloadsOf } from '../../../core/wallet/links/downloads.ts'
import { supportsFamily, withoutKnown } from '../../../core/wallet/list/known-wallets.ts'
import { useController } from '../../hooks/use-controller.ts'
import { downloadWords, helpWords } from '../../language/english/help.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Icon } from '../../parts/icon.tsx'
import { mustAccept } from '../../parts/legal.tsx'
import { Row } from '../../parts/row.tsx'
import { WalletPicture } from '../../parts/wallet/wallet-picture.tsx'
import { useAllWalletsOff } from '../../parts/wallet/wallet-row.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

/** Shows a few wallets to install. If the modal shows only one family, lists only wallets of this family (S3.9.3). */
export function GetWalletView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { wallets } = useController(latchkey.catalogue)
  const { connectors, filterByNamespace } = useController(latchkey.connector)
  // A visitor can come here without having accepted the terms.
  const gated = useController(latchkey.options, mustAccept)
  const all = !useAllWalletsOff() && !gated
  usePrefetch('Downloads')
  const offered = withoutKnown(wallets, { connectors, recent: [], mobile: latchkey.traits.mobile })
    .filter((wallet) => supportsFamily(wallet, filterByNamespace) && downloadsOf(wallet).length > 0)
    .slice(0, catalogueLimits.recommended)
  return (
    <>
      <div className="list">
        {offered.map((wallet) => (
          <Row
            key={wallet.id}
            lead={<WalletPicture wallet={wallet} />}
            name={wallet.name}
            tag={<Icon name="forward" size={18} />}
            testId={`get-${wallet.id}`}
            onClick={() => latchkey.router.push('Downloads', { wallet })}
          />
        ))}
        {all && (
          <Row
            lead={
              <span className="tile s40">
                <Icon name="grid" size={22} />
              </span>
            }
            name={say(helpWords, 'allWallets')}
            tag={<Icon name="forward" size={18} />}
            testId="get-all"
            onClick={() => latchkey.router.push('AllWallets')}
          />
        )}
      </div>
      <p className="quiet" style={{ textAlign: 'center' }}>
        {say(downloadWords, 'safety')}
      </p>
    </>
  )
}
