import { useState } from 'react'
import { downloadsOf } from '../../../core/wallet/links/downloads.ts'
import { downloadWords } from '../../language/english/help.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Icon } from '../../parts/icon.tsx'
import { clip } from '../../parts/row.tsx'
import { WalletPicture } from '../../parts/wallet/wallet-picture.tsx'
import { useRuntime } from '../../runtime.ts'

const icons = { extension: 'grid', ios: 'phone', android: 'phone', website: 'network' } as const

/** Shows a wallet's download links (S3.9.3). */
export function DownloadsView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const [{ wallet }] = useState(() => latchkey.router.state.data ?? {})
  if (!wallet) return null
  const name = clip(wallet.name)
  const { ios, android } = latchkey.traits
  const here = ios ? 'ios' : android ? 'android' : 'extension'
  // The link for the visitor's device comes first.
  const places = [...downloadsOf(wallet)].sort((a, b) => Number(b.where === here) - Number(a.where === here))
  return (
    <>
      <div className="center">
        <WalletPicture wallet={wallet} size={80} />
        <h2>
          {places.length > 0
            ? say(downloadWords, 'title', { wallet: name })
            : say(downloadWords, 'none', { wallet: name })}
        </h2>
        <p className="quiet">{say(downloadWords, places.length > 0 ? 'safety' : 'noneAdvice')}</p>
      </div>
      <div className="list">
        {places.map(({ where, url }) => (
          <a
            key={where}
            className="row"
            href={url}
            target="_blank"
            rel="noreferrer noopener"
            data-testid={`download-${where}`}
          >
            <span className="tile s40">
              <Icon name={icons[where]} size={22} />
            </span>
            <span className="grow">
              <span className="name">{say(downloadWords, where)}</span>
              <bdi className="note" dir="ltr">
                {new URL(url).hostname}
              </bdi>
            </span>
            <span className="tag">
              <Icon name="out" size={18} />
            </span>
          </a>
        ))}
      </div>
    </>
  )
}
