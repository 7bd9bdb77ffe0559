import * as z from 'zod/mini'
import { framePrefix } from '../connectors/embedded/protocol/frame-events.ts'
import { frameDefaults } from '../core/limits.ts'
import type { ServiceConfig } from '../core/wallet/wallet-service.ts'
import { savesData, whenIdle } from '../platform/idle.ts'
import type { Clock, Fetch, NodeHealth } from '../ports.ts'
import { answersOf } from './answers.ts'
import { type DeviceShares, deviceShares } from './keys/device-shares.ts'
import { type PasskeyCopies, passkeyCopiesIn } from './keys/passkey-copies.ts'
import { recoveryReminderIn } from './keys/recovery-reminder.ts'
import { walletKeys } from './keys/wallet-keys.ts'
import { emailLogin } from './login.ts'
import { answerParent } from './messages/answering.ts'
import { type Parent, parentOf, parentOrigin } from './messages/parent.ts'
import { socialAnswers } from './messages/social-answer.ts'
import { networksFrom } from './networks.ts'
import type { AskApproval } from './requests/approval.ts'
import { rpcAnswers } from './requests/rpc.ts'
import { element } from './screen/element.ts'
import { passkeysOf } from './screen/passkeys.ts'
import { quiet, type Stage, stageIn } from './screen/stage.ts'
import { showAccent, showTheme } from './screen/theme.ts'
import { approvalHash } from './screen/window/own-window.ts'
import { passkeyHash } from './screen/window/passkey-window.ts'
import { words } from './screen/words.ts'
import { serviceCalls } from './service/calls.ts'
import { deviceIn } from './service/device.ts'
import { walletService } from './service/service.ts'
import { sessionIn, type WithLock } from './service/session.ts'
import { userFetch } from './service/user-fetch.ts'
import { accountsOf } from './smart-account/accounts.ts'
import { socialLogin } from './social-login.ts'
import { batchesIn } from './store/batches.ts'
import { database } from './store/database.ts'
import { sealIn } from './store/seal.ts'
import { storageAccess } from './store/storage-access.ts'

// Without this setting, zod tests whether `eval` works. The Content-Security-Policy blocks `eval`, so the browser would report a
// violation.
z.config({ jitless: true })

const clock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  every(ms, run) {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
}

/** The time limit for requests that have no signal of their own, in ms. */
const slowest = 10_000
const timedFetch: Fetch = (input, init) =>
  fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(slowest) })

/** Loads code when the frame is idle. With Save-Data or on 2G, loads nothing. */
const prefetch = (load: () => void) => {
  if (!savesData(window)) whenIdle(window, load)
}

const withLock: WithLock = async <T>(run: () => Promise<T>): Promise<T> => {
  let begun = false
  const once = () => {
    begun = true
    return run()
  }
  if (!('locks' in navigator)) return once()
  return navigator.locks.request('wallet session', once).catch((error: unknown) => {
    // Browsers that block storage in frames also block locks. In such a browser, no other tab has this session, so run without a
    // lock.
    if (begun) throw error
    return run()
  }) as Promise<T>
}

// The frame has no size until the page shows it, so this event means that the frame is shown.
addEventListener('resize', () => showAccent(document.documentElement))

const stage = stageIn(document.body.appendChild(element('main')))
if (location.hash === approvalHash)
  import('./screen/window/approval-window.ts').then(({ approveHere }) =>
    approveHere(stage, clock, timedFetch),
  )
else if (location.hash === passkeyHash)
  import('./screen/window/passkey-page.ts').then(({ passkeyHere }) => passkeyHere(stage))
else start(stage)

