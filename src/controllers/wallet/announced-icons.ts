import { readIf, readList, readObject, readText } from '../../core/json/readers.ts'
import type { ConnectorView } from '../../core/wallet/list/wallet-list.ts'
import type { Persistence } from '../../services/persistence.ts'

const key = 'announcedIcons'
/**
 * How many icons to store, and how many characters each may have. The specification has no such limits. 20 icons of 16 kB take
 * 6 % of the storage that browsers give an origin.
 */
const most = 20
const longest = 16_384

/** Reads an announced icon. Ignores an image with `#letter` at its end, which a connector draws for a wallet without an icon. */
const readIcon = readIf(
  (value): value is string =>
    typeof value === 'string' && value.length <= longest && /^data:image\/(?!.*#letter$)/.test(value),
)
const read = readList(readObject({ rdns: readText, icon: readIcon }), most, ({ rdns }) => rdns)

/**
 * Keeps the icons that installed wallets announced (EIP-6963), so that the list can show them on later visits. Any script on the
 * page can announce an icon. So show the icons only in an `<img>`, and never in place of a logo that the package has.
 */
export function announcedIcons(persistence: Pick<Persistence, 'getCache' | 'setCache'>) {
  const all = () => persistence.getCache(key, read) ?? []
  return {
    /** Returns the icons, by the wallet's rdns. */
    read: (): Readonly<Record<string, string>> =>
      Object.fromEntries(all().map(({ rdns, icon }) => [rdns, icon])),
    /** Stores the icons of these connectors as the newest icons. Writes nothing if all of them are stored already. */
    keep(connectors: readonly Pick<ConnectorView, 'rdns' | 'imageUrl'>[]): void {
      const before = all()
      const found = connectors.flatMap(({ rdns, imageUrl }) => {
        const icon = readIcon(imageUrl)
        return rdns && icon !== undefined ? [{ rdns, icon }] : []
      })
      const isNew = found.some(
        (one) => !before.some(({ rdns, icon }) => rdns === one.rdns && icon === one.icon),
      )
      if (!isNew) return
      const others = before.filter(({ rdns }) => !found.some((one) => one.rdns === rdns))
      persistence.setCache(key, [...found, ...others], read)
    },
  }
}
