import type { Clock } from '../../ports.ts'
import type { DeviceShares } from '../keys/device-shares.ts'
import { prepareRestore, restoreAlone } from '../keys/restore-alone.ts'
import { element } from '../screen/element.ts'
import { fileChooser } from '../screen/file-chooser.ts'
import type { Stage } from '../screen/stage.ts'
import { pageCard } from './page-card.ts'
import { phraseCard } from './phrase-card.ts'
import { manageWords as words } from './words.ts'

/** Restores a key from this browser and a recovery file. Uses no service and, once shown, no network. */
export async function restoreAlonePage(
  stage: Stage,
  clock: Clock,
  shares: DeviceShares,
  back: () => void,
): Promise<void> {
  await prepareRestore()
  const fault = element('p', { class: 'fault', role: 'alert' })
  const chooser = fileChooser(fault, async (file) => {
    // Check that the file matches before offering anything.
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
  })
  stage.show(
    pageCard({
      title: words.alone,
      text: words.aloneText,
      body: [fault, chooser],
      actions: [{ label: words.back, act: back }],
    }),
  )
}
