import type { Clock } from '../../ports.ts'
import type { DeviceShares } from '../keys/device-shares.ts'
import { hasPasskeys, openPasskey, openShare } from '../keys/passkey.ts'
import type { PasskeyCopies } from '../keys/passkey-copies.ts'
import type { RecoveryFile } from '../keys/recovery-file.ts'
import { prepareRestore, restoreAlone } from '../keys/restore-alone.ts'
import { element } from '../screen/element.ts'
import { fileChooser } from '../screen/file-chooser.ts'
import type { Stage } from '../screen/stage.ts'
import { type PageAction, pageCard } from './page-card.ts'
import { phraseCard } from './phrase-card.ts'
import { manageWords as words } from './words.ts'

/**
 * Restores a key from this browser's share and a recovery file or a passkey. Doesn't use the service. Once the page is shown, it
 * doesn't use the network either.
 */
export async function restoreAlonePage(
  stage: Stage,
  clock: Clock,
  { shares, copies }: { readonly shares: DeviceShares; readonly copies: PasskeyCopies },
  back: () => void,
): Promise<void> {
  await prepareRestore()
  const fault = element('p', { class: 'fault', role: 'alert' })
  const use = async (file: RecoveryFile) => {
    // Check that the file matches before offering the words.
    await restoreAlone(shares, file, () => {})
    const { addresses } = file
    stage.show(
      phraseCard({
        withPhrase: (show) => restoreAlone(shares, file, show),
        addresses,
        clock,
        back: () => {
          file.share.fill(0)
          back()
        },
      }),
    )
  }
  const known = hasPasskeys() ? await copies.all().catch(() => []) : []
  const passkey: PageAction | undefined =
    known.length === 0
      ? undefined
      : {
          label: words.usePasskey,
          act: async () => {
            const opened = await openPasskey([...new Set(known.map(({ id }) => id))])
            let refusal: unknown
            // Try the copies of all splits: a passkey may have several, and this browser's share belongs to one of them.
            for (const { id, version, addresses, sealed } of known.filter((copy) => copy.id === opened.id)) {
              // Pass a copy of the secret, because opening a share overwrites the secret.
              const secret = opened.secret.slice()
              try {
                return await use(await openShare(sealed, { version, addresses }, { id, secret }))
              } catch (error) {
                refusal = error
              }
            }
            throw refusal
          },
        }
  stage.show(
    pageCard({
      title: words.alone,
      text: words.aloneText,
      body: [fault, fileChooser(fault, use)],
      actions: [passkey, { label: words.back, act: back }],
    }),
  )
}
