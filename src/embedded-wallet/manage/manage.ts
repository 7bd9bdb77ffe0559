import { isFresh } from '../../core/timing.ts'
import type { ServiceSession, ServiceUser, ServiceWallet } from '../../core/wallet/wallet-service.ts'
import type { Clock } from '../../ports.ts'
import type { DeviceShares } from '../keys/device-shares.ts'
import type { PasskeyCopies } from '../keys/passkey-copies.ts'
import { element } from '../screen/element.ts'
import { askToKeep, type KeepParts, type KeepReason } from '../screen/keep.ts'
import { newsOf, tellNews } from '../screen/news.ts'
import { readable } from '../screen/readable.ts'
import { restoreKey } from '../screen/restore-key.ts'
import { saveFile } from '../screen/save-file.ts'
import type { Stage } from '../screen/stage.ts'
import type { WalletService } from '../service/service.ts'
import { LoggedOut } from '../service/session.ts'
import { devicesCard } from './devices-card.ts'
import { logIn, provePresence } from './log-in.ts'
import { pageCard } from './page-card.ts'
import { phraseCard } from './phrase-card.ts'
import { restoreAlonePage } from './restore-alone-page.ts'
import { undoReplacementPage } from './undo-replacement-page.ts'
import { manageWords as words } from './words.ts'

export interface ManageParts extends KeepParts {
  readonly clock: Clock
  readonly service: WalletService
  readonly shares: DeviceShares
  readonly copies: PasskeyCopies
}

/** How long after the last code the visitor can open the secret phrase or back up the key without a new code, in ms. */
const codeCounts = 5 * 60_000