/** Creates the wallet with this browser's storage and the wallet's service. */
function openWallet() {
  const access = storageAccess(document, indexedDB)
  const store = database(access.factory)
  const seal = sealIn(store)
  const device = deviceIn(store, clock.now)
  const call = serviceCalls(timedFetch, device)
  const session = sessionIn({ store, seal, call, withLock, now: clock.now })
  const service = walletService(call, session, clock)
  const shares = deviceShares(store, seal)
  const keys = walletKeys(service, shares)
  const copies = passkeyCopiesIn(store)
  const passkeys = passkeysOf(service, keys, copies, clock)
  /** Returns whether this browser lets the wallet store data in this frame or window. */
  const keeps = () =>
    store.names().then(
      () => true,
      () => false,
    )
  return {
    clock,
    access,
    keeps,
    service,
    shares,
    keys,
    passkeys,
    copies,
    store,
    reminder: recoveryReminderIn(store, clock.now),
    userFetch: userFetch({ fetch: timedFetch, device, session }),
  }
}

/**
 * Starts the wallet. In a frame, the page around the frame uses this wallet. In the wallet's own window, the visitor manages the
 * wallet.
 */
async function start(stage: Stage): Promise<void> {
  const wallet = openWallet()
  const { service, shares, copies, keys, reminder, access, keeps, store } = wallet
  let config: ServiceConfig
  try {
    config = await service.config()
  } catch {
    showDown(stage, shares, copies)
    return
  }
  if (window.parent === window) {
    const { manage } = await import('./manage/manage.ts')
    return manage(stage, wallet)
  }
  const origin = parentOrigin(window as never)
  if (origin === undefined || !config.origins.includes(origin)) {
    stage.show(quiet(words.notHere, words.notHereText(origin)))
    return
  }

  const networks = networksFrom(
    config.networks,
    new URLSearchParams(location.search).get('chainId'),
    frameDefaults.chainId,
  )
  let claimedName: string | undefined
  const health: NodeHealth = new Map()
  const accounts = accountsOf({
    keys,
    store,
    clock,
    health,
    chains: config.smartAccounts,
    fetch: timedFetch,
    userFetch: wallet.userFetch,
  })
  const approve: AskApproval = async (...asked) => {
    const { askOn } = await import('./screen/ask.ts')
    const ask = askOn({
      ...{ stage, clock, health, fetch: timedFetch },
      beside: async (user) => (await import('./screen/keep-note.ts')).keepNote(wallet, user),
      inFrame: async (request) =>
        config.approveInFrame.includes(origin) ||
        (await import('./requests/plain-sign-in.ts')).isPlainSignIn(request),
    })
    return ask(...asked)
  }
  const rpc = rpcAnswers({
    keys,
    networks,
    accounts,
    clock,
    health,
    fetch: timedFetch,
    batches: (kind) => batchesIn(store, kind, origin),
    asker: () => ({ origin, claimedName }),
    restoreKey: async (signal) =>
      (await import('./screen/restore-key.ts')).restoreKey(wallet, stage, clock, signal),
    approve,
    during: stage.during,
  })
  // If the visitor allowed storage before, this call doesn't prompt.
  if (!(await keeps())) await access.request()
  const parent: Parent = parentOf(window as never, origin)
  const tellAsking = (open: boolean) => parent.post({ type: `${framePrefix}ASKING`, payload: { open } })
  let questions = 0
  /** Tells the page when the first dialog opens and when the last dialog closes. */
  const show = (open: boolean) => {
    questions += open ? 1 : -1
    if (questions === (open ? 1 : 0)) tellAsking(open)
  }
  const shown = (run: () => Promise<void>) => {
    show(true)
    return run().finally(() => show(false))
  }
  /** Aborted when the visitor logs out. The abort also ends a login that is in progress. */
  let leaving = new AbortController()
  const whenLeaving = () => leaving.signal
  let showsFrame = false
  let fresh = false
  let told = false
  /**
   * Shows the browsers and passkeys that were added elsewhere, at most once for each login. If the visitor closes the
   * notice, doesn't show it at the page's next request, because the page sends that request when the notice closes.
   */
  const tell = async () => {
    if (told || !showsFrame) return
    const { newsOf, tellNews } = await import('./screen/news.ts')
    const news = await newsOf(service)
    told = true
    if (news) await shown(() => tellNews(service, news, stage, clock))
  }
  let asking: Promise<void> | undefined
  /**
   * Asks the visitor after a login to save a recovery share. Does this only if the page shows the frame on request. On other
   * pages, only the note beside a request reminds the visitor.
   */
  const ask = async () => {
    if (!fresh || !showsFrame) return
    fresh = false
    const { user } = await keys.wallet()
    if (!(await keys.held()) || !(await reminder.due(user.id))) return
    const { askToKeep } = await import('./screen/keep.ts')
    await shown(() => askToKeep(wallet, stage, clock, new AbortController().signal))
  }
  const loggedIn = () => {
    // Another visitor may have been logged in before. End this visitor's requests, and show the next notice to the new visitor.
    rpc.abort()
    fresh = true
    told = false
  }
  answerParent(
    parent,
    answersOf({
      config,
      login: emailLogin(service, origin, {
        leaving: whenLeaving,
        code: async (question, signal) => {
          const { askCode } = await import('./screen/code-card.ts')
          await shown(() => askCode(stage, clock, signal, question))
        },
        loggedIn,
        approve: (change, signal) =>
          shown(async () => {
            const { describeApproval } = await import('./requests/describe-approval.ts')
            const { emailChangeRequest } = await import('./requests/email-change.ts')
            const request = emailChangeRequest(change, { origin, claimedName, network: networks.current })
            const described = await describeApproval(request, { fetch: timedFetch, clock, health })
            await approve(request, described, signal)
          }),
      }),
      social: socialLogin(service, config, origin, socialAnswers(window, clock), whenLeaving),
      networks,
      accounts,
      rpc,
      showTheme: (theme) => showTheme(document.documentElement, theme),
      nameApp: (name) => {
        claimedName = name
      },
      showsFrame: (shows) => {
        showsFrame = shows
      },
      async beforeLogin() {
        if (!showsFrame || (await keeps())) return
        const { allowStorage } = await import('./screen/allow-storage.ts')
        await shown(() => allowStorage(access, keeps, stage, clock))
      },
      loggedIn,
      async beforeAddress() {
        // Create the key if there is none, so that `ask` can offer to save it.
        await keys.wallet()
        // Ignore errors, because they must not block the wallet.
        asking ??= tell()
          .catch(() => {})
          .then(ask)
          .catch(() => {})
          .finally(() => {
            asking = undefined
          })
        await asking
        // The page gets an address now, so its next message may be a request to sign.
        prefetch(rpc.prefetch)
      },
      leave() {
        leaving.abort()
        leaving = new AbortController()
        // Show the notice again for the next user.
        told = false
      },
      reload: () => location.reload(),
    }),
  )
  parent.post({ type: `${framePrefix}READY`, payload: { version: frameDefaults.version } })
}

/**
 * Says that the service can't be reached. On the wallet's own page, offers to restore the key from this browser's share and the
 * visitor's share, without the service.
 */
function showDown(stage: Stage, shares: DeviceShares, copies: PasskeyCopies): void {
  const again = element('button', { class: 'primary', type: 'button' }, words.again)
  again.addEventListener('click', () => location.reload())
  const card = quiet(words.down, words.downText)
  const actions = element('div', { class: 'stack' }, again)
  card.append(element('div', { class: 'actions' }, actions))
  stage.show(card)
  // Accept recovery files only on the wallet's own page, because a page could imitate the frame.
  if (window.parent !== window) return
  const alone = element('button', { class: 'secondary', type: 'button' }, words.alone)
  actions.append(alone)
  alone.addEventListener('click', async () => {
    const { restoreAlonePage } = await import('./manage/restore-alone-page.ts')
    await restoreAlonePage(stage, clock, { shares, copies }, () => showDown(stage, shares, copies))
  })
}