/** Runs the wallet's own page: recovery, browsers and key export. */
export async function manage(stage: Stage, parts: ManageParts): Promise<void> {
  const { clock, service, keys } = parts
  /** When a code was last entered on this page, and by whom. Not stored, so that a reload requires a new code. */
  let proof: { readonly at: number; readonly userId: string } | undefined
  const isStale = (userId = proof?.userId) =>
    !proof || proof.userId !== userId || !isFresh(proof.at, codeCounts, clock.now())
  /** Returns whether an action on the user's key needs a new code. An account without an address can't get a code. */
  const needsCode = ({ id, email }: ServiceUser) => Boolean(email) && isStale(id)
  let stopForgetting = () => {}
  const forgetCode = () => {
    stopForgetting()
    proof = undefined
  }
  const codeEntered = ({ user }: ServiceSession) => {
    stopForgetting()
    proof = { at: clock.now(), userId: user.id }
    // A person at the unattended computer could set the clock back, which doesn't delay the first timer. While the computer sleeps,
    // this timer stops, so the second timer reads the clock as soon as the computer wakes.
    const stops = [
      clock.after(codeCounts, forgetCode),
      clock.every(1_000, () => {
        if (isStale()) forgetCode()
      }),
    ]
    stopForgetting = () => {
      for (const stop of stops) stop()
    }
  }
  const signal = new AbortController().signal
  const restart = () => void start().catch(fail)
  const alone = {
    label: words.alone,
    act: () => restoreAlonePage(stage, clock, parts, restart),
  }

  const userIfAny = () =>
    service.user().catch((error: unknown) => {
      if (error instanceof LoggedOut) return undefined
      throw error
    })
  const back = { label: words.back, act: menu }

  /** Returns whether the user is still logged in, with the same address. Another tab may change both. If not, starts again. */
  async function isStill({ id, email }: ServiceUser): Promise<boolean> {
    const now = await userIfAny()
    if (now?.id === id && now.email === email) return true
    startAnew()
    return false
  }

  /**
   * Runs an action on the user's key, after a new code if the last code no longer counts. If the user is no longer logged in, starts
   * again instead.
   */
  async function proven(user: ServiceUser, run: () => unknown): Promise<void> {
    if (needsCode(user)) {
      const session = await provePresence(stage, service, user, isStill, back)
      if (session.user.id !== user.id) {
        // The address now belongs to another account.
        await service.signOut().catch(() => {})
        return startAnew()
      }
      codeEntered(session)
    } else if (!(await isStill(user))) return
    await run()
  }

  function startAnew(): void {
    forgetCode()
    restart()
  }

  async function start(): Promise<void> {
    if (!(await userIfAny())) codeEntered(await logIn(stage, service, [alone]))
    const news = await newsOf(service)
    // If the visitor closes this card, it is shown again at the next visit.
    if (news) await tellNews(service, news, stage, clock).catch(() => {})
    await menu()
  }

  async function menu(): Promise<void> {
    const { user, wallet } = await keys.wallet()
    const held = await keys.held()
    const replaced = held ? undefined : await keys.replaced()
    const { eip155, solana } = wallet.addresses
    const row = (name: string, address: string) => [
      element('dt', {}, name),
      element('dd', {}, readable(address)),
    ]
    const asked = (run: () => Promise<unknown>) => async () => {
      // If the visitor declines, show the menu again.
      await run().catch(() => {})
      await menu()
    }
    const keepAgain = (because: KeepReason) => askToKeep(parts, stage, clock, signal, undefined, because)
    stage.show(
      pageCard({
        title: words.wallet,
        text: user.email,
        body: [element('dl', {}, ...row('Ethereum', eip155), ...row('Solana', solana))],
        actions: [
          held
            ? {
                label: words.keep,
                kind: 'primary',
                act: () => keep(user),
              }
            : {
                label: words.bring,
                kind: 'primary',
                act: asked(() => restoreKey(parts, stage, clock, signal)),
              },
          replaced && {
            label: words.undo,
            act: () => undoReplacementPage(stage, parts, replaced, keepAgain, menu),
          },
          held ? { label: words.show, act: () => showPhrase(user, wallet) } : undefined,
          held ? { label: words.replace, act: () => replace(user) } : undefined,
          { label: words.devices, act: async () => stage.show(await devicesCard(service, menu)) },
          alone,
          {
            label: words.logOut,
            act: async () => {
              await service.signOut()
              startAnew()
            },
          },
        ],
      }),
    )
  }

  /** Asks the visitor to save a share. With a saved share, this browser shows the secret phrase without a code. */
  function keep(user: ServiceUser): Promise<void> {
    return proven(user, async () => {
      let isLate = false
      // The card may stay open for longer than the code counts.
      const mayKeep = (saver: ServiceUser) => {
        isLate = needsCode(saver)
        return !isLate
      }
      // If the visitor declines, show the menu again.
      await askToKeep({ ...parts, mayKeep }, stage, clock, signal).catch(() => {})
      await (isLate ? keep(user) : menu())
    })
  }

  async function showPhrase(user: ServiceUser, wallet: ServiceWallet): Promise<void> {
    if (!user.email) {
      stage.show(pageCard({ title: words.again, text: words.noEmail, actions: [back] }))
      return
    }
    await proven(user, () => {
      // The card may stay open for longer than the code counts, and another tab may log in another user.
      const withPhrase = (show: (phrase: string) => void) =>
        needsCode(user)
          ? showPhrase(user, wallet)
          : keys.withPhrase((phrase, userId) => (userId === user.id ? show(phrase) : startAnew()))
      stage.show(phraseCard({ withPhrase, addresses: wallet.addresses, clock, back: restart }))
    })
  }

  function replace(user: ServiceUser): Promise<void> {
    const act = async () => {
      saveFile(await keys.replaceRecovery())
      await menu()
    }
    return proven(user, () =>
      stage.show(
        pageCard({
          title: words.replace,
          text: words.replaceText,
          actions: [
            // The card may stay open for longer than the code counts.
            { label: words.replaceButton, kind: 'primary', act: () => proven(user, act) },
            back,
          ],
        }),
      ),
    )
  }

  function fail(error: unknown): void {
    const text = error instanceof Error ? error.message : undefined
    const again = { label: words.next, kind: 'primary', act: restart } as const
    stage.show(pageCard({ title: words.failed, text, actions: [again, alone] }))
  }

  await start().catch(fail)
}
